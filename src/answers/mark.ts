// The common parts of all marks of an answer: a position in the response, the content, whether print shows it, and when
// marks in a row are one list, as in `\boxed{1} and \boxed{2}`.

import { wordSet } from "../words/index.ts";
import type { ExplicitMark } from "./explicit.ts";

/** A part of a text, from `from` up to, not including, `to`. */
export interface Place {
  from: number;
  to: number;
}

export interface Marked extends Place {
  /** What it holds. */
  start: number;
  end: number;
  /** Whether it was closed. A mark in words needs no closing. */
  closed: boolean;
}

/** The part of a text without the white space around it. */
export function trimmedPlace(text: string, start: number, end: number): { start: number; end: number } {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from]!)) from++;
  while (to > from && /\s/.test(text[to - 1]!)) to--;
  return { start: from, end: to };
}

/** The marks that begin in none of these places; both are in order. */
export function outside(places: readonly Place[], marks: readonly Marked[]): Marked[] {
  let next = 0;
  return marks.filter((mark) => {
    while (next < places.length && places[next]!.to <= mark.from) next++;
    const place = places[next];
    return place === undefined || mark.from < place.from;
  });
}

/** The length of text that may follow a mark in which the response was cut off. */
const longestCutOff = 200;

/** Whether the text from here to its end may be the beginning of an answer that was cut off. */
export const isCutOffFrom = (text: string, from: number, to: number): boolean =>
  to - from <= longestCutOff && !/\n\s*\n/.test(text.slice(from, to));

const placeholder =
  /^[\s$*_"'`([{<]*(?:\\(?:text|textbf|mathrm|mathbf|boldsymbol)\s*\{)?[\s$*_"'`([{<]*(?:\.{2,}|…+|\\(?:ldots|dots|cdots)|_{2,}|(?:\\_){2,}|\?+|(?:insert |put |write |place |enter )?(?:(?:your|the|my|an?|final|numerical|correct|exact|short)[ _-]){0,4}(?:answer|result|solution|value)s?(?: (?:goes )?here)?|(?:答案|最终答案|你的答案))[\s$*_"'`)\]}>.:]*$/i;

/** `...`, `your answer`: placeholders for an answer. */
export const isPlaceholder = (content: string): boolean => content.length < 80 && placeholder.test(content);

export interface Labelled {
  kind: "part";
  answer: string;
  start: number;
  end: number;
  mark: ExplicitMark;
  whole?: string;
  rivals?: readonly string[];
  items?: readonly string[];
}

const joins =
  /^(?:[\s,;$&、，；]|\\[,;:! ()[\]]|\\q?quad(?![A-Za-z])|\\(?:text|mathrm|mbox)\s*\{\s*(?:,|and|or|,\s*and)\s*\}|~|(?<![\p{L}])(?:and|or|und|oder|et|ou|y|e|o|и|или)(?![\p{L}])|[和或及与]|\p{L}(?:_\{?\w\}?)?\s*=)*$/iu;

/** The index of the first mark that is joined to the last one: by nothing, or only by commas, `and`, `or` and names. */
export function joinedFrom(text: string, marks: readonly Marked[]): number {
  let first = marks.length - 1;
  while (first > 0 && areJoined(text, marks[first - 1]!, marks[first]!)) first--;
  return first;
}

const longestJoin = 80;

function areJoined(text: string, a: Marked, b: Marked): boolean {
  if (b.from - a.to >= longestJoin) return false;
  return joins.test(text.slice(a.to, b.from));
}

const gaps = (text: string, marks: readonly Marked[]): string[] =>
  marks.slice(1).map((mark, i) => text.slice(marks[i]!.to, mark.from));

/** Whether nothing is between the marks, so that they may be one value repeated. */
export const nothingBetween = (text: string, marks: readonly Marked[]): boolean =>
  gaps(text, marks).every((gap) => /^(?:[\s$]|\\[()[\]])*$/.test(gap));

/** The list as text. */
export function listOf(text: string, marks: readonly Marked[], parts: readonly Labelled[]): string {
  const answers = parts.map(({ answer }) => answer.replace(/(?:[\s,;]|(?<![\p{L}])(?:and|or|the))+$/iu, ""));
  const between = gaps(text, marks);
  const names = marks.map(
    (mark) =>
      /(\p{L}(?:_\{?\w\}?)?)\s*=\s*\$?\s*$/u.exec(text.slice(Math.max(0, mark.from - 20), mark.from))?.[1],
  );
  const items = names.includes(undefined) ? answers : answers.map((answer, i) => `${names[i]} = ${answer}`);
  // Alternatives stay alternatives: one of two values is not a pair.
  return items
    .map((item, i) => (i === 0 ? item : `${isOr(between[i - 1]!) ? " or " : ", "}${item}`))
    .join("");
}

const isOr = (gap: string): boolean => /(?<!\p{L})(?:or|oder|ou|o|или)(?!\p{L})|或/iu.test(gap);

const signs =
  /~~|<!--|-->|<(\/?)([a-z][a-z0-9]*)\b([^<>]{0,200})>|\\iffalse(?![A-Za-z])|\\fi(?![A-Za-z])|\\(begin|end)\{comment\}|^[^\S\n]*(?:%|\[\/\/\]:|\[comment\]:)[^\n]*$/gim;

/** Elements that hide, raise or strike out their content, with any attributes. */
const hiding = wordSet`s del strike template script style sup sub`;
/** Elements that say nothing about their content; any other may say that it is a draft, a question or wrong. */
const plainElements = wordSet`
  a abbr article b bdi big blockquote body br center cite code dd details dfn div dl dt em figure font footer h1 h2 h3 h4 h5 h6 header
  hr html i img ins kbd li main mark math ol p pre section small span strong summary table tbody td th thead tr tt u ul
  answer answers final finalanswer output response result solution conclusion step steps think
`;
/** Attributes that hide: `style="display:none"`, `color="white"`, `hidden`. */
const hidingStyle =
  /\bhidden\b|display\s*:\s*none|opacity\s*:\s*0(?![.\d]*[1-9])|font-size\s*:\s*0|text-decoration[^;"']*line-through|color\s*[:=]\s*["']?\s*(?:white|#f{3}(?:f{3})?\b|transparent|rgba?\(\s*255)/i;

/** The places of a text, in order, that print hides or changes. */
export function hiddenIn(text: string, from: number, to: number): Place[] {
  const part = text.slice(from, to);
  if (!/~~|<[!a-z/]|\\iffalse|\\begin\{comment\}|^[^\S\n]*(?:%|\[(?:\/\/|comment)\]:)/im.test(part))
    return [];
  const places: Place[] = [];
  const open = new Map<string, number[]>();
  const begin = (name: string, at: number) => {
    const opened = open.get(name);
    if (opened) opened.push(at);
    else open.set(name, [at]);
  };
  const end = (name: string, at: number) => {
    const opened = open.get(name)?.pop();
    if (opened !== undefined && opened >= 0) places.push({ from: from + opened, to: from + at });
  };
  for (const { 0: sign, 1: closing, 2: element, 3: attributes, 4: comment, index } of part.matchAll(signs)) {
    const after = index + sign.length;
    if (element !== undefined) {
      const name = element.toLowerCase();
      const isHidden = hiding.has(name) || !plainElements.has(name) || hidingStyle.test(attributes!);
      if (closing === "") begin(name, isHidden ? index : -1);
      else end(name, after);
    } else if (sign === "<!--") {
      // A comment does not contain other comments.
      if (!open.get(sign)?.length) begin(sign, index);
    } else if (sign === "-->") end("<!--", after);
    else if (comment !== undefined)
      (comment === "begin" ? begin : end)("comment", comment === "begin" ? index : after);
    else if (sign === "\\iffalse") begin(sign, index);
    else if (sign === "\\fi") end("\\iffalse", after);
    else if (sign === "~~") {
      if ((open.get(sign)?.length ?? 0) > 0) end(sign, after);
      else begin(sign, index);
    } else places.push({ from: from + index, to: from + after });
  }
  // A comment that is never closed hides all that follows.
  for (const at of open.get("<!--") ?? []) places.push({ from: from + at, to });
  return places.sort((a, b) => a.from - b.from);
}
