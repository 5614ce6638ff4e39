// Spellings that are settled before the grammar looks: each pass replaces tokens by those that the grammar expects.

import { looseBraces, takesTwo, withoutLooseBraces } from "./braces.ts";
import { endsUnit, joinedUnits, microUnits, powersOfTen, spelledUnits, unitFractions } from "./quantities.ts";
import { isOp, type Token } from "./token.ts";

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

const vectorOpeners = new Set(["(", "[", "{", "\\{", ",", ";", "=", "+", "-", "*", "×"]);

/** `<1, 2>`: where no value stands before it, a sign of comparison opens a vector. */
function angleBrackets(tokens: Token[]): Token[] {
  let result = tokens;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    const begins = before === undefined || (before.kind === "op" && vectorOpeners.has(before.value));
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

const isTypedDifferential = (token: Token | undefined): boolean =>
  token?.kind === "word" && /^d[a-z]$/.test(token.value) && token.gap === "";

/** `dy/dx`, typed on one line, is the fraction that print has. */
function typedDerivatives(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const [top, slash, below] = [tokens[i]!, tokens[i + 1], tokens[i + 2]];
    const derivative =
      top.kind === "word" && /^d[a-z]$/.test(top.value) && isOp(slash, "/") && isTypedDifferential(below);
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
    else if (token.kind === "op" && token.value === "/" && isTypedDifferential(tokens[i + 1])) slashed = true;
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

const modules = new Set("np numpy math cmath sympy sp sy scipy mpmath mp jnp torch S".split(" "));

/** Constants of the modules, each as the tokens that say the same. */
const constants: ReadonlyMap<string, readonly (readonly [Token["kind"], string])[]> = new Map(
  Object.entries({
    pi: [["symbol", "pi"]],
    Pi: [["symbol", "pi"]],
    e: [["word", "e"]],
    E: [["word", "e"]],
    Exp: [["word", "e"]],
    I: [["word", "i"]],
    ImaginaryUnit: [["word", "i"]],
    inf: [["op", "∞"]],
    oo: [["op", "∞"]],
    Infinity: [["op", "∞"]],
    NegativeInfinity: [
      ["op", "-"],
      ["op", "∞"],
    ],
    Half: [["fraction", "½"]],
    Reals: [["setname", "R"]],
    Integers: [["setname", "Z"]],
    Rationals: [["setname", "Q"]],
    Complexes: [["setname", "C"]],
    EmptySet: [["word", "EmptySet"]],
    One: [["number", "1"]],
    Zero: [["number", "0"]],
  } as const),
);

const isDot = (token: Token | undefined): boolean =>
  token?.kind === "op" && token.value === "." && token.gap === "";

/** Whether two names with a point between them stand in the text at all; most texts have none. */
export const hasDottedName = (text: string): boolean => /[A-Za-z]\.[A-Za-z]/.test(text);

/** The tokens without modules; `Interval.open` and `.union` become one name. */
export function joinDottedNames(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const name = tokens[i + 2];
    const dotted = isDot(tokens[i + 1]) && name?.kind === "word" && name.gap === "";
    if (token.kind === "word" && dotted && modules.has(token.value)) {
      const meant = constants.get(name.value);
      // `S.Exp1`: the digit belongs to the name.
      const digit = name.value === "Exp" && tokens[i + 3]?.value === "1" ? 1 : 0;
      if (name.value === "Exp" && digit === 0) result.push(token);
      else if (meant) {
        for (const [kind, value] of meant) result.push({ ...name, kind, value, gap: token.gap });
        i += 2 + digit;
      } else {
        // Every module's `log` is natural, unless its name or a second argument gives a base.
        const value = name.value === "log" && tokens[i + 3]?.value === "(" ? "ln" : name.value;
        tokens[i + 2] = { ...name, value, gap: token.gap };
        i += 1;
      }
    } else if (token.kind === "word" && dotted && token.value === "Interval") {
      result.push({ ...token, value: `Interval.${name.value}`, end: name.end });
      i += 2;
    } else result.push(token);
  }
  return result;
}

type Sign = readonly [kind: Token["kind"], value: string];

const less: Sign = ["op", "<"];
const atMost: Sign = ["op", "≤"];
const greater: Sign = ["op", ">"];
const atLeast: Sign = ["op", "≥"];
const other: Sign = ["op", "≠"];
const same: Sign = ["op", "="];
const remainder: Sign = ["op", "≡"];
const divided: Sign = ["command", "pmod"];
const zero: Sign = ["number", "0"];

/** Phrases with their signs; longer ones come first. */
const spokenRelations: readonly (readonly [string, readonly Sign[]])[] = [
  ["is strictly less than", [less]],
  ["is strictly greater than", [greater]],
  ["is less than or equal to", [atMost]],
  ["is greater than or equal to", [atLeast]],
  ["less than or equal to", [atMost]],
  ["greater than or equal to", [atLeast]],
  ["is not less than", [atLeast]],
  ["is not greater than", [atMost]],
  ["not less than", [atLeast]],
  ["not greater than", [atMost]],
  ["is no less than", [atLeast]],
  ["is no more than", [atMost]],
  ["no less than", [atLeast]],
  ["no more than", [atMost]],
  ["is less than", [less]],
  ["is greater than", [greater]],
  ["is more than", [greater]],
  ["is larger than", [greater]],
  ["is smaller than", [less]],
  ["is at least", [atLeast]],
  ["is at most", [atMost]],
  ["less than", [less]],
  ["greater than", [greater]],
  ["more than", [greater]],
  ["larger than", [greater]],
  ["smaller than", [less]],
  ["at least", [atLeast]],
  ["at most", [atMost]],
  ["exceeds", [greater]],
  ["is not equal to", [other]],
  ["not equal to", [other]],
  ["does not equal", [other]],
  ["is equal to", [same]],
  ["equals", [same]],
  ["leaves a remainder of", [remainder]],
  ["leaves remainder", [remainder]],
  ["leaves a remainder", [remainder]],
  ["has a remainder of", [remainder]],
  ["has remainder", [remainder]],
  ["is congruent to", [remainder]],
  ["is divisible by", [remainder, zero, divided]],
  ["is a multiple of", [remainder, zero, divided]],
];

/** Behind the remainder. */
const divisions: readonly (readonly [string, readonly Sign[]])[] = [
  ["when divided by", [divided]],
  ["when it is divided by", [divided]],
  ["upon division by", [divided]],
  ["on division by", [divided]],
  ["divided by", [divided]],
  ["modulo", [divided]],
];

const byFirstWord = (table: typeof spokenRelations): ReadonlyMap<string, [string[], readonly Sign[]][]> => {
  const map = new Map<string, [string[], readonly Sign[]][]>();
  for (const [phrase, signs] of table) {
    const words = phrase.split(" ");
    map.set(words[0]!, [...(map.get(words[0]!) ?? []), [words, signs]]);
  }
  return map;
};
const relationsByWord = byFirstWord(spokenRelations);
const divisionsByWord = byFirstWord(divisions);

const isNamed = (token: Token | undefined): boolean =>
  token?.kind === "symbol" ||
  (token?.kind === "word" && token.value.length === 1) ||
  token?.value === "}" ||
  /^(?:numbers|reals|integers)$/i.test(token?.value ?? "");

/** What a phrase at a place says, and of how many words it is. */
function phraseAt(
  tokens: Token[],
  at: number,
  table: typeof relationsByWord,
): [readonly Sign[], number] | undefined {
  for (const [words, signs] of table.get(tokens[at]!.value.toLowerCase()) ?? []) {
    const matches = words.every(
      (word, i) => tokens[at + i]?.kind === "word" && tokens[at + i]!.value.toLowerCase() === word,
    );
    if (matches) return [signs, words.length];
  }
  return undefined;
}

/** Whether a token may begin the value that a relation leads to. */
const startsValue = (token: Token | undefined): boolean =>
  token !== undefined && token.kind !== "end" && !(token.kind === "word" && token.value.length > 1);

/** The tokens with a sign for each relation that is spoken of a name. */
function readSpokenRelations(tokens: Token[]): Token[] {
  if (!tokens.some((token) => token.kind === "word" && relationsByWord.has(token.value.toLowerCase())))
    return tokens;
  const result: Token[] = [];
  let congruent = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const found: [readonly Sign[], number] | undefined =
      token.kind !== "word"
        ? undefined
        : isNamed(result[result.length - 1])
          ? phraseAt(tokens, i, relationsByWord)
          : congruent
            ? phraseAt(tokens, i, divisionsByWord)
            : undefined;
    if (!found || !startsValue(tokens[i + found[1]])) {
      result.push(token);
      continue;
    }
    const signs: readonly Sign[] = found[0];
    const length = found[1];
    for (const [kind, value] of signs)
      result.push({ ...token, kind, value, gap: " ", end: tokens[i + length - 1]!.end });
    congruent = signs[0] === remainder && signs.length === 1;
    i += length - 1;
  }
  return result;
}

const lineOpeners = new Set(["(", "[", "{", "\\{", "⟨", "⌊", "⌈", "|("]);
const lineClosers = new Set([")", "]", "}", "\\}", "⟩", "⌋", "⌉", "|)"]);
const lineRelations = "= ≠ < ≤ > ≥ ≈ ≡ ∼ ∈ ∉ ⊂ ⊆ → ∣ ∤ ∥ ⊥ ⇒ ⇔".split(" ");
const lineSeparators = [",", ";", ":", "&", "\\\\"];
const binary = "* × / ÷ ∪ ∩ ∖ ^ _".split(" ");

/** After one of these a line is not complete. */
const leavesOpen = new Set([...lineRelations, ...lineSeparators, ...binary, "+", "-", "±", "∓", "∴"]);
/** Before one of these a line goes on; another operator there makes what cannot be read. */
const continues = new Set([...lineRelations, ...lineSeparators, "**", '"', "."]);
const lineJoiners = /^(and|or|for|where|when|whenever|if|with|such|given|that|mod|in|otherwise|else)$/i;

const isJoiningWord = (token: Token): boolean => token.kind === "word" && lineJoiners.test(token.value);

const goesOn = (before: Token, token: Token): boolean =>
  isJoiningWord(before) ||
  isJoiningWord(token) ||
  (before.kind === "op" && leavesOpen.has(before.value)) ||
  (token.kind === "op" && continues.has(token.value)) ||
  (token.kind === "command" && token.value.startsWith("end:"));

const isLineSign = (token: Token): boolean =>
  token.kind === "op" && (token.value === "+" || token.value === "-" || token.value === "±");

/** The separator that a line break became, which takes no room in the text. */
export const isLineBreak = (token: Token): boolean =>
  token.kind === "op" && token.value === ";" && token.end === token.start;

const isRowBreak = (token: Token | undefined): boolean => token?.kind === "op" && token.value === "\\\\";

/** Outside an environment a row ends as a line does. */
function rowsAsLines(tokens: Token[]): Token[] {
  if (!tokens.some(isRowBreak) || tokens.some((token) => token.value.startsWith("begin:"))) return tokens;
  return tokens.flatMap((token, i) => {
    if (isRowBreak(token)) return [];
    return isRowBreak(tokens[i - 1]) ? [{ ...token, line: true as const }] : [token];
  });
}

/** Puts a separator between lines that are complete; `signsContinue` where a sign may carry a sum on. */
export function separateLines(given: Token[], signsContinue: boolean): Token[] {
  const tokens = rowsAsLines(given);
  if (!tokens.some((token) => token.line)) return tokens;
  const result: Token[] = [];
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    if (token.line && before && depth === 0 && token.kind !== "end" && !goesOn(before, token))
      if (!(signsContinue && isLineSign(token)))
        result.push({ ...token, kind: "op", value: ";", gap: "", end: token.start });
    if (token.kind === "op" && lineOpeners.has(token.value)) depth++;
    else if (token.kind === "op" && lineClosers.has(token.value)) depth--;
    else if (token.kind === "command" && token.value.startsWith("begin:")) depth++;
    else if (token.kind === "command" && token.value.startsWith("end:")) depth--;
    result.push(token);
  }
  return result;
}

/** Signs that open and close: bold and slanted type of Markdown, and quotation marks. */
const pairs = ["**", '"', "'", "*", "_"];
const beginnings = new Set("⇒➡✓✔✅☑👉");
const endings = new Set("✓✔✅☑∎■🎉");
const endCommands = new Set(["blacksquare", "qed", "qedsymbol"]);
const finalPunctuation = new Set([".", ",", ";", ":"]);

const isEnding = ({ kind, value }: Token): boolean =>
  (kind === "op" && endings.has(value)) || (kind === "command" && endCommands.has(value));

/** The index of the last token before the end. */
const lastOf = (tokens: readonly Token[]): number => tokens.length - 2;

/** Takes the decorations away, in place. */
export function unwrap(tokens: Token[]): void {
  for (let before = 0; before !== tokens.length; ) {
    before = tokens.length;
    dropBeginning(tokens);
    dropEnding(tokens);
    dropPair(tokens);
  }
  dropInnerStop(tokens);
}

/** `⇒ 42`, `✅ 42`. */
function dropBeginning(tokens: Token[]): void {
  while (tokens.length > 2 && tokens[0]!.kind === "op" && beginnings.has(tokens[0]!.value)) tokens.shift();
}

/** Final punctuation ends a sentence, not a formula; ticks and the end of a proof end it too, and so does an empty group. */
function dropEnding(tokens: Token[]): void {
  for (;;) {
    const last = lastOf(tokens);
    const token = tokens[last];
    if (!token) return;
    const isStop = token.kind === "op" && finalPunctuation.has(token.value);
    const isEmptyGroup =
      last > 1 && isOp(token, "}") && isOp(tokens[last - 1], "{") && mayEndValue(tokens[last - 2]!);
    if (!isStop && !(last > 0 && isEnding(token)) && !isEmptyGroup) return;
    tokens.splice(isEmptyGroup ? last - 1 : last, isEmptyGroup ? 2 : 1);
  }
}

const mayEndValue = ({ kind, value }: Token): boolean =>
  kind === "number" || kind === "symbol" || kind === "word" || value === ")" || value === "}";

function dropPair(tokens: Token[]): void {
  // `***42***` closes with two stars and one, as it opens.
  const last = lastOf(tokens);
  if (last > 3 && isOp(tokens[1], "*") && isOp(tokens[last], "*") && isOp(tokens[last - 1], "**"))
    if (isOp(tokens[0], "**")) {
      tokens.splice(last - 1, 2);
      tokens.splice(0, 2);
    }
  for (const mark of pairs)
    if (tokens.length > 3 && isOp(tokens[0], mark) && isOp(tokens[lastOf(tokens)], mark)) {
      tokens.splice(lastOf(tokens), 1);
      tokens.shift();
    }
}

/** The full stop in `\boxed{5.}`. */
function dropInnerStop(tokens: Token[]): void {
  let last = lastOf(tokens);
  while (last > 0 && isOp(tokens[last], "}")) last--;
  if (last < lastOf(tokens) && isOp(tokens[last], ".")) tokens.splice(last, 1);
}
