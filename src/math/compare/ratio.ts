// Ratios: proportional ones are the same, and one of two whole numbers in lowest terms is also their quotient.

import type { Claim } from "../claim/claim.ts";
import type { Context } from "../claim/context.ts";
import { isInteger, type Node } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { all, type Decision, different } from "../terms/decision.ts";
import { compareNodes } from "./nodes.ts";

export function compareRatios(gold: Node[], answer: Node[], context: Context): Decision {
  if (gold.length !== answer.length) return different("ratio", "ratios of different lengths");
  const times = (x: Node, y: Node): Node => ({ kind: "mul", factors: [x, y] });
  const parts: Decision[] = [];
  for (let i = 1; i < gold.length; i++)
    parts.push(compareNodes(times(gold[0]!, answer[i]!), times(gold[i]!, answer[0]!), context));
  const isZero = (n: Node) => isInteger(n) && n.mantissa === 0n;
  if ([...gold, ...answer].some(isZero))
    return all(
      "ratio",
      gold.map((item, i) => compareNodes(item, answer[i]!, context)),
    );
  return all("ratio", parts);
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

/**
 * `2:3` is 2/3 and `3:1` is 3, of whole numbers without a common factor: `12:24` may be anything. The comparison that is
 * given keeps the sides in their places.
 */
export function compareRatioWithNumber(
  ratio: Node[],
  other: Claim,
  context: Context,
  compare: (quotient: Claim) => Decision,
): Decision {
  const [num, den] = ratio;
  const lowest =
    ratio.length === 2 &&
    isInteger(num!) &&
    isInteger(den!) &&
    den.mantissa !== 0n &&
    gcd(num.mantissa, den.mantissa) === 1n;
  if (!lowest || context.inside || other.kind !== "value" || namesIn(other.node).size > 0)
    return different("ratio", "a ratio against something else");
  const found = compare({ kind: "value", node: { kind: "div", num: num!, den: den! } });
  return found.verdict === "equal" ? { ...found, by: "ratio" } : found;
}
