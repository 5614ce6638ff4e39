// What is marked in a text of a report: known at once, since nothing is loaded later.

import { falseEquations } from "../../src/math/false-equations.ts";
import { valueWithin } from "../../src/workers/within-time.ts";
import { falseMarks, type Mark, withAnswer } from "../math/marks.ts";

export { type Mark, marksIn } from "../math/marks.ts";

export const useMarks = (
  text: string,
  at: readonly [number, number] | undefined,
  isChecked: boolean,
): readonly Mark[] =>
  withAnswer(isChecked ? falseMarks(valueWithin(() => falseEquations(text), [])) : [], at);
