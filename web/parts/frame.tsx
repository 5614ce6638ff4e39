// The frame of every page: the path to it, links, and the list of keys.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { addressOf } from "../address.ts";
import { focusSearch, useKeys } from "../keys.ts";
import { allNotes, areShared, downloadNotes, useNotesVersion } from "../notes.ts";
import { useServer } from "../server.ts";

export interface Crumb {
  text: string;
  address?: string | undefined;
}

interface FrameProps {
  here: "runs" | "playground" | "run";
  crumbs: readonly Crumb[];
  children: ComponentChildren;
}

export function Frame({ here, crumbs, children }: FrameProps) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isServerThere = useServer();
  useKeys({ "?": () => setHelpOpen(true), "/": focusSearch });
  const title = crumbs.at(-1)?.text ?? (here === "playground" ? "Playground" : "Runs");
  useEffect(() => {
    document.title = `${title} · Assay`;
  }, [title]);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <a class="mark" href={addressOf([])} aria-label="Assay, all runs">
          <span class="logo" aria-hidden="true" />
          assay
        </a>
        <nav aria-label="Pages">
          <a href={addressOf([])} aria-current={here === "runs" ? "page" : undefined}>
            Runs
          </a>
          <a href={addressOf(["playground"])} aria-current={here === "playground" ? "page" : undefined}>
            Playground
          </a>
        </nav>
        {crumbs.length > 0 && (
          <nav class="crumbs" aria-label="Where you are">
            {crumbs.map(({ text, address }) =>
              address === undefined ? (
                <span key={text} aria-current="page">
                  {text}
                </span>
              ) : (
                <a key={text} href={address}>
                  {text}
                </a>
              ),
            )}
          </nav>
        )}
        <Notes />
        <button type="button" class="quiet keys" onClick={() => setHelpOpen(true)} aria-label="Keys">
          <kbd>?</kbd>
        </button>
      </header>
      {!isServerThere && (
        <p class="banner" role="alert">
          The server does not answer: <code>assay view</code> was stopped, or the connection is lost. The page
          shows its last state, and continues when the server is back.
        </p>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
    </>
  );
}

/** Downloads the notes of this browser. */
function Notes() {
  useNotesVersion();
  const number = allNotes().length;
  if (number === 0) return null;
  return (
    <button
      type="button"
      class="quiet notes-button"
      onClick={downloadNotes}
      title={areShared() ? "Download the shared notes as JSON Lines" : "Download as JSON Lines"}
    >
      {number === 1 ? "1 note" : `${number} notes`} <span aria-hidden="true">↓</span>
    </button>
  );
}

const keys: readonly [string, string][] = [
  ["j  k", "next and previous run, problem or sample that matches the filter"],
  ["↓  ↑", "the same in a list, once a row is selected"],
  ["←  →", "previous and next sample in a row of the grid, or iteration of a search"],
  ["Enter", "open the selected row"],
  ["/", "search"],
  ["1 … 9", "put a label on a sample or a problem, or take it away"],
  ["a", "jump to the extracted answer"],
  ["r", "a sample's source text, or typeset"],
  ["u", "up: from a sample or a problem to its run, from a run to the list"],
  ["?", "this list"],
  ["Esc", "leave a field, close this list"],
];

function KeyHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="help" aria-label="Keys" onClose={onClose}>
      <h2>Keys</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
