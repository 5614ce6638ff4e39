// Chinese writing, divided into the words that the grammar supports: joining words, relations, units, numbers. A Han
// character is never a variable; other words stay plain words.

import { wordSet } from "../../words/index.ts";
import { bySpelling } from "./vocabulary.ts";

export interface HanToken {
  kind: "number" | "word" | "setname" | "command" | "op";
  value: string;
}

export const isHan = (c: string): boolean =>
  c > "\u3000" && c <= "\u9fff" && (c >= "\u4e00" || c === "\u3007" || (c >= "\u3400" && c <= "\u4dbf"));

const op = (value: string): HanToken => ({ kind: "op", value });
const word = (value: string): HanToken => ({ kind: "word", value });
const set = (value: string): HanToken => ({ kind: "setname", value });

/** Characters between a number and a noun. */
const counters = wordSet`
  个 人 只 棵 条 本 张 支 次 种 位 名 件 台 辆 头 匹 间 家 组 份 块 颗 根 枚 盒 袋 箱 页 套 朵 户 倍 岁 项 步 圈 场 座 层 行
  列 排 道 题 瓶 杯 桶 筐 束
`;
export const isCounter = (value: string): boolean => counters.has(value);

/** Characters that join, deny, compare, calculate or express doubt: a phrase with one of them is not a plain noun. */
const bending =
  /[不没无非否错误或和与及且以上下多少余约近左右至到超过未足之点负除外减加乘等几两半数百千万亿兆打十起内]/;
export const isHanNoun = (value: string): boolean =>
  value.length <= 8 && !/^方$|次方|平方|立方/.test(value) && !bending.test(value.replace("不同", ""));

// biome-ignore format: a table reads better in rows
const lengths: Readonly<Record<string, string>> = {
  毫米: "millimeters", 厘米: "centimeters", 分米: "decimeters", 米: "meters", 千米: "kilometers", 公里: "kilometers",
};
// biome-ignore format: a table reads better in rows
const units: Readonly<Record<string, string>> = {
  公顷: "hectares", 毫克: "milligrams", 克: "grams", 千克: "kilograms", 公斤: "kilograms", 吨: "tons", 毫升: "milliliters", 升: "liters",
  秒: "seconds", 秒钟: "seconds", 分钟: "minutes", 小时: "hours", 个小时: "hours", 时: "hours", 天: "days", 周: "weeks", 星期: "weeks",
  个星期: "weeks", 个月: "months", 年: "years", 元: "yuan", 块钱: "yuan", 人民币: "yuan", 美元: "dollars",
};

/** The meaning of each word, with a line for each meaning. */
const meanings: readonly (readonly [words: string, ...tokens: HanToken[]])[] = [
  ["和 与 且 并且 以及 及", word("and")],
  ["或 或者", word("or")],
  ["大于", op(">")],
  ["小于", op("<")],
  ["大于等于 大于或等于 不小于 不少于 不低于", op("≥")],
  ["小于等于 小于或等于 不大于 不超过 不多于", op("≤")],
  ["等于", op("=")],
  ["负", op("-")],
  ["正负", op("±")],
  ["比", op(":")],
  ["为整数 是整数", op("∈"), set("Z")],
  ["为实数 是实数", op("∈"), set("R")],
  ["是 为", word("is")],
  ["最大值", word("maximum")],
  ["最小值", word("minimum")],
  ["面积", word("area")],
  ["周长", word("perimeter")],
  ["体积", word("volume")],
  ["答案 正确答案", word("answer")],
  ["共 一共 总共", word("total")],
  ["不等于", op("≠")],
  ["属于", op("∈")],
  ["不属于", op("∉")],
  ["根号 根号下", op("√")],
  ["无穷大 正无穷 正无穷大 无穷", op("∞")],
  ["负无穷 负无穷大", op("-"), op("∞")],
  ["空集", op("∅")],
  ["实数集 全体实数 所有实数 任意实数 一切实数", set("R")],
  ["无解 方程无解 没有解", word("no"), word("solution")],
  ["不存在", word("does"), word("not"), word("exist")],
  ["无数个 无穷多个 无限多个 无穷多 无数个解 无穷多解 无穷多个解", word("infinitely"), word("many")],
  ["度", op("°")],
  ["摄氏度", op("°"), word("C")],
  ["每", op("/")],
  ["又"],
  ...Object.entries(lengths).flatMap(([name, unit]): [string, ...HanToken[]][] => [
    [name, word(unit)],
    [`平方${name}`, word("square"), word(unit)],
    [`立方${name}`, word("cubic"), word(unit)],
  ]),
  ...Object.entries(units).map(([name, unit]): [string, HanToken] => [name, word(unit)]),
  // Counters are kept: they label a number.
  ...[...counters].map((counter): [string, HanToken] => [counter, word(counter)]),
];

const lexicon = bySpelling(meanings.map(([words, ...tokens]) => [words, tokens] as const));
/** The lengths of the known words that begin with a character, the longest first. */
const lengthsFrom = new Map<string, number[]>();
for (const { 0: first, length } of [...lexicon.keys()].sort((a, b) => b.length - a.length)) {
  const lengths = lengthsFrom.get(first!) ?? [];
  if (!lengths.includes(length)) lengths.push(length);
  lengthsFrom.set(first!, lengths);
}

interface PlacedToken {
  token: HanToken;
  from: number;
  to: number;
}

/** Divides a run of Han characters into tokens, each with its place in the run, on demand. */
export function* hanTokens(run: string): Generator<PlacedToken> {
  let unknown = 0;
  let at = 0;
  while (at < run.length) {
    const found = wordAt(run, at) ?? numberAt(run, at);
    if (!found) {
      at++;
      continue;
    }
    if (unknown < at) yield { token: word(run.slice(unknown, at)), from: unknown, to: at };
    for (const token of found.tokens) yield { token, from: at, to: at + found.length };
    at += found.length;
    unknown = at;
  }
  if (unknown < at) yield { token: word(run.slice(unknown, at)), from: unknown, to: at };
}

function wordAt(run: string, at: number): { tokens: readonly HanToken[]; length: number } | undefined {
  for (const length of lengthsFrom.get(run[at]!) ?? []) {
    const tokens = lexicon.get(run.slice(at, at + length));
    if (tokens) return { tokens, length };
  }
  return undefined;
}

function numberAt(run: string, at: number): { tokens: HanToken[]; length: number } | undefined {
  const found = readHanNumber(run, at);
  if (!found) return undefined;
  const { digits, under, length } = found;
  const number: HanToken = { kind: "number", value: digits };
  const below: HanToken = { kind: "number", value: under ?? "" };
  const fraction: HanToken[] = [
    { kind: "command", value: "frac" },
    op("{"),
    number,
    op("}"),
    op("{"),
    below,
    op("}"),
  ];
  return { tokens: under === undefined ? [number] : under === "100" ? [number, op("%")] : fraction, length };
}

// Numbers in Chinese words: `二十一`, `四分之三`, `三点五`, `百分之五十`. A closed grammar; anything else is not a number.

/** The parts of a number as it would be written in digits. */
interface HanNumber {
  /** Digits, perhaps with a decimal point. */
  digits: string;
  /** The denominator, if it is a fraction; 100 means percent. */
  under?: string;
  /** The number of characters that it takes. */
  length: number;
}

const digits = "零一二三四五六七八九";
const digitOf = (c: string): number => (c === "〇" ? 0 : c === "两" ? 2 : digits.indexOf(c));
const places: Readonly<Record<string, number>> = { 千: 1000, 百: 100, 十: 10 };

// Below ten thousand: `三百零五`, `十二`, `七`. The last digit needs the tens or a zero before it, since `一百五` is a hundred and fifty for some readers.
const one = "[一二两三四五六七八九]";
const tens = `${one}十${one}?`;
const hundreds = `${one}百(?:零?${tens}|零${one})?`;
const thousands = `${one}千(?:零?(?:${hundreds}|${tens})|零${one})?`;
const part = `(${thousands}|${hundreds}|${tens}|十${one}?|${one}|[零〇])`;
const whole = new RegExp(`(?:${part}亿(零)?)?(?:${part}万(零)?)?${part}?`, "y");
const decimals = new RegExp(`点((?:${one}|[零〇])+)`, "y");
const halves = /一?半/y;
const goesOn = new RegExp(`${one}|[零〇十百千]`, "y");

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads the number that begins here; undefined if there is none. */
function readHanNumber(text: string, from: number): HanNumber | undefined {
  const half = matchAt(halves, text, from);
  if (half) return { digits: "1", under: "2", length: half[0].length };
  // `四分之三` names the denominator first.
  const under = text[from] === "百" ? { value: 100n, length: 1 } : readWhole(text, from);
  if (!under) return undefined;
  const over = from + under.length + "分之".length;
  const share =
    under.value > 0n && text.startsWith("分之", from + under.length) ? readDecimal(text, over) : undefined;
  if (share && (under.value === 100n || !share.digits.includes(".")))
    return { digits: share.digits, under: String(under.value), length: over + share.length - from };
  return readDecimal(text, from);
}

/** `十二`, `三点五`. */
function readDecimal(text: string, from: number): HanNumber | undefined {
  const before = readWhole(text, from);
  if (!before) return undefined;
  const { value, length } = before;
  const after = matchAt(decimals, text, from + length);
  if (!after) return { digits: String(value), length };
  return { digits: `${value}.${[...after[1]!].map(digitOf).join("")}`, length: length + after[0].length };
}

/** Parts below ten thousand, each but the last with its myriad: `三万五千`. */
function readWhole(text: string, from: number): { value: bigint; length: number } | undefined {
  const [said = "", high, highZero, middle, middleZero, low] = matchAt(whole, text, from) ?? [];
  // Digits in a row (`二〇二四`, `三五`) are not a count, and neither is a number that ends in the middle of its digits.
  if (said === "" || matchAt(goesOn, text, from + said.length)) return undefined;
  // `一万五` is fifteen thousand to most.
  const isApart = (middle === undefined ? highZero : middleZero) !== undefined;
  if ((high ?? middle) !== undefined && low?.length === 1 && !isApart) return undefined;
  const value = 100_000_000n * amountOf(high) + 10_000n * amountOf(middle) + amountOf(low);
  return { value, length: said.length };
}

/** `三百零五` is 3 · 100 + 5. */
function amountOf(said = ""): bigint {
  let value = 0;
  for (const [, digit, place] of said.matchAll(/([一二两三四五六七八九])?([千百十])?/g))
    if (digit ?? place) value += (digit ? digitOf(digit) : 1) * (places[place ?? ""] ?? 1);
  return BigInt(value);
}
