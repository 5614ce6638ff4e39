// The cursor over the tokens, which all rules of the grammar share, with the facts about brackets that are known before
// reading: where each one closes and what is directly inside.

import type { Node } from "../notation/tree.ts";
import { LimitExceeded, limits } from "../terms/limits.ts";
import {
  closingSigns,
  isLetter,
  isOp,
  isSign,
  type LexOptions,
  openingSigns,
  relationSigns,
  type Token,
} from "./token.ts";

/** A position that could not be read, and why. It is thrown, but is not an error with a stack, which takes long to make. */
export class Unreadable {
  constructor(
    readonly reason: string,
    readonly at: number,
  ) {}
}

export interface Bracket {
  /** Index of the closing token, or -1. */
  close: number;
  relation: boolean;
  bars: number;
  colons: number;
  comma: boolean;
}

/** What makes a bracket contain a relation: not the bar of a set-builder, nor the arrows between statements. */
const holdsRelation: ReadonlySet<string> = new Set(relationSigns.filter((op) => !"∣⇒⇔".includes(op)));

/** The context of the current place, if it changes how signs are read; see `within`. */
export interface Surroundings {
  /** Absolute-value bars open in the bracket that is being read. */
  readonly bars: number;
  /** Inside an integral, which waits for its differential. */
  readonly inIntegral: boolean;
  /** Inside a set-builder whose bar has not come yet, a bar is that bar. */
  readonly inBuilder: boolean;
  /** Whether the next bar of a set-builder is the one that says "such that". */
  readonly barSeparates: boolean;
  /** Inside an interval written `]a, b[`, where a bracket closes that would open elsewhere. */
  readonly outward: boolean;
}

export interface ParseOptions extends LexOptions {
  /** The effect of a line that begins with a sign: it begins an item, or continues a sum with letters. */
  signs?: "begin" | "continue";
  /** The effect of a bracket at the end after a space: it multiplies, or repeats the value. */
  brackets?: "multiply" | "restate";
  /**
   * The meaning of letters after a number, if the whole text is one number and one unit. "units": in plain text, units;
   * in mathematics, variables. "measured": units in mathematics too, after two significant digits or more (`264g`).
   * "variables": always variables.
   */
  letters?: "units" | "measured" | "variables";
  /**
   * Which words after a number may name what was counted: those that name things, or any that do not change the
   * meaning.
   */
  labels?: "things" | "any";
  /** The meaning of the hyphen in `10-15`, if that is the whole text: it subtracts, or joins the ends of a range. */
  hyphens?: "subtract" | "range";
}

/** The use of the letters in a text: alone, or before a bracket with one number or letter in it. */
export interface LetterUses {
  alone: Set<string>;
  applied: Set<string>;
  /** Before brackets with different sums, and nowhere else. */
  shifted: Set<string>;
}

/**
 * The levels of the grammar, from the smallest expression with a value to the whole text. A file imports the levels
 * below its own; the content of brackets is of a higher level, and is reached through the reader.
 */
export type Level = "atom" | "power" | "product" | "sum" | "relation" | "condition" | "item" | "list";
export type Rules = Readonly<Record<Level, (r: Reader) => Node>>;

const outside: Surroundings = {
  bars: 0,
  inIntegral: false,
  inBuilder: false,
  barSeparates: false,
  outward: false,
};

/** Most texts have none. */
const noBrackets: ReadonlyMap<number, Bracket> = new Map();

function findBrackets(tokens: readonly Token[]): ReadonlyMap<number, Bracket> {
  let brackets: Map<number, Bracket> | undefined;
  const stack: { opening: string; info: Bracket }[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const { kind, value } = tokens[i]!;
    if (kind !== "op") continue;
    const opening = openingSigns.get(value);
    if (opening !== undefined && opening !== "bar") {
      const info = { close: -1, relation: false, bars: 0, colons: 0, comma: false };
      brackets ??= new Map();
      brackets.set(i, info);
      stack.push({ opening, info });
      continue;
    }
    const top = stack[stack.length - 1];
    if (!top) continue;
    if (closingSigns.get(value) === top.opening) {
      top.info.close = i;
      stack.pop();
    } else if (value === "," || value === ";") top.info.comma = true;
    else if (value === "|") top.info.bars++;
    else if (value === ":") top.info.colons++;
    else if (holdsRelation.has(value)) top.info.relation = true;
  }
  return brackets ?? noBrackets;
}

const usualFunctionNames: ReadonlySet<string> = new Set(["f", "g", "h", "F", "G", "H"]);

export class Reader {
  i = 0;
  depth = 0;
  private steps = 0;
  around: Surroundings = outside;
  /** A differential found in the numerator of a fraction, which ends its integral: `\frac{dx}{x}`. */
  differential: { variable: string; fraction: Node } | undefined;
  /** The last fraction of plain TeX, `1 \over 2`, whose bar shows how far its braces go. */
  fraction: Node | undefined;
  /** Other opening braces that print does not show. */
  readonly loose = new Set<number>();
  /** A `**` that opened bold type and has no partner yet. */
  bold = false;
  /** Names that this text uses as functions. */
  private functionNames: ReadonlySet<string> = usualFunctionNames;
  /** The use of letters in this text, computed on first use. */
  letterUses: LetterUses | undefined;
  /** By the index of the opening token. */
  readonly brackets: ReadonlyMap<number, Bracket>;

  constructor(
    readonly tokens: Token[],
    /** The function that reads each level of the grammar: `r.rules.sum(r)`. */
    readonly rules: Rules,
    readonly options: ParseOptions,
    /** Whether a modulus may be written anywhere. */
    readonly hasModulus: boolean,
  ) {
    this.brackets = findBrackets(tokens);
  }

  isFunctionName(name: string): boolean {
    return this.functionNames.has(name);
  }

  noteFunctionName(name: string): void {
    if (!this.functionNames.has(name)) this.functionNames = new Set([...this.functionNames, name]);
  }

  get token(): Token {
    return this.tokens[this.i]!;
  }

  peek(ahead = 1): Token {
    return this.tokens[Math.min(this.i + ahead, this.tokens.length - 1)]!;
  }

  isOp(value: string): boolean {
    return isOp(this.tokens[this.i], value);
  }

  isWord(value: string): boolean {
    const token = this.tokens[this.i]!;
    return token.kind === "word" && token.value.toLowerCase() === value;
  }

  isCommand(value: string): boolean {
    const token = this.tokens[this.i]!;
    return token.kind === "command" && token.value === value;
  }

  take(): Token {
    const token = this.token;
    if (token.kind !== "end") this.i++;
    return token;
  }

  /** Takes the first digit or letter of the token, as TeX does for an argument without braces. */
  takeFirst(): string {
    const { value } = this.token;
    if (value.length === 1) this.i++;
    else this.shorten(1);
    return value[0]!;
  }

  eat(value: string): boolean {
    if (!this.isOp(value)) return false;
    this.i++;
    return true;
  }

  expect(value: string): void {
    if (!this.eat(value)) this.fail(`expected ${value}`);
  }

  /** Tokens that were shortened, so that a rule can step back over them. */
  private readonly shortened: { at: number; token: Token }[] = [];

  mark(): { i: number; shortened: number } {
    return { i: this.i, shortened: this.shortened.length };
  }

  /** Steps back to a mark, as if nothing had been read since then. */
  reset(mark: { i: number; shortened: number }): void {
    while (this.shortened.length > mark.shortened) {
      const { at, token } = this.shortened.pop()!;
      this.tokens[at] = token;
    }
    this.i = mark.i;
  }

  /** Replaces the current token by its rest after the first characters. */
  shorten(by: number): void {
    const token = this.token;
    this.shortened.push({ at: this.i, token });
    const rest = { value: token.value.slice(by), gap: "", start: token.start + by, cut: true } as const;
    this.tokens[this.i] = { ...token, ...rest };
  }

  fail(reason: string, at = this.token): never {
    const what = at.kind === "end" ? "the end" : `'${at.value}'`;
    throw new Unreadable(`${reason} at ${what}`, at.start);
  }

  /** Counts the layers around one value without brackets, because each layer nests the tree. */
  layer(count: number): void {
    if (count > limits.chain) throw new LimitExceeded("depth");
  }

  /** The tokens of an index or an exponent, `^2` or `^{2}`, and the place after it; undefined if there is none. */
  scriptAt(at = this.i): { inside: readonly Token[]; next: number } | undefined {
    if (!isSign(this.tokens[at], "^_")) return undefined;
    const open = at + 1;
    if (!isOp(this.tokens[open], "{")) return { inside: [this.tokens[open]!], next: open + 1 };
    const { close } = this.brackets.get(open)!;
    return close < 0 ? undefined : { inside: this.tokens.slice(open + 1, close), next: close + 1 };
  }

  /** Whether `dx` is at this place, as at the end of an integral. */
  isDifferential(at = this.i): boolean {
    const { kind, value } = this.tokens[at]!;
    if (kind !== "word" || value[0] !== "d") return false;
    return value.length === 2 || (value === "d" && isLetter(this.tokens[at + 1]));
  }

  takeDifferential(): string {
    const token = this.take();
    return token.value.length === 2 ? token.value[1]! : this.take().value;
  }

  nested<T>(rule: () => T): T {
    if (++this.depth > limits.depth) throw new LimitExceeded("depth");
    // Rules that step back could read nested brackets again and again; this keeps the total work linear.
    if (++this.steps > 8 * this.tokens.length + 4096) throw new LimitExceeded("steps");
    const result = rule();
    this.depth--;
    return result;
  }

  /** Runs a rule in a different context. If a rule throws, the reading ends, so nothing is restored. */
  within<T>(change: Partial<Surroundings>, rule: () => T): T {
    const { around } = this;
    this.around = { ...around, ...change };
    const result = rule();
    this.around = around;
    return result;
  }

  /** Runs a rule inside brackets or braces, which have bars of their own. */
  grouped<T>(rule: () => T): T {
    const { around } = this;
    if (around.bars === 0) return this.nested(rule);
    this.around = { ...around, bars: 0 };
    const result = this.nested(rule);
    this.around = around;
    return result;
  }
}
