// The final answer in a whole response: by explicit marks, else, for people who look at single answers, the most
// probable candidate. Rewards never use such a guess, because a model can learn to exploit it.

import {
  type Formula,
  formulasIn,
  refusedAfter,
  refusedBefore,
  refusedIn,
  spansIn,
  withOwnOperands,
} from "../words/index.ts";
import { answeringPart } from "./answering-part.ts";
import { type Candidate, type ExplicitMark, explicitAnswer } from "./explicit.ts";
import { type Marked, trimmedPlace } from "./mark.ts";
import { valueOfSentence } from "./one-value.ts";

export type Mark = ExplicitMark | WeakMark | "number";
export type Extracted = Candidate<Mark>;

export interface ExtractOptions {
  /** Whether a bare last number counts when there is no other mark. */
  numbers?: boolean;
}

/** Finds the final answer; undefined if the response gives none, or withdraws it. */
export function extractAnswer(response: string, options: ExtractOptions = {}): Extracted | undefined {
  const explicit = explicitAnswer(response);
  if (explicit.kind === "found") {
    const { answer, start, end, mark } = explicit;
    return { answer, start, end, mark };
  }
  const part = answeringPart(response);
  if (explicit.kind === "none" || !part || saysMark(response.slice(part.from, part.to))) return undefined;
  return (
    weakAnswer(response, part.from, part.to) ??
    (options.numbers ? lastNumber(response, part.from, part.to) : undefined)
  );
}

/** If a mark is mentioned or left empty, nothing else is taken as the answer. */
const saysMark = (text: string): boolean =>
  /\\(?:boxed|fbox)(?![A-Za-z])|<\/?(?:final[ _-]?)?answers?\b|(?<!#)####(?!#)\s*$/i.test(text);

const bareNumber = /-?\d[\d,]*(?:\.\d+)?%?/g;

function lastNumber(text: string, from: number, to: number): Extracted | undefined {
  let last: Extracted | undefined;
  bareNumber.lastIndex = from;
  for (let found = bareNumber.exec(text); found && found.index < to; found = bareNumber.exec(text)) {
    const digits = found[0].replace(/,+$/, "");
    last = { answer: digits, start: found.index, end: found.index + digits.length, mark: "number" };
  }
  return last;
}

type WeakMark = "last sentence" | "last line" | "bold";

/** Words that a text does not end with. */
const unfinished =
  /(?:[,;:([{=+*/<>^_&\\-]|\.{3}|…|(?<![\p{L}])(?:the|an?|is|are|was|of|to|and|or|so|then|that|which|we|for|with|by|in|as|if|therefore|thus|hence|because|since|from|this|than|get|gives|be|at|on|let|when|where|have|has))$/iu;

function weakAnswer(text: string, from: number, to: number): Candidate<WeakMark> | undefined {
  const { start, end } = trimmedPlace(text, from, to);
  const formulas = formulasIn(text, start, end);
  if (
    formulas.some(({ closed }) => !closed) ||
    unfinished.test(withoutBold(text.slice(Math.max(start, end - 40), end)))
  )
    return undefined;
  const sentence = lastSentence(text, start, end, formulas);
  const found = loneLine(text, start, end, formulas) ?? loneBold(text, sentence, end);
  if (found) return isGiven(text, sentence, end, found, formulas) ? found : undefined;
  const said = trimmedPlace(text, sentence, end);
  const value = valueOfSentence(text, said.start, said.end);
  return value && { answer: value.answer, start: value.start, end: value.end, mark: "last sentence" };
}

/** Whether the last sentence states the value that was found in it. */
function isGiven(
  text: string,
  from: number,
  to: number,
  found: Candidate,
  formulas: readonly Formula[],
): boolean {
  const formula = formulas.find((f) => f.from <= found.start && found.end <= f.to);
  const [start, end] = [formula?.from ?? found.start, formula?.to ?? found.end];
  const of = (a: number, b: number) =>
    spansIn(
      text,
      a,
      b,
      formulas.filter((f) => f.from >= a && f.to <= b),
    );
  const before = of(from, Math.max(from, start));
  const after = of(end, Math.max(end, to));
  if (refusedIn(withOwnOperands([...before, ...after]), "last sentence")) return false;
  if (before.some(({ text }) => text === "would be")) return false;
  return !refusedBefore(before) && !refusedAfter(after);
}

/** Stars that close bold type end a text as well as what is in them. */
const withoutBold = (tail: string): string => tail.replace(/(?<=\S)\*\*$/, "");

/** The beginning of the last sentence. A full stop inside a formula does not end a sentence. */
function lastSentence(text: string, start: number, end: number, formulas: readonly Marked[]): number {
  const inFormula = (at: number) => formulas.some((f) => f.from <= at && at < f.to);
  for (let i = trimmedPlace(text, start, end - 1).end - 1; i > start; i--) {
    if (!"\n.!?。！？".includes(text[i]!) || inFormula(i)) continue;
    if (text[i] === "\n" || "。！？".includes(text[i]!) || /\s/.test(text[i + 1] ?? " ")) return i + 1;
  }
  return start;
}

const candidate = (text: string, from: number, to: number, mark: WeakMark): Candidate<WeakMark> => {
  const place = trimmedPlace(text, from, to);
  return { answer: text.slice(place.start, place.end), ...place, mark };
};

const number = String.raw`[-−]?[$€£¥]?\d[\d,]*(?:\.\d+)?(?:/\d+)?(?:%|°)?`;

/** The last line is only a formula, a number or the letter of a choice, and other lines precede it. */
function loneLine(text: string, start: number, end: number, formulas: readonly Marked[]) {
  const line = trimmedPlace(text, text.lastIndexOf("\n", end - 1) + 1, end);
  if (line.start <= start) return undefined;
  const only = formulas.filter((f) => f.to > line.start);
  if (only.length === 1 && only[0]!.from === line.start && /^[.\s]*$/.test(text.slice(only[0]!.to, end)))
    return candidate(text, only[0]!.start, only[0]!.end, "last line");
  const value = new RegExp(`^(?:(?:[A-Za-z] ?= ?)?${number}\\.?|[A-J]\\.?|\\([A-J]\\)\\.?)$`).test(
    text.slice(line.start, line.end),
  );
  return value ? candidate(text, line.start, line.end, "last line") : undefined;
}

/** The only bold type of the last sentence. */
function loneBold(text: string, from: number, to: number) {
  const bold = [...text.slice(from, to).matchAll(/\*\*([^*\n]{1,80})\*\*/g)];
  const [only] = bold;
  if (bold.length !== 1 || !only || !/[\p{L}\d$\\]/u.test(only[1]!)) return undefined;
  if (!/^[\s.!。]*$/.test(text.slice(from + only.index + only[0].length, to))) return undefined;
  // `un**even**`, `2**12**`: the bold text is a part of the word or number before it.
  const before = text.slice(from, from + only.index).at(-1) ?? " ";
  if (!/[\s:：,，(（"“]|\p{Script=Han}/u.test(before)) return undefined;
  const start = from + only.index + 2;
  return candidate(text, start, start + only[1]!.length, "bold");
}
