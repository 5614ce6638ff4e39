// Labels and a comment on the current page. The keys 1 to 9 add or remove a label.

import { useKeys } from "../keys.ts";
import { areShared, keepNote, noteOn, noteTrouble, useNotesVersion } from "../notes.ts";

interface NoteBoxProps {
  /** The run's name in the list. */
  run: string;
  /** Without filters, so that the same subject has one address. */
  address: string;
  about: Readonly<Record<string, string | number>>;
}

const labelNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export function NoteBox({ run, address, about }: NoteBoxProps) {
  useNotesVersion();
  const { labels = [], comment = "" } = noteOn(run, about) ?? {};
  const keep = (changes: { labels?: readonly number[]; comment?: string }) =>
    keepNote({ run, address, about, labels, comment, at: new Date().toISOString(), ...changes });
  const toggle = (label: number) =>
    keep({
      labels: labels.includes(label) ? labels.filter((each) => each !== label) : [...labels, label].sort(),
    });
  useKeys(Object.fromEntries(labelNumbers.map((label) => [String(label), () => toggle(label)])));
  const trouble = noteTrouble();
  return (
    <section class="note-box" aria-label="Your note">
      <span class="muted small" id="labels-name">
        Labels
      </span>
      <div class="segments" role="group" aria-labelledby="labels-name">
        {labelNumbers.map((label) => (
          <button
            key={label}
            type="button"
            aria-pressed={labels.includes(label)}
            aria-label={`Label ${label}`}
            onClick={() => toggle(label)}
          >
            {label}
          </button>
        ))}
      </div>
      <label>
        <span class="hidden-label">Comment</span>
        <textarea
          rows={comment.length > 80 ? 3 : 1}
          placeholder={
            areShared() ? "A comment, shared in the file of notes" : "A comment, kept in this browser"
          }
          value={comment}
          onInput={(event) => keep({ comment: event.currentTarget.value })}
        />
      </label>
      {trouble && <p class="row-trouble">{trouble}</p>}
    </section>
  );
}
