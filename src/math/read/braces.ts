// Braces that are not the argument of a command. They are not visible in print, nor are those of colours and type, so
// they do not group anything there: `a{-b}` is a-b, and `5\mathbf{3}` is 53. If there is no doubt, they are removed
// before the grammar reads the text (`withoutLooseBraces`); others are read, and refused if they would change what
// print shows (`checkPrint`): `2{x+1}` prints 2x+1, which may or may not be what was meant.

import { functionNamed } from "../functions/functions.ts";
import { type Node, some } from "../notation/tree.ts";
import { binomials, fractions } from "../notation/vocabulary.ts";
import type { Reader } from "./reader.ts";
import {
  beginsExpression,
  endsExpression,
  isAnyOp,
  isDigits,
  isFractionCommand,
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
    return this.dropped.size === 0 ? [...this.tokens] : this.rest();
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

  /** The rest. After an opening brace only the space before it counts, and inside, a line break is a space. */
  private rest(): Token[] {
    const result: Token[] = [];
    let opening: Token | undefined;
    let depth = 0;
    for (const [i, token] of this.tokens.entries()) {
      if (this.dropped.has(i)) {
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
}

const endsValue = ({ kind, value }: Token): boolean =>
  kind === "op" ? /^(?:[)\]}!'°%]|\|\))$/.test(value) : kind !== "command" && kind !== "function";

/** The tokens without the braces that do not change what print shows. */
export const withoutLooseBraces = (tokens: readonly Token[]): Token[] => new Groups(tokens).printed();

/**
 * The content of a group: one thing, factors, one term with its sign, several terms, a statement, or an expression that
 * a following factor would continue in print, such as `\sin x`.
 */
type Held = "one" | "factors" | "open" | "signed" | "terms" | "statement";

/** The kind of content of a group that has a node of some kind, whatever its tokens are. */
const heldByKind: ReadonlyMap<Node["kind"], Held> = new Map<Node["kind"], Held>([
  ["add", "terms"],
  ["pm", "terms"],
  ["neg", "signed"],
  ...(["relation", "list", "labelled", "qualified", "ratio", "text", "setop"] as const).map(
    (kind): [Node["kind"], Held] => [kind, "statement"],
  ),
  ["percent", "factors"],
  ["degrees", "factors"],
  ["unit", "factors"],
]);

function heldBy(r: Reader, open: number, close: number, node: Node): Held {
  const first = r.tokens[open + 1]!;
  const last = r.tokens[close - 1]!;
  if (r.brackets.get(open + 1)?.close === close - 1 && first.value !== "{") return "one";
  if (hasDirectly(r, open, close, (token) => token.kind === "command" && parts(token))) return "one";
  const held = heldByKind.get(node.kind);
  if (held) return held;
  // `\sin(x)`, all of it.
  const isCalled = r.brackets.get(open + 2)?.close === close - 1 && r.tokens[open + 2]!.value !== "{";
  if (node.kind === "call")
    return first.kind === "op" || first.kind === "command" || isCalled ? "one" : "open";
  if (isOp(first, "+")) return "signed";
  if (node.kind === "div")
    return hasDirectly(r, open, close, (token) => isSign(token, "/÷")) ? "factors" : "one";
  if (node.kind !== "mul" && node.kind !== "pow") return goesOn(node) ? "open" : "one";
  const end = node.kind === "mul" ? node.factors[node.factors.length - 1]! : node;
  return goesOn(end) && !isSign(last, ")|") ? "open" : "factors";
}

const goesOn = ({ kind }: Node): boolean =>
  ["call", "sum", "bigop", "limit", "integral", "derivative"].includes(kind);

/** Whether the predicate holds for a token directly inside the braces. */
function hasDirectly(r: Reader, open: number, close: number, test: (token: Token) => boolean): boolean {
  for (let i = open + 1; i < close; i++) {
    if (test(r.tokens[i]!)) return true;
    i = Math.max(i, r.brackets.get(i)?.close ?? i);
  }
  return false;
}

const isLetters = ({ kind }: Token): boolean => kind === "word" || kind === "symbol";

/** Whether the content of the braces begins with a number, or is a fraction of plain TeX. */
const startsDigits = (r: Reader, open: number): boolean => {
  const first = r.tokens[open + 1]!;
  return isDigits(first) || isFractionCommand(first) || (first.value === "{" && startsDigits(r, open + 1));
};

/** Whether digits inside and outside are one number in print, or a mixed number, or follow a letter. */
function touchesDigits(r: Reader, open: number, close: number): boolean {
  const before = r.tokens[open - 1];
  const [last, after] = [r.tokens[close - 1]!, r.tokens[close + 1]!];
  if (isDigits(before) && startsDigits(r, open)) return true;
  const next = isOp(after, "{") ? r.tokens[close + 2]! : after;
  return isDigits(last) ? isDigits(next) || isFractionCommand(next) : isLetters(last) && isDigits(next);
}

/** Whether print shows the same for the content of the group, with the tokens before and after it. */
function saysTheSame(r: Reader, open: number, close: number, node: Node): boolean {
  const before = r.tokens[open - 1];
  const after = r.tokens[close + 1]!;
  const inBars = r.around.bars > 0;
  const begins = beginsAfter(before) || (inBars && isOp(before, "|"));
  const ends =
    endsBefore(after) || (inBars && isOp(after, "|")) || (r.around.inIntegral && r.isDifferential(close + 1));
  const held = heldBy(r, open, close, node);
  // Signs that belong to the token directly before them.
  if (held !== "one" && (isSign(after, "^_!'°%‰") || after.value === "**")) return false;
  const touches = isOp(after, "(") && isLetters(r.tokens[close - 1]!);
  const isDivided = isSign(before, "/÷");
  switch (held) {
    case "one":
      return true;
    case "factors":
      return !isDivided && !touches;
    case "signed":
      return !touches && (begins || isSign(before, "+-*×") || (isOp(before, "/") && close - open === 3));
    case "terms":
      return (begins || isOp(before, "+")) && (ends || isSign(after, "+-"));
    case "statement":
      return begins && ends;
    case "open":
      return (ends || mayFollowOpen(r, close, node)) && !(isDivided && node.kind !== "call");
  }
}

/** Whether the token after `{\sin x}` would not be read as a part of the argument. */
function mayFollowOpen(r: Reader, close: number, node: Node): boolean {
  const after = r.tokens[close + 1]!;
  if (isSign(after, "+-*×")) return true;
  // `\sin \pi/6` is the sine of a sixth.
  if (isSign(after, "/÷")) return !some(node, (n) => n.kind === "symbol" && n.name === "pi");
  const next = isOp(after, "{") ? r.tokens[close + 2]! : after;
  return next.kind === "function" || (next.kind === "word" && functionNamed(next.value) !== undefined);
}

/** Refuses the group from `open` to the cursor if print does not show the effect of its braces. */
export function checkPrint(r: Reader, open: number, node: Node): void {
  const close = r.i - 1;
  if (touchesDigits(r, open, close) || !saysTheSame(r, open, close, node))
    r.fail("braces that print does not show", r.tokens[open]!);
}
