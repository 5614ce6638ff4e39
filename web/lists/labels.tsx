// Labels in lists: the digits on labelled rows, a filter by label, and the download of a list.

import type { PersonsNote } from "../../src/view/person-note.ts";
import { noteOn, notesOf } from "../notes.ts";
import { count } from "../words.ts";
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
  return (
    <label class="field">
      <span>label</span>
      <select value={value ?? ""} onChange={(event) => onChoose(event.currentTarget.value || undefined)}>
        <option value="">all</option>
        {(value === null || names.includes(value) ? names : [...names, value]).map((label) => (
          <option key={label} value={label}>
            {label === "any" ? "any label" : label} (
            {count(notes.filter((note) => hasLabel(note, label)).length)})
          </option>
        ))}
      </select>
    </label>
  );
}

interface RowsAsFileProps {
  /** Of the file, without its ending. */
  name: string;
  rows(): FileRow[];
}

/** The rows of a list as it is filtered and sorted. */
export function RowsAsFile({ name, rows }: RowsAsFileProps) {
  const file = name.replace(/[^A-Za-z0-9]+/g, "-");
  return (
    <span class="as-file">
      Download as{" "}
      <button type="button" class="quiet" onClick={() => download(`${file}.csv`, asCsv(rows()))}>
        CSV
      </button>{" "}
      <button type="button" class="quiet" onClick={() => download(`${file}.jsonl`, asJsonLines(rows()))}>
        JSON Lines
      </button>
    </span>
  );
}

/** Notes as columns of a file. */
export const noteColumns = (run: string, about: PersonsNote["about"]) => {
  const { labels = [], comment = "" } = noteOn(run, about) ?? {};
  return { labels, comment };
};
