// Chains of equations between calculations in a text: `2 + 3 = 5 = 6` has three sides. A side counts only where it is
// known to begin and end: one that touches a name, a function, a unit or a percent mark is only a part of what is meant.

import { closedGroups, type WrittenToken, writtenTokens } from "./written-tokens.ts";

export interface Side {
  start: number;
  end: number;
  /** Whether the whole side is in view. */
  whole: boolean;
}

export interface Chain {
  sides: Side[];
  /** The word that follows, such as a unit; "" for none. */
  noun: string;
}

/** Words that calculate with what follows them, in a formula too: `10% of $1.50$`. */
const operatingWords = new Set(
  "of times plus minus by over twice double triple half than choose mod modulo log ln sin cos tan".split(" "),
);

/** Words that make a calculation out of what follows them: `half of 18`, `three times 5`. */
const leadingWords = new Set(
  (
    "of times plus minus by over twice thrice double triple half third quarter per than and or to from with into " +
    "between mod modulo remainder log ln sin cos tan sqrt root squared cubed percent negative least most about step steps " +
    "approximately almost nearly around add subtract adding subtracting multiply multiplying divide dividing one two " +
    "three four five six seven eight nine ten hundred thousand million billion dozen choose"
  ).split(" "),
);

/** Words that go on with the number before them: `3 remainder 2`, `4 or -4`, `2 million`, `3 pm`. */
const trailingWords = new Set(
  (
    "of times plus minus by over or to mod modulo remainder remaining remain with rem percent hundred thousand million billion " +
    "trillion dozen dozens pairs pair half halves third thirds quarter quarters tenths hundredths squared cubed degrees pi " +
    "sqrt log am pm o'clock less more multiplied divided raised per through until and but base quotient leftover left if choose " +
    "approximately about rounded which whereas instead unless cents percentage"
  ).split(" "),
);

const isWordOf = (words: ReadonlySet<string>, word: string): boolean => words.has(word.toLowerCase());

export function chainsIn(text: string): Chain[] {
  const tokens = closedGroups(writtenTokens(text));
  const chains: Chain[] = [];
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    if (at < tokens.length && isCalculation(tokens[at]!)) continue;
    const chain = new Run(text, tokens, from, at).chain();
    if (chain) chains.push(chain);
    from = at + 1;
  }
  return chains;
}

const isCalculation = ({ kind }: WrittenToken): boolean =>
  kind !== "break" && kind !== "word" && kind !== "stop";

/** Tokens in a row that may belong to calculations, and what stands on either side of them. */
class Run {
  constructor(
    private readonly text: string,
    private readonly tokens: readonly WrittenToken[],
    private readonly from: number,
    private readonly to: number,
  ) {}

  chain(): Chain | undefined {
    const parts = this.parts();
    if (parts.length < 2) return undefined;
    const { clean, noun } = this.after(parts.at(-1)!);
    const sides = parts.map((part, i): Side => {
      const first = i === 0 ? this.before(part) : part;
      const held = first ?? part;
      const whole = first !== undefined && held.length > 0 && (i < parts.length - 1 || clean);
      return { start: held[0]?.from ?? 0, end: held.at(-1)?.to ?? 0, whole };
    });
    return { sides, noun };
  }

  /** The sides as tokens, without the blanks around them. */
  private parts(): WrittenToken[][] {
    const parts: WrittenToken[][] = [[]];
    for (const token of this.tokens.slice(this.from, this.to))
      if (token.kind === "equals") parts.push([]);
      else parts.at(-1)!.push(token);
    return parts.length < 2 ? parts : parts.map(trimmed);
  }

  /** The first side, where it is known to begin here. */
  private before(side: WrittenToken[]): WrittenToken[] | undefined {
    const [first, second] = side;
    if (!first) return undefined;
    const previous = this.tokens[this.from - 1];
    const apart = this.tokens[this.from]!.from < first.from;
    const sign = first.kind === "operator" ? this.text.slice(first.from, first.to) : "";
    const isLineStart = previous === undefined || /[\n]$/.test(this.text.slice(previous.from, previous.to));
    if (sign !== "") {
      const spaced = second?.kind === "blank";
      // A dash or a star that begins a line and is set apart is a bullet.
      if (isLineStart && spaced && /^[-*+–]$/.test(sign)) return trimmed(side.slice(1));
      const begins = isLineStart || this.opens(previous);
      return begins && !spaced && /^[-−]$/.test(sign) ? side : undefined;
    }
    return isLineStart || this.opens(previous) || this.introduces(previous, apart) ? side : undefined;
  }

  /** Whether a token opens something, so that what follows begins there. */
  private opens(token: WrittenToken | undefined): boolean {
    if (!token) return true;
    const sign = this.text.slice(token.from, token.to);
    if (/^(?:\\\[|\\\\|\\q?quad|\n|\r\n)/.test(sign)) return true;
    const left = this.text[token.from - 1] ?? " ";
    if (sign === "\\(") return this.mayPrecedeFormula();
    if (/^\$+$/.test(sign)) return /[\s(:,;.]/.test(left) && this.mayPrecedeFormula();
    if (/[([]$/.test(sign)) return /[\s(:,;$]/.test(left);
    if (sign.endsWith("{")) return this.text.slice(Math.max(0, token.from - 6), token.from) === "\\boxed";
    return /^(?:\\implies|\\Rightarrow|\\Longrightarrow|\\therefore|=>|->|⇒|→|∴|\*\*)$/.test(sign);
  }

  /** Whether what stands before the formula that opens here leaves it alone: not `10% of $1.50 = …$`, not `2 × $…$`. */
  private mayPrecedeFormula(): boolean {
    let at = this.from - 2;
    while (this.tokens[at]?.kind === "blank") at--;
    const token = this.tokens[at];
    if (!token || token.kind === "break") return true;
    if (token.kind === "word") return !isWordOf(operatingWords, this.text.slice(token.from, token.to));
    return token.kind === "stop" && !/^[\\%|_<>]/.test(this.text.slice(token.from, token.to));
  }

  /** A word or a sign of punctuation that a calculation may follow. */
  private introduces(token: WrittenToken | undefined, apart: boolean): boolean {
    if (!token || !apart) return false;
    const sign = this.text.slice(token.from, token.to);
    if (token.kind === "word") {
      const word = /\p{L}+$/u.exec(sign)?.[0] ?? "";
      return word.length > 1 && !isWordOf(leadingWords, word) && !sign.startsWith("\\");
    }
    if (sign === ",") return !this.isListBefore();
    return /^[:;.]$/.test(sign);
  }

  /** `1 + 2, 3 + 4 = 3, 7`: a comma after a number that is no side of an equation makes a list. */
  private isListBefore(): boolean {
    let at = this.from - 2;
    if (this.tokens[at]?.kind !== "number" && this.tokens[at]?.kind !== "close") return false;
    for (; at >= 0 && isCalculation(this.tokens[at]!); at--)
      if (this.tokens[at]!.kind === "equals") return false;
    return true;
  }

  private isListAfter(): boolean {
    let at = this.to + 1;
    while (this.tokens[at]?.kind === "blank") at++;
    const next = this.tokens[at];
    if (!next || !isCalculation(next)) return false;
    for (; at < this.tokens.length && isCalculation(this.tokens[at]!); at++)
      if (this.tokens[at]!.kind === "equals") return false;
    return true;
  }

  /** Whether the last side is known to end here, and the word after it. */
  private after(side: readonly WrittenToken[]): { clean: boolean; noun: string } {
    const next = this.tokens[this.to];
    const last = side.at(-1);
    const open = { clean: false, noun: "" };
    if (!last) return open;
    if (!next || next.kind === "break") return { clean: true, noun: "" };
    const sign = this.text.slice(next.from, next.to);
    const apart = next.from > last.to;
    if (next.kind === "word") {
      const inside = /^\\\w+\s*\{(.*)\}$/.exec(sign);
      const noun = /^\W*([\p{L}'’]+)/u.exec(inside?.[1] ?? sign)?.[1] ?? "";
      if (!inside && !apart) return open;
      return noun.length > 1 && !isWordOf(trailingWords, noun) ? { clean: true, noun } : open;
    }
    // A remark in brackets, as opposed to a factor.
    if (/[([]$/.test(sign))
      return { clean: apart && /^\p{L}\p{L}/u.test(this.text.slice(next.to, next.to + 4)), noun: "" };
    if (sign === ",") return this.isListAfter() ? open : { clean: true, noun: "" };
    if (sign === ":" || sign === ".") return { clean: !/\d/.test(this.text[next.to] ?? ""), noun: "" };
    return {
      clean: /^(?:[;)}\]]|\*\*|\\implies|\\Rightarrow|\\Longrightarrow|\\end|=>|->|⇒|→)$/.test(sign),
      noun: "",
    };
  }
}

function trimmed(part: readonly WrittenToken[]): WrittenToken[] {
  let from = 0;
  let to = part.length;
  while (part[from]?.kind === "blank") from++;
  while (part[to - 1]?.kind === "blank") to--;
  return part.slice(from, to);
}
