// The one answer that a response marks explicitly. It is chosen by mark and position: the last mark of the strongest
// class in the response. The gold is never used, and it does not matter whether a candidate can be read.

import { formulasIn, type Refusal, roles } from "../words/index.ts";
import { answeringPart, nextQuestionIn } from "./answering-part.ts";
import { type Around, around, framedAt } from "./around.ts";
import { answerTagsIn, boxesIn } from "./boxes.ts";
import { earlierValues, type Lead } from "./earlier.ts";
import { isInvisible } from "./joined.ts";
import { jsonAnswerIn } from "./json-object.ts";
import {
  hiddenIn,
  isCutOffFrom,
  isPlaceholder,
  joinedFrom,
  type Labelled,
  listOf,
  type Marked,
  nothingBetween,
  outside,
  type Place,
  trimmedPlace,
} from "./mark.ts";
import { refusedWords, valueOfSentence } from "./one-value.ts";
import { announcementsIn, hashesIn, headingsIn, namedChoicesIn } from "./spoken.ts";
import { laterValues, refusedLaterIn, takenBackIn } from "./taken-back.ts";

/** The classes of explicit marks, the highest first. A heading that says "answer" is of the class of `####`. */
const explicitMarks = ["answer tag", "box", "JSON", "####", "answer phrase"] as const;
export type ExplicitMark = (typeof explicitMarks)[number];

export interface Candidate<Mark extends string = string> {
  answer: string;
  /** The position in the response: from `start` up to, not including, `end`. */
  start: number;
  end: number;
  /** The mark that identified it. */
  mark: Mark;
}

export type Explicit =
  | ({ kind: "found" } & Found)
  /** There are marks, but no answer: withdrawn, denied, empty, cut off, or only in the reasoning. */
  | { kind: "none"; why: NoAnswer; reason: string; refusal?: Refusal }
  /** The response has no mark. */
  | { kind: "unmarked" };

export interface Found extends Candidate<ExplicitMark> {
  /** The whole content of the mark, where the answer is a part of it. */
  whole?: string;
  /**
   * Other values of the response that must be equal to the answer, otherwise there is none; the caller compares them,
   * because it can calculate.
   */
  rivals?: readonly string[];
  /** The contents of marks in a row, with nothing between them: one value if all are equal, else a list. */
  items?: readonly string[];
  /** The words right after a box, with a power where one is written: its unit, where they are one. */
  unit?: string;
}

/** Why a response gives no answer: the role of the words around the mark, or one of these. */
export const noAnswers = [
  "unmarked",
  "unfinished reasoning",
  "empty or cut off",
  "taken back",
  "several answers",
  "no member",
  ...roles,
] as const;
export type NoAnswer = (typeof noAnswers)[number];

type None = Extract<Explicit, { kind: "none" }>;
/** The reason begins with its name in the list, and then says more. */
export const none = (why: NoAnswer, detail: string): None => ({
  kind: "none",
  why,
  reason: `${why}: ${detail}`,
});

/** Why the words around a mark prevent it from being the answer. */
function refusedBy(text: string, refusal: Refusal): None {
  const { start, end, role, context } = refusal;
  const said = text.slice(start, end).replace(/\s+/g, " ");
  const shown = said.length > 60 ? `${said.slice(0, 57)}…` : said;
  return { ...none(role, `'${shown}' ${context}`), refusal };
}

/**
 * The end of the answer to the actual question: models that are not stopped continue with a new question. Questions
 * before the first answer are part of the text.
 */
function beforeNextQuestion(text: string, from: number, to: number, marks: readonly ExplicitMark[]): number {
  const next = nextQuestionIn(text, from, to);
  return next !== undefined && choose(text, from, next, marks).kind === "found" ? next : to;
}

/** The answer that a response marks, by the marks that the caller selects. */
export function explicitAnswer(response: string, marks: readonly ExplicitMark[] = explicitMarks): Explicit {
  const part = answeringPart(response);
  if (!part) return none("unfinished reasoning", "the reasoning never ends");
  const plain = marks.includes("answer tag") ? onlyBoxInTag(response, part.from, part.to) : undefined;
  if (plain) return plain;
  const to = beforeNextQuestion(response, part.from, part.to, marks);
  return choose(response, part.from, to, marks);
}

// A command is read to its last letter: one that could end earlier would be read in exponentially many ways.
const boxInTag =
  /^\s*<answer>\s*\\boxed\{((?:[^{}\\<>]|\\[A-Za-z]+(?![A-Za-z])|\{[^{}<>]*\})+)\}\s*<\/answer>\s*$/;

/**
 * Most responses of a training run have one box in one tag and nothing around them, so nothing more needs to be read.
 */
function onlyBoxInTag(text: string, from: number, to: number): Explicit | undefined {
  if (to - from > 500) return undefined;
  const held = boxInTag.exec(text.slice(from, to))?.[1];
  if (held === undefined || held.trim() === "" || isPlaceholder(held)) return undefined;
  const at = text.indexOf("\\boxed{", from) + "\\boxed{".length;
  const place = trimmedPlace(text, at, at + held.length);
  return { kind: "found", answer: held.trim(), ...place, mark: "box" };
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

/** Also the end of its formula, and the end of its sentence. */
type Chosen = Extract<Explicit, { kind: "found" }> & {
  to: number;
  sentenceEnd: number;
  lead?: Lead | undefined;
};

/** A correction after the answer withdraws it; a later mark, of any class, replaces it. */
function unlessTakenBack(found: Chosen, text: string, end: number, marks: readonly ExplicitMark[]): Explicit {
  const { to, sentenceEnd, lead, ...candidate } = found;
  const taken = takenBackIn(text, to, end, candidate.answer);
  if (taken === undefined) {
    const refusal = refusedLaterIn(text, sentenceEnd, end);
    if (refusal) return refusedBy(text, refusal);
    const from = found.mark === "box" ? to : sentenceEnd;
    const values = laterValues(text, { from, sentenceEnd, to: end, lead });
    return values.length === 0
      ? candidate
      : { ...candidate, rivals: [...(candidate.rivals ?? []), ...values] };
  }
  const corrected = choose(text, taken.start, end, marks);
  return corrected.kind === "found"
    ? corrected
    : {
        ...none(
          "taken back",
          `'${text.slice(taken.start, taken.end)}' after the answer, and no other one is marked`,
        ),
        refusal: taken,
      };
}

function lastOfClass(
  mark: ExplicitMark,
  text: string,
  from: number,
  to: number,
): Chosen | Exclude<Explicit, { kind: "found" }> {
  if (mark === "JSON") return fromJson(text, from, to);
  const all = marksOf(mark, text, from, to).filter(
    ({ start, end }) => !isPlaceholder(text.slice(start, end)),
  );
  const real = all.length === 0 ? all : outside(hiddenIn(text, from, to), all);
  const usable = usableMarks(mark, real, text, to);
  if (usable === undefined) return none("empty or cut off", "the last mark");
  if (usable.length === 0) return { kind: "unmarked" };
  const run = usable.slice(joinedFrom(text, usable));
  const end = run.at(-1)!.to;
  const place = { from: run[0]!.from, to: end };
  const before = (at: Place) => real.findLast((each) => each.to <= at.from)?.to;
  const context: Around =
    mark === "box" || mark === "answer tag"
      ? around(text, from, to, place, mark === "box" ? "box" : "tag", before(place))
      : besideWords(text, from, place);
  if (context.refusal) return refusedBy(text, context.refusal);
  const parts = run.map((each) => contentOf(mark, each, text));
  const broken = parts.find((part) => part.kind === "none");
  if (broken) return broken;
  const held = parts as Labelled[];
  const earlier =
    mark === "box"
      ? earlierValues(text, from, place, context, usable.slice(0, usable.length - run.length), (box) =>
          around(text, from, to, box, "box", before(box)),
        )
      : [];
  const rivals = [...context.rivals, ...held.flatMap((part) => part.rivals ?? []), ...earlier];
  const found = {
    kind: "found" as const,
    mark,
    to: Math.max(end, context.past),
    sentenceEnd: Math.max(end, context.end),
    lead: context.lead,
    ...(rivals.length > 0 ? { rivals } : {}),
  };
  if (context.joined) {
    const { from: start, to: end } = context.joined;
    const answer = context.scale ? `${text.slice(start, end)} ${context.scale}` : text.slice(start, end);
    return { ...found, answer, start, end };
  }
  const [only] = held;
  if (held.length > 1) {
    const items = nothingBetween(text, run) ? { items: held.map((part) => part.answer) } : {};
    return { ...found, answer: listOf(text, run, held), start: place.from, end, ...items };
  }
  const { kind: _, rivals: __, ...part } = only!;
  if (context.rounded) return { ...found, ...part, answer: `${part.answer} \\approx ${context.rounded}` };
  return { ...found, ...part, ...(context.unit ? { unit: context.unit } : {}) };
}

/** The sentences of marks in words are read where the marks are found. */
function besideWords(text: string, from: number, { from: at, to: end }: Place): Around {
  const refusal = framedAt(text, from, at, formulasIn(text, from, at));
  return { past: end, end, rivals: [], ...(refusal ? { refusal } : {}) };
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

/** What may be between an empty mark and the end of the response. */
const onlyClosing = /^(?:[\s$*_.。)\]}]|\\[)\]])*$/;

/**
 * The marks up to the last that counts; undefined if the last is empty or was never closed, and more follows than a
 * cut-off allows. If no mark has content, the empty ones only show where an answer would be.
 */
function usableMarks(mark: ExplicitMark, marks: Marked[], text: string, to: number): Marked[] | undefined {
  // A tag that is opened and not closed is only mentioned, unless the response ends there.
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

/** The content of a mark; marks inside it count, as in `<answer>So it is \\boxed{42}.</answer>`. */
function contentOf(mark: ExplicitMark, marked: Marked, text: string): Labelled | None {
  const whole = trimmedPlace(text, marked.start, marked.end);
  const answer = text.slice(whole.start, whole.end);
  if (mark === "answer tag" || mark === "####") {
    const inside = text.slice(marked.start, marked.end);
    const inner = choose(inside, 0, inside.length, innerMarks[mark]);
    if (inner.kind === "none") return inner;
    if (inner.kind === "found") {
      const place = { start: marked.start + inner.start, end: marked.start + inner.end };
      const rivals = [...(inner.rivals ?? []), ...(mark === "answer tag" ? otherBoxes(inside, inner) : [])];
      return {
        kind: "part",
        answer: inner.answer,
        ...place,
        mark: inner.mark === "box" ? "box" : mark,
        whole: answer,
        rivals,
        ...(inner.items ? { items: inner.items } : {}),
      };
    }
    const isHidden = hiddenIn(inside, 0, inside.length).some(({ from, to }) =>
      /[\p{L}\p{N}]/u.test(inside.slice(from, to)),
    );
    if (isHidden || isInvisible(answer))
      return none("hidden", "what the mark holds is not shown, or struck through");
  }
  const said = mark === "box" ? undefined : valueOfSentence(text, whole.start, whole.end);
  if (said)
    return { kind: "part", answer: said.answer, start: said.start, end: said.end, mark, whole: answer };
  const refusal = mark === "answer tag" ? refusedWords(text, whole.start, whole.end) : undefined;
  if (refusal) return refusedBy(text, refusal);
  if (!marked.closed && formulasIn(text, marked.start, marked.end).some(({ closed }) => !closed))
    return none("empty or cut off", "the answer ends in a formula");
  return { kind: "part", answer, ...whole, mark };
}

/** The boxes of a tag other than the one that counts: a tag is one answer, so they must have the same content. */
function otherBoxes(inside: string, { start, end, mark }: Found): string[] {
  if (mark !== "box") return [];
  return boxesIn(inside)
    .filter((box) => box.depth === 0 && box.closed && (box.to <= start || box.start > end))
    .map((box) => inside.slice(box.start, box.end).trim())
    .filter((held) => held !== "" && !isPlaceholder(held));
}

const innerMarks: Record<"answer tag" | "####", readonly ExplicitMark[]> = {
  "answer tag": ["box", "JSON", "####", "answer phrase"],
  "####": ["answer phrase"],
};

function fromJson(text: string, from: number, to: number): ReturnType<typeof lastOfClass> {
  const found = jsonAnswerIn(text, from, to);
  if (!found) return { kind: "unmarked" };
  const { answer, start, end } = found;
  if (answer === undefined) return none("no member", "the JSON object names no one answer");
  if (answer === "" || isPlaceholder(answer)) return { kind: "unmarked" };
  return { kind: "found", answer, start, end, mark: "JSON", to: found.to, sentenceEnd: found.to };
}
