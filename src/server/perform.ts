// Answers a block of items, or the whole body of a trainer's request, from bytes to bytes. It runs in the threads of
// the service; the function that reports a thread's progress is an argument.

import { isUtf8 } from "node:buffer";
import { parseJson, readText } from "../http/body.ts";
import { HttpError } from "../http/http-error.ts";
import { isRow, lineTexts, NoObject, readRow, sentence } from "../jsonl/answer-lines.ts";
import type { Row } from "../jsonl/line-module.ts";
import { type Question, type Told, toldOf } from "../judge/question.ts";
import { counted } from "../outgoing/counted.ts";
import { explained } from "../rewards/index.ts";
import type { Failed } from "../workers/messages.ts";
import { ItemCutter } from "./cut-items.ts";
import {
  failedItem,
  type Graded,
  jsonText,
  judgedItem,
  openQuestion,
  unscoredItem,
  withNulls,
} from "./graded.ts";
import type { Call, Operation, OwnReward, Routing } from "./operation.ts";
import { openOperation } from "./operation.ts";
import { ownCopy } from "./parts.ts";
import { protocols } from "./protocols/index.ts";
import type { Answer, Item, Refused, TrainerQuery } from "./protocols/protocol.ts";
import { callOf, type NativeName, type RewardNames, type RewardTags, readEnvelope } from "./requests.ts";
import { Tally } from "./tally.ts";

/** A piece of work in the form that a thread receives. */
export interface Work {
  /** Known before the body is read, or stated in it. */
  call?: Call | undefined;
  /** Lines of items, or a whole body; small bodies are texts, which are passed on faster. */
  data: Uint8Array | string;
  shape:
    | {
        /** A small body of the native interface. */
        kind: "body";
        name: NativeName;
        /** What the address says. */
        reward?: string | undefined;
        explain: boolean;
        most: number;
      }
    | {
        kind: "lines";
        /** The number of the first line, counted from 1. */
        first: number;
        /** What an item is called if it is not JSON; the whole request is then invalid. */
        strict: boolean;
      }
    | {
        kind: "trainer";
        protocol: string;
        query: TrainerQuery;
        /** More items than this are refused. */
        most: number;
      };
  /** The members of a user's own reward, once they are known. */
  keys?: readonly string[] | undefined;
  /** One of this many items is written to the log, from this position on. */
  log?: { every: number; offset: number; request: string } | undefined;
  /** Milliseconds that an item must exceed to be among the slowest. */
  slowFrom?: number | undefined;
  /** Whether a judge is asked about what the rules leave open, and its replies. */
  isJudged?: boolean | undefined;
  told?: Told | undefined;
}

/** The same once the operation on the items is known. */
type CalledWork = Work & { call: Call };

export interface Performed {
  /** Result lines, without the last newline. */
  text: string;
  items: number;
  /** The members of the results; none if no item of a user's own reward was scored, and `withNulls` adds them. */
  keys: readonly string[];
  tally: Tally;
  /** The results of items that were scored by other rewards than that of the request. */
  others?: Tally[] | undefined;
  /** Lines for the log, each with its newline; as bytes they can be passed from thread to thread and to the disk. */
  log?: Uint8Array | undefined;
  /** The answer to a trainer. */
  answer?: Answer | undefined;
  /** The reward that answered a whole body. */
  tag?: string | undefined;
  /** The items of a trainer's request that are graded like a batch. */
  spread?: SpreadItems | undefined;
  /** Why the whole request is invalid. */
  refused?: Refused | undefined;
  /** The open questions: the work is done again with the judge's replies. */
  questions?: Question[] | undefined;
}

/** Each may take long, so all threads share them. */
export interface SpreadItems {
  /** A line for each item that can be graded. */
  lines: string;
  /** For each item, why it cannot be graded, or null. */
  unscored: (string | null)[];
}

export interface Performing {
  own?: OwnReward | undefined;
  /** What a body may ask for, and what earlier bodies asked for. */
  native?: { names: RewardNames; tags: RewardTags; opened: Map<string, OpenedBody> } | undefined;
  routing?: Routing | undefined;
  /** Items that must not be tried again. */
  failed?: Failed | undefined;
  /** Receives the index of the next item, counted from 0. */
  onItem?(place: number): void;
  /** Receives the number of items in a trainer's request, if there are several. */
  onSize?(items: number): void;
}

/** A piece of work as it goes to a thread, and its result: text is passed faster than objects. */
export interface SentWork {
  /** Everything but the data, as JSON. */
  head: string;
  data: Work["data"];
}
export interface SentPerformed extends Pick<Performed, "text" | "log"> {
  /** Everything but the text and the log, as JSON. */
  rest: string;
}

export const packWork = ({ data, ...head }: Work): SentWork => ({ head: JSON.stringify(head), data });

export function unpackWork({ head, data }: SentWork): Work {
  if (head !== lastHead.text) lastHead = { text: head, work: JSON.parse(head) };
  return { ...lastHead.work!, data };
}

/** Most small bodies begin in the same way as the one before. */
let lastHead: { text: string; work?: Omit<Work, "data"> } = { text: "" };

export function packPerformed({ text, log, ...rest }: Performed): SentPerformed {
  const sent = { text, rest: JSON.stringify(rest) };
  return log ? { ...sent, log } : sent;
}

export function unpackPerformed({ rest, text, log }: SentPerformed): Performed {
  const performed: Performed = JSON.parse(rest);
  performed.tally = Tally.from(performed.tally);
  performed.others = performed.others?.map((each) => Tally.from(each));
  performed.text = text;
  performed.log = log;
  return performed;
}

const nothingFailed: Failed = {};
const encoder = new TextEncoder();

/** A single request must not exceed the limit for all requests in progress. */
export const tooMany = (most: number): string =>
  `more than ${counted(most, "item")} in one request; send fewer, or application/x-ndjson to /v1/score`;

export function perform(work: Work, performing: Performing = {}): Promise<Performed> {
  const { shape } = work;
  if (shape.kind === "body") return performBody(work, performing);
  const called = work as CalledWork;
  return shape.kind === "lines" ? performLines(called, performing) : performTrainer(called, performing);
}

class Grading {
  readonly operation: Operation;
  readonly tally: Tally;
  private readonly others = new Map<string, Tally>();
  log = "";
  place = 0;
  readonly questions: Question[] = [];

  constructor(
    private readonly work: CalledWork,
    private readonly performing: Performing,
    opened?: Operation,
  ) {
    this.operation = opened ?? openOperation(work.call, performing.own, work.keys, performing.routing);
    this.tally = new Tally(this.operation.name, work.slowFrom);
  }

  /** A promise only if the reward returns one: with thousands of items in a block, needless waiting adds up. */
  grade(row: Row, unscored?: string, known?: Graded): Graded | Promise<Graded> {
    const place = this.place++;
    this.performing.onItem?.(place);
    const started = performance.now();
    const outcome = known ?? this.outcome(place, row, unscored);
    if (outcome instanceof Promise) return outcome.then((graded) => this.count(place, row, graded, started));
    return this.count(place, row, outcome, started);
  }

  performed(text: string): Performed {
    const { tally, log, operation } = this;
    const performed: Performed = { text, items: this.place, keys: operation.keys, tally: tally.finish() };
    if (this.others.size > 0) performed.others = [...this.others.values()].map((each) => each.finish());
    if (this.questions.length > 0) performed.questions = this.questions;
    if (log !== "") performed.log = encoder.encode(log);
    return performed;
  }

  fail(message: string): Graded {
    const graded = failedItem(this.operation.keys, message);
    this.place++;
    this.tally.add(graded, {}, 0);
    return graded;
  }

  private count(place: number, row: Row, graded: Graded, started: number): Graded {
    this.tallyOf(graded).add(graded, row, performance.now() - started);
    this.note(place, row, graded);
    return graded;
  }

  private tallyOf({ by }: Graded): Tally {
    if (by === undefined) return this.tally;
    const tally = this.others.get(by) ?? new Tally(by, this.work.slowFrom);
    this.others.set(by, tally);
    return tally;
  }

  private outcome(place: number, row: Row, unscored: string | undefined): Graded | Promise<Graded> {
    const { operation, performing } = this;
    const failed = (performing.failed ?? nothingFailed)[place];
    if (failed !== undefined) return failedItem(operation.keys, failed);
    if (unscored !== undefined) return unscoredItem(operation.keys, unscored);
    const graded = operation.grade(row);
    return this.work.isJudged && !(graded instanceof Promise) ? this.judged(row, graded) : graded;
  }

  private judged(row: Row, graded: Graded): Graded {
    const question = openQuestion(graded, row);
    const judgement = toldOf(this.work.told, question);
    if (question && !judgement) this.questions.push(question);
    return judgement ? judgedItem(graded, judgement) : graded;
  }

  private note(place: number, item: Row, graded: Graded): void {
    const { log } = this.work;
    if (log === undefined || (log.offset + place) % log.every !== 0) return;
    this.log += logLine(log.request, this.operation, item, graded);
  }
}

function logLine(request: string, operation: Operation, item: Row, graded: Graded): string {
  const head = `{"time":${JSON.stringify(new Date().toISOString())},"request":${JSON.stringify(request)}`;
  const what = `"reward":${JSON.stringify(graded.by ?? operation.name)},"item":${jsonText(item)}`;
  return `${head},${what},"outcome":"${graded.outcome}","result":${operation.write(graded)}}\n`;
}

/** An item as it was read, or why it could not be read. */
type ReadItem = Row | Error;

function* readLines(bytes: Uint8Array): Generator<ReadItem> {
  for (const text of lineTexts(bytes)) {
    let item: ReadItem;
    try {
      item = readRow(text);
    } catch (error) {
      item = error as Error;
    }
    yield item;
  }
}

const performLines = (work: CalledWork, performing: Performing): Promise<Performed> =>
  performItems(work, performing, () => readLines(bytesOf(work)));

async function performItems(
  work: CalledWork,
  performing: Performing,
  read: () => Iterable<ReadItem>,
  opened?: Operation,
): Promise<Performed> {
  const { first, strict } = work.shape as Extract<Work["shape"], { kind: "lines" }>;
  const grading = new Grading(work, performing, opened);
  const { operation } = grading;
  const out: string[] = [];
  const batch = operation.gradeAll && (await operation.gradeAll([...read()].filter(isRowRead)));
  /** Results that were written before the members were known. */
  let early = 0;
  for (const item of read()) {
    if (operation.keys.length === 0) early = out.length;
    if (item instanceof Error) {
      const place = first + grading.place;
      // If an item is JSON but not an object, only that item fails.
      if (strict && !(item instanceof NoObject)) {
        const refused = { message: `item ${place - 1}: ${sentence(item)}`, param: `items.${place - 1}` };
        return { ...grading.performed(""), refused };
      }
      out.push(operation.write(grading.fail(strict ? sentence(item) : `line ${place}: ${sentence(item)}`)));
      continue;
    }
    const graded = grading.grade(item, undefined, batch?.shift());
    out.push(operation.write(graded instanceof Promise ? await graded : graded));
  }
  const { keys } = operation;
  if (keys.length > 0) for (let i = 0; i < early; i++) out[i] = withNulls(out[i]!, keys);
  return grading.performed(out.join("\n"));
}

const isRowRead = (item: ReadItem): item is Row => !(item instanceof Error);

type BodyShape = Extract<Work["shape"], { kind: "body" }>;

/** Reads a whole body and writes the whole answer. */
async function performBody(work: Work, performing: Performing): Promise<Performed> {
  const shape = work.shape as BodyShape;
  let tag: string | undefined;
  try {
    const { envelope, items } = readWhole(work);
    const opened = openBody(shape, envelope, performing);
    tag = opened.tag;
    if (items.length > shape.most) throw new HttpError(413, tooMany(shape.most));
    if (items.length > 1) performing.onSize?.(items.length);
    const lines = { ...work, call: opened.call, shape: linesOfBody };
    const performed = await performItems(lines, performing, () => items, opened.operation);
    performed.tag = tag;
    performed.text = `{"results":[${performed.text.replaceAll("\n", ",")}]}`;
    return performed;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { message, status, details } = error;
    const refused = { message, status, param: details.param };
    return { text: "", items: 0, keys: [], tally: new Tally(shape.name), tag, refused };
  }
}

const linesOfBody = { kind: "lines" as const, first: 1, strict: true };

/** The text around the items of a body, with an empty list in their place. */
type AroundItems = unknown;

/** A body that is not plain JSON is cut like a larger one, so that the error names the item. */
function readWhole(work: Work): { envelope: AroundItems; items: readonly ReadItem[] } {
  const { data } = work;
  const text = typeof data === "string" ? data : isUtf8(data) ? bytesOf(work).toString("utf8") : undefined;
  const body = text === undefined ? undefined : plainBody(text);
  if (body) {
    const items = body.items.map((item) => (isRow(item) ? item : new NoObject(item)));
    return { envelope: { ...body, items: [] }, items };
  }
  const cutter = new ItemCutter();
  const begun = cutter.push(bytesOf(work));
  const { blocks, rest } = cutter.end();
  return { envelope: rest, items: [...begun, ...blocks].flatMap((block) => [...readLines(block.bytes)]) };
}

/** Undefined if the body is not an object with one list of items. */
function plainBody(text: string): (Row & { items: unknown[] }) | undefined {
  if (text.indexOf('"items"') !== text.lastIndexOf('"items"')) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return isRow(body) && Array.isArray(body.items) ? { ...body, items: body.items } : undefined;
  } catch {
    return undefined;
  }
}

interface OpenedBody {
  call: Call;
  tag: string;
  operation: Operation;
}

/** Nearly all bodies ask for the same as the one before, so it is checked and opened once. @throws {HttpError} */
function openBody(
  { name, reward, explain }: BodyShape,
  around: AroundItems,
  performing: Performing,
): OpenedBody {
  const { names, tags, opened } = performing.native!;
  const key = `${name} ${explain} ${reward} ${jsonText(around)}`;
  const known = opened.get(key);
  if (known) return known;
  const envelope = readEnvelope(name, around);
  const call = callOf(name, { ...envelope, reward: envelope.reward ?? reward }, names, explain);
  const body = {
    call,
    tag: tags.of(call),
    operation: openOperation(call, undefined, undefined, performing.routing),
  };
  // Clients may send any number of different, long options.
  if (opened.size < mostOpened && key.length < longestKey) opened.set(key, body);
  return body;
}

const mostOpened = 100;
const longestKey = 1_000;

const bytesOf = ({ data }: Work): Buffer =>
  typeof data === "string" ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);

const smallBytes = 16 * 1024;

/** Whether a body may go to a thread together with others. */
export const isSmall = (body: Buffer): boolean => body.length <= smallBytes;

/**
 * A whole body as it is passed to a thread. If it is not UTF-8 it stays bytes, so that no character is replaced
 * silently.
 */
export const handedOver = (body: Buffer): { data: Work["data"]; isSmall: boolean } =>
  isSmall(body)
    ? { data: isUtf8(body) ? body.toString("utf8") : ownCopy(body), isSmall: true }
    : { data: ownCopy(body), isSmall: false };

async function performTrainer(work: CalledWork, performing: Performing): Promise<Performed> {
  const { protocol, query, most } = work.shape as Extract<Work["shape"], { kind: "trainer" }>;
  const grading = new Grading(work, performing);
  const refuse = (refused: Refused) => ({ ...grading.performed(""), refused });
  const { data } = work;
  let [text, body]: [string, unknown] = ["", undefined];
  try {
    text = typeof data === "string" ? data : readText(bytesOf(work));
    body = parseJson(text);
  } catch (error) {
    return refuse({ message: (error as HttpError).message });
  }
  const asked = protocols[protocol]!.read(body, text, grading.operation.name, query);
  if ("message" in asked) return refuse(asked);
  const size = asked.items.length;
  if (size > most) return refuse({ message: tooMany(most), status: 413 });
  if (size > 1) performing.onSize?.(size);
  if (size > 1 && performing.own?.name === grading.operation.name)
    return { ...grading.performed(""), spread: spreadItems(asked.items) };
  const graded: Graded[] = [];
  for (const item of asked.items) graded.push(await gradeItem(grading, item));
  const answer = asked.answer(graded, query.onUnscored, grading.operation.keys);
  return { ...grading.performed(""), answer: isExplained(work.call) ? withReasons(answer, graded) : answer };
}

const isExplained = (call: Call): boolean => call.op === "score" && call.explain === true;

/**
 * If a trainer's answer is an object, it also gives the reason for each reward; a bare list or number stays as it is.
 */
function withReasons(answer: Answer, graded: readonly Graded[]): Answer {
  if (!("text" in answer) || !answer.text.startsWith("{")) return answer;
  const reasons = JSON.stringify(graded.map(({ seen }) => explained(seen)));
  return { text: `${answer.text.slice(0, -1)}${answer.text === "{}" ? "" : ","}"explain":${reasons}}` };
}

function spreadItems(items: readonly Item[]): SpreadItems {
  const lines: string[] = [];
  const unscored = items.map((item) => {
    if ("unscored" in item) return item.unscored;
    try {
      lines.push(`${JSON.stringify(item.row)}\n`);
      return null;
    } catch {
      return "the item is nested too deeply";
    }
  });
  return { lines: lines.join(""), unscored };
}

const gradeItem = (grading: Grading, item: Item): Graded | Promise<Graded> =>
  "unscored" in item ? grading.grade({}, item.unscored) : grading.grade(item.row);
