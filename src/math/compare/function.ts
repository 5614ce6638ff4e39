// Functions and case distinctions: bound variables may carry any name.

import { anonymous, type Claim, type ClaimOf, claimOf, claimOfSides, type Member } from "../claim/claim.ts";
import { type Node, symbol } from "../notation/tree.ts";
import { namesIn, rename } from "../notation/tree-change.ts";
import { all, type Decision, different, undecided } from "../terms/decision.ts";
import { type Comparison, compareClaims } from "./comparison.ts";
import { comparePiecewise, isOtherwise } from "./piecewise.ts";

type FunctionClaim = ClaimOf<"function">;

/**
 * The names that the gold uses for the parameters of the answer. A name of the gold that is free in the answer is a
 * different variable: `f(t) = 2x` is not `f(x) = 2x`.
 */
export const parametersAs = (gold: FunctionClaim, answer: FunctionClaim): ReadonlyMap<string, Node> =>
  new Map([
    ...gold.parameters.map((p): [string, Node] => [p, symbol(`${p}*`)]),
    ...answer.parameters.map((p, i): [string, Node] => [p, symbol(gold.parameters[i]!)]),
  ]);

export function compareFunctions(gold: Claim, answer: Claim, context: Comparison): Decision {
  if (gold.kind === "list" || gold.kind === "set")
    return different("function", "several things against one function");
  if (gold.kind === "function" && answer.kind === "function") {
    if (gold.name !== answer.name && gold.name !== anonymous && answer.name !== anonymous)
      return different("function", `${gold.name} against ${answer.name}`);
    if (gold.parameters.length !== answer.parameters.length)
      return different("function", "a different number of variables");
    const names = parametersAs(gold, answer);
    const [g, a] = [gold.constants ?? [], answer.constants ?? []];
    if (g.length === 0 || a.length === 0)
      return relabel(compareClaims(bodyOf(gold), bodyOf(answer, names), context));
    if (g.length !== a.length || g.some(({ domain }, i) => domain !== a[i]!.domain))
      return undecided("function", "constants of different kinds");
    // Constants under the names that are tried in turn; the same functions may still be written with others, 2c for c.
    const ofConstants = (members: Member[]) =>
      members.map(({ name }, i): [string, Node] => [name, symbol(`#${i}`)]);
    const found = compareClaims(
      bodyOf(gold, new Map(ofConstants(g))),
      bodyOf(answer, new Map([...names, ...ofConstants(a)])),
      context,
    );
    return found.verdict === "different"
      ? undecided("function", "functions with other constants")
      : relabel(found);
  }
  if (gold.kind === "function")
    return compareWithFormula(gold, true, answer, (other) => compareClaims(bodyOf(gold), other, context));
  const fn = answer as FunctionClaim;
  return compareWithFormula(fn, false, gold, (other) => compareClaims(other, bodyOf(fn), context));

  function bodyOf({ body }: FunctionClaim, names: ReadonlyMap<string, Node> = new Map()): Claim {
    return claimOfSides(names.size > 0 ? rename(body, names) : body, context);
  }
}

const relabel = (decision: Decision): Decision =>
  decision.verdict === "equal" ? { ...decision, by: "function" } : decision;

/** Whether `y` may be the value of a function: of f itself, and of an inverse function that the gold asks for. */
const isGraphed = ({ name }: FunctionClaim, isGold: boolean): boolean =>
  name === anonymous || (isGold ? /^[A-Za-z](?:\^\{-1\})?$/ : /^[A-Za-z]$/).test(name);

/** A function against its mere formula, or against `y = …`. */
function compareWithFormula(
  fn: FunctionClaim,
  isGold: boolean,
  other: Claim,
  compare: (other: Claim) => Decision,
): Decision {
  if (!fn.formula) return undecided("function", "a formula that does not name its index");
  switch (other.kind) {
    case "named":
      if (other.name !== fn.name && !(other.name === "y" && isGraphed(fn, isGold)))
        return different("function", `${fn.name} against ${other.name}`);
      return relabel(compare(other.value));
    case "value":
    case "cases":
    case "chain":
      return relabel(compare(other));
    case "list":
    case "set":
      return different("function", "one function against several things");
    default:
      return different("function", "a function against something else");
  }
}

/** Branch by branch, in any order; a branch without a condition is the remaining one. */
export function compareCases(gold: Claim, answer: Claim, context: Comparison): Decision {
  const branchwise =
    gold.kind === "cases" && answer.kind === "cases" ? byBranches(gold, answer, context) : undefined;
  return branchwise?.verdict === "equal" ? branchwise : comparePiecewise(gold, answer, context);
}

function byBranches(gold: ClaimOf<"cases">, answer: ClaimOf<"cases">, context: Comparison): Decision {
  if (gold.branches.length !== answer.branches.length)
    return undecided("cases", "a different number of branches");
  // One variable may have any name, if it is the only one in all conditions and no value depends on it.
  const variables = [gold, answer].map(
    ({ branches }) => new Set(branches.flatMap((b) => (b.condition ? [...namesIn(b.condition)] : []))),
  );
  const isBound =
    variables.every(({ size }) => size === 1) &&
    ![...gold.branches, ...answer.branches].some(({ value }) => dependsOn(value, variables));
  const ofConditions = { ...context, inside: !isBound };
  const rest = [...answer.branches];
  const parts: Decision[] = [];
  for (const { value, condition } of gold.branches) {
    const at = rest.findIndex((other) => sameCondition(condition, other.condition, ofConditions));
    if (at < 0) return undecided("cases", "a branch has no partner");
    parts.push(compareClaims(value, rest.splice(at, 1)[0]!.value, context));
  }
  return all("cases", parts);
}

/** Whether a value has one of these names; anything but a plain value may have any. */
const dependsOn = (value: Claim, names: readonly ReadonlySet<string>[]): boolean =>
  value.kind !== "value" || [...namesIn(value.node)].some((name) => names.some((set) => set.has(name)));

function sameCondition(a: Node | null, b: Node | null, context: Comparison): boolean {
  if (isOtherwise(a) || isOtherwise(b)) return isOtherwise(a) && isOtherwise(b);
  return compareClaims(claimOf(a!, context), claimOf(b!, context), context).verdict === "equal";
}
