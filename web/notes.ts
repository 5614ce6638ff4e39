// Labels and comments. With `assay view --notes FILE` they are in that file, which all users of this server share;
// otherwise they stay in this browser. A static site contains those of the file, and keeps changes in the browser.

import { useEffect, useState } from "preact/hooks";
import type { NotesPage } from "../src/view/api.ts";
import { isEmptyNote, noteKey, type PersonsNote, readNote } from "../src/view/person-note.ts";
import { download } from "./lists/download.ts";
import { ask, onNotes, send } from "./server.ts";

const prefix = "assay-note ";

/** The notes of the server or the site. */
let given = new Map<string, PersonsNote>();
let isShared = false;
let isAsked = false;
/** If storage is unavailable, notes last as long as the page. */
const unstored = new Map<string, string>();
let notes = new Map<string, PersonsNote>();
/** Why the last change could not be written. */
let trouble: string | undefined;
const watching = new Set<() => void>();

function changed(): void {
  notes = new Map(given);
  if (!isShared)
    for (const note of stored()) {
      if (isEmptyNote(note)) notes.delete(noteKey(note));
      else notes.set(noteKey(note), note);
    }
  for (const tell of watching) tell();
}

function stored(): PersonsNote[] {
  let texts: [string, string][];
  try {
    texts = Object.entries(localStorage);
  } catch {
    texts = [...unstored];
  }
  return texts.flatMap(([name, text]) => (name.startsWith(prefix) ? (parsed(text) ?? []) : []));
}

function parsed(text: string): PersonsNote | undefined {
  try {
    return readNote(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function load(): Promise<void> {
  const page = await ask<NotesPage>("api/notes").catch(() => undefined);
  if (page) {
    given = new Map(page.notes.map((note) => [noteKey(note), note]));
    isShared = page.isShared;
  }
  changed();
}

export const noteOn = (run: string, about: PersonsNote["about"]): PersonsNote | undefined =>
  notes.get(noteKey({ run, about }));
export const allNotes = (): PersonsNote[] => [...notes.values()];
export const notesOf = (run: string): PersonsNote[] => allNotes().filter((note) => note.run === run);
export const areShared = (): boolean => isShared;
export const noteTrouble = (): string | undefined => trouble;

const sendMs = 400;
const sending = new Map<string, number>();

export function keepNote(note: PersonsNote): void {
  const key = noteKey(note);
  if (!isShared) {
    const text = isEmptyNote(note) && !given.has(key) ? undefined : JSON.stringify(note);
    write(prefix + key, text);
    // Notes of earlier versions are stored by their address.
    write(prefix + note.address, undefined);
    changed();
    return;
  }
  given.set(key, note);
  if (isEmptyNote(note)) given.delete(key);
  changed();
  // A comment is sent once, and not with every letter.
  clearTimeout(sending.get(key));
  sending.set(
    key,
    window.setTimeout(() => {
      sending.delete(key);
      void send("api/notes", note)
        .then(() => undefined)
        .catch((error: Error) => error.message)
        .then((message) => {
          trouble = message;
          changed();
        });
    }, sendMs),
  );
}

function write(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    if (text === undefined) unstored.delete(name);
    else unstored.set(name, text);
  }
}

/** Incremented with each change, by this tab, a different one, or a different user. */
export function useNotesVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const follow = () => setVersion((before) => before + 1);
    watching.add(follow);
    if (!isAsked) {
      isAsked = true;
      void load();
      // Unsent changes would be lost.
      onNotes(() => sending.size === 0 && void load());
      addEventListener("storage", changed);
    } else follow();
    return () => void watching.delete(follow);
  }, []);
  return version;
}

export const downloadNotes = (): void =>
  download(
    "assay-notes.jsonl",
    allNotes()
      .map((note) => `${JSON.stringify(note)}\n`)
      .join(""),
  );
