// Messages for a page that is loading or has failed.

import type { ComponentChildren } from "preact";

export const Loading = ({ what }: { what: string }) => (
  <p class="loading" role="status">
    {what} is loading …
  </p>
);

export const Trouble = ({ children }: { children: ComponentChildren }) => (
  <div class="trouble" role="alert">
    {children}
  </div>
);

export const Notes = ({ notes }: { notes: readonly string[] }) =>
  notes.length === 0 ? null : (
    <div class="notes" role="note">
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
