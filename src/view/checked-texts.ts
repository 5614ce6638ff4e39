// Equations between numbers that are proven false, in the texts of a page. The server finds them, so that a page does
// not load that part of the grader; a page without a server finds them itself.

import { type FalseEquation, falseEquations } from "../math/index.ts";
import { valueWithin } from "../workers/within-time.ts";
import { stepsIn } from "./align-steps.ts";
import type { BenchSample, RolloutItem, SamplePage, SearchProblem } from "./api.ts";
import { partsOf, shownParts } from "./shown-parts.ts";

/** For each text that has any. */
export type CheckedText = [text: string, equations: FalseEquation[]];

export function checkedTexts(texts: Iterable<string>): CheckedText[] {
  return [...new Set(texts)].flatMap((text): CheckedText[] => {
    const equations = text.includes("=") ? valueWithin(() => falseEquations(text), []) : [];
    return equations.length > 0 ? [[text, equations]] : [];
  });
}

/** As a whole for its own page, and by steps for a comparison. */
export const textsOfSample = ({ completion }: SamplePage): string[] =>
  completion ? [...shownParts(completion.text, completion.reasoning), ...stepsIn(completion.text)] : [];

export const textsOfProblem = ({ iterations, steps: taken }: SearchProblem): string[] => [
  ...taken,
  ...iterations.flatMap(({ candidates }) => candidates.flatMap(({ steps }) => steps)),
];

export const textsOfJudged = ({ steps }: BenchSample): string[] => steps.map(({ text }) => text);

export const textsOfRollout = ({ response }: RolloutItem): string[] =>
  partsOf(response).map((part) => response.slice(...part));
