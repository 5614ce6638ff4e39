// Hands requests to the threads that grade, and counts the work in progress, so that a request that is too much is
// refused before the memory is full.

import { messageOf } from "../errors/expected-error.ts";
import type { Exchange } from "../http/exchange.ts";
import { HttpError, unavailable } from "../http/http-error.ts";
import type { Judge } from "../judge/judge.ts";
import { counted } from "../outgoing/counted.ts";
import { type Asker, NotAnswered, type Pool } from "../workers/pool.ts";
import { withNulls } from "./graded.ts";
import type { ItemLog } from "./logs.ts";
import type { Call } from "./operation.ts";
import { type Lines, PartSize } from "./parts.ts";
import {
  type Performed,
  packWork,
  type SentPerformed,
  type SentWork,
  tooMany,
  unpackPerformed,
  type Work,
} from "./perform.ts";
import type { RewardTags } from "./requests.ts";
import type { Stats } from "./stats.ts";

export type WorkPool = Pool<SentWork, SentPerformed>;

export interface DispatcherParts {
  stats: Stats;
  tags: RewardTags;
  pool: WorkPool;
  /** For the user's own reward, if there is one. */
  own?: { name: string; pool: WorkPool } | undefined;
  itemLog?: ItemLog | undefined;
  maxQueue: number;
  /** The judge for what the rules leave open, and how many milliseconds it has. */
  judge?: { judge: Judge; ms: number } | undefined;
}

/** The work that a request asks for. */
export interface Asked extends Pick<Work, "data" | "shape"> {
  call: Call;
  /** Whether it is so small that it may go to a thread together with other requests. */
  isSmall: boolean;
}

export class Dispatcher {
  /** Items that were accepted and are not yet answered. */
  queued = 0;
  readonly stats: Stats;
  private readonly admitted = new Map<Exchange, number>();
  private ownKeys: readonly string[] | undefined;
  private readonly ownParts = new PartSize();

  constructor(private readonly parts: DispatcherParts) {
    this.stats = parts.stats;
  }

  /** Of one request, and of all in progress. */
  get mostItems(): number {
    return this.parts.maxQueue;
  }

  /**
   * Counts a request as this many items in progress until it is answered. Before the items are known it counts as one,
   * and the count grows while they arrive.
   *
   * @throws {HttpError} 413 if there are more than ever allowed, 503 if there are too many now
   */
  admit(exchange: Exchange, items: number): void {
    const { maxQueue } = this.parts;
    if (!exchange.isOpen) throw unavailable("the client no longer waits for the answer");
    if (items > maxQueue) throw new HttpError(413, tooMany(maxQueue));
    const before = this.admitted.get(exchange) ?? 0;
    const more = Math.max(items, 1) - before;
    if (more <= 0) return;
    if (this.queued + more > maxQueue)
      throw unavailable(`more than ${counted(maxQueue, "item")} are in progress`);
    this.queued += more;
    this.admitted.set(exchange, before + more);
  }

  /** The request is answered, or its answer is no longer needed. */
  release(exchange: Exchange): void {
    this.queued -= this.admitted.get(exchange) ?? 0;
    this.admitted.delete(exchange);
  }

  isOwn(call: Call): boolean {
    return call.op === "score" && call.reward === this.parts.own?.name;
  }

  /** The members of the own reward's results, once there has been one. */
  get ownMembers(): readonly string[] | undefined {
    return this.ownKeys;
  }

  /** Names the reward in the headers of the answer. */
  tag(exchange: Exchange, call: Call): void {
    exchange.header("x-assay-reward", this.parts.tags.of(call));
  }

  /** The part of a block of lines that goes to one thread at a time. */
  partsOf(call: Call, lines: Lines): Iterable<Lines> {
    return this.isOwn(call) ? this.ownParts.cut(lines) : [lines];
  }

  /** Lets a thread grade. Its counts are not added yet: see `count`. */
  async grade(work: Asked, items: number, exchange: Exchange): Promise<Performed> {
    const isOwn = this.isOwn(work.call);
    const log = this.logOf(items, exchange);
    let failed = 0;
    const { isSmall, ...asked } = work;
    const asker = {
      isWanted: () => exchange.isWritable,
      isSmall,
      onFailed: () => failed++,
    };
    const ask = (keys: readonly string[] | undefined) =>
      this.ask({ ...asked, keys, log, slowFrom: this.stats.slowFrom }, asker, exchange);
    const performed = await ask(isOwn ? this.ownKeys : undefined);
    if (!isOwn) return performed;
    this.ownParts.graded(performed.items, performed.tally.seconds, failed);
    if (performed.keys.length === 0) return performed;
    // The first results show which members the reward has; a different thread may have seen others at the same moment.
    this.ownKeys ??= performed.keys;
    return performed.keys.join() === this.ownKeys.join() ? performed : ask(this.ownKeys);
  }

  /** A thread parses a small body, grades its items and writes the answer; its counts are added. */
  async answerBody(work: Omit<Asked, "call">, exchange: Exchange): Promise<Performed> {
    const { isSmall, ...asked } = work;
    const log = this.logOf(1, exchange);
    const performed = await this.ask(
      { ...asked, log, slowFrom: this.stats.slowFrom },
      { isWanted: () => exchange.isWritable, isSmall },
      exchange,
    );
    if (log) this.parts.itemLog!.place(performed.items - 1);
    if (!performed.refused) this.count(performed);
    return performed;
  }

  /** The result lines; if no item was scored, with the members that are known by now. */
  textOf({ text, keys }: Performed): string {
    return keys.length > 0 ? text : withNulls(text, this.ownKeys ?? ["reward"]);
  }

  count({ tally, others = [], log }: Performed): void {
    for (const each of [tally, ...others]) this.stats.absorb(each);
    if (log) this.writeLog(log);
  }

  writeLog(lines: Uint8Array): void {
    this.parts.itemLog?.add(lines);
  }

  private logOf(items: number, exchange: Exchange): Work["log"] {
    const { itemLog } = this.parts;
    return itemLog && { every: itemLog.every, offset: itemLog.place(items), request: exchange.id };
  }

  /** Work that leaves something open is done again with the judge's reply, if there is time. */
  private async ask(work: Work, asker: Asker, exchange: Exchange): Promise<Performed> {
    const { judge: asked } = this.parts;
    if (!asked) return this.askThread(work, asker, exchange);
    const judged = { ...work, isJudged: true };
    const performed = await this.askThread(judged, asker, exchange);
    if (!performed.questions || performed.refused) return performed;
    const signal = AbortSignal.timeout(asked.ms);
    const told = await asked.judge.judgeAll(performed.questions, signal);
    return this.askThread({ ...judged, told }, asker, exchange);
  }

  private askThread(work: Work, asker: Asker, exchange: Exchange): Promise<Performed> {
    const pool = work.call && this.isOwn(work.call) ? this.parts.own!.pool : this.parts.pool;
    return new Promise((resolve, reject) => {
      pool
        .run(packWork(work), {
          ...asker,
          // Work that is refused now is still done by its thread, but nothing waits for its answer.
          onNote: (items) => {
            try {
              this.admit(exchange, items as number);
            } catch (error) {
              reject(error);
            }
          },
        })
        .then(
          (sent) => resolve(unpackPerformed(sent)),
          (error: unknown) => reject(asHttpError(error, pool)),
        );
    });
  }
}

function asHttpError(error: unknown, pool: WorkPool): unknown {
  if (error instanceof NotAnswered) return unavailable(error.message);
  return pool.isReady ? error : unavailable(`the reward cannot be loaded: ${messageOf(error)}`);
}
