// The one question of the room: does this answer equal that gold?

import { claimOf } from "./claim/claim.ts";
import type { Context } from "./claim/context.ts";
import { isBeyond } from "./compare/beyond.ts";
import { compareClaims } from "./compare/compare.ts";
import { rename } from "./compare/function.ts";
import { compareChoice, compareText, hasWords } from "./compare/text.ts";
import { Undefined } from "./exact/exact.ts";
import { isIdentical, isWording, noGoldBecause } from "./gold.ts";
import { undoneWork } from "./notation/form.ts";
import { printLatex } from "./notation/print.ts";
import { sameTree } from "./notation/same-tree.ts";
import { type Node, some, symbol } from "./notation/tree.ts";
import { parse } from "./read/parse.ts";
import {
  type Certainty,
  type Decision,
  different,
  equal,
  undecided,
  type Verdict,
} from "./terms/decision.ts";
import { Budget, LimitExceeded, limits } from "./terms/limits.ts";
import { type Policies, readPolicies, strictPolicies } from "./terms/policies.ts";

export type VerifyOptions = { [K in keyof Policies]?: Policies[K] | undefined };

export interface Verification {
  verdict: Verdict;
  /** `verdict === "equal"`. */
  equal: boolean;
  /** The rule that decided. */
  by: string;
  /** Null where a side could not be read. */
  certainty: Certainty | null;
  /** The gold as it was understood, in LaTeX; as it was given where it is no mathematics. */
  gold: string;
  /** The answer as it was understood. */
  answer: string;
  /** The side that could not be read as mathematics. */
  unparsed?: "gold" | "answer";
  reason?: string;
  /** Counted work, for those who tune limits. */
  steps: number;
}

/** Decides whether an answer equals the gold. Never throws on what either side holds, and always ends. */
export function verify(gold: string, answer: string, options?: VerifyOptions): Verification {
  const policies = options === undefined ? strictPolicies : readPolicies(options);
  if (typeof gold !== "string" || typeof answer !== "string")
    throw new TypeError("verify takes the gold and the answer as strings");
  const budget = new Budget();
  const finish = (
    decision: Decision,
    g: string,
    a: string,
    unparsed?: Verification["unparsed"],
    why?: string,
  ): Verification => {
    const { verdict, by } = decision;
    const certainty = unparsed === undefined ? decision.certainty : null;
    const result: Verification = {
      verdict,
      equal: verdict === "equal",
      by,
      certainty,
      gold: g,
      answer: a,
      steps: budget.spent,
    };
    if (unparsed !== undefined) result.unparsed = unparsed;
    const reason = why ?? decision.reason;
    if (reason !== undefined) result.reason = reason;
    return result;
  };
  const noGold = noGoldBecause(gold);
  if (noGold !== undefined) return finish(undecided("unparsed", noGold), gold, answer, "gold");
  if (isIdentical(gold, answer)) return finish(equal("identical"), gold.trim(), answer.trim());
  const choice = compareChoice(gold, answer);
  if (choice) return finish(choice, gold.trim(), answer.trim());
  const g = parse(gold, { signs: "continue" });
  const a = parse(answer);
  if (!g.ok) {
    const words = hasWords(gold) ? compareText(gold, answer) : undefined;
    if (words && (words.verdict === "equal" || isWording(gold))) return finish(words, gold, answer);
    const why = `the gold cannot be read: ${g.reason} (character ${g.at + 1})`;
    return finish(undecided("unparsed", why), gold, answer, "gold");
  }
  if (!a.ok) {
    const words = g.tree.kind === "text" ? compareText(gold, answer) : different("unparsed");
    const shown = show(g.tree, gold);
    if (words.verdict === "equal") return finish(words, shown, answer);
    return finish(
      words,
      shown,
      answer,
      "answer",
      `the answer cannot be read: ${a.reason} (character ${a.at + 1})`,
    );
  }
  let decision = decide(g.tree, a.tree, policies, budget);
  let read = a.tree;
  if (decision.verdict !== "equal") {
    const other =
      otherReading(answer, a.commasGroupDigits && !g.commasGroupDigits, g.tree) ??
      withImaginary(a.tree, g.tree);
    const again = other && decide(g.tree, other, policies, budget);
    if (other && again?.verdict === "equal") {
      decision = again;
      read = other;
    }
  }
  if (decision.verdict === "equal" && policies.form === "evaluated")
    decision = demandEvaluated(g.tree, read, decision);
  return finish(decision, show(g.tree, gold), show(read, answer));
}

/** What was understood; a very long side is shown as it was given, since printing it would cost more than grading. */
const show = (tree: Node, given: string): string => (given.length > limits.shown ? given : printLatex(tree));

/** The gold fixes the kind: where it is a list, `5,120` is one; where it calculates with e, so does `4e-2`. */
function otherReading(answer: string, commas: boolean, gold: Node): Node | undefined {
  const restates = /\S\s+\(.*\)[\s$.]*$/.test(answer);
  const euler = /\d[eE]-\d/.test(answer) && some(gold, (n) => n.kind === "symbol" && n.name === "e");
  if (!commas && !euler && !restates) return undefined;
  const parsed = parse(answer, {
    ...(commas ? { commas: "list" } : {}),
    ...(euler ? { exponents: "euler" } : {}),
    ...(restates ? { brackets: "restate" } : {}),
  });
  return parsed.ok ? parsed.tree : undefined;
}

const isNamed = (tree: Node, name: string): boolean =>
  some(tree, (node) => node.kind === "symbol" && node.name === name);

/**
 * Where the gold is complex, an answer without i may call it j or I, as programs do. A pure multiple of i may also be a
 * vector, and there j is another one.
 */
function withImaginary(answer: Node, gold: Node): Node | undefined {
  if (!isNamed(gold, "i") || isNamed(answer, "i")) return undefined;
  const letters = ["I", "j"].filter((letter) => isNamed(answer, letter));
  const [letter] = letters;
  if (letters.length !== 1 || isNamed(gold, letter!)) return undefined;
  const hasRealPart = gold.kind === "add" && gold.terms.some((term) => !isNamed(term, "i"));
  if (letter === "j" && !hasRealPart) return undefined;
  return rename(answer, new Map([[letter!, symbol("i")]]));
}

const hasBareLogarithm = (node: Node): boolean =>
  some(node, (n) => n.kind === "call" && n.name === "log" && n.base === null);

function decide(gold: Node, answer: Node, policies: Policies, budget: Budget): Decision {
  if (sameTree(gold, answer)) return equal("identical");
  const natural: Context = { policies, budget, reading: { log: "e" } };
  const decision = attempt(gold, answer, natural);
  if (decision.verdict === "equal" || !(hasBareLogarithm(gold) || hasBareLogarithm(answer))) return decision;
  // A logarithm without a base may also be the common one, but then on both sides.
  const common = attempt(gold, answer, { policies, budget, reading: { log: "10" } });
  return common.verdict === "equal" ? common : decision;
}

function attempt(gold: Node, answer: Node, context: Context): Decision {
  try {
    return compareClaims(claimOf(gold, context), claimOf(answer, context), context);
  } catch (error) {
    if (error instanceof LimitExceeded) return undecided("limit", error.message);
    if (error instanceof Undefined) return different("undefined", error.message);
    if (isBeyond(error)) return undecided("limit", error.message || "a condition that is not solved");
    throw error;
  }
}

function demandEvaluated(gold: Node, answer: Node, decision: Decision): Decision {
  const allowed = undoneWork(gold);
  for (const work of undoneWork(answer))
    if (!allowed.has(work)) return different("form", `the answer leaves ${work} to be done`);
  return decision;
}
