// The mark of a verdict, by shape and by colour: a disc is right, a cross wrong, a ring unscored, a point not graded yet; a
// bar below means that the completion was cut off.

import type { State } from "../../src/view/sample-table.ts";

export const stateWords: Record<State, string> = {
  right: "right",
  wrong: "wrong",
  unscored: "unscored",
  ungraded: "not graded yet",
};

export const VerdictMark = ({ state, isCut = false }: { state: State; isCut?: boolean }) => (
  <span class={`verdict-mark ${state}${isCut ? " cut" : ""}`} aria-hidden="true" />
);

const certainties: Readonly<Record<string, string>> = {
  proven: "proven",
  probable: "the probability of an error is below 2⁻⁶⁰",
  numeric: "equal in every digit that was compared",
};

export const certaintyWords = (certainty: string | null | undefined): string | undefined =>
  certainty ? (certainties[certainty] ?? certainty) : undefined;
