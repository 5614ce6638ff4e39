// Whether a letter before a bracket is a function of what the bracket holds, or a factor. `\zeta(2)` is no 2ζ, while
// `\alpha(\beta+1)` and `x(x+1)` are products; a letter that also stands alone in the text is a variable throughout.

import { functionNamed } from "../functions/functions.ts";
import type { Node } from "../notation/tree.ts";
import { typedSymbols } from "./read-letters.ts";
import { isAlternative, isRemark, isRestatement } from "./read-remark.ts";
import { readArguments } from "./read-symbol.ts";
import type { Bracket, Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

/** Letters that are functions more often than not, where a bracket follows. */
export const functionLetters = new Set("zeta Phi phi Psi psi chi Theta Lambda Xi Omega".split(" "));
/** Angles, too: `\sin\phi(1+x)` is a product. */
const angles = new Set(["phi", "psi", "chi"]);
/** Vectors of the basis, of which a number is a coordinate. */
const basis = /^\\?[ijk](?:math)?$/;
const constants = new Set(["pi", "e", "i"]);

/** How the letters of a text are used: alone, or before a bracket with one number or letter in it. */
export interface LetterUses {
  alone: Set<string>;
  applied: Set<string>;
}

const isOp = (token: Token | undefined, value: string): boolean =>
  token?.kind === "op" && token.value === value;

const isLatin = ({ kind, value, upright }: Token): boolean =>
  kind === "word" && value.length === 1 && !upright;

const isLetter = (token: Token): boolean =>
  token.kind === "symbol" || isLatin(token) || (token.kind === "word" && typedSymbols.has(token.value));

/** The token behind a script that begins at `at`. */
const afterScript = (r: Reader, at: number): number =>
  Math.max(r.brackets.get(at + 1)?.close ?? at + 1, at + 1) + 1;

/** `^{(3)}`: not a power but a derivative. */
const isOrder = (r: Reader, at: number): boolean =>
  isOp(r.tokens[at], "^") && isOp(r.tokens[at + 1], "{") && isOp(r.tokens[at + 2], "(");

const isPrime = (r: Reader, at: number): boolean =>
  isOp(r.tokens[at], "'") ||
  (isOp(r.tokens[at], "^") && (isOp(r.tokens[at + 1], "'") || isOp(r.tokens[at + 2], "'")));

/** Where the index and the primes of the letter before `at` end, and how its name differs by them. */
function afterMarks(r: Reader, at: number): { at: number; marks: string } {
  let marks = "";
  let i = at;
  for (;;) {
    if (isPrime(r, i)) marks += "'";
    else if (isOp(r.tokens[i], "_")) marks += "_";
    else if (!isOrder(r, i)) return { at: i, marks };
    i = isOp(r.tokens[i], "'") ? i + 1 : afterScript(r, i);
  }
}

function usesOf(r: Reader): LetterUses {
  const uses: LetterUses = { alone: new Set(), applied: new Set() };
  for (const [i, token] of r.tokens.entries()) {
    if (token.kind === "word" && token.value.length > 1 && !typedSymbols.has(token.value))
      for (const letter of token.value) uses.alone.add(letter);
    if (!isLetter(token)) continue;
    const { at: end, marks } = afterMarks(r, i + 1);
    const powered = functionLetters.has(token.value) && isOp(r.tokens[end], "^");
    const at = powered ? afterScript(r, end) : end;
    const bracket = isOp(r.tokens[at], "(") ? r.brackets.get(at) : undefined;
    if (!bracket) uses.alone.add(token.value + marks);
    else if (isLone(r, at, bracket.close)) uses.applied.add(token.value + marks);
  }
  return uses;
}

/** A number or a letter, perhaps with a sign, or a fraction of two numbers. */
function isLone(r: Reader, open: number, close: number): boolean {
  const at = isOp(r.tokens[open + 1], "-") || isOp(r.tokens[open + 1], "+") ? open + 2 : open + 1;
  const first = r.tokens[at]!;
  const isNumber = first.kind === "number" || first.kind === "fraction";
  if (close === at + 1) return isNumber || isOp(first, "∞") || isLetter(first);
  if (close - at > 7) return false;
  const rest = r.tokens.slice(at, close);
  const isFraction = first.kind === "command" && first.value.endsWith("frac");
  return (
    (isFraction || isNumber) &&
    rest.every((t, i) => (i === 0 && isFraction) || t.kind === "number" || "{}/".includes(t.value))
  );
}

/** No sum and no letters but those of constants: `\frac{\pi}{2}`. */
function isNumeric(r: Reader, open: number, close: number): boolean {
  if (close - open > 20) return false;
  return r.tokens.slice(open + 1, close).every((token, i) => {
    if (token.kind === "op") return /^[*/^{}×]$/.test(token.value) || (i === 0 && token.value === "-");
    if (token.kind === "command") return token.value.endsWith("frac") || token.value === "sqrt";
    return token.kind === "number" || token.kind === "fraction" || constants.has(token.value);
  });
}

/** Whether the letter at token `at` is the end of a run of letters, or stands in a script. */
const isPart = (r: Reader, at: number): boolean =>
  r.tokens[at]!.cut === true || isOp(r.tokens[at - 1], "^") || isOp(r.tokens[at - 1], "_");

const isLoose = (token: Token | undefined): boolean =>
  (token?.kind === "function" || token?.kind === "word") && functionNamed(token.value)?.reads === "loose";

/**
 * Whether the letter at token `at`, whose bracket the cursor stands before, is applied to it. Between a Latin letter and
 * the bracket of its argument there is no space; behind a command print shows none.
 */
export function isApplied(r: Reader, at: number, letter: string): boolean {
  const bracket = r.brackets.get(r.i)!;
  const token = r.tokens[at]!;
  if (
    constants.has(letter) ||
    letter.startsWith("\\") ||
    bracket.close < 0 ||
    bracket.relation ||
    isPart(r, at)
  )
    return false;
  if (r.token.gap === " " && (isLatin(token) || isRemark(r) || isRestatement(r) || isAlternative(r)))
    return false;
  if (/^b?mod$/.test(r.peek().value)) return false;
  const { marks } = afterMarks(r, at + 1);
  r.letterUses ??= usesOf(r);
  if (r.letterUses.alone.has(token.value + marks)) return false;
  const before = r.tokens[at - 1];
  if (functionLetters.has(letter))
    return !(angles.has(letter) && isLoose(before) && functionNamed(before!.value)?.periodic);
  return !bracket.comma && !isLoose(before) && isArgument(r, at, token.value + marks, bracket);
}

function isArgument(r: Reader, at: number, name: string, { close }: Bracket): boolean {
  const token = r.tokens[at]!;
  if (isLone(r, r.i, close)) return !(close === r.i + 2 && r.peek().value === token.value);
  return r.letterUses!.applied.has(name) || (isLatin(token) && isNumeric(r, r.i, close));
}

/** `\hat{f}(0)`, `\dot{x}(t)`: the function of a marked name; undefined, and nothing read, where it is a factor. */
export function readAppliedName(r: Reader, name: string, letter: string): Node | undefined {
  if (!r.isOp("(") || r.token.gap === " " || basis.test(letter)) return undefined;
  const bracket = r.brackets.get(r.i)!;
  if (bracket.close < 0 || bracket.relation) return undefined;
  const known = r.isFunctionName(letter) || (!bracket.comma && isLone(r, r.i, bracket.close));
  return known || (!bracket.comma && isNumeric(r, r.i, bracket.close))
    ? { kind: "apply", name, args: readArguments(r) }
    : undefined;
}

/** `f^2(x)`, `y^{(3)}(0)`: an exponent before the bracket, as part of the name; undefined, and nothing read, without one. */
export function readRaisedName(r: Reader, name: string, letter: string): Node | undefined {
  const open = r.i + 1;
  const close = isOp(r.tokens[open], "{") ? r.brackets.get(open)!.close : open;
  const bracket = r.brackets.get(close + 1);
  if (close < 0 || bracket === undefined || !isOp(r.tokens[close + 1], "(") || bracket.close < 0)
    return undefined;
  const known = r.isFunctionName(letter) && !bracket.comma;
  const maybe = isOrder(r, r.i) || functionLetters.has(letter);
  if (!known && !(maybe && isLone(r, close + 1, bracket.close))) return undefined;
  if (r.tokens[close + 1]!.gap === " " && isLatin(r.tokens[r.i - 1]!)) return undefined;
  const exponent = r.tokens
    .slice(open, close + 1)
    .map(({ value }) => value)
    .join("")
    .replace(/^\{|\}$/g, "");
  r.i = close + 1;
  return { kind: "apply", name: `${name}^{${exponent}}`, args: readArguments(r) };
}
