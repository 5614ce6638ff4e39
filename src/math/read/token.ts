// A token, and every question about a single one: is it an operator, a letter, a sign, does it open or close.

import { type RelationOp, relationOps } from "../notation/tree.ts";
import { bySpelling } from "../notation/vocabulary.ts";

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

/** The text before a token: nothing, a space, a thin space, a negative space. */
export type Gap = "" | " " | "thin" | "back";

/** A property of a group that only affects its appearance: its colour or type, or a box around it. */
export type Look = "type" | "box";

export interface Token {
  kind: TokenKind;
  value: string;
  /** Power of ten of `1.5e3`. */
  exponent?: string;
  gap: Gap;
  /** Set as words or upright (`\text`, `\mathrm`). */
  upright: boolean;
  /** At the beginning of a line, outside of mathematics delimiters. */
  line?: true;
  /** The rest of a run of letters or digits whose beginning was read. */
  cut?: true;
  /** The type of a letter, if it is not the usual one: `mathbf`, as for vectors, or `mathcal`. */
  font?: string;
  /** A minus that is written as a dash, as between the ends of a range. */
  dash?: true;
  /** On the bracket around `a` in `(a) 5 (b) 6`: it numbers a part of the answer. */
  part?: true;
  /** `and` written as `\land`, a product written as `\cdot`: not as on a keyboard. */
  sign?: true;
  /** On braces: the appearance command that made them, if any. */
  made?: Look;
  start: number;
  end: number;
}

export interface LexOptions {
  /** The reading of an ambiguous `4e-2`: a power of ten, or a calculation with e. */
  exponents?: "ten" | "euler";
}

const [zero, nine, a, z, smallBit] = [48, 57, 97, 122, 32];

export function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= zero && code <= nine;
}

/** Whether it is a letter from A to Z, small or capital. */
export function isLatinAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | smallBit;
  return code >= a && code <= z;
}

/** Relations that are others when read from right to left. */
export const turnedRelations: ReadonlyMap<string, RelationOp> = new Map([
  ["⊃", "⊂"],
  ["⊇", "⊆"],
]);
export const relationSigns: readonly string[] = [...relationOps, ...turnedRelations.keys()];

const setOf = (signs: string): ReadonlySet<string> => new Set(signs.split(" "));

/**
 * Brackets of each kind; a round one may be closed by a square one, as in a half-open interval. Bars open and close alike, unless a
 * sizing command decides.
 */
const brackets = [
  ["round", "( [ ⟨", ") ] ⟩"],
  ["group", "{", "}"],
  ["set", "\\{", "\\}"],
  ["floor", "⌊ ⌈", "⌋ ⌉"],
  ["bar", "|(", "|)"],
] as const;
export const openingSigns = bySpelling(brackets.map(([kind, opening]) => [opening, kind]));
export const closingSigns = bySpelling(brackets.map(([kind, , closing]) => [closing, kind]));
export const separatorSigns: ReadonlySet<string> = new Set([",", ";", ":", "&", "\\\\"]);
const betweenExpressions = [...relationSigns, ...separatorSigns, "**", '"'];
const beginningSigns: ReadonlySet<string> = new Set([...betweenExpressions, ...openingSigns.keys(), "∴"]);
const endingSigns: ReadonlySet<string> = new Set([...betweenExpressions, ...closingSigns.keys()]);
export const currencySigns = setOf("$ € £ ¥ ₹");

export const isOp = (token: Token | undefined, value: string): boolean =>
  token !== undefined && token.value === value && token.kind === "op";

export const isAnyOp = (token: Token | undefined, signs: { has(value: string): boolean }): boolean =>
  token?.kind === "op" && signs.has(token.value);

/** Whether the token is one of several operators of one character each. */
export const isSign = (token: Token | undefined, signs: string): boolean =>
  token !== undefined && token.kind === "op" && token.value.length === 1 && signs.includes(token.value);

export const isWordIn = (token: Token | undefined, words: RegExp): boolean =>
  token?.kind === "word" && words.test(token.value);

/** A letter that may be the name of something. */
export const isLetter = (token: Token | undefined): boolean =>
  token?.kind === "symbol" || (token?.kind === "word" && token.value.length === 1);

/** Digits, or one character that is a fraction. */
export const isDigits = (token: Token | undefined): boolean =>
  token?.kind === "number" || token?.kind === "fraction";

export const isFractionCommand = (token: Token | undefined): boolean =>
  token?.kind === "command" && token.value.endsWith("frac");

export const signAt = (token: Token, value: string): Token => ({ ...token, kind: "op", value, gap: "" });

export const opensEnvironment = (token: Token | undefined): boolean =>
  token?.kind === "command" && token.value.startsWith("begin:");
export const closesEnvironment = (token: Token | undefined): boolean =>
  token?.kind === "command" && token.value.startsWith("end:");

export const isJoiningWord = (token: Token | undefined): boolean =>
  token?.kind === "word" && /^(?:and|or)$/i.test(token.value);

/** Whether an expression begins after this token, so that no operator connects it to what is before. */
export const beginsExpression = (before: Token | undefined): boolean =>
  before === undefined ||
  isAnyOp(before, beginningSigns) ||
  opensEnvironment(before) ||
  isJoiningWord(before);

export const endsExpression = (token: Token): boolean =>
  token.kind === "end" || isAnyOp(token, endingSigns) || closesEnvironment(token) || isJoiningWord(token);
