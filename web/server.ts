// The page's requests, and the one stream of events about changes, which is closed while the page is hidden. A static
// site has no server: its answers come from its own files, and nothing changes.

import { useEffect, useRef, useState } from "preact/hooks";
import type { CheckedText } from "../src/view/checked-texts.ts";
import { checkHere, noteChecks } from "./math/checks.ts";

export class ServerError extends Error {}

/** Answers a request, whose path is that of the server. A request whose signal is aborted is no longer needed. */
export type Source = (path: string, signal?: AbortSignal) => Promise<unknown>;

let source: Source = askServer;
/** Whether this is a site without a server. */
let isStatic = false;

/** Called before the first request. */
export function answerFrom(files: Source): void {
  source = files;
  isStatic = true;
  checkHere();
}

export const ask = async <T>(path: string, signal?: AbortSignal): Promise<T> => {
  const answer = await source(path, signal);
  noteChecks((answer as { checked?: readonly CheckedText[] } | null)?.checked);
  return answer as T;
};

function askServer(path: string, signal?: AbortSignal): Promise<unknown> {
  return request(path, { headers: { accept: "application/json" }, signal: signal ?? null });
}

/** Sends the server data to store. */
export async function send(path: string, value: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  await request(path, { method: "POST", headers, body: JSON.stringify(value) });
}

async function request(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(path, init).catch(() => {
    if (!init.signal?.aborted) noteServer(false);
    throw new ServerError("The server does not answer.");
  });
  if (!init.method) noteServer(true);
  const body = (await response.json().catch(() => undefined)) as { error?: { message?: string } } | undefined;
  if (!response.ok) throw new ServerError(body?.error?.message ?? `The server answered ${response.status}.`);
  return body;
}

/** Whether the server is reachable, as far as is known. */
let isThere = true;
const watching = new Set<(isThere: boolean) => void>();

function noteServer(isThereNow: boolean): void {
  if (isThere === isThereNow) return;
  isThere = isThereNow;
  for (const tell of watching) tell(isThere);
  // Changes in the meantime were not reported.
  if (isThere) for (const listener of listeners) listener("all");
}

export function useServer(): boolean {
  const [state, setState] = useState(isThere);
  useEffect(() => {
    watching.add(setState);
    return () => void watching.delete(setState);
  }, []);
  return state;
}

type Listener = (runs: ReadonlySet<string> | "all") => void;

const listeners = new Set<Listener>();
let stream: EventSource | undefined;
/** Settled when the stream is open, or fails; at once if none is wanted. */
let opening = Promise.resolve();

function follow(): void {
  const wanted = listeners.size > 0 && document.visibilityState === "visible";
  if (wanted && !stream) {
    const opened = new EventSource("api/events");
    stream = opened;
    opening = new Promise((resolve) => {
      opened.onopen = () => {
        noteServer(true);
        resolve();
      };
      opened.onerror = () => {
        noteServer(false);
        resolve();
      };
    });
    stream.addEventListener("notes", () => onNotesChange());
    stream.addEventListener("change", (event) => {
      const { runs } = JSON.parse((event as MessageEvent<string>).data) as { runs: string[] };
      for (const listener of listeners) listener(new Set(runs));
    });
  } else if (!wanted && stream) {
    stream.close();
    stream = undefined;
    opening = Promise.resolve();
  }
}

document.addEventListener("visibilitychange", () => {
  follow();
  // Changes in the meantime were not reported.
  if (document.visibilityState === "visible") for (const listener of listeners) listener("all");
});

let onNotesChange = () => {};
/** Called once: sets the function to call when notes may have changed. */
export function onNotes(act: () => void): void {
  onNotesChange = act;
  onChange((runs) => {
    if (runs === "all") act();
  });
}

export function onChange(listener: Listener): () => void {
  if (isStatic) return () => {};
  listeners.add(listener);
  follow();
  return () => {
    listeners.delete(listener);
    follow();
  };
}

export interface Asked<T> {
  value?: T | undefined;
  error?: string | undefined;
}

/** An answer that is requested again whenever its run has changed; the old one stays in the meantime. */
export function useAnswer<T>(path: string | undefined, run?: string): Asked<T> {
  const [asked, setAsked] = useState<Asked<T> & { path?: string }>({});
  const current = useRef(path);
  current.current = path;
  useEffect(() => {
    if (path === undefined) return;
    let isWaiting = false;
    let isAgain = false;
    const load = () => {
      if (isWaiting) {
        isAgain = true;
        return;
      }
      isWaiting = true;
      ask<T>(path)
        .then((value) => ({ path, value }))
        .catch((error: Error) => ({ path, error: error.message }))
        .then((answer) => {
          isWaiting = false;
          // If a later request fails, the old content stays; the banner gives the reason.
          if (current.current === path)
            setAsked((before) =>
              "error" in answer && before.path === path && before.value ? before : answer,
            );
          if (isAgain) {
            isAgain = false;
            load();
          }
        });
    };
    if (run === undefined) {
      load();
      return;
    }
    const stop = onChange((runs) => {
      if (runs === "all" || run === "*" || runs.has(run)) load();
    });
    // A change between the answer and the opening of the stream would not be reported.
    void opening.then(load);
    return stop;
  }, [path, run]);
  return asked.path === path ? asked : {};
}

/** Several answers at once, each as it arrives. */
export function useAnswers<T>(paths: readonly string[]): Asked<T>[] {
  const [asked, setAsked] = useState<ReadonlyMap<string, Asked<T>>>(new Map());
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    for (const path of paths)
      ask<T>(path, signal)
        .then((value): Asked<T> => ({ value }))
        .catch((error: Error): Asked<T> => ({ error: error.message }))
        .then((answer) => {
          if (!signal.aborted) setAsked((before) => new Map(before).set(path, answer));
        });
    // The next page would have to wait for dozens of comparisons.
    return () => left.abort();
  }, [paths.join("\n")]);
  return paths.map((path) => asked.get(path) ?? {});
}
