// A token, and every question about a single one: is it an operator, a letter, a sign, does it open or close.

export type TokenKind =
  | "number"
  | "fraction" // a vulgar fraction such as ½
  | "word" // a run of letters
  | "symbol" // a letter that is one symbol whatever stands beside it
  | "function"
  | "setname"
  | "command"
  | "op"
  | "end";

/** What stood before a token: nothing, a space, a thin space, a negative space. */
export type Gap = "" | " " | "thin" | "back";

/** What only concerns the look of a group: its colour or type, or a box around it. */
export type Look = "type" | "box";

export interface Token {
  kind: TokenKind;
  value: string;
  /** Power of ten of `1.5e3`. */
  exponent?: string;
  gap: Gap;
  /** Set as words or upright (`\text`, `\mathrm`). */
  upright: boolean;
  /** Begins a line, outside of what mathematics delimiters enclose. */
  line?: true;
  /** What is left of a run of letters or digits, whose beginning was read. */
  cut?: true;
  /** A letter in bold type, as vectors are set. */
  bold?: true;
  /** A minus that is written as a dash, as between the ends of a range. */
  dash?: true;
  /** On the bracket around `a` in `(a) 5 (b) 6`: it numbers a part of the answer. */
  part?: true;
  /** On braces: what made them, if a command of mere look did. */
  made?: Look;
  start: number;
  end: number;
}

export interface LexOptions {
  /** How `4e-2` reads where it could be either: a power of ten, or a calculation with e. */
  exponents?: "ten" | "euler";
}

export const isDigit = (c: string): boolean => c >= "0" && c <= "9";
export const isLatin = (c: string): boolean => (c >= "a" && c <= "z") || (c >= "A" && c <= "Z");

export const isOp = (token: Token | undefined, value: string): boolean =>
  token?.kind === "op" && token.value === value;

/** A letter that may be the name of something. */
export const isLetter = (token: Token | undefined): boolean =>
  token?.kind === "symbol" || (token?.kind === "word" && token.value.length === 1);
