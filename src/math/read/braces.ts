// Braces that are not the argument of a command. Print does not show them, nor those of colours and type, so they hold nothing
// together there: `a{-b}` is a-b, and `5\mathbf{3}` is 53. Where that leaves no doubt they are removed before the grammar looks
// (`withoutLooseBraces`); others are read, and refused where they would change what print says (`checkPrint`).

import { functionNamed } from "../functions/functions.ts";
import { type Node, some } from "../notation/tree.ts";
import type { Reader } from "./reader.ts";
import { isOp, type Token } from "./token.ts";

const twoArguments = new Set("frac dfrac tfrac cfrac nicefrac sfrac flatfrac binom dbinom tbinom".split(" "));
const relations = "= ≠ < ≤ > ≥ ≈ ≡ ∼ ∈ ∉ ⊂ ⊆ → ∣ ⇒ ⇔".split(" ");
const separators = [",", ";", ":", ".", "&", "\\\\", "**", '"'];
const beginnings = new Set([...relations, ...separators, "(", "[", "{", "\\{", "⟨", "⌊", "⌈", "|(", "∴"]);
const endings = new Set([...relations, ...separators, ")", "]", "}", "\\}", "⟩", "⌋", "⌉", "|)"]);
const operators = new Set([...relations, "+", "-", "±", "∓", "*", "×", "/", "÷"]);
const setSigns = new Set(["∪", "∩", "∖"]);

const isWords = (token: Token): boolean => token.kind === "word" && (token.value.length > 1 || token.upright);

/** Whether an expression begins behind this token, so that nothing is calculated with what stands before. */
const beginsAfter = (token: Token | undefined): boolean =>
  token === undefined ||
  (token.kind === "op" && beginnings.has(token.value)) ||
  isWords(token) ||
  (token.kind === "command" && /^(?:begin:.*|over|choose)$/.test(token.value));

/** Whether an expression ends before this token. */
const endsBefore = (token: Token): boolean =>
  token.kind === "end" ||
  (token.kind === "op" && endings.has(token.value)) ||
  isWords(token) ||
  (token.kind === "command" && /^(?:end:.*|over|choose)$/.test(token.value));

const isSign = (token: Token): boolean => token.kind === "op" && /^[+\-±∓]$/.test(token.value);

const isLetter = ({ kind, value }: Token): boolean =>
  kind === "symbol" || (kind === "word" && value.length === 1);

/** Whether braces behind this token are its argument, or those of a set. */
const takesBraces = ({ kind, value }: Token): boolean =>
  kind === "command" ||
  (kind === "op" && (value === "^" || value === "_" || setSigns.has(value))) ||
  (kind === "word" && (value.length > 1 || value === "U")) ||
  (kind === "function" && functionNamed(value)?.reads !== "loose");

export const takesTwo = ({ value }: Token): boolean => twoArguments.has(value);

/**
 * How surely the braces at the place are no argument. Behind other braces they are the second argument of a fraction, of
 * which each counts against one; most texts come out with nothing, and are left as they are.
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
  /** What is left first and last of a group that was dropped, by its braces, so that nobody counts braces twice. */
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
    for (const [i, { kind, value }] of this.tokens.entries()) {
      if (kind !== "op") continue;
      if (value === "(" || value === "[" || value === "{") stack.push(i);
      else if (value === ")" || value === "]" || value === "}") {
        const open = stack[stack.length - 1];
        if (open === undefined || isOp(this.tokens[open], "{") !== (value === "}")) continue;
        stack.pop();
        this.closes.set(open, i);
        if (value === "}") this.opens.push(open);
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

  /** Colours and type take their argument whatever stands before them, unless that is a script or a command. */
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
      } else if (token.kind === "number" || token.kind === "word") missing -= token.value.length;
      else missing--;
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

  /** Whether a group says the same without its braces. */
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
    return isOperator(tokens[first]!) && (endsBefore(after) || isSign(after)) && this.isRun(first, last);
  }

  /** A number, a letter, perhaps with an index, a lone sign, a fraction, or all of it in brackets. */
  private isOneThing(first: number, last: number): boolean {
    const token = this.tokens[first]!;
    if (first === last)
      return isLetter(token) || token.kind === "number" || token.kind === "fraction" || isLoneSign(token);
    if (isOp(token, "(") || isOp(token, "[")) return this.closes.get(first) === last;
    if (token.kind === "command") return this.ends.get(first) === last;
    const mark = this.live(first + 1, 1);
    if (!isLetter(token) || !isOp(this.tokens[mark], "_")) return false;
    const index = this.live(mark + 1, 1);
    return index === last || this.closes.get(index) === last;
  }

  /** Whether neither commas nor a fraction of plain TeX stand directly inside. */
  private isRun(first: number, last: number): boolean {
    for (let i = first; i <= last; i++) {
      const { kind, value } = this.tokens[i]!;
      if (kind === "op" && (value === "," || value === ";" || value === "&")) return false;
      if (kind === "command" && (value === "over" || value === "choose")) return false;
      i = this.closes.get(i) ?? i;
    }
    return true;
  }

  /** What is left. Behind an opening brace only the space before it counts, and inside a line break is a space. */
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

const isOperator = (token: Token): boolean => token.kind === "op" && operators.has(token.value);

const isLoneSign = (token: Token): boolean =>
  isOperator(token) || (token.kind === "op" && /^[:!'°%()[\]…∞]$/.test(token.value));

const endsValue = ({ kind, value }: Token): boolean =>
  kind === "op" ? /^(?:[)\]}!'°%]|\|\))$/.test(value) : kind !== "command" && kind !== "function";

/** The tokens without the braces that change nothing of what print says. */
export const withoutLooseBraces = (tokens: readonly Token[]): Token[] => new Groups(tokens).printed();

/**
 * What a group holds: one thing, factors, one term with its sign, several terms, a statement, or something that goes on
 * in print, as `\sin x` does, if a factor follows.
 */
type Held = "one" | "factors" | "open" | "signed" | "terms" | "statement";

const operator = (token: Token | undefined, signs: string): boolean =>
  token?.kind === "op" && token.value.length === 1 && signs.includes(token.value);

/** Signs that belong to what stands directly before them. */
const isPostfix = (token: Token): boolean => operator(token, "^_!'°%‰") || token.value === "**";

function heldBy(r: Reader, open: number, close: number, node: Node): Held {
  const first = r.tokens[open + 1]!;
  const last = r.tokens[close - 1]!;
  if (r.brackets.get(open + 1)?.close === close - 1 && first.value !== "{") return "one";
  if (hasDirectly(r, open, close, (t) => t.kind === "command" && /^(?:over|choose)$/.test(t.value)))
    return "one";
  switch (node.kind) {
    case "add":
    case "pm":
      return "terms";
    case "neg":
      return "signed";
    case "relation":
    case "list":
    case "labelled":
    case "qualified":
    case "ratio":
    case "text":
    case "setop":
      return "statement";
    case "div":
      if (operator(first, "+")) return "signed";
      return hasDirectly(r, open, close, (t) => operator(t, "/÷")) ? "factors" : "one";
    case "call":
      return first.kind === "op" || first.kind === "command" || endsInArguments(r, open, close)
        ? "one"
        : "open";
    case "mul":
    case "pow": {
      if (operator(first, "+")) return "signed";
      const end = node.kind === "mul" ? node.factors[node.factors.length - 1]! : node;
      return goesOn(end) && !operator(last, ")|") ? "open" : "factors";
    }
    case "percent":
    case "degrees":
    case "unit":
      return "factors";
    default:
      if (operator(first, "+")) return "signed";
      return goesOn(node) ? "open" : "one";
  }
}

const goesOn = ({ kind }: Node): boolean =>
  ["call", "sum", "bigop", "limit", "integral", "derivative"].includes(kind);

/** `\sin(x)`, all of it. */
const endsInArguments = (r: Reader, open: number, close: number): boolean =>
  r.brackets.get(open + 2)?.close === close - 1 && r.tokens[open + 2]!.value !== "{";

/** Whether a token directly inside the braces is as asked. */
function hasDirectly(r: Reader, open: number, close: number, test: (token: Token) => boolean): boolean {
  for (let i = open + 1; i < close; i++) {
    if (test(r.tokens[i]!)) return true;
    i = Math.max(i, r.brackets.get(i)?.close ?? i);
  }
  return false;
}

const isDigits = (token: Token | undefined): boolean =>
  token?.kind === "number" || token?.kind === "fraction";
const isLetters = ({ kind }: Token): boolean => kind === "word" || kind === "symbol";
const isFraction = (token: Token): boolean => token.kind === "command" && token.value.endsWith("frac");

/** Whether what the braces hold begins with a number, or is a fraction of plain TeX. */
const startsDigits = (r: Reader, open: number): boolean => {
  const first = r.tokens[open + 1]!;
  return isDigits(first) || isFraction(first) || (first.value === "{" && startsDigits(r, open + 1));
};

/** Whether digits inside and outside are one number in print, or a mixed one, or stand behind a letter. */
function touchesDigits(r: Reader, open: number, close: number): boolean {
  const before = r.tokens[open - 1];
  const [last, after] = [r.tokens[close - 1]!, r.tokens[close + 1]!];
  if (isDigits(before) && startsDigits(r, open)) return true;
  const next = after.value === "{" && after.kind === "op" ? r.tokens[close + 2]! : after;
  return isDigits(last) ? isDigits(next) || isFraction(next) : isLetters(last) && isDigits(next);
}

/** Whether print says the same of what the group holds, with what stands before and after it. */
function saysTheSame(r: Reader, open: number, close: number, node: Node): boolean {
  const before = r.tokens[open - 1];
  const after = r.tokens[close + 1]!;
  const inBars = r.around.bars > 0;
  const begins = beginsAfter(before) || (inBars && operator(before, "|"));
  const ends =
    endsBefore(after) ||
    (inBars && operator(after, "|")) ||
    (r.around.inIntegral && r.isDifferential(close + 1));
  const held = heldBy(r, open, close, node);
  if (held !== "one" && isPostfix(after)) return false;
  const touches = operator(after, "(") && isLetters(r.tokens[close - 1]!);
  switch (held) {
    case "one":
      return true;
    case "factors":
      return !operator(before, "/÷") && !touches;
    case "signed":
      return (
        !touches && (begins || operator(before, "+-*×") || (operator(before, "/") && close - open === 3))
      );
    case "terms":
      return (begins || operator(before, "+")) && (ends || operator(after, "+-"));
    case "statement":
      return begins && ends;
    case "open":
      return (ends || mayFollowOpen(r, close, node)) && !(operator(before, "/÷") && node.kind !== "call");
  }
}

/** Whether what stands behind `{\sin x}` would not be taken for a part of the argument. */
function mayFollowOpen(r: Reader, close: number, node: Node): boolean {
  const after = r.tokens[close + 1]!;
  if (operator(after, "+-*×")) return true;
  // `\sin \pi/6` is the sine of a sixth.
  if (operator(after, "/÷")) return !some(node, (n) => n.kind === "symbol" && n.name === "pi");
  const next = operator(after, "{") ? r.tokens[close + 2]! : after;
  return next.kind === "function" || (next.kind === "word" && functionNamed(next.value) !== undefined);
}

/** Refuses the group from `open` to the cursor if print does not say what its braces do. */
export function checkPrint(r: Reader, open: number, node: Node): void {
  const close = r.i - 1;
  if (touchesDigits(r, open, close) || !saysTheSame(r, open, close, node))
    r.fail("braces that print does not show", r.tokens[open]!);
}
