// Messages for a page that is loading or has failed.

import type { ComponentChildren } from "preact";
import { addressOf } from "../address.ts";
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

interface OnceProps<Page> {
  page: Page | undefined;
  error: string | undefined;
  what: string;
  show(page: Page): ComponentChildren;
}

/** A page once it is there, or why it is not. */
export const Once = <Page,>({ page, error, what, show }: OnceProps<Page>) =>
  error ? (
    <Trouble message={error}>
      <a href={addressOf([])}>All runs</a>
    </Trouble>
  ) : page === undefined ? (
    <Loading what={what} />
  ) : (
    show(page)
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
