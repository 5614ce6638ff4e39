// Unusual properties of a completion, found from its text while the journal is read, and lists of such samples. Pure.
// Each property is found in linear time.

import { codeOf, type SampleTable } from "./sample-table.ts";

/** Properties of a text, as bits. */
const bits = {
  boxInThinkingOnly: 1,
  goldUnmarked: 2,
  invisible: 4,
  loop: 8,
  graded: 16,
  strict: 32,
  lenient: 64,
  falseEquation: 128,
} as const;

const box = "\\boxed";
const mostBoxes = 255;

export function signsOf(
  text: string,
  reasoning: string | undefined,
  golds: readonly string[],
): { boxes: number; signs: number } {
  const thinkingEnd = text.lastIndexOf("</think>");
  const said = thinkingEnd < 0 ? text : text.slice(thinkingEnd);
  const [boxes, saidBoxes] = [countOf(text, box), thinkingEnd < 0 ? undefined : countOf(said, box)];
  const hasThoughtBox = thinkingEnd < 0 ? reasoning?.includes(box) === true : boxes > 0;
  const inThinkingOnly = hasThoughtBox && (saidBoxes ?? boxes) === 0;
  const isUnmarked = boxes === 0 && golds.some((gold) => holdsWord(said, gold.trim()));
  return {
    boxes,
    signs:
      (inThinkingOnly ? bits.boxInThinkingOnly : 0) |
      (isUnmarked ? bits.goldUnmarked : 0) |
      (invisible.test(text) ? bits.invisible : 0) |
      (isLoop(text) ? bits.loop : 0),
  };
}

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

function countOf(text: string, part: string): number {
  let number = 0;
  for (let at = text.indexOf(part); at >= 0 && number < mostBoxes; at = text.indexOf(part, at + part.length))
    number++;
  return number;
}

const mostPlaces = 1_000;

/** Whether a gold is in the text, and not within a longer number or word. */
function holdsWord(text: string, gold: string): boolean {
  if (gold === "" || gold.length > 100) return false;
  const isPart = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  let at = text.lastIndexOf(gold);
  for (let tries = 0; at >= 0 && tries < mostPlaces; tries++) {
    const [before, after] = [text[at - 1], text[at + gold.length]];
    const isDecimal = (after === "." || after === ",") && /\d/.test(text[at + gold.length + 1] ?? "");
    if (!isPart(before) && !isPart(after) && !isDecimal && !/[.,]/.test(before ?? "")) return true;
    at = at === 0 ? -1 : text.lastIndexOf(gold, at - 1);
  }
  return false;
}

const loopTail = 4_000;
const loopPart = 40;
const loopTimes = 8;

/** Whether a text ends by repeating a passage. */
function isLoop(text: string): boolean {
  const tail = text.slice(-loopTail);
  for (const end of [tail.length, tail.length - 200]) {
    const part = tail.slice(Math.max(0, end - loopPart), end);
    if (part.length === loopPart && /[\p{L}\p{N}]/u.test(part) && countOf(tail, part) >= loopTimes)
      return true;
  }
  return false;
}

export const oddities = [
  "boxes",
  "thinking",
  "unmarked",
  "invisible",
  "loop",
  "short",
  "equation",
  "truncated",
  "fragile",
  "judged",
] as const;
/** The grade of a pair of gold and answer under every option: right under all, or wrong under all. */
export const grades = ["strict", "never"] as const;
export type Oddity = (typeof oddities)[number] | (typeof grades)[number];
export const findOddity = (name: string | null): Oddity | undefined =>
  [...oddities, ...grades].find((each) => each === name);

const shortText = 40;

/** Whether a sample is in a list. */
export function isOdd(table: SampleTable, row: number, oddity: Oddity): boolean {
  if (!table.hasCompletion(row)) return false;
  const has = (bit: number) => (table.signs.at(row) & bit) !== 0;
  switch (oddity) {
    case "boxes":
      return table.boxes.at(row) > 1;
    case "thinking":
      return has(bits.boxInThinkingOnly);
    case "unmarked":
      return has(bits.goldUnmarked) && table.state.at(row) !== codeOf("right");
    case "invisible":
      return has(bits.invisible);
    case "loop":
      return has(bits.loop);
    case "short":
      return table.state.at(row) === codeOf("right") && table.characters.at(row) < shortText;
    case "equation":
      return has(bits.falseEquation);
    case "truncated":
      return table.isCutOff(row);
    case "judged":
      return table.text(table.rule.at(row)) === "judge";
    case "fragile":
      return has(bits.lenient) && !has(bits.strict);
    case "strict":
      return has(bits.strict);
    case "never":
      return has(bits.graded) && !has(bits.lenient);
  }
}

/** Records the grades of a row's answer under the strictest and under the most lenient option. */
export function noteGrades(table: SampleTable, row: number, isStrict: boolean, isLenient: boolean): void {
  const found = bits.graded | (isStrict ? bits.strict : 0) | (isLenient ? bits.lenient : 0);
  table.signs.set(row, table.signs.at(row) | found);
}

/** Records that a right sample has an equation that is proven false. */
export const noteFalseEquation = (table: SampleTable, row: number): void =>
  table.signs.set(row, table.signs.at(row) | bits.falseEquation);

export interface OddCount {
  oddity: Oddity;
  rows: number[];
  right: number;
}

/** Every list with its samples. */
export function oddCounts(table: SampleTable): OddCount[] {
  const lists = [...oddities, ...grades].map((oddity): OddCount => ({ oddity, rows: [], right: 0 }));
  for (let row = 0; row < table.length; row++) {
    if (!table.isCurrent(row)) continue;
    for (const list of lists) {
      if (!isOdd(table, row, list.oddity)) continue;
      list.rows.push(row);
      if (table.state.at(row) === codeOf("right")) list.right++;
    }
  }
  return lists;
}
