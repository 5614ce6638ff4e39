// Sequences: in `a_{n+1} = 2n + 3` the index is an argument, as in `f(x+1)`. The same sequence may be written from any
// index on, so the left side is shifted back to `a_n` and the right side with it.

import { printLatex } from "../notation/print.ts";
import { type Node, signed, some, symbol, wholeNumber } from "../notation/tree.ts";
import { mapChildren, namesIn, rename } from "../notation/tree-change.ts";
import { parse } from "../read/parse.ts";
import type { Claim } from "./claim.ts";

/** An indexed name whose index holds exactly one letter. */
interface Indexed {
  base: string;
  index: Node;
  letter: string;
  /** c if the index is the letter plus c; undefined otherwise. */
  offset: bigint | undefined;
}

/** Whether a letter is usually an index, so that even a constant right side is a sequence: `a_n = 5`. */
const isIndexLetter = (letter: string): boolean => /^[i-n]$/.test(letter);

function readIndexed(name: string): Indexed | undefined {
  const found = /^([^_]+)_\{([^']*)\}$/s.exec(name);
  if (!found || !/[a-zA-Z]/.test(found[2]!)) return undefined;
  const parsed = parse(found[2]!);
  if (!parsed.ok) return undefined;
  const [letter, ...others] = namesIn(parsed.tree);
  if (letter === undefined || others.length > 0 || !/^[a-zA-Z]$/.test(letter)) return undefined;
  return { base: found[1]!, index: parsed.tree, letter, offset: offsetOf(parsed.tree) };
}

/** c of `n + c`. */
function offsetOf(index: Node): bigint | undefined {
  if (index.kind === "symbol") return 0n;
  if (index.kind !== "add" || index.terms.length !== 2) return undefined;
  const number = index.terms.find((term) => term.kind !== "symbol");
  return number && index.terms.some((term) => term.kind === "symbol") ? wholeNumber(number) : undefined;
}

const plus = (letter: string, offset: bigint): Node =>
  offset === 0n ? symbol(letter) : { kind: "add", terms: [symbol(letter), signed(offset)] };

/** The tree with `n + by` in place of the letter, in the names of sequences too; sequences start at `to`. */
function shift(node: Node, letter: string, by: bigint, to: string): Node {
  if (node.kind !== "symbol") return mapChildren(node, (child) => shift(child, letter, by, to));
  if (node.name === letter) return plus(to, by);
  const indexed = readIndexed(node.name);
  if (!indexed || indexed.letter !== letter) return node;
  return symbol(`${indexed.base}_{${printLatex(plus(to, indexed.offset! + by))}}`);
}

/** Whether each index with a letter is the letter plus a number, so that it can be shifted. */
const isShiftable = (node: Node, letter: string): boolean =>
  !some(node, (n) => {
    const indexed = n.kind === "symbol" ? readIndexed(n.name) : undefined;
    return indexed?.letter === letter && indexed.offset === undefined;
  });

const mentions = (node: Node, letter: string, base?: string): boolean =>
  some(node, (n) => {
    if (n.kind !== "symbol") return false;
    if (base === undefined && n.name === letter) return true;
    const indexed = readIndexed(n.name);
    return indexed?.letter === letter && (base === undefined || indexed.base === base);
  });

/** The index of a recurrence, under any name. */
const anyIndex = "n*";

/** The claim of `a_n = …`; undefined if the left side is just a name (`a_1`, `x_A`). */
export function claimOfIndexed(left: string, right: Node, node: Node): Claim | undefined {
  const indexed = readIndexed(left);
  if (!indexed) return undefined;
  const { base, letter, offset } = indexed;
  const isConstant = isIndexLetter(letter) && namesIn(right).size === 0;
  if (!isConstant && !mentions(right.kind === "relation" ? right.terms.at(-1)! : right, letter))
    return undefined;
  const isRecurrence = mentions(right, letter, base);
  const isShifted = isRecurrence || (offset !== undefined && offset !== 0n);
  if (isShifted && !isShiftable(right, letter)) return { kind: "statement", node };
  if (isRecurrence)
    return right.kind === "relation" || offset === undefined
      ? { kind: "statement", node }
      : {
          kind: "equation",
          left: symbol(`${base}_{${anyIndex}}`),
          right: shift(right, letter, -offset, anyIndex),
        };
  const name =
    offset === undefined
      ? `${base}_{${printLatex(rename(indexed.index, new Map([[letter, symbol("#")]])))}}`
      : `${base}_`;
  const body = offset ? shift(right, letter, -offset, letter) : right;
  return { kind: "function", name, parameters: [letter], body, node, formula: offset === 0n };
}
