// The one answer that a response marks as such. It is chosen by mark and place: the highest class of marks that is
// there, and in it the last. The gold is never seen, and whether a candidate can be read plays no part.

import { answeringPart } from "./answering-part.ts";
import { boxesIn } from "./boxes.ts";
import { jsonAnswerIn } from "./json-object.ts";
import { joinedFrom, type Labelled, listOf } from "./lists.ts";
import { isCutOffFrom, isPlaceholder, type Marked, outside, trimmedPlace } from "./mark.ts";
import { mathematicsIn } from "./mathematics.ts";
import { isHedged, oneBoxedAnswer } from "./one-answer.ts";
import { announcementsIn, hashesIn, headingsIn, namedChoicesIn } from "./spoken.ts";
import { unstruck } from "./struck.ts";
import { answerTagsIn } from "./tags.ts";
import { nextQuestionIn } from "./turn-end.ts";
import { correctionsIn } from "./words.ts";

/** The classes of explicit marks, the highest first. A heading that says "answer" is of the class of `####`. */
const explicitMarks = ["answer tag", "box", "JSON", "####", "answer phrase"] as const;
export type ExplicitMark = (typeof explicitMarks)[number];

export interface Candidate<Mark extends string = string> {
  answer: string;
  /** Where it stands in the response: from `start` up to, not including, `end`. */
  start: number;
  end: number;
  /** What it was found by. */
  mark: Mark;
}

export type Explicit =
  | ({ kind: "found" } & Candidate<ExplicitMark>)
  /** There are marks, but no answer: taken back, empty, cut off, or thought only. */
  | { kind: "none"; reason: string }
  /** Nothing is marked at all. */
  | { kind: "unmarked" };

const none = (reason: string): Extract<Explicit, { kind: "none" }> => ({ kind: "none", reason });

/**
 * The end of the answer to the question that was asked: models that are not stopped go on to ask themselves another one.
 * Questions before the first answer are part of the text.
 */
function beforeNextQuestion(text: string, from: number, to: number, marks: readonly ExplicitMark[]): number {
  const next = nextQuestionIn(text, from, to);
  return next !== undefined && choose(text, from, next, marks).kind === "found" ? next : to;
}

/** The answer that a response marks, by the marks that the caller goes by. */
export function explicitAnswer(response: string, marks: readonly ExplicitMark[] = explicitMarks): Explicit {
  const part = answeringPart(response);
  if (!part) return none("the reasoning never ends");
  const to = beforeNextQuestion(response, part.from, part.to, marks);
  return choose(response, part.from, to, marks);
}

function choose(text: string, from: number, to: number, marks: readonly ExplicitMark[]): Explicit {
  for (const mark of explicitMarks) {
    if (!marks.includes(mark)) continue;
    const found = lastOfClass(mark, text, from, to);
    if (found.kind === "none") return found;
    if (found.kind === "found") return unlessTakenBack(found, text, to, marks);
  }
  return { kind: "unmarked" };
}

type Chosen = Extract<Explicit, { kind: "found" }> & { to: number };

/** A correction after the answer takes it back; a mark after that, of whatever class, replaces it. */
function unlessTakenBack(found: Chosen, text: string, end: number, marks: readonly ExplicitMark[]): Explicit {
  const { to, ...candidate } = found;
  const taken = correctionsIn(text.slice(to, end));
  if (!taken) return candidate;
  const corrected = choose(text, to + taken.first, end, marks);
  return corrected.kind === "found"
    ? corrected
    : none("the answer is taken back, and no other one is marked");
}

function lastOfClass(
  mark: ExplicitMark,
  text: string,
  from: number,
  to: number,
): Chosen | Exclude<Explicit, { kind: "found" }> {
  if (mark === "JSON") return fromJson(text, from, to);
  const real = unstruck(text, to, marksOf(mark, text, from, to)).filter(
    ({ start, end }) => !isPlaceholder(text.slice(start, end)),
  );
  const usable = usableMarks(mark, real, text, to);
  if (usable === undefined) return none("the last mark is empty or cut off");
  if (usable.length === 0) return { kind: "unmarked" };
  const run = usable.slice(joinedFrom(text, usable));
  if (mark === "box" && isHedged(text, run[0]!.from, run.at(-1)!.to))
    return none("the box is one of several candidates");
  const parts = run.map((each) => contentOf(mark, each, text));
  const broken = parts.find((part) => part.kind === "none");
  if (broken) return broken;
  const last = parts.at(-1) as Labelled;
  const { to: end } = run.at(-1)!;
  if (parts.length === 1)
    return {
      kind: "found",
      answer: last.answer,
      start: last.start,
      end: last.end,
      mark: last.mark ?? mark,
      to: end,
    };
  return {
    kind: "found",
    answer: listOf(text, run, parts as Labelled[]),
    start: run[0]!.from,
    end,
    mark,
    to: end,
  };
}

function marksOf(mark: Exclude<ExplicitMark, "JSON">, text: string, from: number, to: number): Marked[] {
  switch (mark) {
    case "answer tag":
      return answerTagsIn(text, from, to);
    case "box":
      return boxesIn(text, from, to).filter(({ depth }) => depth === 0);
    case "####":
      return outsideCode(
        text,
        [...hashesIn(text, from, to), ...headingsIn(text, from, to)].sort((a, b) => a.from - b.from),
      );
    case "answer phrase":
      return [...announcementsIn(text, from, to), ...namedChoicesIn(text, from, to)].sort(
        (a, b) => a.from - b.from,
      );
  }
}

/** In a program hashes begin remarks. */
function outsideCode(text: string, marks: Marked[]): Marked[] {
  if (marks.length === 0 || !text.includes("```")) return marks;
  const fences = [...text.matchAll(/^[^\S\n]*```/gm)];
  const blocks = fences.flatMap(({ index: from }, i) =>
    i % 2 === 0 ? [{ from, to: fences[i + 1]?.index ?? text.length }] : [],
  );
  return outside(blocks, marks);
}

const isEmpty = (text: string, { start, end }: Marked): boolean => text.slice(start, end).trim() === "";

/** What may stand between an empty mark and the end of the response. */
const onlyClosing = /^(?:[\s$*_.。)\]}]|\\[)\]])*$/;

/**
 * The marks up to the last that counts; undefined where the last is empty or was never closed, and more follows than
 * the cut allows. Where no mark holds anything, the empty ones only say where an answer would go.
 */
function usableMarks(mark: ExplicitMark, marks: Marked[], text: string, to: number): Marked[] | undefined {
  // A tag that is opened and left is talk of a tag, unless the response ends there.
  const real =
    mark === "answer tag" ? marks.filter((m) => m.closed || isCutOffFrom(text, m.start, to)) : marks;
  const last = real.at(-1);
  if (!last) return [];
  const before = real.slice(0, -1).filter((m) => m.closed && !isEmpty(text, m));
  if (last.closed && !isEmpty(text, last)) return [...before, last];
  if (last.closed) {
    if (before.length === 0) return [];
    return onlyClosing.test(text.slice(last.to, to)) ? before : undefined;
  }
  if (!isCutOffFrom(text, last.start, to)) return undefined;
  if (before.length > 0) return before;
  if (mark === "answer tag") return isEmpty(text, last) ? [] : [last];
  return undefined;
}

type Content = Labelled | { kind: "none"; reason: string };

/** What a mark holds; marks inside it count, as in `<answer>So it is \boxed{42}.</answer>`. */
function contentOf(mark: ExplicitMark, marked: Marked, text: string): Content {
  const whole = trimmedPlace(text, marked.start, marked.end);
  if (mark === "answer tag") {
    if (oneBoxedAnswer(text.slice(marked.start, marked.end)) === undefined)
      return none("the tag holds several answers");
  }
  if (mark === "answer tag" || mark === "####") {
    const inside = text.slice(marked.start, marked.end);
    const inner = choose(inside, 0, inside.length, innerMarks[mark]);
    if (inner.kind === "none") return inner;
    if (inner.kind === "found") {
      const { answer } = inner;
      const place = { start: marked.start + inner.start, end: marked.start + inner.end };
      return { kind: "part", answer, ...place, mark: inner.mark === "box" ? "box" : mark };
    }
  }
  if (!marked.closed && mathematicsIn(text, marked.start, marked.end).some(({ closed }) => !closed))
    return { kind: "none", reason: "the answer is cut off in a formula" };
  return { kind: "part", answer: text.slice(whole.start, whole.end), ...whole, mark };
}

const innerMarks: Record<"answer tag" | "####", readonly ExplicitMark[]> = {
  "answer tag": ["box", "JSON", "####", "answer phrase"],
  "####": ["answer phrase"],
};

function fromJson(text: string, from: number, to: number): ReturnType<typeof lastOfClass> {
  const found = jsonAnswerIn(text, from, to);
  if (!found) return { kind: "unmarked" };
  const { answer, start, end } = found;
  if (answer === undefined) return none("the JSON object names no one answer");
  if (answer === "" || isPlaceholder(answer)) return { kind: "unmarked" };
  return { kind: "found", answer, start, end, mark: "JSON", to: found.to };
}
