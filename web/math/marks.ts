// The marks in a text: the extracted answer, and equations that are proven false.

import { useEffect, useState } from "preact/hooks";
import type { FalseEquation } from "../../src/math/false-equations.ts";
import { check, checkOf } from "./checks.ts";

export interface Mark {
  from: number;
  to: number;
  kind: "answer" | "false";
  /** The title of the mark. */
  says?: string | undefined;
}

/** The marks of a text in order; of two that overlap, the later one begins where the earlier one ends. */
export function useMarks(
  text: string,
  at: readonly [number, number] | undefined,
  isChecked: boolean,
): readonly Mark[] {
  const [, setChecked] = useState("");
  const found = isChecked ? checkOf(text) : [];
  useEffect(() => {
    if (found) return;
    let isOver = false;
    void check(text).then(() => !isOver && setChecked(text));
    return () => {
      isOver = true;
    };
  }, [text, found]);
  return withAnswer(falseMarks(found ?? []), at);
}

export function falseMarks(equations: readonly FalseEquation[]): Mark[] {
  let last = 0;
  return equations.map(({ start, end, truth }) => {
    const from = Math.max(last, start);
    last = end;
    return { from, to: end, kind: "false", says: `false: the true value is ${truth}` };
  });
}

export function withAnswer(
  marks: readonly Mark[],
  at: readonly [number, number] | undefined,
): readonly Mark[] {
  if (!at) return marks;
  return [...marks, { from: at[0], to: at[1], kind: "answer" as const }].sort((a, b) => a.from - b.from);
}

/** The marks that touch a stretch of the text. */
export const marksIn = (marks: readonly Mark[], from: number, to: number): Mark[] =>
  marks.filter((mark) => mark.from < to && mark.to > from);
