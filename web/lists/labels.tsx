// Labels in lists: the digits on labelled rows, and a filter by label.

import type { PersonsNote } from "../../src/view/person-note.ts";
import { noteOn, notesOf } from "../notes.ts";
import { count } from "../words.ts";
import { Choice } from "./controls.tsx";

interface LabelsProps {
  run: string;
  about: PersonsNote["about"];
}

export function Labels({ run, about }: LabelsProps) {
  const { labels = [], comment = "" } = noteOn(run, about) ?? {};
  if (labels.length === 0 && comment === "") return null;
  return (
    <span class="labels" title={comment || undefined}>
      {labels.map((label) => (
        <span key={label} class="label-mark">
          <span class="spoken">label </span>
          {label}
        </span>
      ))}
      {comment !== "" && (
        <span class="label-mark">
          <span class="spoken">commented</span>
          <span aria-hidden="true">…</span>
        </span>
      )}
    </span>
  );
}

/** Whether a note matches the label in an address: a number, or `any`. */
export const hasLabel = (note: PersonsNote | undefined, label: string | null): boolean =>
  note !== undefined &&
  (label === "any" ? note.labels.length > 0 : note.labels.some((each) => String(each) === label));

interface LabelFilterProps {
  run: string;
  value: string | null;
  onChoose(label: string | undefined): void;
}

/** Undefined if the run has no label. */
export function LabelFilter({ run, value, onChoose }: LabelFilterProps) {
  const notes = notesOf(run);
  const known = [...new Set(notes.flatMap(({ labels }) => labels))].sort().map(String);
  if (known.length === 0 && value === null) return null;
  const names = ["any", ...known];
  const numberOf = (label: string) => count(notes.filter((note) => hasLabel(note, label)).length);
  const words = [...names, value ?? "any"].map((label) => [
    label,
    `${label === "any" ? "any label" : label} (${numberOf(label)})`,
  ]);
  return (
    <Choice
      label="label"
      value={value ?? undefined}
      values={names}
      words={Object.fromEntries(words)}
      none="all"
      onChoose={onChoose}
    />
  );
}

/** Notes as columns of a file. */
export const noteColumns = (run: string, about: PersonsNote["about"]) => {
  const { labels = [], comment = "" } = noteOn(run, about) ?? {};
  return { labels, comment };
};
