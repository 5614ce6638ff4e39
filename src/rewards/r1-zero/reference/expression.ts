// Reads the second normal form as an expression in the way of the reference's parser: implicit products have the
// precedence of explicit ones (`1/2pi` is a half of pi), and a word that is not a known name is a product of letters.

export type Expression =
  | { kind: "number"; digits: string }
  | { kind: "pi" }
  | { kind: "symbol"; name: string }
  | { kind: "negative"; of: Expression }
  | { kind: "call"; name: "sqrt" | "ln"; of: Expression }
  | { kind: "sum" | "product" | "quotient" | "power"; left: Expression; right: Expression };

/** Undefined if the reference's parser fails, or if the nesting is deeper than in any answer. */
export function readExpression(text: string): Expression | undefined {
  const tokens = tokensOf(text);
  if (!tokens) return undefined;
  try {
    return new ExpressionReader(tokens).readWhole();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

class Unreadable extends Error {}

const deepest = 100;
/** In characters; bounds the tree as well, since a letter makes one node at most. */
const longest = 2000;
const token = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|[\p{L}_][\p{L}\p{N}_]*|\*\*|[-+*/^()]/uy;

function tokensOf(text: string): string[] | undefined {
  if (text.length > longest) return undefined;
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const found = token.exec(text);
    if (!found) return undefined;
    if (isWord(found[0])) for (const part of partsOfWord(found[0])) tokens.push(part);
    else tokens.push(found[0]);
  }
  return tokens;
}

/** A known name, or one with an underscore, is one symbol; other words are split into letters and numbers. */
function partsOfWord(word: string): string[] {
  const isWhole = word === "pi" || word === "sqrt" || word === "ln" || word.includes("_");
  return isWhole ? [word] : word.match(/[0-9]+|[^0-9]/gu)!;
}

const isNumber = (text: string | undefined): boolean => text !== undefined && /^[\d.]/.test(text);
const isWord = (text: string | undefined): boolean => text !== undefined && /^[\p{L}_]/u.test(text);

class ExpressionReader {
  private i = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly string[]) {}

  readWhole(): Expression {
    const whole = this.readSum();
    if (this.i < this.tokens.length) throw new Unreadable();
    return whole;
  }

  private readSum(): Expression {
    if (++this.depth > deepest) throw new Unreadable();
    let left = this.readProduct();
    for (;;) {
      if (this.take("+")) left = { kind: "sum", left, right: this.readProduct() };
      else if (this.take("-"))
        left = { kind: "sum", left, right: { kind: "negative", of: this.readProduct() } };
      else break;
    }
    this.depth--;
    return left;
  }

  private readProduct(): Expression {
    let left = this.readSigned();
    for (;;) {
      if (this.take("*")) left = { kind: "product", left, right: this.readSigned() };
      else if (this.take("/")) left = { kind: "quotient", left, right: this.readSigned() };
      else if (this.startsFactor()) left = { kind: "product", left, right: this.readPower() };
      else return left;
    }
  }

  private readSigned(): Expression {
    let isNegative = false;
    for (;;) {
      if (this.take("-")) isNegative = !isNegative;
      else if (!this.take("+")) break;
    }
    const of = this.readPower();
    return isNegative ? { kind: "negative", of } : of;
  }

  private readPower(): Expression {
    const base = this.readFactor();
    if (!this.take("^") && !this.take("**")) return base;
    if (++this.depth > deepest) throw new Unreadable();
    const right = this.readSigned();
    this.depth--;
    return { kind: "power", left: base, right };
  }

  private readFactor(): Expression {
    const text = this.tokens[this.i++];
    if (text === "(") return this.readRest();
    if (isNumber(text)) {
      // The reference's parser reads `007` differently.
      if (/^0\d/.test(text!)) throw new Unreadable();
      return { kind: "number", digits: text! };
    }
    if (!isWord(text)) throw new Unreadable();
    if (text === "sqrt" || text === "ln") {
      if (!this.take("(")) throw new Unreadable();
      return { kind: "call", name: text, of: this.readRest() };
    }
    return text === "pi" ? { kind: "pi" } : { kind: "symbol", name: text! };
  }

  /** The parts after an opening bracket, and the closing one. */
  private readRest(): Expression {
    const inside = this.readSum();
    if (!this.take(")")) throw new Unreadable();
    return inside;
  }

  private startsFactor(): boolean {
    const next = this.tokens[this.i];
    return next === "(" || isNumber(next) || isWord(next);
  }

  private take(text: string): boolean {
    if (this.tokens[this.i] !== text) return false;
    this.i++;
    return true;
  }
}
