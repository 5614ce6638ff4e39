// Spellings that are settled before the grammar looks: braces around the mere name of a function, and the angle brackets
// of a keyboard.

import { namesThings } from "../../words/index.ts";
import { readFormula } from "../notation/chemistry.ts";
import { unitName } from "../notation/units.ts";
import { isWord } from "../notation/words.ts";
import { looseBraces, takesTwo, withoutLooseBraces } from "./groups.ts";
import type { Token } from "./scanner.ts";
import { readSpokenRelations } from "./spoken.ts";

const isOp = (token: Token | undefined, value: string): boolean =>
  token?.kind === "op" && token.value === value;

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

const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries({ USD: "$", EUR: "€", GBP: "£", INR: "₹", Rs: "₹", CNY: "¥", RMB: "¥" }),
);

/** `mm Hg` is one unit. */
const joinedUnits = (tokens: Token[]): Token[] =>
  tokens.flatMap((token, i) => {
    const isHead = token.value === "mm" && tokens[i + 1]?.value === "Hg";
    if (token.value === "Hg" && tokens[i - 1]?.value === "mm") return [];
    return [isHead ? { ...token, value: "mmHg" } : token];
  });

const fullNames = new Map([
  ["in", "inch"],
  ["pct", "percent"],
]);

/** `Rs. 150`, `USD 150` begin with the name of a currency; `36 in.` ends with a unit that is also a word. */
function spelledUnits(tokens: Token[]): Token[] {
  const first = tokens[0]!;
  const sign = first.kind === "word" ? currencies.get(first.value) : undefined;
  const dot = isOp(tokens[1], ".") ? 1 : 0;
  if (sign !== undefined && tokens[1 + dot]?.kind === "number")
    return [{ ...first, kind: "op", value: sign }, ...tokens.slice(1 + dot)];
  const last = tokens.length - 2 - (isOp(tokens[tokens.length - 2], ".") ? 1 : 0);
  const unit = tokens[last];
  const name = unit?.kind === "word" ? fullNames.get(unit.value) : undefined;
  if (name === undefined || tokens[last - 1]?.kind !== "number") return tokens;
  return [...tokens.slice(0, last), { ...unit!, value: name }, ...tokens.slice(last + 1)];
}

/** `\text{µm}`: the letter is a prefix before an upright unit. */
function microUnits(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (const token of tokens) {
    const before = result.at(-1);
    const name = `µ${token.value}`;
    const isPrefix = before?.kind === "symbol" && before.value === "mu" && token.kind === "word";
    if (isPrefix && token.upright && token.gap === "" && unitName(name, true) !== undefined)
      result[result.length - 1] = { ...token, value: name, gap: before.gap, start: before.start };
    else result.push(token);
  }
  return result;
}

/** `4.1x10^-6`: before a power of ten the letter is a sign. */
function powersOfTen(tokens: Token[]): Token[] {
  const isSign = ({ kind, value, gap }: Token, i: number): boolean =>
    kind === "word" &&
    gap === tokens[i + 1]?.gap &&
    (value === "x" || value === "X") &&
    tokens[i - 1]?.kind === "number" &&
    tokens[i + 1]?.value === "10" &&
    isOp(tokens[i + 2], "^");
  return tokens.map((token, i) => (isSign(token, i) ? { ...token, kind: "op", value: "×" } : token));
}

/** Where the number that begins at `at` ends: `-3.1`, `2 450 000`, `1.7 \times 10^{-9}`. */
function afterNumber(tokens: Token[], at: number): number {
  let i = isOp(tokens[at], "-") ? at + 1 : at;
  if (tokens[i]?.kind !== "number") return at;
  while (tokens[i]?.kind === "number") i++;
  const isScaled =
    (isOp(tokens[i], "×") || isOp(tokens[i], "*")) &&
    tokens[i + 1]?.value === "10" &&
    isOp(tokens[i + 2], "^");
  if (!isScaled) return i;
  i += isOp(tokens[i + 3], "{") ? 4 : 3;
  if (isOp(tokens[i], "-")) i++;
  if (tokens[i]?.kind !== "number") return at;
  return isOp(tokens[i + 1], "}") ? i + 2 : i + 1;
}

const inUnits = new Set("* × / - ( ) ^ { } .".split(" "));

/**
 * `150 m`, `9.8 m s^-2`, `8.31 J/(mol K)`: outside mathematics, where the whole text is one number and one unit, its letters are
 * as good as upright. A single letter needs a space before it: `2m` is a product.
 */
export function uprightUnits(tokens: Token[], text: "plain" | "measured"): Token[] {
  if (tokens[0]!.part) return inEachPart(tokens, text);
  const start = afterNumber(tokens, isNamedDecimal(tokens) ? 2 : 0);
  const first = tokens[start];
  if (start === 0 || first === undefined || (first.kind !== "word" && first.kind !== "symbol")) return tokens;
  if (first.kind === "word" && first.value.length === 1 && !mayBeUnit(first, tokens.slice(0, start), text))
    return tokens;
  const result = tokens.slice(0, start);
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i]!;
    const next = tokens[i + 1];
    const previous = tokens[i - 1]!;
    if (token.kind === "symbol" && token.value === "mu" && next?.kind === "word" && next.gap === "") {
      const name = `µ${next.value}`;
      if (unitName(name, true) === undefined) return tokens;
      result.push({ ...next, value: name, upright: true, gap: token.gap, start: token.start });
      i++;
    } else if (isOp(token, "°") && i > start && next?.kind === "word" && /^[CF]$/.test(next.value)) {
      result.push({ ...next, value: `°${next.value}`, upright: true, gap: token.gap, start: token.start });
      i++;
    } else if (token.kind === "word") {
      if (unitName(token.value, true) === undefined && !unitWords.has(token.value.toLowerCase()))
        return i > start && (formulaAt(tokens, i) !== undefined || isLabelAt(tokens, i))
          ? [...result, ...tokens.slice(i)]
          : tokens;
      result.push({ ...token, upright: true });
    } else if (token.kind === "symbol" && token.value === "Omega")
      result.push({ ...token, kind: "word", value: "Ω", upright: true });
    else if (
      token.kind === "number"
        ? /[\^{-]/.test(previous.value)
        : token.kind === "end" || inUnits.has(token.value)
    )
      result.push(token);
    else return tokens;
  }
  return result;
}

/** `F = 5.0 N`: the name of a quantity before a decimal. */
const isNamedDecimal = ([name, equals, number]: Token[]): boolean =>
  name?.kind === "word" && name.value.length === 1 && isOp(equals, "=") && !!number?.value.includes(".");

function inEachPart(tokens: Token[], text: "plain" | "measured"): Token[] {
  const end = tokens.at(-1)!;
  const places = tokens.flatMap(({ part }, i) => (part ? [i] : []));
  return places.flatMap((place, n) => {
    const next = places[n + 1];
    const value = tokens.slice(place + 3, next === undefined ? -1 : next - 1);
    const read = value.length === 0 ? [] : uprightUnits([...value, end], text).slice(0, -1);
    return [...tokens.slice(place, place + 3), ...read, next === undefined ? end : tokens[next - 1]!];
  });
}

const partNumbers = ["a b c d e f g h", "i ii iii iv v vi vii viii", "1 2 3 4 5 6 7 8"].map((row) =>
  row.split(" "),
);

/** The label of a part that begins at a place, and its tokens: `(a)`, `[ii]`, `b)`, `b.`, with a space and a value after it. */
function partAt(tokens: Token[], at: number): { label: Token; length: number } | undefined {
  const isBracketed = isOp(tokens[at], "(") || isOp(tokens[at], "[");
  const length = isBracketed ? 3 : 2;
  const label = tokens[isBracketed ? at + 1 : at]!;
  const close = tokens[at + length - 1];
  const value = tokens[at + length];
  const isLetter = label.kind === "word";
  const isClosed =
    isOp(close, isOp(tokens[at], "[") ? "]" : ")") || (!isBracketed && isLetter && isOp(close, "."));
  const isApart = (at === 0 || tokens[at]!.gap !== "") && value !== undefined && value.gap !== "";
  return isClosed && isApart && value.kind !== "end" ? { label, length } : undefined;
}

/** `(a) .2 (b) .31`: parts in their order stand side by side, and multiply nothing. */
export function separateParts(tokens: Token[]): Token[] {
  const named = (at: number): string | undefined => partAt(tokens, at)?.label.value.toLowerCase();
  const row = partNumbers.find(([first]) => first === named(0));
  if (!row) return tokens;
  const places = [0];
  for (let i = 2; i < tokens.length && places.length < row.length; i++)
    if (named(i) === row[places.length]) places.push(i);
  if (places.length === 1) return tokens;
  return places.flatMap((place, n) => {
    const { label, length } = partAt(tokens, place)!;
    const value = tokens.slice(place + length, places[n + 1]);
    while (n + 1 < places.length && joins(value.at(-1))) value.pop();
    const op = (sign: string): Token => ({ ...label, kind: "op", value: sign, gap: "" });
    const separator = n === 0 ? [] : [op(",")];
    return [...separator, { ...op("("), part: true }, label, op(")"), ...value];
  });
}

const joins = (token: Token | undefined): boolean =>
  isOp(token, ",") || isOp(token, ";") || (token?.kind === "word" && token.value === "and");

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

/** `0. 35`: a point with a space after it. */
function loosePoint(tokens: Token[]): Token[] {
  const [zero, point, digits] = tokens;
  const isPoint = zero?.value === "0" && isOp(point, ".") && point!.gap === "" && digits?.kind === "number";
  return isPoint && /^\d+$/.test(digits.value) && digits.gap === " "
    ? [{ ...digits, value: `0.${digits.value}`, gap: zero.gap, start: zero.start }, ...tokens.slice(3)]
    : tokens;
}

/** The formula of a substance that the rest of the tokens is: `Fe`, `O_2`, `\mathrm{CO_2}`. */
export function formulaAt(tokens: readonly Token[], at: number): string | undefined {
  let said = "";
  for (let i = at; tokens[i]!.kind !== "end"; i++) {
    const { kind, value, gap } = tokens[i]!;
    if (kind !== "word" && kind !== "number" && !"_{}".includes(value)) return undefined;
    if (i > at && gap !== "") return undefined;
    said += value;
  }
  return said === "O" ? said : readFormula(said)?.parts;
}

/** Whether the rest of the tokens is words that name something, as in `5 kg of water`; those read later say whether they may. */
function isLabelAt(tokens: readonly Token[], at: number): boolean {
  const rest = tokens.slice(at, -1);
  const words = rest.map(({ value }) => value);
  return (
    rest.every(({ kind, value }) => kind === "word" && (value === "of" || isWord(value))) &&
    (words[0] === "of" || namesThings(words))
  );
}

const measuredLetters = "gmsJVNWKLlMACc";

/** A single letter is a unit after a space; in a science answer also next to a number of two digits or more. */
function mayBeUnit({ value, gap }: Token, number: Token[], text: "plain" | "measured"): boolean {
  if (text === "plain") return gap !== "";
  const digits = number[0]!.value.replace(/^[0.]+|\./g, "");
  return digits.length >= 2 && measuredLetters.includes(value);
}

const unitWords = new Set("per square sq squared cubic cu cubed".split(" "));

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
  let mercury = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === "function" && isOp(tokens[i - 1], "{")) braced = true;
    else if (token.kind === "op" && token.value === "{") loose += looseBraces(tokens, i);
    else if (token.kind === "command" && takesTwo(token)) loose--;
    else if (token.kind === "op" && token.value === "<") angled = true;
    else if (token.kind === "symbol" && token.value === "mu" && tokens[i + 1]?.upright) micro = true;
    else if (token.kind === "number" && token.value === "10" && tokens[i - 1]?.kind === "word") scaled = true;
    else if (token.kind === "op" && token.value === "." && tokens[i + 1]?.value === "e") dotted = true;
    else if (token.kind === "word" && token.value === "Hg") mercury = true;
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
  if (mercury) plain = joinedUnits(plain);
  if (spelled) plain = spelledSigns(plain);
  if (tokens[0]!.value === "0") plain = loosePoint(plain);
  return readSpokenRelations(spelledUnits(plain));
}
