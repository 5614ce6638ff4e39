// Text into tokens. The lexer unifies spellings (every notation of ≤ is one token), and drops what only affects the
// appearance. Unknown characters become tokens that no rule of the grammar accepts, so the lexer fails only on texts
// that are longer than any answer.

import { wordSet } from "../../words/index.ts";
import { hanTokens, isHan } from "../notation/han.ts";
import { unitName } from "../notation/units.ts";
import {
  charOps,
  numberSets,
  subscripts,
  subscriptsPlain,
  superscripts,
  superscriptsPlain,
  symbolChars,
  vulgarFractions,
} from "../notation/vocabulary.ts";
import { isWord } from "../notation/words.ts";
import { LimitExceeded, limits } from "../terms/limits.ts";
import { CommandScanner } from "./lex-command.ts";
import { isDigitAt, isLatinAt, isSign, type LexOptions, type Token } from "./token.ts";

const otherLetter = /[\p{L}\p{M}]/u;
const thinSpaces = new Set(["\u2009", "\u202f", "\u200a", "\u2006", "\u2005", "\u2004"]);
const noWidth = new Set(["\u2061", "\u2062", "\ufe0f"]);
/** A comma and a plus that print does not show. */
const unseen: ReadonlyMap<string, string> = new Map(Object.entries({ "\u2063": ",", "\u2064": "+" }));
// biome-ignore format: a table reads better in rows
const htmlEntities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lt: "<", gt: ">", le: "≤", ge: "≥", ne: "≠", times: "×", minus: "−", pi: "π", infin: "∞", deg: "°", radic: "√",
    amp: "&", nbsp: " ", plusmn: "±", middot: "·", sup2: "²", sup3: "³", frac12: "½",
  }),
);
/** Operators of two characters, as keyboards have them. */
// biome-ignore format: a table reads better in rows
const typedOps: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "<=": "≤", "<>": "≠", ">=": "≥", "==": "=", "=<": "≤", "=>": "⇒", "!=": "≠", "->": "→", "--": "--", ":=": "=", "//": "//",
  }),
);
const alignedEnvironments = wordSet`aligned align gathered split gather equation alignedat`;
const relationAhead = /\s*(?:[=<>≤≥≠≈]|\\(?:leq?|geq?|neq?|lt|gt|approx)(?![A-Za-z]))/y;
const circledNumbers = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳";
const tag =
  /<(\/?)(sup|sub|br|b|i|em|strong|p|span|u|font|mark|ins|code|center|div)(?:\s(?![^<>]*line-through)[^<>]{0,80})?\s*\/?>/iy;
const blockTags = new Set(["p", "center", "div"]);
const entity = /&([a-z0-9]{2,6});/y;
const scientific = /[eE]([+\-−]?\d+)(?![\d.A-Za-z])/y;

/** `1.5e-7` and `3e8` are powers of ten beyond doubt; `2e-6` and `2e+1` may also calculate with e. */
const isScientific = (mantissa: string, tail: string): boolean =>
  isDigitAt(tail, 1) || tail[0] === "E" || mantissa.includes(".") || mantissa === "1" || tail.length > 3;

const opensAmount = (text: string, at: number): boolean =>
  isDigitAt(text, at + 1) && (at === 0 || " (-".includes(text[at - 1]!));

class Lexer extends CommandScanner {
  run(): Token[] {
    while (this.at < this.text.length) {
      this.next();
      if (this.tokens.length > limits.tokens) throw new LimitExceeded("length");
    }
    this.push("end", "", this.text.length);
    return this.tokens;
  }

  private next(): void {
    const { text } = this;
    const start = this.at;
    const c = text[start]!;
    if (isDigitAt(text, start) || (c === "." && isDigitAt(text, start + 1))) return this.number();
    if (isLatinAt(text, start)) return this.word();
    if (c === "\\") return this.command();
    this.at++;
    switch (c) {
      case " ":
      case "\t":
      case "\u00a0":
      case "\u3000":
        return this.space(" ");
      case "\n":
      case "\r":
      case "\u2028":
      case "\u2029":
        return this.lineBreak();
      case "~":
        return this.tilde(start);
      case "$":
        return this.dollar(start);
      case "{":
        if (text.startsWith(",}", this.at)) {
          this.at += 2;
          return this.push("op", "{,}", start);
        }
        if (this.roman(start)) return;
        this.braces.push("group");
        return this.push("op", "{", start);
      case "}":
        return this.closeBrace(start);
      case "*":
        if (text[this.at] === "*") {
          this.at++;
          return this.push("op", "**", start);
        }
        return this.push("op", "*", start);
      case "<":
      case ">":
      case "=":
      case "!":
      case "-":
      case "+":
      case ":":
      case ".":
      case "&":
      case "/":
        return this.punctuation(c, start);
      case "`":
        return undefined;
    }
    this.other(c, start);
  }

  private other(c: string, start: number): void {
    const { text } = this;
    // Most characters here are a bracket, a comma or a caret, which represent themselves.
    if (c < "\u0080") return this.push("op", c, start);
    if (thinSpaces.has(c)) return this.space("thin");
    if (c === "℃" || c === "℉") {
      this.push("op", "°", start);
      return this.push("word", c === "℃" ? "C" : "F", start);
    }
    if (noWidth.has(c)) return;
    if (unseen.has(c)) return this.push("op", unseen.get(c)!, start);
    if (superscripts.includes(c)) return this.raised("^", superscripts, superscriptsPlain, start);
    if (subscripts.includes(c)) return this.raised("_", subscripts, subscriptsPlain, start);
    const op = charOps.get(c);
    if (op !== undefined) {
      this.pushOp(op, start);
      if (c === "–" || c === "—") this.last()!.dash = true;
      return;
    }
    const circled = circledNumbers.indexOf(c);
    if (circled >= 0) return this.circled(circled + 1, start);
    const name = symbolChars.get(c);
    if (name !== undefined) return this.push("symbol", name, start);
    if (vulgarFractions.has(c)) return this.push("fraction", c, start);
    const set = numberSets.get(c);
    if (set !== undefined) return this.push("setname", set, start);
    if (isHan(c)) return this.han(start);
    const code = text.codePointAt(start)!;
    if (code > 0xffff) this.at = start + 2;
    if (otherLetter.test(String.fromCodePoint(code))) {
      while (this.at < text.length && (isLatinAt(text, this.at) || this.isOtherLetter(this.at))) this.at++;
      return this.push("word", text.slice(start, this.at), start);
    }
    this.push("op", text.slice(start, this.at), start);
  }

  /** `①③`: the numbers of statements, side by side. */
  private circled(number: number, start: number): void {
    if (this.last()?.kind === "number" && this.gap === "" && circledNumbers.includes(this.text[start - 1]!))
      this.push("op", ",", start, start);
    this.push("number", String(number), start);
  }

  /** A run of Han characters: words, numbers and relations, but never a variable. */
  private han(start: number): void {
    const { text } = this;
    this.at = start;
    const scale = { 万: "4", 亿: "8" }[text[start]!];
    const last = this.last();
    if (scale !== undefined && last?.kind === "number" && this.gap === "" && last.exponent === undefined) {
      last.exponent = scale;
      this.at++;
      return;
    }
    while (this.at < text.length && isHan(text[this.at]!)) this.at++;
    for (const { token, from, to } of hanTokens(text.slice(start, this.at))) {
      this.push(token.kind, token.value, start + from, start + to);
      if (token.kind === "word") this.last()!.upright = true;
      if (this.tokens.length > limits.tokens) throw new LimitExceeded("length");
    }
  }

  private isOtherLetter(at: number): boolean {
    const c = this.text[at]!;
    return (
      c > "\u007f" &&
      !isHan(c) &&
      !symbolChars.has(c) &&
      !charOps.has(c) &&
      otherLetter.test(c) &&
      !superscripts.includes(c) &&
      !subscripts.includes(c)
    );
  }

  /** Dollar signs open and close mathematics; one before a digit that never closes is money, and so are several of them. */
  private dollar(start: number): void {
    const { text } = this;
    if (isDigitAt(text, this.at) && this.closing !== "$") {
      const next = text.indexOf("$", this.at);
      if (next < 0 || (opensAmount(text, start) && opensAmount(text, next)))
        return this.push("op", "$", start);
    }
    if (this.text[this.at] === "$") this.at++;
    this.delimiter("$");
  }

  /** A tilde between two things is a space; before a value it means "about", and two of them strike through. */
  private tilde(start: number): void {
    const { text } = this;
    if (text[this.at] === "~" || text[start - 1] === "~") return this.push("op", "~~", start);
    const before = text[start - 1] ?? " ";
    const after = text[this.at] ?? " ";
    const last = this.last();
    const begins = last === undefined || (last.kind === "op" && !/^(?:[)\]}°%!',;]|\\\})$/.test(last.value));
    if (begins || (/\s/.test(before) && /\S/.test(after))) return this.push("op", "∼", start);
    return this.space("thin");
  }

  private punctuation(c: string, start: number): void {
    const { text } = this;
    const next = text[this.at] ?? "";
    if (c === "!" && next === "=" && text[this.at + 1] === "=") return this.push("op", c, start);
    const longer = "=<>-/".includes(next) ? typedOps.get(c + next) : undefined;
    if (longer !== undefined) {
      this.at++;
      return this.push("op", longer, start);
    }
    if (c === "<" && this.html(start)) return;
    if (c === "+" && text.startsWith("/-", this.at)) {
      this.at += 2;
      return this.push("op", "±", start);
    }
    if (c === "." && next === "." && text[this.at + 1] === ".") {
      while (text[this.at] === ".") this.at++;
      return this.push("op", "…", start);
    }
    if (c === "&") {
      const name = this.match(entity, start)?.[1];
      const meant = name === undefined ? undefined : htmlEntities.get(name);
      if (meant !== undefined) {
        this.at = start + name!.length + 2;
        if (meant === " ") return this.space(" ");
        const symbol = symbolChars.get(meant);
        return symbol === undefined
          ? this.push("op", charOps.get(meant) ?? meant, start)
          : this.push("symbol", symbol, start);
      }
      if (this.isLayout()) return this.space(" ");
    }
    this.push("op", c, start);
  }

  /** Whether the `&` just read only aligns: in a system, or in a table beside a relation, as in `x &=& 2`. */
  private isLayout(): boolean {
    const environment = this.environments[this.environments.length - 1] ?? "";
    if (environment !== "array") return alignedEnvironments.has(environment);
    return this.match(relationAhead) !== null || isSign(this.last(), "=<>≤≥≠≈");
  }

  /** `<sup>2</sup>` is an exponent; tags that only affect the appearance are removed, if they are closed again. */
  private html(start: number): boolean {
    const found = this.match(tag, start);
    if (!found) return false;
    const [whole, slash, name] = found as unknown as [string, string, string];
    const kind = name.toLowerCase();
    if (kind === "sup" || kind === "sub") {
      this.at = start + whole.length;
      if (slash) this.closeBrace(start);
      else {
        this.push("op", kind === "sup" ? "^" : "_", start);
        this.braces.push("group");
        this.push("op", "{", start);
      }
      return true;
    }
    if (kind !== "br" && !this.contains(`</${name}>`)) return false;
    this.at = start + whole.length;
    if (kind === "br") this.lineBreak();
    else if (blockTags.has(kind)) this.space(" ");
    return true;
  }

  private raised(op: "^" | "_", from: string, to: string, start: number): void {
    let inner = "";
    this.at = start;
    while (this.at < this.text.length) {
      const i = from.indexOf(this.text[this.at]!);
      if (i < 0) break;
      inner += to[i];
      this.at++;
    }
    this.push("op", op, start);
    this.push("op", "{", start);
    for (const token of new Lexer(inner, this.options).run()) {
      if (token.kind !== "end") this.tokens.push({ ...token, start, end: this.at });
    }
    this.push("op", "}", start);
  }

  private number(): void {
    const { text } = this;
    const start = this.at;
    while (isDigitAt(text, this.at)) this.at++;
    if (text[this.at] === "." && isDigitAt(text, this.at + 1)) {
      this.at++;
      while (isDigitAt(text, this.at)) this.at++;
    }
    let value = text.slice(start, this.at);
    if (this.endsInPoint()) {
      this.at++;
      return this.push("number", value, start, this.at);
    }
    if (text.startsWith("{.}", this.at) && isDigitAt(text, this.at + 3) && !value.includes(".")) {
      const from = this.at + 3;
      this.at = from;
      while (isDigitAt(text, this.at)) this.at++;
      value += `.${text.slice(from, this.at)}`;
    }
    const mark = text[this.at];
    const exponent = mark === "e" || mark === "E" ? this.match(scientific) : null;
    if (exponent && (isScientific(value, exponent[0]) || this.standsAlone(start, exponent[0]))) {
      this.at += exponent[0].length;
      this.push("number", value, start);
      this.last()!.exponent = exponent[1]!.replace("−", "-").replace("+", "");
      return;
    }
    this.push("number", value, start);
  }

  /** `1./3` and `(1., 2.)`: a point that ends a number, before a sign of operation or the end of an entry. */
  private endsInPoint(): boolean {
    const { text } = this;
    if (text[this.at] !== ".") return false;
    const next = text[this.at + 1] ?? "";
    return next !== "" && "/*^)],;".includes(next);
  }

  /** `4e-2` as the whole text is a small number, and in `4e-2 m` the amount of a unit. */
  private standsAlone(start: number, tail: string): boolean {
    if (this.options.exponents === "euler" || tail[1] === "+" || this.text.length > 40) return false;
    const [before, after] = [this.text.slice(0, start), this.text.slice(this.at + tail.length)];
    const unit = /^ ([A-Za-zµΩ]+)\.?$/.exec(after)?.[1] ?? "";
    const rest = before + (unitName(unit, true) === undefined ? after : "");
    return !/[A-Za-z0-9]/.test(rest.replace("\\boxed", ""));
  }

  private word(): void {
    const { text } = this;
    const start = this.at;
    while (this.at < text.length && (isLatinAt(text, this.at) || this.isOtherLetter(this.at))) this.at++;
    this.push("word", text.slice(start, this.at), start);
  }
}

export function lex(text: string, options: LexOptions = {}): Token[] {
  return apartByFont(new Lexer(plainCharacters(text), options).run());
}

/**
 * The tokens, with a separate name for each letter of a special type that also occurs in a different type:
 * `\mathbf{r}/r^3`.
 */
function apartByFont(tokens: Token[]): Token[] {
  if (tokens.every(({ font }) => font === undefined)) return tokens;
  const fonts = new Map<string, Set<string>>();
  for (const [i, { kind, value, font, upright }] of tokens.entries()) {
    if (kind !== "symbol" && (kind !== "word" || upright || isWord(value))) continue;
    if (isUnderMark(tokens, i)) continue;
    for (const letter of kind === "symbol" ? [value] : value)
      fonts.set(letter, (fonts.get(letter) ?? new Set()).add(font ?? ""));
  }
  return tokens.map((token, i) => {
    const { kind, value, font } = token;
    if (font === undefined || isUnderMark(tokens, i) || !((fonts.get(value)?.size ?? 0) > 1)) return token;
    return { ...token, kind: "symbol", value: `\\${font}{${kind === "symbol" ? `\\${value}` : value}}` };
  });
}

/** Whether a letter has a mark over it, as in `\hat{\mathbf{r}}`, which makes a name of its own of it in any type. */
const isUnderMark = (tokens: readonly Token[], at: number): boolean =>
  (isSign(tokens[at - 1], "{") ? tokens[at - 2] : tokens[at - 1])?.value.startsWith("accent:") === true;

/** Between two digits they may separate two numbers, and are kept. */
const invisible = /(?<!\d)[\u200b-\u200f\u2060\ufeff\u00ad]|[\u200b-\u200f\u2060\ufeff\u00ad](?!\d)/g;
const dressed = /[\uff01-\uff3a\uff3c-\uff5a\uff5c]|[\u{1d400}-\u{1d7ff}]/gu;
const other = /[^\0-\u007f]/;

// biome-ignore format: a table reads better in rows
const lookalikes: ReadonlyMap<string, string> = new Map([
  ["Ø", "∅"], ["ø", "∅"], ["丨", "|"], ["￥", "¥"], ["〔", "("], ["〕", ")"],
  ["「", '"'], ["」", '"'], ["『", '"'], ["』", '"'], ["«", '"'], ["»", '"'],
]);
const lookalike = new RegExp(`[${[...lookalikes.keys()].join("")}]`, "g");

/** The text in plain characters. If it is plain already, as most texts are, it is returned unchanged. */
function plainCharacters(text: string): string {
  if (!other.test(text)) return text;
  return text
    .replace(invisible, "")
    .replace(dressed, (c) => c.normalize("NFKC"))
    .replace(lookalike, (c) => lookalikes.get(c)!);
}
