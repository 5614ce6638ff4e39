// The equations of a text that are proven false: from the server, or found here if there is no server. That part of the
// grader is loaded only then.

import type { FalseEquation } from "../../src/math/false-equations.ts";
import type { CheckedText } from "../../src/view/checked-texts.ts";

let isHere = false;
/** A static site checks texts itself. */
export const checkHere = (): void => {
  isHere = true;
};

const known = new Map<string, readonly FalseEquation[]>();
const mostKnown = 5_000;

/** Adds the results in an answer of the server. */
export function noteChecks(checked: readonly CheckedText[] = []): void {
  if (known.size > mostKnown) known.clear();
  for (const [text, equations] of checked) known.set(text, equations);
}

/** Undefined if a text is still to be checked here. */
export const checkOf = (text: string): readonly FalseEquation[] | undefined =>
  known.get(text) ?? (isHere && text.includes("=") ? undefined : []);

export async function check(text: string): Promise<readonly FalseEquation[]> {
  const there = checkOf(text);
  if (there) return there;
  const { falseEquations } = await import("../../src/math/false-equations.ts");
  const equations = falseEquations(text);
  noteChecks([[text, equations]]);
  return equations;
}
