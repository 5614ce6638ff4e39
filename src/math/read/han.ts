// Chinese writing, cut into the words that the grammar knows: joining words, relations, units, numbers. A Han character is
// never a variable; what no word here covers stays a word of its own.

import { readHanNumber, startsHanNumber } from "./han-number.ts";
import type { TokenKind } from "./scanner.ts";

export interface HanToken {
  kind: TokenKind;
  value: string;
}

export const isHan = (c: string): boolean =>
  c > "\u3000" && c <= "\u9fff" && (c >= "\u4e00" || c === "\u3007" || (c >= "\u3400" && c <= "\u4dbf"));

const op = (value: string): HanToken => ({ kind: "op", value });
const word = (value: string): HanToken => ({ kind: "word", value });
const set = (value: string): HanToken => ({ kind: "setname", value });

/** What stands between a number and a noun. */
const counters = new Set(
  (
    "个 人 只 棵 条 本 张 支 次 种 位 名 件 台 辆 头 匹 间 家 组 份 块 颗 根 枚 盒 袋 箱 页 套 朵 户 倍 岁 项 步 圈 场 座 层 行 " +
    "列 排 道 题 瓶 杯 桶 筐 束"
  ).split(" "),
);
export const isCounter = (value: string): boolean => counters.has(value);

/** Characters that join, deny, compare, calculate or leave open: a phrase that holds one of them is no mere noun. */
const bending =
  /[不没无非否错误或和与及且以上下多少余约近左右至到超过未足之点负除外减加乘等几两半数百千万亿兆打十起内]/;
export const isHanNoun = (value: string): boolean =>
  value.length <= 8 && !/^方$|次方|平方|立方/.test(value) && !bending.test(value.replace("不同", ""));

/** What each word stands for, a line for each meaning. */
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
  ["毫米", word("millimeters")],
  ["厘米", word("centimeters")],
  ["分米", word("decimeters")],
  ["米", word("meters")],
  ["千米 公里", word("kilometers")],
  ["平方毫米", word("square"), word("millimeters")],
  ["平方厘米", word("square"), word("centimeters")],
  ["平方分米", word("square"), word("decimeters")],
  ["平方米", word("square"), word("meters")],
  ["平方千米 平方公里", word("square"), word("kilometers")],
  ["立方厘米", word("cubic"), word("centimeters")],
  ["立方分米", word("cubic"), word("decimeters")],
  ["立方米", word("cubic"), word("meters")],
  ["公顷", word("hectares")],
  ["毫克", word("milligrams")],
  ["克", word("grams")],
  ["千克 公斤", word("kilograms")],
  ["吨", word("tons")],
  ["毫升", word("milliliters")],
  ["升", word("liters")],
  ["秒 秒钟", word("seconds")],
  ["分钟", word("minutes")],
  ["小时 个小时 时", word("hours")],
  ["天", word("days")],
  ["周 星期 个星期", word("weeks")],
  ["个月", word("months")],
  ["年", word("years")],
  ["元 块钱 人民币", word("yuan")],
  ["美元", word("dollars")],
  // Counters stay what they are: they label a number.
  ...[...counters].map((counter): [string, HanToken] => [counter, word(counter)]),
];

const lexicon: ReadonlyMap<string, readonly HanToken[]> = new Map(
  meanings.flatMap(([words, ...tokens]) => words.split(" ").map((each) => [each, tokens] as const)),
);
/** How long the known words are that begin with a character, the longest first. */
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

/** Cuts a run of Han characters into tokens, each with its place in the run, as far as they are asked for. */
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
  const found = startsHanNumber(run[at]!) ? readHanNumber(run, at) : undefined;
  if (!found) return undefined;
  const { digits, under, length } = found;
  const number: HanToken = { kind: "number", value: digits };
  const tokens: HanToken[] = [];
  if (under === undefined) tokens.push(number);
  else
    tokens.push({ kind: "command", value: "frac" }, op("{"), number, op("}"), op("{"), {
      kind: "number",
      value: under,
    });
  if (under !== undefined) tokens.push(op("}"));
  if (found.percent) tokens.push(op("%"));
  return { tokens, length };
}
