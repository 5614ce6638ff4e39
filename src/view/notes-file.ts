// The file of `assay view --notes FILE`: JSON Lines, to which each change of a note is appended. The last line about a
// subject counts, so several servers may write to one file. Apart from its cache, the viewer's server writes only this
// file.

import { appendFile, open, readFile, stat } from "node:fs/promises";
import { checkMediaType, parseBody, readBody } from "../http/body.ts";
import { HttpError } from "../http/http-error.ts";
import type { Route } from "../http/router.ts";
import { jsonIn } from "../jsonl/errors.ts";
import type { NotesPage } from "./api.ts";
import { isEmptyNote, noteKey, type PersonsNote, readNote } from "./person-note.ts";

const mostBytes = 100_000;
const newline = 10;

export class NotesFile {
  private writing: Promise<unknown> = Promise.resolve();
  private readonly listeners = new Set<() => void>();

  /** @param path undefined if notes stay in each browser */
  constructor(private readonly path: string | undefined) {}

  async page(): Promise<NotesPage> {
    if (this.path === undefined) return { isShared: false, notes: [] };
    const text = await readFile(this.path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw new HttpError(500, `the file of notes cannot be read: ${error.message}`);
    });
    const latest = new Map<string, PersonsNote>();
    for (const line of text.split("\n")) {
      const note = readNote(jsonIn(line));
      if (note) latest.set(noteKey(note), note);
    }
    return { isShared: true, notes: [...latest.values()].filter((note) => !isEmptyNote(note)) };
  }

  /** Calls the listener after each change by this server, until it is removed. */
  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  get routes(): Route[] {
    if (this.path === undefined) return [];
    return [
      {
        method: "POST",
        path: "/api/notes",
        handler: async (exchange) => {
          checkMediaType(exchange.request, ["application/json"]);
          const note = readNote(parseBody(await readBody(exchange.request, mostBytes)));
          if (!note) throw new HttpError(400, "this is not a note");
          await this.add({ ...note, at: new Date().toISOString() });
          exchange.json(200, "{}");
        },
      },
    ];
  }

  private async add(note: PersonsNote): Promise<void> {
    const path = this.path!;
    const next = this.writing
      .catch(() => {})
      .then(async () => {
        const before = (await endsLine(path)) ? "" : "\n";
        await appendFile(path, `${before}${JSON.stringify(note)}\n`);
      });
    this.writing = next;
    await next.catch((error: Error) => {
      throw new HttpError(500, `the note could not be written: ${error.message}`);
    });
    for (const tell of this.listeners) tell();
  }
}

/** Whether a file is empty or ends with a line break. */
async function endsLine(path: string): Promise<boolean> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size === 0) return true;
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
    return buffer[0] === newline;
  } finally {
    await file.close();
  }
}
