// Messages for a page that is loading or has failed.

import type { ComponentChildren } from "preact";
import { visible } from "../math/visible.ts";
import { sentence } from "../words.ts";

export const Loading = ({ what }: { what: string }) => (
  <p class="loading" role="status">
    {what} is loading …
  </p>
);

interface TroubleProps {
  message?: string | undefined;
  children?: ComponentChildren;
}

export const Trouble = ({ message, children }: TroubleProps) => (
  <div class="trouble" role="alert">
    {message !== undefined && sentence(visible(message))} {children}
  </div>
);

export const Notes = ({ notes }: { notes: readonly string[] }) =>
  notes.length === 0 ? null : (
    <div class="notes" role="note">
      <ul>
        {notes.map((note) => (
          <li key={note}>{sentence(note)}</li>
        ))}
      </ul>
    </div>
  );
