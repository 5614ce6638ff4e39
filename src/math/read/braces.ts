// Braces that are not the argument of a command. They are not visible in print, nor are those of colours and type, so
// they do not group anything there: `a{-b}` is a-b, and `5\mathbf{3}` is 53. If there is no doubt, they are removed
// before the grammar reads the text (`withoutLooseBraces`); others are read, and refused if the text means something
// else without them (`checkPrint`): `2{x+1}` prints 2x+1, which may or may not be what was meant.

import { functionNamed } from "../functions/functions.ts";
import { sameTree } from "../notation/same-tree.ts";
import { type Node, negate } from "../notation/tree.ts";
import { mapChildren } from "../notation/tree-change.ts";
import { binomials, fractions } from "../notation/vocabulary.ts";
import type { Reader } from "./reader.ts";
import {
  beginsExpression,
  endsExpression,
  isAnyOp,
  isDigits,
  isLetter,
  isOp,
  isSign,
  relationSigns,
  type Token,
} from "./token.ts";

const operators: ReadonlySet<string> = new Set([...relationSigns, ..."+-±∓*×/÷"]);

/** Words, and TeX's own fractions, stand between two expressions. */
const parts = ({ kind, value, upright }: Token): boolean =>
  kind === "word" ? value.length > 1 || upright : kind === "command" && /^(?:over|choose)$/.test(value);

/** The same with words and full stops. */
const beginsAfter = (token: Token | undefined): boolean =>
  beginsExpression(token) || parts(token!) || isOp(token, ".");
const endsBefore = (token: Token): boolean => endsExpression(token) || parts(token) || isOp(token, ".");

/** Whether braces after this token are its argument, or those of a set. */
const takesBraces = ({ kind, value }: Token): boolean =>
  kind === "command" ||
  (kind === "op" && /^[\^_∪∩∖]$/.test(value)) ||
  (kind === "word" && (value.length > 1 || value === "U")) ||
  (kind === "function" && functionNamed(value)?.reads !== "loose");

export const takesTwo = ({ value }: Token): boolean => fractions.has(value) || binomials.has(value);

/**
 * The number of tokens before the braces that show that they are not an argument. After other braces they are the
 * second argument of a fraction, of which each counts against one; most texts have no such braces and are left
 * unchanged.
 */
export function looseBraces(tokens: readonly Token[], at: number): number {
  const before = tokens[at - 1];
  if (before === undefined || tokens[at]!.made !== undefined) return Number.POSITIVE_INFINITY;
  if (isOp(before, "}")) return 1;
  return takesBraces(before) ? 0 : Number.POSITIVE_INFINITY;
}

class Groups {
  /** The closing token of each bracket and brace, by its opening one. */
  private readonly closes = new Map<number, number>();
  private readonly opens: number[] = [];
  /** Braces that are arguments. */
  private readonly real = new Set<number>();
  /** The last token of the arguments of a fraction, by its command. */
  private readonly ends = new Map<number, number>();
  private readonly dropped = new Set<number>();
  /** The first and last tokens that are left of a removed group, by its braces, so that no brace is counted twice. */
  private readonly inner = new Map<number, number>();

  constructor(private readonly tokens: readonly Token[]) {}

  printed(): Token[] {
    this.match();
    this.findArguments();
    for (const open of this.opens.reverse()) {
      const close = this.closes.get(open)!;
      if (this.real.has(open) || close === open + 1) continue;
      const first = this.live(open + 1, 1);
      const last = this.live(close - 1, -1);
      if (first > last || !this.isPlain(open, close, first, last)) continue;
      this.dropped.add(open).add(close);
      this.inner.set(open, first).set(close, last);
    }
    return withoutBraces(this.tokens, this.dropped);
  }

  private match(): void {
    const stack: number[] = [];
    for (const [i, token] of this.tokens.entries()) {
      if (isSign(token, "([{")) stack.push(i);
      else if (isSign(token, ")]}")) {
        const open = stack[stack.length - 1];
        if (open === undefined || isOp(this.tokens[open], "{") !== (token.value === "}")) continue;
        stack.pop();
        this.closes.set(open, i);
        if (token.value === "}") this.opens.push(open);
      }
    }
    this.opens.sort((a, b) => a - b);
  }

  private findArguments(): void {
    for (const [i, token] of this.tokens.entries()) {
      let at = i + 1;
      if (token.kind === "command" && token.value === "sqrt" && isOp(this.tokens[at], "["))
        at = (this.closes.get(at) ?? at) + 1;
      if (token.kind === "command" && takesTwo(token)) this.findTwo(i);
      else if (takesBraces(token) && isOp(this.tokens[at], "{") && !this.isLook(at)) this.real.add(at);
    }
  }

  /** Colours and type take their argument regardless of what is before them, unless that is a script or a command. */
  private isLook(at: number): boolean {
    const before = this.tokens[at - 1]!;
    return this.tokens[at]!.made !== undefined && before.kind !== "command" && before.kind !== "op";
  }

  private findTwo(command: number): void {
    let at = command + 1;
    for (let missing = 2; missing > 0; at++) {
      const token = this.tokens[at];
      if (token === undefined) return;
      if (isOp(token, "{")) {
        this.real.add(at);
        at = this.closes.get(at) ?? at;
        missing--;
      } else missing -= token.kind === "number" || token.kind === "word" ? token.value.length : 1;
      if (missing === 0) this.ends.set(command, at);
    }
  }

  private live(from: number, step: 1 | -1): number {
    let at = from;
    while (this.dropped.has(at)) {
      const isOuter = isOp(this.tokens[at], step > 0 ? "{" : "}");
      at = isOuter ? this.inner.get(at)! : at + step;
    }
    return at;
  }

  /** Whether a group means the same without its braces. */
  private isPlain(open: number, close: number, first: number, last: number): boolean {
    const { tokens } = this;
    const { made } = tokens[open]!;
    if (made === "type") return true;
    const before = tokens[open - 1];
    const after = tokens[close + 1]!;
    if (made === "box" && beginsAfter(before) && endsBefore(after)) return true;
    if (this.isOneThing(first, last))
      return made !== "box" || !/^(?:number|command)$/.test(tokens[first]!.kind);
    if (made === "box" || beginsAfter(before) || !endsValue(before!)) return false;
    const goesOn = endsBefore(after) || isSign(after, "+-±∓");
    return isAnyOp(tokens[first], operators) && goesOn && this.isRun(first, last);
  }

  /** A number, a letter, perhaps with an index, a single sign, a fraction, or all of it in brackets. */
  private isOneThing(first: number, last: number): boolean {
    const token = this.tokens[first]!;
    if (first === last)
      return isLetter(token) || isDigits(token) || isAnyOp(token, operators) || isSign(token, ":!'°%()[]…∞");
    if (isSign(token, "([")) return this.closes.get(first) === last;
    if (token.kind === "command") return this.ends.get(first) === last;
    const mark = this.live(first + 1, 1);
    if (!isLetter(token) || !isOp(this.tokens[mark], "_")) return false;
    const index = this.live(mark + 1, 1);
    return index === last || this.closes.get(index) === last;
  }

  /** Whether there are neither commas nor a fraction of plain TeX directly inside. */
  private isRun(first: number, last: number): boolean {
    for (let i = first; i <= last; i++) {
      const token = this.tokens[i]!;
      if (isSign(token, ",;&") || (token.kind === "command" && parts(token))) return false;
      i = this.closes.get(i) ?? i;
    }
    return true;
  }
}

const endsValue = ({ kind, value }: Token): boolean =>
  kind === "op" ? /^(?:[)\]}!'°%]|\|\))$/.test(value) : kind !== "command" && kind !== "function";

/** The tokens without the braces that do not change what print shows. */
export const withoutLooseBraces = (tokens: readonly Token[]): Token[] => new Groups(tokens).printed();

/** The rest. After an opening brace only the space before it counts, and inside, a line break is a space. */
function withoutBraces(tokens: readonly Token[], dropped: ReadonlySet<number>): Token[] {
  const result: Token[] = [];
  let opening: Token | undefined;
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    if (dropped.has(i)) {
      if (token.value === "{") opening ??= token;
      depth += token.value === "{" ? 1 : -1;
      continue;
    }
    const { line, ...plain } = token;
    if (opening) result.push({ ...plain, gap: opening.gap, ...(opening.line && { line: true }) });
    else result.push(depth > 0 && line ? plain : token);
    opening = undefined;
  }
  return result;
}

/**
 * Refuses a text in which braces that print does not show change the meaning: what was read with them as brackets must
 * be what is read without them.
 * @param read reads the tokens that print shows
 */
export function checkPrint(r: Reader, tree: Node, read: (printed: Token[]) => Node): void {
  if (r.loose.size === 0) return;
  r.reset({ i: 0, shortened: 0 });
  const braces = [...r.loose].flatMap((open) => [open, r.brackets.get(open)!.close]);
  const printed = read(withoutBraces(r.tokens, new Set(braces)));
  if (!sameTree(ungrouped(tree), ungrouped(printed)))
    r.fail("braces that print does not show", r.tokens[braces[0]!]!);
}

/** The tree without what brackets in it do not change: a sum in a sum, a product in a product, the place of a sign. */
function ungrouped(given: Node): Node {
  const node = mapChildren(given, ungrouped);
  if (node.kind === "add")
    return { kind: "add", terms: node.terms.flatMap((term) => (term.kind === "add" ? term.terms : [term])) };
  if (node.kind === "div" && node.num.kind === "neg") return negate({ ...node, num: node.num.arg });
  if (node.kind !== "mul" || node.dotted) return node;
  const signs = node.factors.filter(({ kind }) => kind === "neg").length;
  const factors = node.factors
    .map((factor) => (factor.kind === "neg" ? factor.arg : factor))
    .flatMap((factor) => (factor.kind === "mul" && !factor.dotted ? factor.factors : [factor]));
  return signs % 2 === 0 ? { ...node, factors } : negate({ ...node, factors });
}
