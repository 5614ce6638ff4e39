// Spellings that are settled before the grammar looks: braces around the mere name of a function, and the angle brackets
// of a keyboard.

import { looseBraces, takesTwo, withoutLooseBraces } from "./groups.ts";
import { endsUnit, joinedUnits, microUnits, powersOfTen, spelledUnits, unitFractions } from "./quantities.ts";
import type { Token } from "./scanner.ts";
import { readSpokenRelations } from "./spoken.ts";
import { isOp } from "./unwrap.ts";

/** The index of the brace that closes the one at `open`, or -1. */
function closeOf(tokens: Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (isOp(tokens[i], "{")) depth++;
    else if (isOp(tokens[i], "}") && --depth === 0) return i;
  }
  return -1;
}

/** Where a subscript or exponent that begins at `at` ends; `at` itself where none stands there. */
function afterScript(tokens: Token[], at: number): number {
  if (!isOp(tokens[at], "_") && !isOp(tokens[at], "^")) return at;
  return isOp(tokens[at + 1], "{") ? closeOf(tokens, at + 1) + 1 : at + 2;
}

/** `{\sin}^2 x` and `{\log_2} 3`: the braces hold a name without its argument. */
function bareHeads(tokens: Token[]): Token[] {
  const dropped = new Set<number>();
  for (const [i, token] of tokens.entries()) {
    if (!isOp(token, "{") || tokens[i + 1]?.kind !== "function") continue;
    const close = closeOf(tokens, i);
    if (close > 0 && afterScript(tokens, afterScript(tokens, i + 2)) === close) dropped.add(i).add(close);
  }
  return dropped.size === 0 ? tokens : tokens.filter((_, i) => !dropped.has(i));
}

const openers = new Set(["(", "[", "{", "\\{", ",", ";", "=", "+", "-", "*", "×"]);

/** `<1, 2>`: where no value stands before it, a sign of comparison opens a vector. */
function angleBrackets(tokens: Token[]): Token[] {
  let result = tokens;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    const begins = before === undefined || (before.kind === "op" && openers.has(before.value));
    if (!isOp(token, "<") || !begins) continue;
    let commas = 0;
    let close = i + 1;
    for (; tokens[close]!.kind !== "end" && !/^[<>≤≥=]$/.test(tokens[close]!.value); close++)
      if (isOp(tokens[close], ",")) commas++;
    if (!isOp(tokens[close], ">") || commas === 0) continue;
    if (result === tokens) result = [...tokens];
    result[i] = { ...token, value: "⟨" };
    result[close] = { ...tokens[close]!, value: "⟩" };
  }
  return result;
}

/** `0.75, i.e. 3/4` says one value twice, as an equals sign does. */
function thatIs(tokens: Token[]): Token[] {
  const at = tokens.findIndex(
    (token, i) =>
      token.kind === "word" &&
      token.value === "i" &&
      isOp(tokens[i + 1], ".") &&
      tokens[i + 2]?.kind === "word" &&
      tokens[i + 2]!.value === "e" &&
      isOp(tokens[i + 3], "."),
  );
  if (at < 1) return tokens;
  const before = isOp(tokens[at - 1], ",") ? at - 1 : at;
  const after = isOp(tokens[at + 4], ",") ? at + 5 : at + 4;
  return [...tokens.slice(0, before), { ...tokens[at]!, kind: "op", value: "=" }, ...tokens.slice(after)];
}

const isDifferential = (token: Token | undefined): boolean =>
  token?.kind === "word" && /^d[a-z]$/.test(token.value) && token.gap === "";

/** `dy/dx`, typed on one line, is the fraction that print has. */
function typedDerivatives(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const [top, slash, below] = [tokens[i]!, tokens[i + 1], tokens[i + 2]];
    const derivative =
      top.kind === "word" && /^d[a-z]$/.test(top.value) && isOp(slash, "/") && isDifferential(below);
    if (!derivative || slash!.gap !== "") {
      result.push(top);
      continue;
    }
    const brace = (value: string): Token => ({ ...top, kind: "op", value, gap: "" });
    result.push({ ...top, kind: "command", value: "frac" }, brace("{"), { ...top, gap: "" }, brace("}"));
    result.push(brace("{"), { ...below!, gap: "" }, brace("}"));
    i += 2;
  }
  return result;
}

/** Words of other languages, and spoken signs, between two values. */
const joiningWords: ReadonlyMap<string, string> = new Map(
  Object.entries({ und: "and", et: "and", oder: "or", ou: "or" }),
);

const endsValue = ({ kind, value }: Token): boolean =>
  kind === "number" ||
  kind === "symbol" ||
  value === "}" ||
  value === ")" ||
  (kind === "word" && value.length === 1);
const separates = (token: Token | undefined): boolean =>
  token === undefined || token.kind === "end" || isOp(token, ",") || isOp(token, ";") || isOp(token, "=");

const isSpelledSign = (word: string): boolean => word === "over" || joiningWords.has(word);

/** `1 und 2`, `5 over 12`, `3|n`: signs by another name. */
function spelledSigns(tokens: Token[]): Token[] {
  return tokens.flatMap((token, i) => {
    const [before, next, after] = [tokens[i - 1], tokens[i + 1], tokens[i + 2]];
    if (!before || !next) return [token];
    const joiner = token.kind === "word" ? joiningWords.get(token.value) : undefined;
    if (joiner && endsValue(before) && token.gap !== "" && next.gap !== "")
      return [{ ...token, value: joiner }];
    const isLone = before.kind === "number" && separates(tokens[i - 2]) && separates(after);
    if (!isLone) return [token];
    if (token.kind === "word" && token.value === "over" && next.kind === "number")
      return [{ ...token, kind: "op", value: "/" }];
    const isName = next.kind === "symbol" || (next.kind === "word" && next.value.length === 1);
    if (isOp(token, "|") && isName && !before.value.includes(".")) return [{ ...token, value: "∣" }];
    return [token];
  });
}

/** `1011 (base 2)`, `1F base 16`: the base as an index. */
function spelledBase(tokens: Token[]): Token[] {
  const at = tokens.findIndex(({ kind, value }) => kind === "word" && value === "base");
  const isBracketed = isOp(tokens[at - 1], "(");
  const start = isBracketed ? at - 1 : at;
  const end = isBracketed ? at + 3 : at + 2;
  const [digits, base] = [tokens[start - 1], tokens[at + 1]];
  const isNumber = digits?.kind === "number" || isOp(digits, ")") || /^[A-F]+$/.test(digits?.value ?? "");
  const isClosed = !isBracketed || isOp(tokens[end - 1], ")");
  if (!isNumber || base?.kind !== "number" || !isClosed || tokens[end]?.kind !== "end") return tokens;
  const op = (value: string): Token => ({ ...base, kind: "op", value, gap: "" });
  return [...tokens.slice(0, start), op("_"), op("{"), { ...base, gap: "" }, op("}"), ...tokens.slice(end)];
}

/** `Z/4Z`, as the whole text, is the group `Z_4`. */
function typedGroup(tokens: Token[]): Token[] {
  const [group, slash, order, again, end] = tokens;
  const isGroup = isOp(slash, "/") && order?.kind === "number" && again?.value === "Z" && again.gap === "";
  return isGroup && end?.kind === "end"
    ? [group!, { ...slash!, value: "_" }, { ...slash!, value: "{" }, order, { ...slash!, value: "}" }, end]
    : tokens;
}

/** `\frac{\cancel{2}1}{\cancel{4}2}`: what is struck out and written anew, in a numerator or denominator of its own. */
function cancelled(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const isStrike =
      token.kind === "command" && /^[bx]?cancel$/.test(token.value) && isOp(tokens[i - 1], "{");
    const next = tokens[i + 1];
    const braced = isOp(next, "{") ? closeOf(tokens, i + 1) : -1;
    const anew = braced > 0 ? tokens[braced + 1] : { ...next!, value: next?.value.slice(1) ?? "" };
    const after = braced > 0 ? braced + 2 : i + 2;
    if (isStrike && anew?.kind === "number" && anew.value !== "" && isOp(tokens[after], "}")) {
      result.push(anew);
      i = after - 1;
    } else result.push(token);
  }
  return result;
}

/** `0. 35`: a point with a space after it. */
function loosePoint(tokens: Token[]): Token[] {
  const [zero, point, digits] = tokens;
  const isPoint = zero?.value === "0" && isOp(point, ".") && point!.gap === "" && digits?.kind === "number";
  return isPoint && /^\d+$/.test(digits.value) && digits.gap === " "
    ? [{ ...digits, value: `0.${digits.value}`, gap: zero.gap, start: zero.start }, ...tokens.slice(3)]
    : tokens;
}

/** The box around the whole text, as most answers have one, taken away without looking further. */
function unboxed(tokens: Token[]): Token[] {
  if (tokens[0]!.made !== "box" || !isOp(tokens[0], "{")) return tokens;
  const close = closeOf(tokens, 0);
  const isWhole = close > 1 && close === tokens.length - 2 && !tokens.some(({ line }) => line);
  return isWhole ? [...tokens.slice(1, close), tokens[close + 1]!] : tokens;
}

/** The tokens as the grammar expects them. */
export function settle(given: Token[]): Token[] {
  const tokens = unboxed(given);
  let braced = false;
  let loose = 0;
  let angled = false;
  let slashed = false;
  let dotted = false;
  let scaled = false;
  let micro = false;
  let spelled = false;
  let joined = false;
  let based = false;
  let struck = false;
  let fraction = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === "function" && isOp(tokens[i - 1], "{")) braced = true;
    else if (token.kind === "op" && token.value === "{") loose += looseBraces(tokens, i);
    else if (token.kind === "command" && takesTwo(token)) {
      loose--;
      if (tokens[i + 2]?.upright) fraction = true;
    } else if (token.kind === "command" && token.value.endsWith("cancel")) struck = true;
    else if (token.kind === "op" && token.value === "<") angled = true;
    else if (token.kind === "symbol" && token.value === "mu" && tokens[i + 1]?.upright) micro = true;
    else if (token.kind === "symbol" && token.value === "Omega" && tokens[i - 1]?.kind === "word")
      micro = true;
    else if (token.kind === "number" && token.value === "10" && tokens[i - 1]?.kind === "word") scaled = true;
    else if (token.kind === "op" && token.value === "." && tokens[i + 1]?.value === "e") dotted = true;
    else if (token.kind === "word" && endsUnit(token.value)) joined = true;
    else if (token.kind === "word" && token.value === "base") based = true;
    else if (token.kind === "word" ? isSpelledSign(token.value) : token.value === "|") spelled = true;
    else if (token.kind === "op" && token.value === "/" && isDifferential(tokens[i + 1])) slashed = true;
  }
  let plain = braced ? bareHeads(tokens) : tokens;
  if (loose > 0) plain = withoutLooseBraces(plain);
  if (angled) plain = angleBrackets(plain);
  if (dotted) plain = thatIs(plain);
  if (slashed) plain = typedDerivatives(plain);
  if (scaled) plain = powersOfTen(plain);
  if (micro) plain = microUnits(plain);
  if (joined) plain = joinedUnits(plain);
  if (fraction) plain = unitFractions(plain, closeOf);
  if (struck) plain = cancelled(plain);
  if (based) plain = spelledBase(plain);
  if (spelled) plain = spelledSigns(plain);
  if (tokens[0]!.value === "0") plain = loosePoint(plain);
  else if (tokens[0]!.value === "Z") plain = typedGroup(plain);
  return readSpokenRelations(spelledUnits(plain));
}
