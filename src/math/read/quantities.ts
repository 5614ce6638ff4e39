// Quantities as they are typed: which letters after a number are its unit, powers of ten, and the parts of an answer.
// In plain text a unit is set like other letters, so the context decides.

import { namesThings, wordSet } from "../../words/index.ts";
import { readFormula } from "../notation/chemistry.ts";
import { unitName } from "../notation/units.ts";
import { isDirection, isWord } from "../notation/words.ts";
import { currencySigns, isAnyOp, isDigits, isOp, isSign, signAt, type Token } from "./token.ts";

const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries({ USD: "$", EUR: "€", GBP: "£", INR: "₹", Rs: "₹", CNY: "¥", RMB: "¥" }),
);

/** Thousands and more after an amount of money: `$5K`, `$4.2bn`. */
const shortScales: ReadonlyMap<string, string> = new Map(
  Object.entries({ k: "thousand", K: "thousand", M: "million", mn: "million", B: "billion", bn: "billion" }),
);

const fullNames = new Map(Object.entries({ in: "inch", deg: "degrees", pct: "percent" }));

const replaced = (tokens: Token[], at: number, change: Partial<Token>): Token[] =>
  tokens.map((token, i) => (i === at ? { ...token, ...change } : token));

/**
 * `Rs. 150`, `USD 150` begin with the name of a currency; `$500/month` and `$500 a month` are rates; `36 in.` ends with a unit that
 * is also a word.
 */
export function spelledUnits(tokens: Token[]): Token[] {
  const first = tokens[0]!;
  if (first.value === "US" && isOp(tokens[1], "$")) return spelledUnits(tokens.slice(1));
  if (isAnyOp(first, currencySigns)) {
    const at = afterNumber(tokens, 1);
    const [by, of] = [tokens[at], tokens[at + 1]];
    const scale = at > 1 && by?.kind === "word" && of?.kind !== "op" ? shortScales.get(by.value) : undefined;
    if (scale !== undefined) return spelledUnits(replaced(tokens, at, { value: scale, gap: " " }));
    const isRate = isOp(by, "/") || (by?.kind === "word" && /^(?:a|an|each|every)$/.test(by.value));
    if (at > 1 && isRate && of?.kind === "word" && of.value.length > 1)
      return replaced(tokens, at, { kind: "word", value: "per", gap: " " });
  }
  const sign = first.kind === "word" ? currencies.get(first.value) : undefined;
  const dot = isOp(tokens[1], ".") ? 1 : 0;
  if (sign !== undefined && tokens[1 + dot]?.kind === "number")
    return [{ ...first, kind: "op", value: sign }, ...tokens.slice(1 + dot)];
  const last = tokens.length - 2 - (isOp(tokens[tokens.length - 2], ".") ? 1 : 0);
  const unit = tokens[last];
  const name = unit?.kind === "word" ? fullNames.get(unit.value) : undefined;
  if (name === undefined || tokens[last - 1]?.kind !== "number") return tokens;
  return replaced(tokens, last, { value: name });
}

/** Where a vector of numbers at the beginning of the text ends: `(3, -4.5)`. */
function afterVector(tokens: readonly Token[]): number {
  let i = 1;
  for (let end = afterNumber(tokens, i); end > i; end = afterNumber(tokens, i)) {
    if (isOp(tokens[end], ")")) return i > 1 ? end + 1 : 0;
    if (!isOp(tokens[end], ",")) return 0;
    i = end + 1;
  }
  return 0;
}

/** Where the number that begins at `at` ends: `-3.1`, `2 450 000`, `1 1/2`, `1.7 \times 10^{-9}`, `3 million`. */
function afterNumber(tokens: readonly Token[], at: number): number {
  if (at === 0 && isOp(tokens[0], "(")) return afterVector(tokens);
  let i = isSign(tokens[at], "+-") ? at + 1 : at;
  if (!isDigits(tokens[i])) return at;
  while (isDigits(tokens[i]) || isOp(tokens[i], "{,}")) i++;
  const isScaled = isSign(tokens[i], "×*") && tokens[i + 1]?.value === "10" && isOp(tokens[i + 2], "^");
  if (!isScaled) return i;
  i += isOp(tokens[i + 3], "{") ? 4 : 3;
  if (isOp(tokens[i], "-")) i++;
  if (tokens[i]?.kind !== "number") return at;
  return isOp(tokens[i + 1], "}") ? i + 2 : i + 1;
}

/** Letters after a number that may be its unit. */
interface Quantity {
  from: number;
  unit: number;
  to: number;
  /** The unit, with its letters upright and its powers as such. */
  read: Token[];
}

const separators = new Set([",", ";", "=", "≈", ":"]);
const joiningWord = /^(?:and|or|to)$/i;

/** Whether a quantity ends before a token: at a separator, a closing bracket, or a bracket that repeats the value. */
function endsQuantity(tokens: readonly Token[], at: number): boolean {
  const { kind, value, gap } = tokens[at]!;
  if (kind === "end") return true;
  if (kind === "word") return joiningWord.test(value);
  if (kind !== "op") return false;
  if (value === "(") return gap !== "" && !isUnitWord(tokens[at + 1]);
  return value === ")" || separators.has(value);
}

export const isUnitWord = (token: Token | undefined): boolean =>
  token?.kind === "word" && unitName(token.value, true) !== undefined;

const beginsAfter = (tokens: readonly Token[], at: number): boolean => {
  const { kind, value } = tokens[at]!;
  if (kind === "word") return joiningWord.test(value) || value === "is" || value === "are";
  if (kind !== "op") return false;
  return value === ")" ? tokens[at - 2]?.part === true : value === "(" || separators.has(value);
};

function quantitiesIn(tokens: readonly Token[]): Quantity[] {
  const found: Quantity[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (i > 0 && !beginsAfter(tokens, i - 1)) continue;
    const unit = afterNumber(tokens, i);
    const quantity = unit > i ? readTypedUnit(tokens, i, unit) : undefined;
    if (!quantity) continue;
    found.push(quantity);
    i = quantity.to - 1;
  }
  return found;
}

const unitWords = wordSet`per square sq squared cubic cu cubed`;
const inUnits = wordSet`* × / - ( ) ^ { } .`;

/**
 * Reads `m s^-2`, `J/(mol K)`, `m2`, `g H_2O` from `unit` to the end of the quantity; undefined if it is anything else.
 */
function readTypedUnit(tokens: readonly Token[], from: number, unit: number): Quantity | undefined {
  const first = tokens[unit]!;
  if (first.kind !== "word" && first.kind !== "symbol") return undefined;
  const read: Token[] = [];
  let depth = 0;
  let i = unit;
  for (; depth > 0 || !endsQuantity(tokens, i); i++) {
    const token = tokens[i]!;
    const [previous, next] = [tokens[i - 1]!, tokens[i + 1]];
    const micro = token.kind === "symbol" && token.value === "mu" && next?.kind === "word";
    if (token.kind === "end") return undefined;
    if (micro) {
      const name = `µ${next.value}`;
      // After a command the space only ends its name.
      const isTied = next.gap === "" || token.end - token.start === "\\mu".length;
      if (unitName(name, true) === undefined || !isTied) return undefined;
      read.push({ ...next, value: name, upright: true, gap: token.gap, start: token.start });
      i++;
    } else if (isOp(token, "°") && i > unit && next?.kind === "word" && /^[CF]$/.test(next.value)) {
      read.push({ ...next, value: `°${next.value}`, upright: true, gap: token.gap, start: token.start });
      i++;
    } else if (isOp(token, ".") && /^(?:sq|cu)$/.test(previous.value)) {
      // `sq. cm`
    } else if (token.kind === "word") {
      const isUnit = unitName(token.value, true) !== undefined || unitWords.has(token.value.toLowerCase());
      if (isUnit && !isOp(next, "_")) read.push({ ...token, upright: true });
      else {
        const to = i > unit && depth === 0 ? afterLabel(tokens, i) : i;
        if (to === i) return undefined;
        read.push(...tokens.slice(i, to));
        i = to - 1;
      }
    } else if (token.kind === "symbol" && token.value === "Omega")
      read.push({ ...token, kind: "word", value: "Ω", upright: true });
    else if (token.kind === "number") {
      // `m2` and `s-1`: a power without its sign.
      const isPower = previous.kind === "word" && token.gap === "" && /^[2-4]$/.test(token.value);
      if (isPower) read.push(signAt(token, "^"));
      else if (!/^[\^{-]$/.test(previous.value)) return undefined;
      read.push(token);
    } else if (isOp(token, "-") && previous.kind === "word" && token.gap === "" && next?.kind === "number") {
      if (next.gap !== "" || !/^[1-4]$/.test(next.value)) return undefined;
      read.push(signAt(token, "^"), signAt(token, "{"), token, next, signAt(token, "}"));
      i++;
    } else if (isOp(token, ".") && isUnitWord(previous) && isUnitWord(next) && token.gap === "")
      read.push(signAt(token, "*"));
    else if (token.kind === "op" && inUnits.has(token.value)) {
      if (token.value === "(") depth++;
      else if (token.value === ")") depth--;
      read.push(token);
    } else return undefined;
  }
  return read.length > 0 ? { from, unit, to: i, read } : undefined;
}

/** Where the substance or the words for the measured thing end: `g H_2O`, `kg of water`; `at` if there are none. */
function afterLabel(tokens: readonly Token[], at: number): number {
  let to = at;
  while (!endsQuantity(tokens, to)) to++;
  return formulaOf(tokens.slice(at, to)) !== undefined || isLabel(tokens.slice(at, to)) ? to : at;
}

function formulaOf(tokens: readonly Token[]): string | undefined {
  let said = "";
  for (const [i, { kind, value, gap }] of tokens.entries()) {
    if (kind !== "word" && kind !== "number" && !"_{}".includes(value)) return undefined;
    if (i > 0 && gap !== "") return undefined;
    said += value;
  }
  return said === "O" ? said : readFormula(said)?.parts;
}

/** The formula at a place up to the end of its item, and where it ends. */
export function formulaAt(
  tokens: readonly Token[],
  at: number,
): { formula: string; next: number } | undefined {
  if (tokens[at]!.kind !== "word") return undefined;
  let next = at;
  while (!endsQuantity(tokens, next)) next++;
  const formula = formulaOf(tokens.slice(at, next));
  return formula === undefined ? undefined : { formula, next };
}

/** Whether words name something, as in `5 kg of water`; the later reading decides whether they may. */
function isLabel(tokens: readonly Token[]): boolean {
  const words = tokens.map(({ value }) => value);
  return (
    tokens.every(({ kind, value }) => kind === "word" && (value === "of" || isWord(value))) &&
    (words[0] === "of" || namesThings(words) || words.every(isDirection))
  );
}

/**
 * What shows that a text is set as mathematics: a dollar sign, or a command after the name of a quantity; a power of
 * ten does not.
 */
const isMathematics = (text: string): boolean =>
  mathematics.test(text) && mathematics.test(text.replace(/^\s*\\?[A-Za-z][^=$]{0,30}=/, ""));
const mathematics = /\$(?!\d)|\\(?!times|cdot|(?:[,; ]\s*\\)?Omega|[$%])/;

/**
 * `150 m`, `9.8 m s^-2`, `8.31 J/(mol K)`, `12 V, 24 V`, `1.5 km (1500 m)`, `F = 5.0 N`: letters after a number that
 * are units count as upright. In plain text, a single letter is a unit after a space if the whole text consists of
 * quantities; after the name of a quantity only after a decimal, or if another unit of the text shows it, because `y =
 * 2 t` is a product. If answers are `measured`, some letters are units in mathematics too.
 */
export function uprightUnits(tokens: Token[], text: string, measured: boolean): Token[] {
  const plain = !isMathematics(text);
  if (!plain && !measured) return tokens;
  const quantities = quantitiesIn(tokens);
  if (quantities.length === 0) return tokens;
  const isClear = ({ unit, read }: Quantity): boolean =>
    tokens[unit]!.kind !== "word" || unitName(read[0]!.value, false) !== undefined;
  const others = quantities.filter(isClear).length;
  const onlyQuantities = plain && holdsOnly(tokens, quantities);
  const isUnit = (quantity: Quantity): boolean => {
    const { from, unit } = quantity;
    const { value, gap } = tokens[unit]!;
    const digits = tokens[isDigits(tokens[from]) ? from : from + 1]!.value;
    // `2\Omega` is a product, `2 \Omega` and `2Ω` an amount.
    if (isClear(quantity))
      return gap !== "" || tokens[unit]!.end - tokens[unit]!.start < "\\Omega".length || value !== "Omega";
    const isWhole = from === 0 && quantity.to === tokens.length - 1;
    if (value.length > 1 && (isWhole || gap !== "" || measured)) return true;
    if (measured && measuredLetters.includes(value) && digits.replace(/^[0.]+|\./g, "").length >= 2)
      return true;
    if (!plain || gap === "") return false;
    if (onlyQuantities || others > 0 || isSaid(tokens, from)) return true;
    const name = nameOf(tokens, from);
    return name !== undefined && (digits.includes(".") || (measured && isUsual(name, value)));
  };
  const result: Token[] = [];
  let done = 0;
  for (const quantity of quantities.filter(isUnit)) {
    result.push(...tokens.slice(done, quantity.unit), ...quantity.read);
    done = quantity.to;
  }
  return done === 0 ? tokens : [...result, ...tokens.slice(done)];
}

const measuredLetters = "gmsJVNWKLlMACc";

/** Whether a text consists of quantities and numbers, with separators or part numbers, and names nothing. */
function holdsOnly(tokens: readonly Token[], quantities: readonly Quantity[]): boolean {
  for (let i = 0; tokens[i]!.kind !== "end"; i++) {
    const quantity = quantities.find(({ from }) => from === i);
    if (quantity) i = quantity.to - 1;
    else if (tokens[i]!.part) i += 2;
    else {
      const next = afterNumber(tokens, i);
      if (next > i) i = next - 1;
      else if (!beginsAfter(tokens, i) && !isOp(tokens[i], ")")) return false;
    }
  }
  return true;
}

/** Whether words give the value of something: `the volume of N2 is 10 L`. */
const isSaid = (tokens: readonly Token[], from: number): boolean =>
  /^(?:is|are)$/.test(tokens[from - 1]?.value ?? "") &&
  tokens.some(({ value }) => isWord(value) && value.length > 3);

/** Letters of quantities, each with its units: `F = 5 N` is a force, `a = 2 g` a multiple. */
const usualUnits = "FN NN TN TK Ts mg Mg ts VV VL IA PW EJ WJ KJ UJ QJ HJ GJ QC qC dm hm Lm".split(" ");
const isUsual = (name: string, unit: string): boolean => usualUnits.includes(name + unit);

/** The first letter of the name before a value, if there is one: `F =`, `v_0 =`, `\Delta H =`. */
function nameOf(tokens: readonly Token[], from: number): string | undefined {
  if (!isOp(tokens[from - 1], "=") && !isOp(tokens[from - 1], "≈")) return undefined;
  let at = from - 2;
  for (; at >= 0 && !isOp(tokens[at], ",") && !isOp(tokens[at], ";"); at--) {
    const { kind, value } = tokens[at]!;
    const isIndex = kind === "number" && /^[_{]$/.test(tokens[at - 1]?.value ?? "");
    if (kind !== "word" && kind !== "symbol" && !/^[_{}]$/.test(value) && !isIndex) return undefined;
  }
  return at < from - 2 && from - at < 10 ? tokens[at + 1]!.value : undefined;
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

/** `(a) .2 (b) .31`: parts from the first on, in any order, are side by side and not multiplied. */
export function separateParts(tokens: Token[]): Token[] {
  const named = (at: number): string => partAt(tokens, at)?.label.value.toLowerCase() ?? "";
  const first = named(0);
  const row = first === "" ? undefined : partNumbers.find((numbers) => numbers.includes(first));
  if (!row) return tokens;
  const isInOrder = first === row[0];
  const places = [0];
  const seen = new Set([first]);
  for (let i = 2; i < tokens.length && places.length < row.length; i++) {
    const name = named(i);
    if (isInOrder ? name !== row[places.length] : !row.includes(name) || seen.has(name)) continue;
    places.push(i);
    seen.add(name);
  }
  if (places.length === 1 || !row.slice(0, places.length).every((name) => seen.has(name))) return tokens;
  return places.flatMap((place, n) => {
    const { label, length } = partAt(tokens, place)!;
    const value = tokens.slice(place + length, places[n + 1]);
    while (n + 1 < places.length && joins(value.at(-1))) value.pop();
    const separator = n === 0 ? [] : [signAt(label, ",")];
    return [...separator, { ...signAt(label, "("), part: true }, label, signAt(label, ")"), ...value];
  });
}

const joins = (token: Token | undefined): boolean =>
  isOp(token, ",") || isOp(token, ";") || (token?.kind === "word" && token.value === "and");
