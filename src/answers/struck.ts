// What is struck through was said to be taken back.

import { type Marked, outside, type Place } from "./mark.ts";

const struck =
  /~~(?!~)[^~]{1,400}~~|<(s|del|strike)>[\s\S]{0,400}?<\/\1>|\\(?:[bx]?cancel|sout|st)\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,400}\}/gi;

/** The marks that are not struck through. */
export function unstruck(whole: string, to: number, marks: Marked[]): Marked[] {
  if (marks.length === 0) return marks;
  const text = whole.slice(0, to);
  if (!/~~|<(?:s|del|strike)>|\\(?:[bx]?cancel|sout|st)\b/i.test(text)) return marks;
  const places: Place[] = [...text.matchAll(struck)].map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }));
  return outside(places, marks);
}
