// The main question of math/: does this answer equal that gold?

import { claimOf } from "./claim/claim.ts";
import { compareCalendar } from "./compare/calendar.ts";
import { choiceWithText, compareChoice } from "./compare/choice.ts";
import { openComparison } from "./compare/compare.ts";
import { type Comparison, compareClaims } from "./compare/comparison.ts";
import { functionValue, undoneWork } from "./compare/form.ts";
import { compareNumerals, compareText, hasWords, sameSigns } from "./compare/text.ts";
import { compareYesNo } from "./compare/yes-no.ts";
import { isIdentical, isWording, noGoldBecause, readGold } from "./gold.ts";
import { compareCycles } from "./letters/cycles.ts";
import { type Settled, settleLetters } from "./letters/kinds.ts";
import { compareLogic } from "./letters/logic.ts";
import { compareChemistry, sameSubstance } from "./notation/chemistry.ts";
import { printLatex } from "./notation/print.ts";
import { sameTree } from "./notation/same-tree.ts";
import { type Node, some } from "./notation/tree.ts";
import { namesIn } from "./notation/tree-change.ts";
import { otherReadings } from "./other-readings.ts";
import { type Parsed, parse } from "./read/parse.ts";
import type { Note, Rule } from "./terms/decision.ts";
import {
  type Certainty,
  type Decision,
  different,
  equal,
  undecided,
  type Verdict,
} from "./terms/decision.ts";
import { Budget, limits } from "./terms/limits.ts";
import { type Policies, readPolicies, strictPolicies } from "./terms/policies.ts";
import { ofLimits, tried } from "./terms/result.ts";

export type VerifyOptions = { [K in keyof Policies]?: Policies[K] | undefined };

export interface Verification {
  verdict: Verdict;
  /** `verdict === "equal"`. */
  equal: boolean;
  /** The rule that decided. */
  by: Rule;
  /** Null if a side could not be read. */
  certainty: Certainty | null;
  /** The gold as it was understood, in LaTeX; as it was given if it cannot be read as mathematics. */
  gold: string;
  /** The answer as it was understood. */
  answer: string;
  /** The side that could not be read as mathematics. */
  unparsed?: "gold" | "answer";
  reason?: string;
  /** Counted work, for tuning the limits. */
  steps: number;
}

/** Decides whether an answer equals the gold. Never throws because of the content of either side, and always ends. */
export function verify(gold: string, answer: string, options?: VerifyOptions): Verification {
  return verifyNoting(gold, answer, options, undefined);
}

/** The same, while the rules record their findings. */
export function verifyNoting(
  gold: string,
  answer: string,
  options: VerifyOptions | undefined,
  notes: Note[] | undefined,
): Verification {
  const policies = options === undefined ? strictPolicies : readPolicies(options);
  if (typeof gold !== "string" || typeof answer !== "string")
    throw new TypeError("verify takes the gold and the answer as strings");
  const budget = new Budget();
  budget.notes = notes;
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
  const chemistry = policies.preset === "science" ? compareChemistry(gold, answer) : undefined;
  if (chemistry !== undefined)
    return finish(chemistry ? equal("formula") : different("formula"), gold.trim(), answer.trim());
  const labelled = choiceWithText(gold);
  if (labelled) return verifyChoice(labelled, answer, options, notes);
  const byKind =
    compareChoice(gold, answer) ??
    compareYesNo(gold, answer) ??
    compareCalendar(gold, answer) ??
    compareCycles(gold, answer) ??
    compareLogic(gold, answer) ??
    compareNumerals(gold, answer);
  if (byKind) return finish(byKind, gold.trim(), answer.trim());
  const g = readGold(gold, policies.preset === "science" ? "measured" : "units");
  const a = readAnswer(answer, policies, budget);
  // Without a preset, a formula of chemistry is compared as one only if it cannot be read as mathematics.
  if ((g.ok ? !a.ok && sameSubstance(gold, answer) : compareChemistry(gold, answer)) === true)
    return finish(equal("formula"), gold.trim(), answer.trim());
  if (!g.ok) {
    if (sameSigns(gold, answer)) return finish(equal("identical"), gold.trim(), answer.trim());
    const words = hasWords(gold) ? compareText(gold, answer) : undefined;
    if (words && (words.verdict === "equal" || isWording(gold))) return finish(words, gold, answer);
    const why = `the gold cannot be read: ${g.reason} (character ${g.at + 1})`;
    return finish(undecided("unparsed", why), gold, answer, "gold");
  }
  const first = a.ok ? { tree: a.tree, decision: decide(g.tree, a.tree, policies, budget) } : undefined;
  const read =
    first?.decision.verdict === "equal" ? first : (equalReading(g, answer, a, policies, budget) ?? first);
  if (!read) {
    const said = choiceWithText(answer)?.text;
    if (said !== undefined) return verifyNoting(gold, said, options, notes);
    const words = hasText(g.tree) ? compareText(gold, answer) : different("unparsed");
    const shown = show(g.tree, gold);
    if (words.verdict === "equal" || a.ok) return finish(words, shown, answer);
    const why = `the answer cannot be read: ${a.reason} (character ${a.at + 1})`;
    return finish(words, shown, answer, "answer", why);
  }
  const demanded = read.decision.verdict === "equal" && policies.form === "evaluated";
  const decision = demanded
    ? demandEvaluated(g.tree, read.tree, read.decision, openComparison(policies, budget, { log: "e" }))
    : read.decision;
  return finish(decision, show(g.tree, gold), show(read.tree, answer));
}

/** A gold with a choice and its text is matched by either, and by both if they agree. */
function verifyChoice(
  gold: { letter: string; text: string },
  answer: string,
  options: VerifyOptions | undefined,
  notes: Note[] | undefined,
): Verification {
  const said = choiceWithText(answer, true);
  if (said && said.letter === gold.letter) return verifyNoting(gold.text, said.text, options, notes);
  const byLetter = verifyNoting(gold.letter, answer, options, notes);
  return said || byLetter.equal ? byLetter : verifyNoting(gold.text, answer, options, notes);
}

/**
 * How an answer is read, for any gold. `1/2 (0.5)` gives one value twice, because the two are the same; with different
 * values side by side, or the same one written alike, it is the product.
 */
function readAnswer(answer: string, policies: Policies, budget: Budget): Parsed {
  const letters = policies.preset === "science" ? "measured" : "units";
  const parsed = parse(answer, { letters });
  if (!answer.includes(" (") || !endsInBracket(answer)) return parsed;
  const restated = parse(answer.replaceAll("\\ (", " ("), { brackets: "restate", letters });
  if (!restated.ok || restated.tree.kind !== "relation") return parsed;
  const [said, again] = restated.tree.terms.slice(-2) as [Node, Node];
  const areValues = [said, again].every(
    (node) => namesIn(node).size === 0 && !some(node, ({ kind }) => kind === "apply"),
  );
  if (!areValues || sameTree(said, again)) return parsed;
  return decide(said, again, policies, budget).verdict === "equal" ? restated : parsed;
}

function endsInBracket(text: string): boolean {
  let at = text.length - 1;
  while (at >= 0 && " \n\t\r$.".includes(text[at]!)) at--;
  return text[at] === ")";
}

/** A different reading of the answer, which the gold's kind allows and under which the two are equal. */
function equalReading(
  gold: Extract<Parsed, { ok: true }>,
  text: string,
  answer: Parsed,
  policies: Policies,
  budget: Budget,
): { tree: Node; decision: Decision } | undefined {
  for (const tree of otherReadings(gold, text, answer, policies)) {
    budget.notes?.push(noteReading(`the answer, read again as ${show(tree, text)}, as the gold is written`));
    const decision = decide(gold.tree, tree, policies, budget);
    if (decision.verdict === "equal") return { tree, decision };
  }
  return undefined;
}

/**
 * How a side was understood; a very long side is shown as it was given, because printing it would cost more than
 * grading.
 */
const show = (tree: Node, given: string): string => (given.length > limits.shown ? given : printLatex(tree));

/** Whether a gold has meaning as words; letters that are a product have none. */
const hasText = (tree: Node): boolean => some(tree, ({ kind }) => kind === "text");

const noteReading = (said: string): Note => ({ rule: null, found: "open", said });

const hasBareLogarithm = (node: Node): boolean =>
  some(node, (n) => n.kind === "call" && n.name === "log" && n.base === null);

const decide = (gold: Node, answer: Node, policies: Policies, budget: Budget): Decision =>
  withinLimits(() => decideSettled(settleLetters(gold, answer, budget), policies, budget));

function withinLimits(decide: () => Decision): Decision {
  const found = tried(decide, ofLimits);
  return found.ok ? found.value : undecided("limit", found.reason);
}

function decideSettled({ gold, answer, letters }: Settled, policies: Policies, budget: Budget): Decision {
  if (sameTree(gold, answer)) return equal("identical");
  const decision = attempt(gold, answer, openComparison(policies, budget, { log: "e", letters }));
  // In a gold, a logarithm without a base may also be the common one, if both sides use it so. If only the answer has
  // one it is natural, because otherwise one response would be right for two different numbers.
  if (decision.verdict === "equal" || !hasBareLogarithm(gold)) return decision;
  budget.notes?.push(noteReading("\\log read as the common logarithm, on both sides"));
  const common = attempt(gold, answer, openComparison(policies, budget, { log: "10", letters }));
  return common.verdict === "equal" ? common : decision;
}

function attempt(gold: Node, answer: Node, context: Comparison): Decision {
  const found = tried(() => compareClaims(claimOf(gold, context), claimOf(answer, context), context));
  if (found.ok) return found.value;
  return found.because === "undefined"
    ? different("undefined", found.reason)
    : undecided("limit", found.reason || "a condition that is not solved");
}

/** In rewards, an equal answer must also be evaluated and solved, as far as the gold is. */
const demandEvaluated = (gold: Node, answer: Node, decision: Decision, context: Comparison): Decision =>
  withinLimits(() => {
    const work = undoneWork(gold, answer, context);
    const isRounded = work === functionValue && decision.by === "rounding";
    return work === undefined || isRounded ? decision : different("form", `the answer leaves ${work} undone`);
  });
