// A person's flags and comments on samples. They stay in this browser, under the address of what they are about, and can be
// downloaded as JSON Lines.

import { useEffect, useState } from "preact/hooks";

export interface PersonsNote {
  /** The run as the list names it. */
  run: string;
  /** Where it is, in the page. */
  address: string;
  /** What it is about, in parts: task, problem, sample. */
  about: Readonly<Record<string, string | number>>;
  flag: boolean;
  comment: string;
  /** When it was last changed. */
  at: string;
}

const prefix = "assay-note ";
const changedEvent = "assay-notes";

/** Where nothing may be stored, notes last as long as the page. */
const unstored = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

function write(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text === undefined) unstored.delete(key);
    else unstored.set(key, text);
  }
  dispatchEvent(new Event(changedEvent));
}

export function noteAt(address: string): PersonsNote | undefined {
  return parsed(read(prefix + address));
}

/** A note that says nothing is removed. */
export function keepNote(note: PersonsNote): void {
  const isEmpty = !note.flag && note.comment.trim() === "";
  write(prefix + note.address, isEmpty ? undefined : JSON.stringify(note));
}

/** All of this browser, in the order of their addresses. */
export function allNotes(): PersonsNote[] {
  let keys: string[];
  try {
    keys = Object.keys(localStorage);
  } catch {
    keys = [...unstored.keys()];
  }
  return keys
    .filter((key) => key.startsWith(prefix))
    .sort()
    .flatMap((key) => parsed(read(key)) ?? []);
}

function parsed(text: string | null): PersonsNote | undefined {
  try {
    const value = JSON.parse(text ?? "null") as PersonsNote | null;
    return value && typeof value.comment === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** One more with each change, in this tab or in another. */
export function useNotesVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const follow = () => setVersion((before) => before + 1);
    addEventListener(changedEvent, follow);
    addEventListener("storage", follow);
    return () => {
      removeEventListener(changedEvent, follow);
      removeEventListener("storage", follow);
    };
  }, []);
  return version;
}

export function downloadNotes(): void {
  const text = allNotes()
    .map((note) => `${JSON.stringify(note)}\n`)
    .join("");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  link.download = "assay-notes.jsonl";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
