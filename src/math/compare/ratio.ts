// Ratios: proportional ones are the same, and one of two whole numbers in lowest terms is also their quotient.

import { type Claim, type ClaimOf, oneValue } from "../claim/claim.ts";
import type { Context } from "../claim/context.ts";
import { gcd } from "../expression/rational.ts";
import { isInteger, type Node, some } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { all, type Decision, different } from "../terms/decision.ts";
import { compareNodes } from "./scalar.ts";

type Ratio = ClaimOf<"ratio">;

/** Item by item; genotypes by their names, if both sides have them. */
export function compareRatios(gold: Ratio, answer: Ratio, context: Context): Decision {
  const { items: g } = gold;
  const a =
    gold.names && answer.names
      ? gold.names.map((name) => answer.items[answer.names!.indexOf(name)])
      : answer.items;
  if (g.length !== answer.items.length) return different("ratio", "ratios of different lengths");
  if (!a.every((item) => item !== undefined)) return different("ratio", "ratios of different things");
  const isZero = (n: Node) => isInteger(n) && n.mantissa === 0n;
  if ([...g, ...a].some(isZero))
    return all(
      "ratio",
      g.map((item, i) => compareNodes(item, a[i]!, context)),
    );
  const times = (x: Node, y: Node): Node => ({ kind: "mul", factors: [x, y] });
  const parts = g
    .slice(1)
    .map((item, i) => compareNodes(times(g[0]!, a[i + 1]!), times(item, a[0]!), context));
  return all("ratio", parts);
}

/** `2%`, `2°`, `\$2` and `2nd` cannot be the value of a ratio. */
const isMarked = (node: Node): boolean =>
  some(node, ({ kind }) => /^(?:percent|degrees|ordinal|unit)$/.test(kind));

/** `2:3` is 2/3 and `3:1` is 3 beside a number, of whole numbers without a common factor: `12:24` may be anything. */
export function quotientOf({ items }: Ratio, other: Claim, { inside }: Context): Claim | undefined {
  const [num, den, ...more] = items as [Node, Node, ...Node[]];
  const isLowest =
    more.length === 0 &&
    isInteger(num) &&
    isInteger(den) &&
    den.mantissa !== 0n &&
    gcd(num.mantissa, den.mantissa) === 1n;
  const isNumber = other.kind === "value" && namesIn(other.node).size === 0 && !isMarked(other.node);
  return isLowest && isNumber && !inside ? oneValue({ kind: "div", num, den }) : undefined;
}
