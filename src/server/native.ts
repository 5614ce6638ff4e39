// POST /v1/score, /v1/grade and /v1/extract: items in, results out, in order; as one JSON object, or line by line.

import { type BodyStart, checkLength, checkMediaType, readOn, readStart } from "../http/body.ts";
import type { Exchange } from "../http/exchange.ts";
import { OutStream } from "../http/exchange.ts";
import { HttpError } from "../http/http-error.ts";
import type { Route } from "../http/router.ts";
import { readBlocks } from "../jsonl/read-blocks.ts";
import { type ItemBlock, ItemCutter } from "./cut-items.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Call } from "./operation.ts";
import type { Lines } from "./parts.ts";
import { handedOver, isSmall, type Performed } from "./perform.ts";
import {
  bodies,
  callOf,
  type Envelope,
  isExplained,
  type NativeName,
  type RewardNames,
  readEnvelope,
} from "./requests.ts";

export interface NativeParts {
  dispatcher: Dispatcher;
  names: RewardNames;
  maxBodyBytes: number;
  /** Pieces of one request that threads have at a time. */
  inFlight: number;
}

/** Pieces of one request that are in threads at the same time. */
const startBytes = 64 * 1024;
/**
 * Parts of users' own rewards are small, so more of them are sent ahead: an item that takes long then leaves no thread
 * idle.
 */
const ownAhead = 4;
/** Items that are kept in case a later member decides how they are graded. */
const keptBytes = 64 * 1024 * 1024;
const json = "application/json";
const lines = "application/x-ndjson";

export function nativeRoutes(parts: NativeParts): Route[] {
  return (Object.keys(bodies) as NativeName[]).map((name) => ({
    method: "POST",
    path: `/v1/${name}`,
    async handler(exchange) {
      const native = new Native(parts, name, exchange);
      const type = checkMediaType(exchange.request, [json, lines]);
      parts.dispatcher.admit(exchange, 1);
      await (type === lines ? native.answerLines() : native.answerItems());
    },
  }));
}

class Native {
  constructor(
    private readonly parts: NativeParts,
    private readonly name: NativeName,
    private readonly exchange: Exchange,
  ) {}

  /** Cuts the items from the stream and lets threads grade them while the rest is still arriving. */
  async answerItems(): Promise<void> {
    const { exchange, parts, name } = this;
    checkLength(exchange.request, parts.maxBodyBytes);
    const start = await readStart(exchange.request, startBytes);
    // A user's own reward has separate threads, and the body decides which reward it uses.
    if (start.isWhole && parts.names.own === undefined) return this.answerBody(start);
    const cutter = new ItemCutter();
    let batch: Batch | undefined;
    const chunks = start.isWhole ? start.chunks : readOn(exchange.request, start, parts.maxBodyBytes);
    for await (const chunk of chunks) {
      const blocks = cutter.push(chunk);
      if (!exchange.isOpen) return batch?.drop();
      for (const block of blocks) {
        batch ??= new Batch(parts, exchange, this.callOf(readEnvelope(name, cutter.before())));
        await batch.add(block);
      }
    }
    const { blocks, rest } = cutter.end();
    const call = this.callOf(readEnvelope(name, rest));
    parts.dispatcher.tag(exchange, call);
    batch ??= new Batch(parts, exchange, call, true);
    for (const block of blocks) await batch.add(block);
    const graded = await batch.graded(call);
    const results = graded.map((each) => parts.dispatcher.textOf(each).replaceAll("\n", ","));
    this.answer(
      results,
      graded.reduce((sum, each) => sum + hedgesOf(each), 0),
    );
  }

  /** The thread that grades a small body also parses it. */
  private async answerBody({ chunks }: BodyStart): Promise<void> {
    const { exchange, parts, name } = this;
    const { dispatcher } = parts;
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    const reward = exchange.query.get("reward") ?? undefined;
    const shape = {
      kind: "body" as const,
      name,
      reward,
      explain: isExplained(exchange),
      most: dispatcher.mostItems,
    };
    const performed = await dispatcher.answerBody({ ...handedOver(body), shape }, exchange);
    const { refused, tag, text } = performed;
    if (tag !== undefined) exchange.header("x-assay-reward", tag);
    if (refused) throw new HttpError(refused.status ?? 400, refused.message, { param: refused.param });
    if (name === "score") exchange.header("x-assay-hedges", String(hedgesOf(performed)));
    exchange.json(200, text);
  }

  /** Trainers log how many responses gave two answers; the results contain only the reward's members. */
  private answer(results: readonly string[], hedges: number): void {
    if (this.name === "score") this.exchange.header("x-assay-hedges", String(hedges));
    this.exchange.json(200, `{"results":[${results.join(",")}]}`);
  }

  async answerLines(): Promise<void> {
    const { exchange, parts } = this;
    const call = this.callOf({});
    parts.dispatcher.tag(exchange, call);
    const start: BodyStart = { chunks: [], bytes: 0, isWhole: false };
    const out = new OutStream(exchange);
    const inFlight: Promise<void>[] = [];
    const most = aheadOf(parts, call);
    let last: Promise<void> = Promise.resolve();
    const add = (part: Lines) => {
      const { bytes, first, items } = part;
      const work = {
        call,
        data: bytes,
        shape: { kind: "lines" as const, first, strict: false },
        isSmall: false,
      };
      const graded = parts.dispatcher.grade(work, items, exchange);
      last = Promise.all([graded, last]).then(async ([performed]) => {
        parts.dispatcher.count(performed);
        await out.write(`${parts.dispatcher.textOf(performed)}\n`);
      });
      // A failure must be noticed even while the next chunk is awaited.
      last.catch((error: unknown) => this.cutOff(error));
      inFlight.push(last);
    };
    const body = this.moving(readOn(exchange.request, start, Number.POSITIVE_INFINITY));
    exchange.onStill = (message) => this.cutOff(new Error(message));
    exchange.begin(200, lines);
    try {
      for await (const { bytes, first, lines: items, reason } of readBlocks(body)) {
        if (reason !== undefined) throw new HttpError(413, `line ${first} is ${reason}`);
        for (const part of parts.dispatcher.partsOf(call, { bytes: asBuffer(bytes), items, first })) {
          add(part);
          if (inFlight.length >= most) await inFlight.shift();
        }
      }
      await last;
    } catch (error) {
      return this.cutOff(error);
    }
    out.end();
  }

  /**
   * The status has been sent already: the last line reports that the answer is incomplete, and the connection is
   * closed.
   */
  private cutOff(error: unknown): void {
    const { exchange } = this;
    const message = error instanceof Error ? error.message : String(error);
    exchange.cutOff(`${JSON.stringify({ error: { message, type: "stream" } })}\n`);
  }

  /** The deadline of a stream starts again with each chunk. */
  private async *moving(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.exchange.moved();
      yield chunk;
    }
  }

  /** The address may name the reward too. */
  private callOf({ reward, options }: Omit<Envelope, "items">): Call {
    const named = reward ?? this.exchange.query.get("reward") ?? undefined;
    return callOf(this.name, { reward: named, options }, this.parts.names, isExplained(this.exchange));
  }
}

/**
 * The blocks of one request: graded as they arrive, with what is known then, and graded again if that turns out to be
 * wrong.
 */
class Batch {
  private blocks: ItemBlock[] = [];
  private bytes = 0;
  private items = 0;
  private log: HeldLog;
  private readonly performed: Promise<Performed>[] = [];

  constructor(
    private readonly parts: NativeParts,
    private readonly exchange: Exchange,
    private readonly call: Call,
    /** Whether there is nothing more to come. */
    private readonly isWhole = false,
  ) {
    this.log = this.newLog();
  }

  /** Waits if the threads have enough of this request already. */
  async add(block: ItemBlock): Promise<void> {
    this.items += block.items;
    this.parts.dispatcher.admit(this.exchange, this.items);
    this.bytes += block.bytes.length;
    if (this.bytes <= keptBytes) this.blocks.push(block);
    else this.blocks = [];
    await this.handOut(block, this.call, this.performed);
  }

  /** The outcomes of the items, block by block. */
  async graded(call: Call): Promise<Performed[]> {
    const isOther = JSON.stringify(call) !== JSON.stringify(this.call);
    if (isOther && this.bytes > keptBytes)
      throw new HttpError(400, `in a body of this size 'reward' and 'options' must come before 'items'`);
    const graded = isOther ? await this.again(call) : await Promise.all(this.performed);
    for (const { refused } of graded) if (refused) throw new HttpError(400, refused.message, refused);
    for (const each of graded) this.parts.dispatcher.count(each);
    await this.log.end();
    return graded;
  }

  drop(): void {
    for (const each of this.performed) each.catch(() => {});
  }

  private async again(call: Call): Promise<Performed[]> {
    this.drop();
    this.log = this.newLog();
    const performed: Promise<Performed>[] = [];
    for (const block of this.blocks) await this.handOut(block, call, performed);
    return Promise.all(performed);
  }

  private newLog(): HeldLog {
    return new HeldLog((lines) => this.parts.dispatcher.writeLog(lines));
  }

  private async handOut(block: ItemBlock, call: Call, to: Promise<Performed>[]): Promise<void> {
    const most = aheadOf(this.parts, call);
    for (const part of this.parts.dispatcher.partsOf(call, block)) {
      to.push(this.grade(part, call));
      const before = to.length - most;
      if (before >= 0) await to[before];
    }
  }

  private grade({ bytes, first, items }: Lines, call: Call): Promise<Performed> {
    const shape = { kind: "lines" as const, first, strict: true };
    const work = { call, data: bytes, shape, isSmall: this.isWhole && isSmall(bytes) };
    const graded = this.log.take(this.parts.dispatcher.grade(work, items, this.exchange));
    graded.catch(() => {});
    return graded;
  }
}

const hedgesOf = ({ tally, others = [] }: Performed): number =>
  [tally, ...others].reduce((sum, { hedges }) => sum + hedges, 0);

const aheadOf = ({ dispatcher, inFlight }: NativeParts, call: Call): number =>
  dispatcher.isOwn(call) ? inFlight * ownAhead : inFlight;

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const mostHeldBytes = 16 * 1024 * 1024;

/**
 * The lines that one large request adds to the log. They wait, in order, until the request is known to be valid; but if
 * they would fill the memory, they are written as they come.
 */
class HeldLog {
  private held: Uint8Array[] = [];
  private bytes = 0;
  private last: Promise<void> = Promise.resolve();
  private isRefused = false;

  constructor(private readonly write: (lines: Uint8Array) => void) {}

  /** Takes the log lines out of the graded blocks, one block after the other. */
  take(graded: Promise<Performed>): Promise<Performed> {
    this.last = Promise.all([graded, this.last]).then(([{ log, refused }]) => {
      this.isRefused ||= refused !== undefined;
      if (!log) return;
      this.held.push(log);
      this.bytes += log.length;
      if (this.bytes > mostHeldBytes) this.flush();
    });
    this.last.catch(() => {});
    return graded.then((performed) => ({ ...performed, log: undefined }));
  }

  /** The request is valid, and all of it is graded. */
  async end(): Promise<void> {
    await this.last;
    this.flush();
  }

  private flush(): void {
    const lines = this.held.splice(0);
    if (!this.isRefused) for (const each of lines) this.write(each);
  }
}
