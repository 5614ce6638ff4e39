// What all marks of an answer have in common: a place in the response, and what they hold.

/** A part of a text, from `from` up to, not including, `to`. */
export interface Place {
  from: number;
  to: number;
}

export interface Marked extends Place {
  /** What it holds. */
  start: number;
  end: number;
  /** Whether what opened it was closed again. What is spoken needs no closing. */
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

/** The marks that begin in none of these places; both come in their order. */
export function outside(places: readonly Place[], marks: readonly Marked[]): Marked[] {
  let next = 0;
  return marks.filter((mark) => {
    while (next < places.length && places[next]!.to <= mark.from) next++;
    const place = places[next];
    return place === undefined || mark.from < place.from;
  });
}

/** How much may follow a mark that the response was cut off in. */
const longestCutOff = 200;

/** Whether the text from here to its end may be the beginning of an answer that was cut off. */
export const isCutOffFrom = (text: string, from: number, to: number): boolean =>
  to - from <= longestCutOff && !/\n\s*\n/.test(text.slice(from, to));

const placeholder =
  /^[\s$*_"'`([{<]*(?:\\(?:text|textbf|mathrm|mathbf|boldsymbol)\s*\{)?[\s$*_"'`([{<]*(?:\.{2,}|…+|\\(?:ldots|dots|cdots)|_{2,}|(?:\\_){2,}|\?+|(?:insert |put |write |place |enter )?(?:(?:your|the|my|an?|final|numerical|correct|exact|short)[ _-]){0,4}(?:answer|result|solution|value)s?(?: (?:goes )?here)?|(?:答案|最终答案|你的答案))[\s$*_"'`)\]}>.:]*$/i;

/** `...`, `your answer`: what stands where an answer would. */
export const isPlaceholder = (content: string): boolean => content.length < 80 && placeholder.test(content);
