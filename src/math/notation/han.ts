// Chinese writing, cut into the words that the grammar knows: joining words, relations, units, numbers. A Han character is
// never a variable; what no word here covers stays a word of its own.

export interface HanToken {
  kind: "number" | "word" | "setname" | "command" | "op";
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

// Numbers in Chinese words: `二十一`, `四分之三`, `三点五`, `百分之五十`. A closed grammar; anything else is not a number.

/** The parts of a number as it would be written in digits. */
interface HanNumber {
  /** Digits, perhaps with a decimal point. */
  digits: string;
  /** The denominator, where it is a fraction. */
  under?: string;
  percent?: true;
  /** How many characters it takes. */
  length: number;
}

const ones = "零一二三四五六七八九";
const digitOf = (c: string | undefined): number => {
  if (c === undefined) return -1;
  if (c === "〇") return 0;
  return c === "两" ? 2 : ones.indexOf(c);
};
const places: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const myriads: Readonly<Record<string, bigint>> = { 亿: 100_000_000n, 万: 10_000n };

/** Characters that a number may begin with. */
const startsHanNumber = (c: string): boolean => digitOf(c) >= 0 || "十百半".includes(c);

/** Reads the number that begins here; undefined where there is none. */
const readHanNumber = (text: string, from: number): HanNumber | undefined =>
  share(text, from) ?? half(text, from) ?? plain(text, from);

/** `四分之三` names the denominator first. */
function share(text: string, from: number): HanNumber | undefined {
  const under = text[from] === "百" ? { value: 100n, length: 1 } : whole(text, from);
  if (!under || under.value === 0n) return undefined;
  const after = from + under.length;
  if (!text.startsWith("分之", after)) return undefined;
  const over = plain(text, after + 2);
  if (!over) return undefined;
  const length = under.length + 2 + over.length;
  if (under.value === 100n) return { digits: over.digits, percent: true, length };
  return over.digits.includes(".") ? undefined : { digits: over.digits, under: String(under.value), length };
}

const half = (text: string, from: number): HanNumber | undefined => {
  const length = text.startsWith("一半", from) ? 2 : text[from] === "半" ? 1 : 0;
  return length === 0 ? undefined : { digits: "1", under: "2", length };
};

/** `十二`, `三点五`. */
function plain(text: string, from: number): HanNumber | undefined {
  const before = whole(text, from);
  if (!before) return undefined;
  let at = from + before.length;
  if (text[at] !== "点" || digitOf(text[at + 1]) < 0)
    return { digits: String(before.value), length: before.length };
  let digits = `${before.value}.`;
  for (at++; digitOf(text[at]) >= 0; at++) digits += digitOf(text[at]);
  return { digits, length: at - from };
}

/** Parts below ten thousand, each but the last with its myriad: `三万五千`. */
function whole(text: string, from: number): { value: bigint; length: number } | undefined {
  let total = 0n;
  let last: bigint | undefined;
  let at = from;
  for (;;) {
    const skips = last !== undefined && digitOf(text[at]) === 0;
    if (skips) at++;
    const part = belowMyriad(text, at);
    if (!part) break;
    const myriad = myriads[text[at + part.length] ?? ""];
    // `一万五` is fifteen thousand to most, as `一百五` is a hundred and fifty.
    if (last !== undefined && !skips && part.length === 1 && myriad === undefined) return undefined;
    // Parts go down; after the one without a myriad there is nothing more.
    if (myriad !== undefined && last !== undefined && myriad >= last) return undefined;
    total += BigInt(part.value) * (myriad ?? 1n);
    at += part.length + (myriad === undefined ? 0 : 1);
    last = myriad;
    if (myriad === undefined) break;
  }
  // Digits in a row (`二〇二四`, `三五`) are no count, and neither is a number that breaks off at a digit.
  if (at === from || digitOf(text[at]) >= 0 || (text[at] ?? "") in places) return undefined;
  return { value: total, length: at - from };
}

/** `三百零五`, `十二`, `七`. */
function belowMyriad(text: string, from: number): { value: number; length: number } | undefined {
  let value = 0;
  let least = 10_000;
  let at = from;
  for (;;) {
    const isFirst = at === from;
    // A zero stands for the places that are left out.
    const skips = !isFirst && digitOf(text[at]) === 0;
    const digit = digitOf(text[skips ? at + 1 : at]);
    const place = places[text[(skips ? at + 1 : at) + (digit > 0 ? 1 : 0)] ?? ""];
    if (digit < 0 && !(isFirst && place === 10)) break;
    if (digit === 0) return isFirst && place === undefined ? { value: 0, length: 1 } : undefined;
    if (place !== undefined && place >= least) return undefined;
    value += (digit < 0 ? 1 : digit) * (place ?? 1);
    at += (skips ? 1 : 0) + (digit < 0 ? 0 : 1) + (place === undefined ? 0 : 1);
    if (place === undefined) {
      // `一百五` is a hundred and fifty to some: the last digit needs the tens, or a zero, before it.
      if (!isFirst && !skips && least > 10) return undefined;
      break;
    }
    least = place;
  }
  return at === from ? undefined : { value, length: at - from };
}
