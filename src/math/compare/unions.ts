// Unions and intersections over an index: `\bigcup_{k \in \mathbb{Z}} (2k\pi, 2k\pi + \pi)`.

import { claimOf } from "../claim/claim.ts";
import { sameTree } from "../notation/same-tree.ts";
import { type Node, symbol } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import { type Decision, undecided } from "../terms/decision.ts";
import { type Comparison, compareClaims } from "./comparison.ts";
import { rename } from "./function.ts";

interface Union {
  op: string;
  index: string;
  over: Node;
  body: Node;
}

/** Over `k \in` a set; undefined for whatever else stands under the sign. */
function unionOf(node: Node): Union | undefined {
  if (node.kind !== "bigop" || !node.op.startsWith("big") || node.over) return undefined;
  const { under, op, body } = node;
  if (under?.kind !== "relation" || under.ops.length !== 1 || under.ops[0] !== "∈") return undefined;
  const [index, over] = under.terms as [Node, Node];
  return index.kind === "symbol" && over.kind === "setname"
    ? { op, index: index.name, over, body }
    : undefined;
}

/** The same, where the parts are the same for each index, whatever that is called; undefined where one is no union. */
export function compareUnions(gold: Node, answer: Node, context: Comparison): Decision | undefined {
  const [g, a] = [unionOf(gold), unionOf(answer)];
  if (!g || !a) return undefined;
  const open = undecided("set", "unions over an index, of parts that are not alike");
  if (g.op !== a.op || !sameTree(g.over, a.over)) return open;
  if (g.index !== a.index && namesIn(a.body).has(g.index)) return open;
  const body = rename(a.body, new Map([[a.index, symbol(g.index)]]));
  const parts = compareClaims(claimOf(g.body, context), claimOf(body, context), context);
  return parts.verdict === "equal" ? { ...parts, by: "set" } : open;
}
