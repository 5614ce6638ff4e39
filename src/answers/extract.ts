// The final answer in a whole response: by the marks that say so, else, for people who look at single answers, by what
// is likely to be one.

import { answeringPart } from "./answering-part.ts";
import { type Candidate, type ExplicitMark, explicitAnswer } from "./explicit.ts";
import { type WeakMark, weakAnswer } from "./weak.ts";

export type Mark = ExplicitMark | WeakMark | "number";
export type Extracted = Candidate<Mark>;

export interface ExtractOptions {
  /** Whether a bare last number counts when there is no other mark. */
  numbers?: boolean;
}

/** Finds the final answer; undefined where the response gives none, or takes back the one that it gave. */
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

/** Where a mark is spoken of, or left empty, nothing else is taken for the answer. */
const saysMark = (text: string): boolean =>
  /\\(?:boxed|fbox)(?![A-Za-z])|<\/?(?:final[ _-]?)?answers?\b|(?<!#)####(?!#)\s*$/i.test(text);

const number = /-?\d[\d,]*(?:\.\d+)?%?/g;

function lastNumber(text: string, from: number, to: number): Extracted | undefined {
  let last: Extracted | undefined;
  number.lastIndex = from;
  for (let found = number.exec(text); found && found.index < to; found = number.exec(text)) {
    const digits = found[0].replace(/,+$/, "");
    last = { answer: digits, start: found.index, end: found.index + digits.length, mark: "number" };
  }
  return last;
}
