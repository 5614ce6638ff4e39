// Spellings that are replaced before the grammar reads the text. A pass replaces tokens by those that the grammar
// expects; `passes`, at the end, lists them all with the tokens that they look for, so most texts are scanned only
// once. A new spelling is a row there, or a row of a table of phrases here.

import { wordSet } from "../../words/index.ts";
import { unitName } from "../notation/units.ts";
import { looseBraces, takesTwo, withoutLooseBraces } from "./braces.ts";
import { groupedDigits } from "./numbers.ts";
import { isUnitWord, separateParts, spelledUnits } from "./quantities.ts";
import {
  closesEnvironment,
  closingSigns,
  endsExpression,
  isAnyOp,
  isDigits,
  isJoiningWord,
  isLetter,
  isOp,
  isSign,
  isWordIn,
  openingSigns,
  opensEnvironment,
  relationSigns,
  separatorSigns,
  signAt,
  type Token,
} from "./token.ts";

type Pass = (tokens: Token[]) => Token[];

/** The replacement at a place, and how many tokens it replaces; undefined if the place does not change. */
type Rule = (tokens: Token[], at: number) => { length: number; by: Token[] } | undefined;

/** A pass that applies a rule at every place. */
const each =
  (rule: Rule): Pass =>
  (tokens) => {
    let result: Token[] | undefined;
    for (let i = 0; i < tokens.length; ) {
      const found = rule(tokens, i);
      if (found) {
        result ??= tokens.slice(0, i);
        result.push(...found.by);
      } else result?.push(tokens[i]!);
      i += found?.length ?? 1;
    }
    return result ?? tokens;
  };

const atStart =
  (rule: Rule): Pass =>
  (tokens) => {
    const found = rule(tokens, 0);
    return found ? [...found.by, ...tokens.slice(found.length)] : tokens;
  };

function closeOf(tokens: Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (isOp(tokens[i], "{")) depth++;
    else if (isOp(tokens[i], "}") && --depth === 0) return i;
  }
  return -1;
}

/** Where a subscript or exponent that begins at `at` ends; `at` itself if there is none. */
function afterScript(tokens: Token[], at: number): number {
  if (!isSign(tokens[at], "_^")) return at;
  return isOp(tokens[at + 1], "{") ? closeOf(tokens, at + 1) + 1 : at + 2;
}

/** `{\sin}^2 x` and `{\log_2} 3`: the braces hold a name without its argument. */
const bareHead: Rule = (tokens, i) => {
  if (!isOp(tokens[i], "{") || tokens[i + 1]?.kind !== "function") return undefined;
  const close = closeOf(tokens, i);
  const isBare = close > 0 && afterScript(tokens, afterScript(tokens, i + 2)) === close;
  return isBare ? { length: close - i + 1, by: tokens.slice(i + 1, close) } : undefined;
};

const vectorOpeners = new Set(["(", "[", "{", "\\{", ",", ";", "=", "+", "-", "*", "×"]);

/** `<1, 2>`: if there is no value before it, a comparison sign opens a vector. */
const angleBracket: Rule = (tokens, i) => {
  const before = tokens[i - 1];
  if (!isOp(tokens[i], "<") || (before && !isAnyOp(before, vectorOpeners))) return undefined;
  let close = i + 1;
  while (tokens[close]!.kind !== "end" && !/^[<>≤≥=]$/.test(tokens[close]!.value)) close++;
  const inside = tokens.slice(i + 1, close);
  if (!isOp(tokens[close], ">") || !inside.some((token) => isOp(token, ","))) return undefined;
  const by = [{ ...tokens[i]!, value: "⟨" }, ...inside, { ...tokens[close]!, value: "⟩" }];
  return { length: by.length, by };
};

/** `0.75, i.e. 3/4` gives one value twice, as an equals sign does. */
const thatIs: Rule = (tokens, i) => {
  const at = isOp(tokens[i], ",") ? i + 1 : i;
  const said = tokens.slice(at, at + 4);
  if (i === 0 || said[0]!.kind !== "word" || said.map(({ value }) => value).join("") !== "i.e.")
    return undefined;
  const after = isOp(tokens[at + 4], ",") ? at + 5 : at + 4;
  return { length: after - i, by: [{ ...said[0]!, kind: "op", value: "=" }] };
};

/** `triangle ABC`, `angle A`: the sign in words, at the beginning of an item. */
const spelledFigure: Rule = (tokens, i) => {
  const [sign, name] = [tokens[i]!, tokens[i + 1]];
  const letters = /^triangle$/i.test(sign.value) ? /^[A-Z]{3}$/ : /^[A-Z](?:[A-Z]{2})?$/;
  const begins = i === 0 || tokens[i - 1]!.kind === "op";
  if (sign.kind !== "word" || name?.kind !== "word" || !letters.test(name.value) || !begins) return undefined;
  return { length: 1, by: [{ ...sign, kind: "op", value: letters.test("A") ? "∠" : "△" }] };
};

/** `dy/dx` and `d^2y/dx^2`, typed on one line, are fractions. */
const typedDerivative: Rule = (tokens, i) => {
  const top = tokens[i]!;
  if (top.kind !== "word" || !/^d[a-z]?$/.test(top.value)) return undefined;
  const slash = top.value === "d" ? afterScript(tokens, i + 1) + 1 : i + 1;
  const isRaised = slash > i + 2;
  const below = tokens[slash + 1];
  const isFraction = isOp(tokens[slash], "/") && (isRaised || slash === i + 1) && isWordIn(below, /^d[a-z]$/);
  const end = isRaised ? afterScript(tokens, slash + 2) : slash + 2;
  const parts = tokens.slice(i, end);
  if (!isFraction || parts.slice(1).some(({ gap }) => gap !== "")) return undefined;
  const [open, close] = [signAt(top, "{"), signAt(top, "}")];
  const above: Token[] = [{ ...top, kind: "command", value: "frac" }, open, { ...top, gap: "" }];
  const middle = slash - i;
  return {
    length: parts.length,
    by: [...above, ...parts.slice(1, middle), close, open, ...parts.slice(middle + 1), close],
  };
};

/** `4.1x10^-6`: before a power of ten the letter is a sign. */
const powerOfTen: Rule = (tokens, i) => {
  const [token, ten] = [tokens[i]!, tokens[i + 1]];
  const isTimes =
    isWordIn(token, /^[xX]$/) &&
    token.gap === ten?.gap &&
    tokens[i - 1]?.kind === "number" &&
    ten.value === "10" &&
    (isOp(tokens[i + 2], "^") || isOp(tokens[i + 2], "**"));
  return isTimes ? { length: 1, by: [{ ...token, kind: "op", value: "×" }] } : undefined;
};

/** `\mu\text{m}`, `\text{k}\Omega`: a prefix and its unit, one of which is a Greek letter. */
const microUnit: Rule = (tokens, i) => {
  const [prefix, unit] = [tokens[i]!, tokens[i + 1]];
  const isPrefix = prefix.upright
    ? /^[kMGm]$/.test(prefix.value)
    : /^[kM]$/.test(prefix.value) && tokens[i - 1]?.kind === "number";
  if (isPrefix && unit?.kind === "symbol" && unit.value === "Omega")
    return { length: 2, by: [{ ...prefix, value: `${prefix.value}Ω`, upright: true }] };
  if (prefix.kind !== "symbol" || prefix.value !== "mu" || unit?.kind !== "word") return undefined;
  const name = `µ${unit.value}`;
  if (!unit.upright || unitName(name, true) === undefined) return undefined;
  return { length: 2, by: [{ ...unit, value: name, gap: prefix.gap, start: prefix.start }] };
};

/** Units of two words, by the second one. */
// biome-ignore format: a table reads better in rows
const ofTwoWords: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  ([
    ["Hg", { mm: "mmHg", cm: "cmHg", in: "inHg" }],
    ["volt volts", { electron: "electronvolt" }],
    ["year years", { light: "lightyear" }],
    ["dollar dollars", { US: "dollar" }],
    ["mile miles", { nautical: "nmi" }],
  ] as const).flatMap(([last, firsts]) => last.split(" ").map((word) => [word, new Map(Object.entries(firsts))])),
);

/** `mm Hg`, `electron volts`, `light-years`, `US dollars` are one unit each. */
const joinedUnit: Rule = (tokens, i) => {
  const length = isOp(tokens[i + 1], "-") ? 3 : 2;
  const [head, last] = [tokens[i]!, tokens[i + length - 1]];
  const name = last?.kind === "word" ? ofTwoWords.get(last.value)?.get(head.value) : undefined;
  if (name === undefined) return undefined;
  return { length, by: [{ ...last!, value: name, gap: head.gap, start: head.start }] };
};

/** `45 in^2`, `15 lb/in^2`, `12 in-lb`: with a power or beside a unit the word is an inch. */
const inch: Rule = (tokens, i) => {
  if (!isWordIn(tokens[i], /^in$/)) return undefined;
  const length = isOp(tokens[i + 1], ".") && isOp(tokens[i + 2], "^") ? 2 : 1;
  const [before, after] = [tokens[i - 1], tokens[i + length]!];
  const isAmount = before?.kind === "number" || isOp(before, "}");
  const isPower = isOp(after, "^") || (isAmount && after.gap === "" && /^[23]$/.test(after.value));
  const isBeside =
    (isSign(before, "/*-") && isUnitWord(tokens[i - 2])) ||
    (isAmount && isSign(after, "/*-") && tokens[i + 2]!.gap === "" && isUnitWord(tokens[i + 2]));
  return isPower || isBeside ? { length, by: [{ ...tokens[i]!, value: "inch" }] } : undefined;
};

/** `W/mK`, `kJ/kgK`: below a slash, a kelvin that is set next to its unit. */
const besideKelvin: Rule = (tokens, i) => {
  const { kind, value } = tokens[i]!;
  if (
    kind !== "word" ||
    !/^(?:k?g|mo?l?)K$/.test(value) ||
    !isOp(tokens[i - 1], "/") ||
    !isUnitWord(tokens[i - 2])
  )
    return undefined;
  const by = [value.slice(0, -1), "K"].map((name) => ({ ...tokens[i]!, value: name }));
  return { length: 1, by: [by[0]!, signAt(tokens[i]!, "*"), { ...by[1]!, gap: "" }] };
};

/** `\AA`, `\mathring{A}`. */
const angstrom: Rule = (tokens, i) => {
  const { kind, value } = tokens[i]!;
  const length = value === "AA" ? 1 : isOp(tokens[i + 1], "{") && tokens[i + 2]!.value === "A" ? 4 : 0;
  if (kind !== "command" || length === 0) return undefined;
  return { length, by: [{ ...tokens[i]!, kind: "word", value: "Å", upright: true }] };
};

/** `\frac{\text{m}}{\text{s}^2}` of upright units is `m/s^2`. */
const unitFraction: Rule = (tokens, i) => {
  const token = tokens[i]!;
  if (token.kind !== "command" || !tokens[i + 2]?.upright || !isOp(tokens[i + 1], "{")) return undefined;
  const isUnit = ({ kind, value, upright }: Token, at: number, part: Token[]): boolean =>
    kind === "word"
      ? upright && unitName(value, true) !== undefined
      : kind === "number"
        ? /^[\^{-]$/.test(part[at - 1]?.value ?? "")
        : kind === "op" && /^[*^{}-]$/.test(value);
  const middle = closeOf(tokens, i + 1);
  const end = middle > 0 && isOp(tokens[middle + 1], "{") ? closeOf(tokens, middle + 1) : -1;
  const [above, below] = [tokens.slice(i + 2, middle), tokens.slice(middle + 2, end)];
  if (end < 0 || ![above, below].every((part) => part[0]?.kind === "word" && part.every(isUnit)))
    return undefined;
  return {
    length: end - i + 1,
    by: [...above, signAt(token, "/"), signAt(token, "("), ...below, signAt(token, ")")],
  };
};

/** `\frac{\cancel{2}1}{\cancel{4}2}`: struck out and replaced, in a separate numerator or denominator. */
const cancelled: Rule = (tokens, i) => {
  const { kind, value } = tokens[i]!;
  if (kind !== "command" || !/^[bx]?cancel$/.test(value) || !isOp(tokens[i - 1], "{")) return undefined;
  const next = tokens[i + 1]!;
  const braced = isOp(next, "{") ? closeOf(tokens, i + 1) : -1;
  const anew = braced > 0 ? tokens[braced + 1] : { ...next, value: next.value.slice(1) };
  const after = braced > 0 ? braced + 2 : i + 2;
  return anew?.kind === "number" && anew.value !== "" && isOp(tokens[after], "}")
    ? { length: after - i, by: [anew] }
    : undefined;
};

/** `1011 (base 2)`, `1F base 16`: the base as an index. */
const spelledBase: Rule = (tokens, i) => {
  const isBracketed = isOp(tokens[i], "(");
  const [word, base] = isBracketed ? [tokens[i + 1], tokens[i + 2]] : [tokens[i], tokens[i + 1]];
  if (!isWordIn(word, /^base$/) || base?.kind !== "number") return undefined;
  const digits = tokens[i - 1];
  const isNumber = digits?.kind === "number" || isOp(digits, ")") || /^[A-F]+$/.test(digits?.value ?? "");
  const length = isBracketed ? 4 : 2;
  const isClosed = !isBracketed || isOp(tokens[i + 3], ")");
  if (!isNumber || !isClosed || tokens[i + length]?.kind !== "end") return undefined;
  return { length, by: [signAt(base, "_"), signAt(base, "{"), { ...base, gap: "" }, signAt(base, "}")] };
};

/** Words of other languages between two values. */
const joiningWords: ReadonlyMap<string, string> = new Map(
  Object.entries({ und: "and", et: "and", oder: "or", ou: "or" }),
);

const endsValue = ({ kind, value }: Token): boolean =>
  kind === "number" ||
  kind === "symbol" ||
  value === "}" ||
  value === ")" ||
  (kind === "word" && value.length === 1);

/** `1 und 2`, `5 over 12`, `3|n`: signs under a different name. */
const spelledSign: Rule = (tokens, i) => {
  const [before, token, next] = [tokens[i - 1], tokens[i]!, tokens[i + 1]];
  if (!before || !next) return undefined;
  const by = (change: Partial<Token>) => ({ length: 1, by: [{ ...token, ...change }] });
  const joiner = token.kind === "word" ? joiningWords.get(token.value) : undefined;
  if (joiner && endsValue(before) && token.gap !== "" && next.gap !== "") return by({ value: joiner });
  const separates = (at: number): boolean =>
    tokens[at] === undefined || tokens[at]!.kind === "end" || isSign(tokens[at], ",;=");
  if (before.kind !== "number" || !separates(i - 2) || !separates(i + 2)) return undefined;
  if (isWordIn(token, /^over$/) && next.kind === "number") return by({ kind: "op", value: "/" });
  return isOp(token, "|") && isLetter(next) && !before.value.includes(".") ? by({ value: "∣" }) : undefined;
};

/** `0. 35`: a point with a space after it. */
const loosePoint: Rule = (tokens) => {
  const [zero, point, digits] = tokens;
  if (zero?.value !== "0" || !isOp(point, ".") || point!.gap !== "") return undefined;
  return digits?.kind === "number" && /^\d+$/.test(digits.value) && digits.gap === " "
    ? { length: 3, by: [{ ...digits, value: `0.${digits.value}`, gap: zero.gap, start: zero.start }] }
    : undefined;
};

/** `Z/4Z`, as the whole text, is the group `Z_4`. */
const typedGroup: Rule = (tokens) => {
  const [group, slash, order, again, end] = tokens;
  const isGroup = isOp(slash, "/") && order?.kind === "number" && again?.value === "Z" && again.gap === "";
  if (!isGroup || group!.value !== "Z" || end?.kind !== "end") return undefined;
  const [index, open, close] = ["_", "{", "}"].map((sign) => signAt(slash!, sign)) as [Token, Token, Token];
  return { length: 4, by: [group!, index, open, order, close] };
};

// Relations in words: `x is greater than or equal to 5`, `n leaves a remainder of 2 when divided by 4`. After a name
// each phrase is its sign; anywhere else (`at least 5`) it stays words, and a hedge.

type Sign = readonly [kind: Token["kind"], value: string];
const remainder: Sign = ["op", "≡"];
const divided: Sign = ["command", "pmod"];

/** Signs with their phrases; `is?` is a word that may be omitted. */
const relations: readonly (readonly [phrases: string, ...signs: Sign[]])[] = [
  ["is strictly less than, is? less than, is? smaller than", ["op", "<"]],
  ["is? less than or equal to, is? not greater than, is? no more than, is? at most", ["op", "≤"]],
  ["is strictly greater than, is? greater than, is? more than, is? larger than, exceeds", ["op", ">"]],
  ["is? greater than or equal to, is? not less than, is? no less than, is? at least", ["op", "≥"]],
  ["is? not equal to, does not equal", ["op", "≠"]],
  ["is equal to, equals", ["op", "="]],
  ["leaves a remainder of, leaves remainder, leaves a remainder", remainder],
  ["has a remainder of, has remainder, is congruent to", remainder],
  ["is divisible by, is a multiple of", remainder, ["number", "0"], divided],
  ["is? odd, is an odd integer, is an odd number", remainder, ["number", "1"], divided, ["number", "2"]],
  ["is? even, is an even integer, is an even number", remainder, ["number", "0"], divided, ["number", "2"]],
];

/** What may follow the remainder. */
const divisions: typeof relations = [
  ["when divided by, when it is divided by, upon division by, on division by, divided by, modulo", divided],
];

interface Phrase {
  words: string[];
  signs: readonly Sign[];
}

/** The phrases of a table by their first word, longer ones first. */
function byFirstWord(table: typeof relations): ReadonlyMap<string, Phrase[]> {
  const all = table.flatMap(([phrases, ...signs]) =>
    phrases
      .split(", ")
      .flatMap((phrase) => [phrase.replace("?", ""), phrase.replace("is? ", "")])
      .map((phrase): Phrase => ({ words: phrase.split(" "), signs })),
  );
  const map = new Map<string, Phrase[]>();
  for (const phrase of all.sort((a, b) => b.words.length - a.words.length))
    map.set(phrase.words[0]!, [...(map.get(phrase.words[0]!) ?? []), phrase]);
  return map;
}
const relationsByWord = byFirstWord(relations);
const divisionsByWord = byFirstWord(divisions);

const isSubject = (token: Token | undefined): boolean =>
  isLetter(token) || token?.value === "}" || /^(?:numbers|reals|integers)$/i.test(token?.value ?? "");

/** Whether the letter before `is odd` is one number: not a function, and not the last of several names as in `m and n odd`. */
const isOneNumber = (tokens: Token[], at: number): boolean =>
  isLetter(tokens[at]) &&
  !/^[fgh]$/i.test(tokens[at]!.value) &&
  !(isJoiningWord(tokens[at - 1]) && isLetter(tokens[at - 2]));

const endsRelation = (token: Token): boolean => endsExpression(token) || isOp(token, ".");

/** The tokens with a sign for each relation in words after a name. */
const spokenRelations: Pass = (tokens) => {
  let congruent = false;
  const rule: Rule = (_, i) => {
    const token = tokens[i]!;
    const table = isSubject(tokens[i - 1]) ? relationsByWord : congruent ? divisionsByWord : undefined;
    if (token.kind !== "word" || !table) return undefined;
    const found = table
      .get(token.value.toLowerCase())
      ?.find(({ words }) =>
        words.every(
          (word, at) => tokens[i + at]!.kind === "word" && tokens[i + at]!.value.toLowerCase() === word,
        ),
      );
    const length = found?.words.length ?? 0;
    const value = tokens[i + length];
    if (!found || !value) return undefined;
    if (found.signs.at(-1)![0] === "number") {
      if (!endsRelation(value) || !isOneNumber(tokens, i - 1)) return undefined;
      // Other relations are followed by a value.
    } else if (value.kind === "end" || (value.kind === "word" && value.value.length > 1)) return undefined;
    congruent = found.signs[0] === remainder && found.signs.length === 1;
    const { end } = tokens[i + length - 1]!;
    return { length, by: found.signs.map(([kind, value]) => ({ ...token, kind, value, gap: " ", end })) };
  };
  return each(rule)(tokens);
};

// Names as programs spell them: `np.sqrt`, `math.pi`, `S.Infinity`. The module before the point only says where a name
// comes from, so it is removed; a constant of the module becomes its sign.

const modules = wordSet`np numpy math cmath sympy sp sy scipy mpmath mp jnp torch S`;

/** Constants of the modules, each as the equivalent tokens. */
// biome-ignore format: a table reads better in rows
const constants: ReadonlyMap<string, readonly Sign[]> = new Map<string, readonly Sign[]>(
  Object.entries({
    pi: [["symbol", "pi"]], Pi: [["symbol", "pi"]], e: [["word", "e"]], E: [["word", "e"]], Exp: [["word", "e"]],
    I: [["word", "i"]], ImaginaryUnit: [["word", "i"]], inf: [["op", "∞"]], oo: [["op", "∞"]],
    Infinity: [["op", "∞"]], NegativeInfinity: [["op", "-"], ["op", "∞"]], Half: [["fraction", "½"]],
    Reals: [["setname", "R"]], Integers: [["setname", "Z"]], Rationals: [["setname", "Q"]],
    Complexes: [["setname", "C"]], EmptySet: [["word", "EmptySet"]], One: [["number", "1"]], Zero: [["number", "0"]],
  }),
);

/** `np.sqrt`, `S.Half`; `Interval.open` becomes one name. */
const dottedName: Rule = (tokens, i) => {
  const [token, dot, name] = [tokens[i]!, tokens[i + 1], tokens[i + 2]];
  if (token.kind !== "word" || !isOp(dot, ".") || dot!.gap !== "") return undefined;
  if (name?.kind !== "word" || name.gap !== "") return undefined;
  if (token.value === "Interval")
    return { length: 3, by: [{ ...token, value: `Interval.${name.value}`, end: name.end }] };
  if (!modules.has(token.value)) return undefined;
  // `S.Exp1`: the digit belongs to the name.
  const digit = name.value === "Exp" && tokens[i + 3]?.value === "1" ? 1 : 0;
  if (name.value === "Exp" && digit === 0) return undefined;
  const meant = constants.get(name.value);
  if (meant)
    return {
      length: 3 + digit,
      by: meant.map(([kind, value]) => ({ ...name, kind, value, gap: token.gap })),
    };
  // Every module's `log` is natural, unless its name or a second argument gives a base.
  const value = name.value === "log" && tokens[i + 3]?.value === "(" ? "ln" : name.value;
  // The name may be that of a module itself.
  tokens[i + 2] = { ...name, value, gap: token.gap };
  return { length: 2, by: [] };
};

/** The box around the whole text, as most answers have one, removed without looking further. */
function unboxed(tokens: Token[]): Token[] {
  if (tokens[0]!.made !== "box" || !isOp(tokens[0], "{")) return tokens;
  const close = closeOf(tokens, 0);
  const isWhole = close > 1 && close === tokens.length - 2 && !tokens.some(({ line }) => line);
  return isWhole ? [...tokens.slice(1, close), tokens[close + 1]!] : tokens;
}

/** In the place of a token: text that is set upright. */
const upright = "\\text";

/** The passes in their order, each with the tokens that it looks for. */
const passes: readonly (readonly [tokens: string, pass: Pass])[] = [
  [".", each(dottedName)],
  [",", groupedDigits],
  ["<", each(angleBracket)],
  [".", each(thatIs)],
  ["/", each(typedDerivative)],
  ["10", each(powerOfTen)],
  ["mu Omega", each(microUnit)],
  [[...ofTwoWords.keys()].join(" "), each(joinedUnit)],
  ["AA mathring", each(angstrom)],
  ["in", each(inch)],
  ["mK gK kgK molK", each(besideKelvin)],
  [upright, each(unitFraction)],
  ["cancel bcancel xcancel", each(cancelled)],
  ["base", each(spelledBase)],
  ["triangle Triangle angle Angle", each(spelledFigure)],
  [`over | ${[...joiningWords.keys()].join(" ")}`, each(spelledSign)],
  ["0", atStart(loosePoint)],
  ["Z", atStart(typedGroup)],
  ["\\\\", rowsAsLines],
];
/** What later steps look for. */
const later = { modulus: "mod bmod pmod", units: "10 mu Omega" };

/** Which passes and later steps look for a token, as bits. */
const looksFor = new Map<string, number>();
for (const [i, tokens] of [...passes.map(([tokens]) => tokens), ...Object.values(later)].entries())
  for (const token of tokens.split(" ")) looksFor.set(token, (looksFor.get(token) ?? 0) | (1 << i));
const everyPass = (1 << passes.length) - 1;
const [modulusBit, unitsBit] = [1 << passes.length, 2 << passes.length];
const uprightBit = looksFor.get(upright)!;

/** The tokens as the grammar expects them, and what may be among them; most texts have nothing of it. */
export interface Settled {
  tokens: Token[];
  lines: boolean;
  modulus: boolean;
  /** Letters after a number, or a unit that is not one. */
  units: boolean;
}

export function settle(given: Token[]): Settled {
  const unwrapped = unboxed(given);
  let tokens = unwrapped;
  let isBare = false;
  let loose = 0;
  let wanted = 0;
  let speaks = false;
  let lines = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const { kind, value } = token;
    if (kind === "function" && isOp(tokens[i - 1], "{")) isBare = true;
    else if (kind === "op" && value === "{") loose += looseBraces(tokens, i);
    else if (kind === "command" && takesTwo(token)) loose--;
    else if (kind === "word") {
      if (value.length > 1 && relationsByWord.has(value.toLowerCase())) speaks = true;
      if (isDigits(tokens[i - 1]) || isOp(tokens[i - 1], ")")) wanted |= unitsBit;
    }
    if (token.line) lines = true;
    if (token.upright) wanted |= uprightBit;
    if (kind !== "number" || value.length < 3) wanted |= looksFor.get(value) ?? 0;
  }
  if (isBare) tokens = each(bareHead)(tokens);
  if (loose > 0) tokens = withoutLooseBraces(tokens);
  const passing = wanted & everyPass;
  for (let i = 0; passing >> i !== 0; i++) if ((passing >> i) & 1) tokens = passes[i]![1](tokens);
  tokens = separateParts(spelledUnits(tokens));
  if (speaks) tokens = spokenRelations(tokens);
  const isChanged = tokens !== unwrapped;
  return {
    tokens,
    lines: isChanged || lines,
    modulus: isChanged || (wanted & modulusBit) !== 0,
    units: isChanged || (wanted & unitsBit) !== 0,
  };
}

// Line breaks between complete expressions join a list, as commas do: `3⏎-2` is two numbers and not a difference. A
// line continues if it cannot be complete, or if the next one cannot begin an expression.

/** After one of these a line is not complete. */
const leavesOpen: ReadonlySet<string> = new Set([...relationSigns, ...separatorSigns, ..."*×/÷∪∩∖^_+-±∓∴"]);
/** Before one of these a line continues; before a different operator, the result could not be read. */
const continues: ReadonlySet<string> = new Set([...relationSigns, ...separatorSigns, "**", '"', "."]);
const lineJoiners = /^(and|or|for|where|when|whenever|if|with|such|given|that|mod|in|otherwise|else)$/i;

const goesOn = (before: Token, token: Token): boolean =>
  isWordIn(before, lineJoiners) ||
  isWordIn(token, lineJoiners) ||
  isAnyOp(before, leavesOpen) ||
  isAnyOp(token, continues) ||
  closesEnvironment(token);

/** The separator that replaces a line break, and has no width in the text. */
export const isLineBreak = (token: Token): boolean => isOp(token, ";") && token.end === token.start;

function rowsAsLines(tokens: Token[]): Token[] {
  const isRowBreak = (token: Token | undefined): boolean => isOp(token, "\\\\");
  if (!tokens.some(isRowBreak) || tokens.some((token) => token.value.startsWith("begin:"))) return tokens;
  return tokens.flatMap((token, i) => {
    if (isRowBreak(token)) return [];
    return isRowBreak(tokens[i - 1]) ? [{ ...token, line: true as const }] : [token];
  });
}

const isVariable = ({ kind }: Token): boolean => kind === "symbol" || kind === "word";

/** Puts a separator between complete lines; among letters a sign may continue a sum. */
export function separateLines(tokens: Token[], signs: "begin" | "continue" | undefined): Token[] {
  if (!tokens.some((token) => token.line)) return tokens;
  const signsContinue = signs === "continue" && tokens.some(isVariable);
  const result: Token[] = [];
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    if (token.line && before && depth === 0 && token.kind !== "end" && !goesOn(before, token))
      if (!(signsContinue && isSign(token, "+-±")))
        result.push({ ...token, kind: "op", value: ";", gap: "", end: token.start });
    if (isAnyOp(token, openingSigns) || opensEnvironment(token)) depth++;
    else if (isAnyOp(token, closingSigns) || closesEnvironment(token)) depth--;
    result.push(token);
  }
  return result;
}

// Decorations around a whole answer: marks of emphasis, quotation marks, ticks, end-of-proof signs, an arrow before it.

/** Signs that open and close: bold and slanted type of Markdown, and quotation marks. */
const pairs: ReadonlySet<string> = new Set(["**", '"', "'", "*", "_"]);
const beginnings = new Set("⇒➡✓✔✅☑👉");
const endings = new Set([..."✓✔✅☑∎■🎉"]);
const endCommands = /^(?:blacksquare|qed|qedsymbol)$/;

const isEnding = (token: Token): boolean =>
  isAnyOp(token, endings) || (token.kind === "command" && endCommands.test(token.value));

const lastOf = (tokens: readonly Token[]): number => tokens.length - 2;

export function unwrap(tokens: Token[]): void {
  for (let before = 0; before !== tokens.length; ) {
    before = tokens.length;
    // `⇒ 42`, `✅ 42`.
    while (tokens.length > 2 && isAnyOp(tokens[0], beginnings)) tokens.shift();
    dropEnding(tokens);
    dropPair(tokens);
  }
  dropInnerStop(tokens);
}

/**
 * Final punctuation ends a sentence, not a formula; ticks and end-of-proof signs are removed too, and so is an empty
 * group.
 */
function dropEnding(tokens: Token[]): void {
  for (;;) {
    const last = lastOf(tokens);
    const token = tokens[last];
    if (!token) return;
    const isEmptyGroup =
      last > 1 && isOp(token, "}") && isOp(tokens[last - 1], "{") && endsValue(tokens[last - 2]!);
    if (!isSign(token, ".,;:") && !(last > 0 && isEnding(token)) && !isEmptyGroup) return;
    tokens.splice(isEmptyGroup ? last - 1 : last, isEmptyGroup ? 2 : 1);
  }
}

function dropPair(tokens: Token[]): void {
  if (!isAnyOp(tokens[0], pairs)) return;
  // `***42***` closes with two stars and one, as it opens.
  const last = lastOf(tokens);
  if (last > 3 && isOp(tokens[0], "**") && isOp(tokens[1], "*"))
    if (isOp(tokens[last], "*") && isOp(tokens[last - 1], "**")) {
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
