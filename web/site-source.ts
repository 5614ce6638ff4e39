// The answers of a static site. They are in chunks that are scripts, because a page that is opened from a folder can
// load nothing else; each calls `__assay` with its number and its compressed text.

import type { Found, SamplePage } from "../src/view/api.ts";
import {
  type AnswerPlace,
  chunkFile,
  questionKey,
  rootChunk,
  runOfKey,
  type SiteIndex,
  type SiteRoot,
} from "../src/view/export/site-index.ts";
import { answerFrom, ServerError } from "./server.ts";

declare global {
  var __assay: (chunk: number, data: string) => void;
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(chunk: string): string }): ScriptPolicy }
    | undefined;
}

interface ScriptPolicy {
  createScriptURL(chunk: string): unknown;
}

const delivered = new Map<number, (data: string) => void>();
globalThis.__assay = (chunk, data) => delivered.get(chunk)?.(data);

/** Only our own chunks are loaded as scripts. */
const policy: ScriptPolicy = globalThis.trustedTypes?.createPolicy("assay-data", {
  createScriptURL: (chunk) => chunkFile(Number(chunk)),
}) ?? { createScriptURL: (chunk) => chunkFile(Number(chunk)) };

function loadChunk(chunk: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    delivered.set(chunk, (data) => resolve(data));
    script.onload = () => {
      script.remove();
      delivered.delete(chunk);
      // One that has called `__assay` is resolved already.
      reject(new ServerError(`The file ${chunkFile(chunk)} is damaged. Export the runs again.`));
    };
    script.onerror = () => {
      script.remove();
      reject(new ServerError(`The file ${chunkFile(chunk)} is missing. Was the whole folder copied?`));
    };
    script.src = policy.createScriptURL(String(chunk)) as string;
    document.head.append(script);
  });
}

async function opened(data: string): Promise<string> {
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).text();
}

/** Chunks in memory, the most recently used last. */
const held = new Map<number, Promise<string>>();
const mostHeld = 24;

function textOf(chunk: number): Promise<string> {
  const text = held.get(chunk) ?? loadChunk(chunk).then(opened);
  held.delete(chunk);
  held.set(chunk, text);
  text.catch(() => held.delete(chunk));
  for (const first of held.keys()) {
    if (held.size <= mostHeld) break;
    held.delete(first);
  }
  return text;
}

/** An answer may continue in the chunks that follow. */
async function textAt([first, from, length]: AnswerPlace): Promise<string> {
  let text = (await textOf(first)).slice(from, from + length);
  for (let chunk = first + 1; text.length < length; chunk++)
    text += (await textOf(chunk)).slice(0, length - text.length);
  return text;
}

const answerAt = async (place: AnswerPlace): Promise<unknown> => JSON.parse(await textAt(place));

let root: Promise<SiteRoot> | undefined;
const indexes = new Map<string, Promise<SiteIndex>>();

async function indexOf(run: string): Promise<SiteIndex> {
  root ??= textOf(rootChunk).then((text) => JSON.parse(text) as SiteRoot);
  const { runs } = await root;
  const place = Object.hasOwn(runs, run) ? runs[run] : undefined;
  if (!place) throw new ServerError("This site has no such run. The list shows the runs it has.");
  const known = indexes.get(run) ?? (answerAt(place) as Promise<SiteIndex>);
  indexes.set(run, known);
  return known;
}

async function answer(path: string): Promise<unknown> {
  const key = questionKey(path);
  const index = await indexOf(runOfKey(key));
  const place = Object.hasOwn(index, key) ? index[key] : undefined;
  if (place) return answerAt(place);
  const [asked, query] = key.split("?");
  const sought = new URLSearchParams(query);
  if (asked!.endsWith("/find")) return find(index, sought.get("text") ?? "", sought.get("in") === "problems");
  throw new ServerError("This site does not contain that. Open the runs with assay view to see it.");
}

/** A phrase is searched for in every sample, chunk after chunk. */
async function find(index: SiteIndex, text: string, isInProblems: boolean): Promise<Found> {
  const rows: number[] = [];
  // In its JSON form, so that only samples that contain it are parsed.
  const needle = JSON.stringify(text).slice(1, -1);
  for (const place of Object.values(index)) {
    const row = place[3];
    if (row === undefined) continue;
    const answer = await textAt(place);
    if (!isInProblems && !answer.includes(needle)) continue;
    const { completion, statement } = JSON.parse(answer) as SamplePage;
    if (isInProblems) {
      if (statement.toLowerCase().includes(text.toLowerCase())) rows.push(row);
    } else if (completion && [completion.text, completion.reasoning].some((part) => part?.includes(text)))
      rows.push(row);
  }
  return { rows: rows.sort((a, b) => a - b), isCut: false };
}

answerFrom(answer);
