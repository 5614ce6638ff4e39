// Several letters that are one name: a differential `dx`, a difference `\Delta y`, a segment `AB`, a triangle `\Delta
// ABC`. The gold decides for both sides whether letters are read in this way.

import { printLatex } from "../notation/print.ts";
import { children, integer, isInteger, type Node, type NodeOf, some, symbol } from "../notation/tree.ts";
import { mapChildren } from "../notation/tree-change.ts";

type Letter = NodeOf<"symbol">;
type Product = NodeOf<"mul">;

/** Symbols that stand for numbers. */
const isNumber = ({ name }: Letter): boolean => name === "pi" || name === "e" || name === "i";

/** The letter that a factor is, or is a power of. */
export function letterOf(node: Node): Letter | undefined {
  const base = node.kind === "pow" ? node.base : node;
  return base.kind === "symbol" && !isNumber(base) ? base : undefined;
}

/** How adjacent letters are read as names. */
export interface Naming {
  /** The letters that form a name with the next one. */
  prefixes: ReadonlySet<string>;
  segments: boolean;
  /** Whether the order of a triangle's corners matters, as in a statement that two triangles are similar. */
  corners?: true;
}

const prefixLetters = ["d", "Delta", "delta"] as const;

/** A prefix as a factor: `d`, or `d^2` of a second differential. */
const prefixOf = (node: Node, name: string): boolean =>
  (node.kind === "symbol" && node.name === name) ||
  (name === "d" && node.kind === "pow" && prefixOf(node.base, name) && isInteger(node.exp));

/** The letters after a prefix; undefined if the prefix also occurs alone, so that it is an ordinary letter. */
function lettersBehind(tree: Node, prefix: string): Letter[] | undefined {
  const found: Letter[] = [];
  let alone = false;
  const visit = (node: Node): void => {
    if (node.kind === "mul")
      node.factors.forEach((factor, i) => {
        const next = node.factors[i + 1];
        const letter = next && letterOf(next);
        if (!prefixOf(factor, prefix)) visit(factor);
        else if (letter && letter.name !== prefix) found.push(letter);
        else alone = true;
      });
    else if (prefixOf(node, prefix)) alone = true;
    else children(node).forEach(visit);
  };
  visit(tree);
  return alone || found.length === 0 ? undefined : found;
}

const mentions = (tree: Node, name: string): boolean =>
  some(tree, (node) => node.kind === "symbol" && node.name === name);

/** Counting letters: `dn` is a product. */
const isIndex = (name: string): boolean => /^[ijkn]$/.test(name);

/** Whether `dx` is a differential: `d` occurs only before letters. Beside a, b or c it is the fourth of them. */
function isDifferentialSign(tree: Node): boolean {
  const behind = lettersBehind(tree, "d");
  if (!behind || behind.some(({ name }) => isIndex(name))) return false;
  return !(mentions(tree, "c") && (mentions(tree, "a") || mentions(tree, "b")));
}

/** The prefixes of a pair. The gold decides on those that it has. */
export function prefixesOf(gold: Node, answer: Node): ReadonlySet<string> {
  const isPrefix = (name: string): boolean => {
    const owner = mentions(gold, name) ? gold : answer;
    if (!mentions(owner, name)) return false;
    return name === "d" ? isDifferentialSign(owner) : lettersBehind(owner, name) !== undefined;
  };
  return new Set(prefixLetters.filter(isPrefix));
}

/** The runs of capitals in a tree, each as its letters; undefined if a letter occurs alone. */
function runsIn(tree: Node): string[] | undefined {
  const runs: string[] = [];
  let alone = false;
  const visit = (node: Node): void => {
    switch (node.kind) {
      case "mul":
        for (let i = 0; i < node.factors.length; ) {
          const run = runAt(node, i);
          if (run) runs.push(run.letters.join(""));
          else visit(node.factors[i]!);
          i += run?.letters.length ?? 1;
        }
        return;
      case "symbol":
        if (!isNumber(node) && !node.name.startsWith("\\")) alone = true;
        return;
      case "call":
      case "apply":
        // Letters in the argument of a function need not be lengths: `\sin A`.
        for (const arg of node.args) if (arg.kind !== "symbol") visit(arg);
        return;
      case "sequence":
      case "set":
        for (const item of node.items) if (item.kind !== "symbol") visit(item);
        return;
      default:
        children(node).forEach(visit);
    }
  };
  visit(tree);
  return alone ? undefined : runs;
}

/** The run of capitals that begins at a factor; the last of its letters may be raised, as in `AB^2`. */
function runAt(node: Product, at: number): { letters: string[]; exp: Node | undefined } | undefined {
  const first = node.factors[at]!;
  const length = first.kind === "symbol" ? first.run : undefined;
  if (length === undefined || at + length > node.factors.length) return undefined;
  const parts = node.factors.slice(at, at + length);
  const letters = parts.map((part) => letterOf(part)?.name);
  if (!letters.every((name) => name !== undefined)) return undefined;
  if (parts.slice(0, -1).some(({ kind }) => kind !== "symbol")) return undefined;
  const last = parts[length - 1]!;
  return { letters, exp: last.kind === "pow" ? last.exp : undefined };
}

const reversed = (text: string): string => [...text].reverse().join("");

/**
 * The meaning of runs of capitals in a gold: names of segments, products, or words in which the order counts (`HH`, `AB
 * - BA`).
 */
export function runsOf(gold: Node): "segments" | "words" | "products" {
  const runs = runsIn(gold);
  if (!runs || runs.length === 0) return "products";
  // `\operatorname{rank}(AB)`: named functions take matrices, maps or groups.
  if (some(gold, isOfObjects)) return "words";
  const known = new Set(runs);
  const isSegment = (run: string): boolean =>
    run.length === 2 && run[0] !== run[1] && !known.has(reversed(run));
  return runs.every(isSegment) ? "segments" : "words";
}

const isOfObjects = (node: Node): boolean =>
  (node.kind === "apply" && /^[A-Za-z]{2}/.test(node.name)) ||
  (node.kind === "call" && ["det", "tr", "rank", "dim"].includes(node.name));

/** A tree in which letters that make one name are one symbol. */
export function named(node: Node, naming: Naming): Node {
  if (node.kind === "symbol") return node.name.startsWith("\\") ? namedFigure(node, naming) : node;
  if (node.kind === "relation" && node.ops.some((op) => op === "∼" || op === "≡") && !naming.corners)
    return named(node, { ...naming, corners: true });
  if (node.kind === "call" && node.name === "wedge") return wedged(node);
  if (node.kind === "setop") return namedSets(node, naming);
  if (node.kind === "derivative") return derived(node) ?? mapChildren(node, (child) => named(child, naming));
  if (node.kind !== "mul") return mapChildren(node, (child) => named(child, naming));
  const factors: Node[] = [];
  for (let i = 0; i < node.factors.length; ) {
    const found = (naming.segments && segmentAt(node, i)) || prefixedAt(node, i, naming);
    factors.push(found ? found.node : named(node.factors[i]!, naming));
    i += found ? found.length : 1;
  }
  return factors.length === 1 ? factors[0]! : { ...node, factors };
}

interface Found {
  node: Node;
  length: number;
}

const raised = (base: Node, exp: Node | undefined): Node => (exp ? { kind: "pow", base, exp } : base);

function segmentAt(node: Product, at: number): Found | undefined {
  const run = runAt(node, at) ?? spacedRun(node, at);
  if (!run) return undefined;
  return { node: raised(symbol([...run.letters].sort().join("")), run.exp), length: 2 };
}

/** `A B`, which looks the same as `AB` in print. */
function spacedRun(node: Product, at: number): ReturnType<typeof runAt> {
  if (at > 0 || node.factors.length !== 2) return undefined;
  const [first, second] = node.factors as [Node, Node];
  const letters = [first.kind === "symbol" ? first.name : "", letterOf(second)?.name ?? ""];
  return letters.every((name) => /^[A-Z]$/.test(name))
    ? { letters, exp: second.kind === "pow" ? second.exp : undefined }
    : undefined;
}

function prefixedAt(node: Product, at: number, naming: Naming): Found | undefined {
  const sign = node.factors[at]!;
  const prefix = [...naming.prefixes].find((name) => prefixOf(sign, name));
  const next = node.factors[at + 1];
  const letter = next && letterOf(next);
  if (prefix === undefined || !letter) return undefined;
  const order = sign.kind === "pow" && isInteger(sign.exp) ? `^{${sign.exp.mantissa}}` : "";
  const name = prefix === "d" ? `d${order}${spelt(letter.name)}` : `\\${prefix} ${spelt(letter.name)}`;
  return { node: raised(symbol(name), next.kind === "pow" ? next.exp : undefined), length: 2 };
}

/** A Greek letter as a command, so that `d\theta` is the same name however it was read. */
const spelt = (name: string): string => (/^[A-Za-z]{2,}/.test(name) ? `\\${name}` : name);

/** `\angle CBA` is `\angle ABC`, and a triangle or an arc has its corners in any order. */
function namedFigure(node: Letter, { corners }: Naming): Letter {
  const [, sign, letters] =
    /^\\(angle |triangle |overarc\{|wideparen\{|overleftrightarrow\{)([A-Z]+)\}?$/.exec(node.name) ?? [];
  if (sign === undefined || letters === undefined || (corners && sign === "triangle ")) return node;
  const turned = sign === "triangle " ? [...letters].sort().join("") : reversed(letters);
  return turned < letters ? { ...node, name: node.name.replace(letters, turned) } : node;
}

/** `dy \wedge dx` is `-dx \wedge dy`: one name, with the sign of its order. */
function wedged(node: Node): Node {
  const partsOf = (part: Node): string[] =>
    part.kind === "call" ? part.args.flatMap(partsOf) : part.kind === "symbol" ? [part.name] : [];
  const parts = partsOf(node);
  if (new Set(parts).size < parts.length) return integer(0);
  let swaps = 0;
  parts.forEach((part, i) => {
    swaps += parts.slice(i + 1).filter((later) => later < part).length;
  });
  const name = symbol([...parts].sort().join(" \\wedge "));
  return swaps % 2 === 0 ? name : { kind: "neg", arg: name };
}

/** Sets that letters name, joined in any order: `B \cup A` is `A \cup B`; and `\mathbb{R} \times \mathbb{R}` is `\mathbb{R}^2`. */
function namedSets(node: NodeOf<"setop">, naming: Naming): Node {
  const args = node.args.map((arg) => named(arg, naming));
  const [first] = args;
  if (node.op === "×" && first?.kind === "setname" && !first.name.includes("^")) {
    const isPower = args.every((arg) => arg.kind === "setname" && arg.name === first.name);
    if (isPower) return { ...first, name: `${first.name}^{${args.length}}` };
    // Groups of residues, whose products are the same in any order.
    const areGroups = args.every((arg) => arg.kind === "setname" && arg.name.startsWith("Z_"));
    return { ...node, args: areGroups ? inAlphabet(args) : args };
  }
  if ((node.op !== "∪" && node.op !== "∩") || !args.every(isLetterSet)) return { ...node, args };
  const flat = args.flatMap((arg) => (arg.kind === "setop" && arg.op === node.op ? arg.args : [arg]));
  return { ...node, args: inAlphabet(flat) };
}

const inAlphabet = (nodes: readonly Node[]): Node[] =>
  [...nodes].sort((a, b) => (printLatex(a) < printLatex(b) ? -1 : 1));

/** A set that letters name, or several of them joined. */
export const isLetterSet = (node: Node): boolean =>
  node.kind === "symbol" || (node.kind === "setop" && node.args.every(isLetterSet));

/** `\frac{d}{dx} f(x)` is `f'(x)`. */
function derived({ body, variable, order }: NodeOf<"derivative">): Node | undefined {
  const [argument] = body.kind === "apply" ? body.args : [];
  if (body.kind !== "apply" || body.args.length !== 1 || argument?.kind !== "symbol") return undefined;
  return argument.name === variable ? { ...body, name: body.name + "'".repeat(order) } : undefined;
}
