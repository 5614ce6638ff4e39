// A flag and a comment on what is looked at.

import { keepNote, noteAt, useNotesVersion } from "../notes.ts";

interface NoteBoxProps {
  run: string;
  /** Without filters, so that it is found again on every way there. */
  address: string;
  about: Readonly<Record<string, string | number>>;
}

export function NoteBox({ run, address, about }: NoteBoxProps) {
  useNotesVersion();
  const { flag = false, comment = "" } = noteAt(address) ?? {};
  const keep = (changes: { flag?: boolean; comment?: string }) =>
    keepNote({ run, address, about, flag, comment, at: new Date().toISOString(), ...changes });
  return (
    <section class={`note-box${flag ? " flagged" : ""}`} aria-label="Your note">
      <button type="button" aria-pressed={flag} onClick={() => keep({ flag: !flag })}>
        <span aria-hidden="true">⚑</span> {flag ? "Flagged" : "Flag"}
      </button>
      <label>
        <span class="hidden-label">Comment</span>
        <textarea
          rows={comment.length > 80 ? 3 : 1}
          placeholder="A comment, kept in this browser"
          value={comment}
          onInput={(event) => keep({ comment: event.currentTarget.value })}
        />
      </label>
    </section>
  );
}
