// Ratios: proportional ones are the same, and one of two whole numbers in lowest terms is also their quotient.

import type { Claim } from "../claim/claim.ts";
import type { Context } from "../claim/context.ts";
import { gcd } from "../expression/rational.ts";
import { isInteger, type Node, some } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { all, type Decision, different } from "../terms/decision.ts";
import { compareNodes } from "./scalar.ts";

/** `0.5 Aa`: the share of a genotype, whose letters come in pairs. */
function genotypeOf(node: Node): { name: string; share: Node } | undefined {
  if (node.kind !== "mul") return undefined;
  const [share, ...letters] = node.factors as [Node, ...Node[]];
  const name = letters.map((letter) => (letter.kind === "symbol" ? letter.name : "?")).join("");
  return namesIn(share).size === 0 && /^(?:([A-Za-z])\1)+$/i.test(name) ? { name, share } : undefined;
}

/** Shares of genotypes in the order of the gold's, or without names in their own; undefined where the two name other ones. */
function inGenotypeOrder(gold: Node[], answer: Node[]): [Node[], Node[]] | undefined {
  const [g, a] = [gold.map(genotypeOf), answer.map(genotypeOf)];
  const names = g.map((part) => part?.name);
  // The genotypes of one cross have the same genes.
  const [goldNamed, answerNamed] = [g, a].map(
    (side) => new Set(side.map((part) => part?.name.toLowerCase())).size === 1 && side[0] !== undefined,
  );
  if (!goldNamed && !answerNamed) return [gold, answer];
  if (goldNamed && answerNamed) {
    const partners = names.map((name) => a.find((part) => part!.name === name)?.share);
    if (new Set(names).size < names.length || partners.includes(undefined)) return undefined;
    return [g.map((part) => part!.share), partners as Node[]];
  }
  const shares = (goldNamed ? g : a).map((part) => part!.share);
  return goldNamed ? [shares, answer] : [gold, shares];
}

export function compareRatios(goldItems: Node[], answerItems: Node[], context: Context): Decision {
  if (goldItems.length !== answerItems.length) return different("ratio", "ratios of different lengths");
  const ordered = inGenotypeOrder(goldItems, answerItems);
  if (!ordered) return different("ratio", "ratios of different things");
  const [gold, answer] = ordered;
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

/** `2%`, `2°`, `\$2` and `2nd` are of a kind that a ratio is not. */
const isMarked = (node: Node): boolean =>
  some(node, ({ kind }) => /^(?:percent|degrees|ordinal|unit)$/.test(kind));

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
  if (
    !lowest ||
    context.inside ||
    other.kind !== "value" ||
    namesIn(other.node).size > 0 ||
    isMarked(other.node)
  )
    return different("ratio", "a ratio against something else");
  const found = compare({ kind: "value", node: { kind: "div", num: num!, den: den! } });
  return found.verdict === "equal" ? { ...found, by: "ratio" } : found;
}
