import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Listening, listen } from "../http/listen.ts";
import { NotesFile } from "./notes-file.ts";
import { readNote } from "./person-note.ts";

const note = {
  run: "demo/eval",
  address: "#/run/demo-eval-1/arith/2/0",
  about: { task: "arith", problem: "2", sample: 0 },
  labels: [3, 1],
  comment: "look again",
  at: "2026-01-01T00:00:00.000Z",
};

let folder: string;
let path: string;
let server: Listening | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-notes-"));
  path = join(folder, "notes.jsonl");
});
afterEach(async () => {
  await server?.close("now");
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

async function send(body: unknown, headers = { "content-type": "application/json" }) {
  server ??= await listen({ routes: new NotesFile(path).routes, port: 0 });
  const answer = await fetch(`${server.url}/api/notes`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return answer.status;
}

describe("NotesFile", () => {
  it("appends what is sent, with labels in order and its own time, after a line that was cut off", async () => {
    await writeFile(path, '{"run": "cut');
    expect(await send(note)).toBe(200);
    const lines = (await readFile(path, "utf8")).split("\n");
    expect(lines[0]).toBe('{"run": "cut');
    const { at, ...written } = JSON.parse(lines[1]!);
    expect(written).toEqual({ ...note, labels: [1, 3], at: undefined });
    expect(at > note.at).toBe(true);
    expect((await new NotesFile(path).page()).notes).toHaveLength(1);
  });

  it("takes the last line about something, and none that says nothing", async () => {
    const lines = [note, { ...note, labels: [5] }, { ...note, about: { problem: "9" } }];
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const page = await new NotesFile(path).page();
    expect(page.isShared).toBe(true);
    expect(page.notes.map(({ about, labels }) => [about.problem, labels])).toEqual([
      ["2", [5]],
      ["9", [1, 3]],
    ]);
    await send({ ...note, labels: [], comment: " " });
    expect((await new NotesFile(path).page()).notes.map(({ about }) => about.problem)).toEqual(["9"]);
  });

  it.each([
    ["a label beyond 9", { ...note, labels: [10] }],
    ["no comment", { ...note, comment: undefined }],
    ["a comment that is too long", { ...note, comment: "x".repeat(10_001) }],
    ["nothing that it is about", { ...note, about: {} }],
    ["a part that is an object", { ...note, about: { problem: { a: 1 } } }],
    ["null", null],
  ])("refuses %s, and writes nothing", async (_, body) => {
    expect(await send(body)).toBe(400);
    expect(await readFile(path, "utf8").catch(() => "none")).toBe("none");
  });

  it("refuses a body that a form of a different site could send", async () => {
    expect(await send(note, { "content-type": "text/plain" })).toBe(415);
  });

  it("has no way to write where no file was named", async () => {
    const none = new NotesFile(undefined);
    expect(none.routes).toEqual([]);
    expect(await none.page()).toEqual({ isShared: false, notes: [] });
  });
});

it("reads the flag of earlier versions as label 1", () => {
  const { labels, ...old } = note;
  expect(readNote({ ...old, flag: true })?.labels).toEqual([1]);
  expect(readNote({ ...old, flag: false })?.labels).toEqual([]);
});
