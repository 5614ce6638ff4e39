// A text as arithmetic sees it: numbers, signs of operation, brackets and equals signs, each with its place. Everything
// else is a stop, at which a calculation ends. Nothing is read here that could be a name.

export type TokenKind =
  | "number"
  | "operator"
  /** A command that builds a number of groups: \frac, \sqrt, \binom. */
  | "builder"
  | "open"
  | "close"
  | "equals"
  /** Blanks, alignment marks, thin spaces, signs of money: they say nothing. */
  | "blank"
  /** A line's end, or that of a formula: nothing goes on beyond. */
  | "break"
  | "word"
  | "stop";

export interface WrittenToken {
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

/** `12 x 7`: a letter that multiplies stands between two numbers, and no name begins with it. */
const timesLetter = /[xX](?=\s*\$?\.?\d)/y;

export function writtenTokens(text: string): WrittenToken[] {
  const tokens: WrittenToken[] = [];
  let at = 0;
  let gapTo = 0;
  while (at < text.length) {
    if (at >= gapTo) {
      gapTo = gapFrom(text, at);
      // A line that goes on with an equals sign belongs to the calculation before it.
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

/** Where blanks, line ends and alignment marks from here on end. */
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

/** The same tokens, with brackets that hold anything but a calculation turned into stops. */
export function closedGroups(tokens: readonly WrittenToken[]): WrittenToken[] {
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
      // A bracket that was forgotten must not swallow the rest of the text.
      for (const group of opened.splice(0)) result[group.index]!.kind = "stop";
    } else if (token.kind === "equals" || token.kind === "word" || token.kind === "stop") spoil();
  }
  for (const group of opened) result[group.index]!.kind = "stop";
  return result;
}
