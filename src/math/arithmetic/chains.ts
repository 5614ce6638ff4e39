// Chains of equations between calculations in a text: `2 + 3 = 5 = 6` has three sides. A side counts only if its
// beginning and end are known: one that touches a name, a function, a unit or a percent sign is only a part of a larger
// expression.

export interface Side {
  start: number;
  end: number;
  /** Whether the whole side is known. */
  whole: boolean;
}

export interface Chain {
  sides: Side[];
  /** The next word, such as a unit; "" if there is none. */
  noun: string;
}

/** Words that calculate with the following number, also into a formula: `10% of $1.50$`. */
const operatingWords = new Set(
  "of times plus minus by over twice double triple half than choose mod modulo log ln sin cos tan".split(" "),
);

/** Words that make a calculation out of the following number: `half of 18`, `three times 5`. */
const leadingWords = new Set(
  (
    "of times plus minus by over twice thrice double triple half third quarter per than and or to from with into " +
    "between mod modulo remainder log ln sin cos tan sqrt root squared cubed percent negative least most about step steps " +
    "approximately almost nearly around add subtract adding subtracting multiply multiplying divide dividing one two " +
    "three four five six seven eight nine ten hundred thousand million billion dozen choose"
  ).split(" "),
);

/** Words that continue the number before them: `3 remainder 2`, `4 or -4`, `2 million`, `3 pm`. */
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

/** Consecutive tokens that may belong to calculations, and the text on either side of them. */
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

  /** The first side, if it is known to begin here. */
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

  /** Whether a token opens something, so that a new expression begins after it. */
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

  /**
   * Whether the text before the formula that begins here does not belong to it: unlike `10% of $1.50 = …$` and `2 ×
   * $…$`.
   */
  private mayPrecedeFormula(): boolean {
    let at = this.from - 2;
    while (this.tokens[at]?.kind === "blank") at--;
    const token = this.tokens[at];
    if (!token || token.kind === "break") return true;
    if (token.kind === "word") return !isWordOf(operatingWords, this.text.slice(token.from, token.to));
    return token.kind === "stop" && !/^[\\%|_<>]/.test(this.text.slice(token.from, token.to));
  }

  /** A word or a punctuation mark after which a calculation may begin. */
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

  /** `1 + 2, 3 + 4 = 3, 7`: a comma after a number that is not a side of an equation makes a list. */
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

// A text as arithmetic: numbers, operators, brackets and equals signs, each with its position. Everything else is a
// stop, at which a calculation ends. Possible names are not read.

export type TokenKind =
  | "number"
  | "operator"
  /** A command that makes a number of groups: \frac, \sqrt, \binom. */
  | "builder"
  | "open"
  | "close"
  | "equals"
  /** Blanks, alignment marks, thin spaces, currency signs: they mean nothing here. */
  | "blank"
  /** The end of a line or of a formula: nothing continues beyond it. */
  | "break"
  | "word"
  | "stop";

interface WrittenToken {
  kind: TokenKind;
  from: number;
  to: number;
}

const rules: readonly (readonly [TokenKind, RegExp])[] = [
  ["blank", /[ \t\u00a0\u2009\u202f~&]|\\[,;:! ]|\\displaystyle(?![a-zA-Z])/y],
  ["break", /\r?\n|\\\\(?:\[[^\]\n]{0,20}\])?|\\[()[\]]|\\q?quad(?![a-zA-Z])/y],
  // Money, or the dollar that opens a formula with a number.
  ["blank", /(?:\\\$|[$€£])(?=\s?\.?\d)/y],
  ["break", /\${1,2}/y],
  ["stop", /[=<>!:~]=+|=[>?]|=\s*\?|\*\*|\.\.+|<-+>?|-{1,8}>/y],
  ["number", /(?:\d{1,3}(?:(?:,|\{,\})\d{3})+(?![,\d])|\d+)(?:\.\d+)?|\.\d+/y],
  ["equals", /=/y],
  ["operator", /[+\-−–*×·⋅∙÷/^!⁰¹²³⁴⁵⁶⁷⁸⁹]|\\(?:times|cdot|div)(?![a-zA-Z])/y],
  ["builder", /\\(?:[dt]?frac|sqrt|[dt]?binom)(?![a-zA-Z])/y],
  ["open", /(?:\\(?:left|[bB]igg?l?)\s*)?[([{]/y],
  ["close", /(?:\\(?:right|[bB]igg?r?)\s*)?[)\]}]/y],
  ["word", /\\(?:text|mathrm|textbf|textrm)\s*\{[^{}\n]{0,60}\}/y],
  ["stop", /\\(?:[a-zA-Z]+|[^a-zA-Z])/y],
  ["word", /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/uy],
];

/** `12 x 7`: a letter that multiplies is between two numbers, and no name begins with it. */
const timesLetter = /[xX](?=\s*\$?\.?\d)/y;

function writtenTokens(text: string): WrittenToken[] {
  const tokens: WrittenToken[] = [];
  let at = 0;
  let gapTo = 0;
  while (at < text.length) {
    if (at >= gapTo) {
      gapTo = gapFrom(text, at);
      // A line that begins with an equals sign continues the calculation before it.
      if (gapTo > at && text[gapTo] === "=") {
        tokens.push({ kind: "blank", from: at, to: gapTo });
        at = gapTo;
      }
    }
    const { kind, to } = isTimes(text, at, tokens)
      ? { kind: "operator" as const, to: at + 1 }
      : next(text, at);
    tokens.push({ kind, from: at, to });
    at = to;
  }
  return tokens;
}

const gap = /(?:[\s&]|\\\\(?:\[[^\]\n]{0,20}\])?)+/y;

/** Where blanks, line ends and alignment marks that begin here end. */
function gapFrom(text: string, at: number): number {
  gap.lastIndex = at;
  return gap.test(text) ? gap.lastIndex : at;
}

function next(text: string, at: number): { kind: TokenKind; to: number } {
  for (const [kind, rule] of rules) {
    rule.lastIndex = at;
    if (rule.test(text)) return { kind, to: rule.lastIndex };
  }
  return { kind: "stop", to: at + 1 };
}

function isTimes(text: string, at: number, before: readonly WrittenToken[]): boolean {
  timesLetter.lastIndex = at;
  if (!timesLetter.test(text)) return false;
  let last = before.length - 1;
  const apart = before[last]?.kind === "blank";
  while (before[last]?.kind === "blank") last--;
  const factor = before[last];
  if (factor?.kind !== "number" && factor?.kind !== "close") return false;
  // `2x3` and `2 x 3`, but neither `2x 3` nor `0x10`.
  const spaced = /\s/.test(text[at + 1]!);
  return apart === spaced && text.slice(factor.from, factor.to) !== "0";
}

/** The same tokens, with brackets that contain anything but a calculation replaced by stops. */
function closedGroups(tokens: readonly WrittenToken[]): WrittenToken[] {
  const result = tokens.map((token) => ({ ...token }));
  const opened: { index: number; pure: boolean }[] = [];
  const spoil = (): void => {
    const last = opened.at(-1);
    if (last) last.pure = false;
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "open") opened.push({ index, pure: true });
    else if (token.kind === "close") {
      const group = opened.pop();
      if (group?.pure && index > group.index + 1) continue;
      result[index]!.kind = "stop";
      if (group) result[group.index]!.kind = "stop";
      spoil();
    } else if (token.kind === "break") {
      // A missing closing bracket must not swallow the rest of the text.
      for (const group of opened.splice(0)) result[group.index]!.kind = "stop";
    } else if (token.kind === "equals" || token.kind === "word" || token.kind === "stop") spoil();
  }
  for (const group of opened) result[group.index]!.kind = "stop";
  return result;
}

// What a text says around an equation: that it is false, supposed, asked, or not in ordinary arithmetic.

/**
 * Other arithmetics: remainders, other bases, operations that a problem defines. They also apply to the text after
 * them.
 */
const otherArithmetic =
  /\\[bp]?mod\b|\bmod(?:ulo|ulus|ular)?\b|\bbase[- ](?:\d|two|three|eight|ten|sixteen|b\b)|binary|octal|hexadecimal|\\equiv|≡|\boperations?\b|\bclocks?\b|余/i;

/** Words before the equation in its sentence by which it is only supposed or tried. */
const supposed =
  /\b(?:if|suppose|supposing|substitut\w*|plug\w*|assume|assuming|whether|tr(?:y|ied|ying)|guess|test(?:ed|ing)?|instead|not|never|cannot|would|should|could|let's say|wrong(?:ly)?|incorrect(?:ly)?|mistake\w*|error|typo)\b|n't\b|\\text\{ ?if/i;

/** Words after it that call it false. */
const denied =
  /\b(?:not|false|contradict\w*|impossible|absurd|incorrect|wrong|invalid|inconsistent|mistake\w*|error|typo|cannot|no|isn't|doesn't|don't|fails?|neither|remainder|rounded|approximately|too (?:large|small|big|high|low|many|few))\b|n't\b|≠|\\neq?\b|✗|❌|×\s*$/i;

const before = 160;
const otherBefore = 400;
const after = 80;

/** Whether the words around an equation withdraw it, or move it into a different arithmetic. */
export function saysOtherwise(text: string, start: number, end: number): boolean {
  if (otherArithmetic.test(text.slice(Math.max(0, start - otherBefore), end + after))) return true;
  const sentence = lastSentence(text.slice(Math.max(0, start - before), start));
  return supposed.test(sentence) || denied.test(text.slice(end, end + after));
}

/** The part after the last end of a sentence. */
function lastSentence(text: string): string {
  const parts = text.split(/[.!?](?=\s)|\n\s*\n/);
  return parts.at(-1) ?? "";
}
