// Where requests meet those who grade: small ones are graded at once, the others go to threads. Keeps the count of what
// is under way, so that there is a word for "too much" before the memory is full.

import type { Exchange } from "../http/exchange.ts";
import { HttpError, unavailable } from "../http/http-error.ts";
import { isRow, NoObject } from "../jsonl/answer-lines.ts";
import { counted } from "../outgoing/counted.ts";
import { failedItem, type Graded, isHedge, withNulls } from "./graded.ts";
import type { ItemLog } from "./item-log.ts";
import { type Call, type Operation, openOperation } from "./operation.ts";
import { type Lines, PartSize } from "./parts.ts";
import { logLine, type Performed, tooMany, type Work } from "./perform.ts";
import type { Pool } from "./pool.ts";
import type { RewardTags } from "./reward-tag.ts";
import type { Stats } from "./stats.ts";

export interface DeskParts {
  stats: Stats;
  tags: RewardTags;
  /** For large bodies. */
  pool: Pool;
  /** For the user's own reward, if there is one. */
  own?: { name: string; pool: Pool } | undefined;
  itemLog?: ItemLog | undefined;
  maxQueue: number;
}

const noRow = ({ keys }: Operation, item: unknown): Graded => failedItem(keys, new NoObject(item).message);

export class Desk {
  /** Items that were accepted and are not yet answered. */
  queued = 0;
  readonly stats: Stats;
  private readonly admitted = new Map<Exchange, number>();
  private ownKeys: readonly string[] | undefined;
  private readonly ownParts = new PartSize();
  private readonly operations = new Map<string, Operation>();

  constructor(private readonly parts: DeskParts) {
    this.stats = parts.stats;
  }

  /** Of one request, and of all that are under way. */
  get mostItems(): number {
    return this.parts.maxQueue;
  }

  /**
   * Counts a request as this many items under way until the answer is given. Before they are known it is one, and where
   * they come bit by bit the count grows.
   *
   * @throws {HttpError} 413 when that is more than there may ever be, 503 when it is too much now
   */
  admit(exchange: Exchange, items: number): void {
    const { maxQueue } = this.parts;
    if (!exchange.isOpen) throw unavailable("nobody waits for it any more");
    if (items > maxQueue) throw new HttpError(413, tooMany(maxQueue));
    const before = this.admitted.get(exchange) ?? 0;
    const more = Math.max(items, 1) - before;
    if (more <= 0) return;
    if (this.queued + more > maxQueue)
      throw unavailable(`more than ${counted(maxQueue, "item")} are in progress`);
    this.queued += more;
    this.admitted.set(exchange, before + more);
  }

  /** The request is answered, or nobody waits for it any more. */
  release(exchange: Exchange): void {
    this.queued -= this.admitted.get(exchange) ?? 0;
    this.admitted.delete(exchange);
  }

  isOwn(call: Call): boolean {
    return call.op === "score" && call.reward === this.parts.own?.name;
  }

  /** The members of the own reward's results, once there was one. */
  get ownMembers(): readonly string[] | undefined {
    return this.ownKeys;
  }

  /** Says in the answer which reward it comes from. */
  tag(exchange: Exchange, call: Call): void {
    exchange.header("x-assay-reward", this.parts.tags.of(call));
  }

  /** Grades items at once: their results as JSON, and how many were two answers. */
  gradeHere(call: Call, items: readonly unknown[], request: string): { results: string[]; hedges: number } {
    const operation = this.operationOf(call);
    const { itemLog } = this.parts;
    const offset = itemLog?.place(items.length) ?? 0;
    let hedges = 0;
    const results = items.map((given, i) => {
      const started = performance.now();
      const item = isRow(given) ? given : {};
      const graded = item === given ? (operation.grade(item) as Graded) : noRow(operation, given);
      this.stats.add(operation.name, graded, item, performance.now() - started);
      if (isHedge(graded)) hedges++;
      if (itemLog && (offset + i) % itemLog.every === 0)
        itemLog.add(logLine(request, operation, item, graded));
      return operation.write(graded);
    });
    return { results, hedges };
  }

  /** What of a block of lines goes to one thread at a time. */
  partsOf(call: Call, lines: Lines): Iterable<Lines> {
    return this.isOwn(call) ? this.ownParts.cut(lines) : [lines];
  }

  /** Has a thread grade. What it counted is not yet added: see `count`. */
  async gradeThere(work: Pick<Work, "call" | "bytes" | "shape">, items: number, exchange: Exchange) {
    const isOwn = this.isOwn(work.call);
    const pool = isOwn ? this.parts.own!.pool : this.parts.pool;
    const log = this.logOf(items, exchange);
    const failed: Work["failed"] = {};
    const ask = (keys: readonly string[] | undefined) =>
      pool.run(
        { ...work, failed, keys, log, slowFrom: this.stats.slowFrom },
        { isWanted: () => exchange.isWritable, onSize: (size) => this.admit(exchange, size) },
      );
    const performed = await ask(isOwn ? this.ownKeys : undefined);
    if (!isOwn) return performed;
    this.ownParts.graded(performed.items, performed.tally.seconds, Object.keys(failed).length);
    if (performed.keys.length === 0) return performed;
    // The first results show what members the reward has; another thread may have seen others at the same moment.
    this.ownKeys ??= performed.keys;
    return performed.keys.join() === this.ownKeys.join() ? performed : ask(this.ownKeys);
  }

  /** The result lines; where no item was scored, with the members that are known by now. */
  textOf({ text, keys }: Performed): string {
    return keys.length > 0 ? text : withNulls(text, this.ownKeys ?? ["reward"]);
  }

  /** What a grading here is to write to the log. */
  logOf(items: number, exchange: Exchange): Work["log"] {
    const { itemLog } = this.parts;
    return itemLog && { every: itemLog.every, offset: itemLog.place(items), request: exchange.id };
  }

  count({ tally, log }: Performed): void {
    this.stats.absorb(tally);
    this.writeLog(log);
  }

  writeLog(lines: Uint8Array): void {
    this.parts.itemLog?.add(lines);
  }

  /** Most requests ask for the same, so that it need not be opened anew. */
  private operationOf(call: Call): Operation {
    const isPlain = call.op === "score" && !call.explain && Object.keys(call.options).length === 0;
    if (!isPlain) return openOperation(call);
    let operation = this.operations.get(call.reward);
    if (operation === undefined) {
      operation = openOperation(call);
      this.operations.set(call.reward, operation);
    }
    return operation;
  }
}
