// Labels in lists: the digits on labelled rows, a filter by label, and the list as a file.

import type { ComponentChildren } from "preact";
import type { PersonsNote } from "../../src/view/person-note.ts";
import { noteOn, notesOf } from "../notes.ts";
import { count } from "../words.ts";
import { Choice } from "./controls.tsx";
import { asCsv, asJsonLines, download, type FileRow } from "./download.ts";

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

interface ResultHeadProps<Row> {
  /** Of the run, for the file. */
  name: string;
  rows: readonly Row[];
  asRow(row: Row): FileRow;
  children: ComponentChildren;
}

/** What the list shows, in words, and the list as a file, as it is filtered and sorted. */
export function ResultHead<Row>({ name, rows, asRow, children }: ResultHeadProps<Row>) {
  const file = name.replace(/[^A-Za-z0-9]+/g, "-");
  const save = (ending: string, write: (rows: readonly FileRow[]) => string) =>
    download(`${file}.${ending}`, write(rows.map(asRow)));
  return (
    <div class="result-head">
      <p class="result-line" role="status">
        {children}
      </p>
      {rows.length > 0 && (
        <span class="as-file">
          Download as{" "}
          <button type="button" class="quiet" onClick={() => save("csv", asCsv)}>
            CSV
          </button>{" "}
          <button type="button" class="quiet" onClick={() => save("jsonl", asJsonLines)}>
            JSON Lines
          </button>
        </span>
      )}
    </div>
  );
}
