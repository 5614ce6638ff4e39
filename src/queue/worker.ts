// A worker: it finds the runs that hand out units, joins those that its owner allows, and divides its slots among them.
// It trusts nothing in Redis: the function that makes the work decides what a context may request.

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Redis } from "ioredis";
import { messageOf } from "../errors/expected-error.ts";
import { counted } from "../outgoing/counted.ts";
import { withoutSecrets } from "../outgoing/secrets.ts";
import type { RunContext, WorkByKind } from "../runs/engine/executor.ts";
import { shownAddress } from "./address.ts";
import {
  type Announcement,
  announcementKey,
  contextKey,
  epochKey,
  forgetWorker,
  ownStamp,
  pausesKey,
  readAnnouncement,
  readContext,
  readJson,
  readStamp,
  reportWorker,
  runsKey,
  type Serving,
  stampDifference,
  traceKeys,
  type WorkerState,
} from "./messages.ts";
import { RefusedRunError } from "./queue-error.ts";
import { connect, connectFirst, inTime, pause, queueTimes, sentOnce } from "./redis.ts";
import { Holdings, ServedRun, Slots } from "./served-run.ts";

/** The work of a run, and how to close it. */
export interface MadeWork {
  work: WorkByKind;
  /** The maximum number of units that it processes at once, if more would only wait for each other. */
  slots?: number | undefined;
  close(): Promise<void>;
}

/**
 * Makes the work of a run from its context, by the kind of run.
 * @throws {RefusedRunError} for a request that is not allowed here
 */
export type WorkMakers = Readonly<Record<string, (context: RunContext, pauses: Pauses) => Promise<MadeWork>>>;

interface WorkerOptions {
  url: URL;
  name: string;
  /** Units processed at once, of all runs together. */
  slots: number;
  makers: WorkMakers;
  say(sentence: string): void;
  /** The worker's report on itself, sent several times per second. */
  onState?(state: WorkerState): void;
  /** When aborted, no new unit is started, and units in progress are finished. */
  drain: AbortSignal;
  /** When aborted, units in progress are returned to the queue. */
  stop: AbortSignal;
}

/** Works until it is asked to stop. @throws {QueueError} if Redis cannot be used */
export async function work(options: WorkerOptions): Promise<void> {
  // The worker's reports and reads are repeated soon, so they need not be retried; jobs wait until Redis is back.
  const redis = await connectFirst(options.url, sentOnce);
  await new QueueWorker(redis, connect(options.url), options).run();
}

class QueueWorker {
  private readonly times = queueTimes();
  private readonly stamp = ownStamp();
  private readonly id = randomUUID();
  private readonly since = new Date().toISOString();
  /** By the run's name. */
  private readonly served = new Map<string, ServedRun>();
  /** Why a run is not served, by its name; a new announcement is checked again. */
  private readonly refused = new Map<string, { announced: string; why: string; kind: string }>();
  /** The last announcement of a run. */
  private readonly seen = new Map<string, number>();
  /** The units that are held, by run: also of a run that was left, until Redis accepts the results. */
  private readonly holdings = new Map<string, Holdings>();
  /** Runs that were left, while their units in progress end. */
  private readonly leaving = new Map<ServedRun, Promise<void>>();
  private ended = { done: 0, failed: 0, seconds: 0 };
  private readonly slots: Slots;
  private isAway = false;
  private lastSaid = "";
  private readonly pauses: Pauses;

  constructor(
    private readonly redis: Redis,
    /** For messages that must arrive, however long that takes. */
    private readonly lasting: Redis,
    private readonly options: WorkerOptions,
  ) {
    this.pauses = new Pauses(redis);
    this.slots = new Slots(options.slots, options.drain);
  }

  async run(): Promise<void> {
    const { name, slots, url, say, drain } = this.options;
    say(`the worker ${name} is at ${shownAddress(url)} with ${counted(slots, "slot")}`);
    this.redis.on("close", () => {
      if (!this.isAway && !drain.aborted) say("Redis does not answer; results are kept until it does");
      this.isAway = true;
    });
    this.redis.on("ready", () => {
      if (this.isAway) say("Redis answers again");
      this.isAway = false;
    });
    while (!drain.aborted) {
      if (this.redis.status === "ready") await this.turn();
      await pause(this.times.beatMs, drain);
    }
    const beats = setInterval(() => void this.tell().catch(() => {}), this.times.beatMs);
    const closed = Promise.all([
      ...[...this.served.values()].map((served) => served.close()),
      ...this.leaving.values(),
    ]);
    // Results are kept until Redis accepts them; but a worker that must stop at once waits only briefly.
    await Promise.race([closed, whenAborted(this.options.stop, shutdownWaitMs)]);
    clearInterval(beats);
    if (this.redis.status === "ready") await this.sayFarewell().catch(() => {});
    for (const each of [this.redis, this.lasting]) each.disconnect();
    const { done, failed } = this.counts();
    say(`the worker ${name} ends: ${counted(done, "unit")} done${failed > 0 ? `, ${failed} failed` : ""}`);
  }

  private async sayFarewell(): Promise<void> {
    for (const [run, holdings] of this.holdings)
      if ((await this.redis.exists(epochKey(run))) === 1) await holdings.deliver(this.redis);
    await forgetWorker(this.redis, this.id);
  }

  private async turn(): Promise<void> {
    try {
      await this.look();
      await inTime(this.pauses.look());
      await inTime(this.tell());
    } catch (error) {
      // The connection to Redis was lost; the next turn starts again.
      const said = messageOf(error);
      if (this.redis.status === "ready" && said !== this.lastSaid) this.options.say(said);
      this.lastSaid = said;
    }
  }

  /** Joins the runs that are announced, and leaves those that no longer are. */
  private async look(): Promise<void> {
    const runs = await inTime(this.redis.smembers(runsKey));
    const texts = runs.length === 0 ? [] : await inTime(this.redis.mget(runs.map(announcementKey)));
    const now = performance.now();
    for (const [place, run] of runs.entries()) {
      const text = texts[place];
      if (text === null || text === undefined) {
        await this.redis.srem(runsKey, run);
        continue;
      }
      this.seen.set(run, now);
      await this.consider(run, text);
      await this.holdings.get(run)?.deliver(this.redis);
    }
    for (const [run, served] of this.served) {
      if (now - this.seen.get(run)! > this.times.aliveMs / 3) this.leave(run, served);
    }
    for (const [run, holdings] of this.holdings)
      if (holdings.isEmpty && !this.served.has(run)) this.holdings.delete(run);
    for (const run of this.refused.keys()) if (!runs.includes(run)) this.refused.delete(run);
  }

  private leave(run: string, served: ServedRun): void {
    this.served.delete(run);
    this.share();
    const left = served
      .close()
      .catch(() => {}) // Redis does not answer.
      .then(() => {
        this.leaving.delete(served);
        this.ended.done += served.done;
        this.ended.failed += served.failed;
        this.ended.seconds += served.seconds;
        return this.sweep(run);
      })
      .catch(() => {}); // Only a few bytes are left there.
    this.leaving.set(served, left);
  }

  /** A finished run: BullMQ has written to its queue once more, when it looked for lost jobs. */
  private async sweep(run: string): Promise<void> {
    if ((await this.redis.exists(epochKey(run))) === 0) await this.redis.del(...traceKeys(run));
  }

  private async consider(run: string, announced: string): Promise<void> {
    const served = this.served.get(run);
    if (served?.announced === announced || this.refused.get(run)?.announced === announced) return;
    const value = readJson(announced);
    const announcement = readAnnouncement(value);
    if (served && announcement?.context === served.context.hash) {
      served.announced = announced;
      return;
    }
    if (served) this.leave(run, served);
    const theirs = readStamp(value);
    const difference = theirs && stampDifference(theirs, this.stamp);
    const context = announcement && (await this.redis.get(contextKey(announcement.context)));
    // The context arrives with the announcement; if Redis has lost it in between, it will be there again soon.
    if (difference === undefined && context === null) return;
    try {
      if (difference !== undefined) throw new RefusedRunError(`its coordinator is of ${difference}`);
      if (announcement?.run !== run) throw new RefusedRunError("its announcement cannot be read");
      await this.takeUp(announcement, announced, context ?? null);
      this.refused.delete(run);
    } catch (error) {
      const why = withoutSecrets(messageOf(error));
      this.refused.set(run, { announced, why, kind: announcement?.kind ?? "" });
      this.options.say(`the run ${run} is refused: ${why}`);
    }
  }

  private async takeUp(
    { run, kind, context: hash }: Announcement,
    announced: string,
    text: string | null,
  ): Promise<void> {
    const context = readContext(text, hash);
    if (context?.kind !== kind) throw new RefusedRunError("its context does not match its hash");
    const make = Object.hasOwn(this.options.makers, kind) ? this.options.makers[kind] : undefined;
    if (!make) throw new RefusedRunError(`runs of kind '${kind}' are not supported here`);
    const made = await make(context, this.pauses);
    this.served.set(
      run,
      new ServedRun({
        run,
        context,
        announced,
        made,
        redis: this.lasting,
        times: this.times,
        name: this.options.name,
        stop: this.options.stop,
        drain: this.options.drain,
        slots: this.slots,
        holdings: this.holdingsOf(run),
      }),
    );
    this.share();
    this.options.say(`working for the run ${run} (${kind})`);
  }

  /** Each run has its share of the slots. */
  private share(): void {
    const each = Math.max(1, Math.floor(this.options.slots / Math.max(1, this.served.size)));
    for (const served of this.served.values()) served.share(each);
  }

  private holdingsOf(run: string): Holdings {
    const holdings = this.holdings.get(run) ?? new Holdings(run, this.times.aliveMs);
    this.holdings.set(run, holdings);
    return holdings;
  }

  private counts(): Pick<WorkerState, "done" | "failed" | "seconds"> {
    const all = [this.ended, ...this.served.values(), ...this.leaving.keys()];
    return {
      done: all.reduce((sum, { done }) => sum + done, 0),
      failed: all.reduce((sum, { failed }) => sum + failed, 0),
      seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    };
  }

  /** Units in progress for a run that was left count until they end. */
  private states(): Serving[] {
    const served = [...this.served.values()].map((each) => each.state());
    const left = [...this.leaving.keys()].map((each) => ({ ...each.state(), slots: 0 }));
    return [...served, ...left.filter(({ run, inFlight }) => inFlight > 0 && !this.served.has(run))];
  }

  private async tell(): Promise<void> {
    const { name, slots } = this.options;
    const refused = [...this.refused].map(([run, { why, kind }]) => ({
      run,
      kind,
      slots: 0,
      refused: why,
      inFlight: 0,
      done: 0,
      failed: 0,
      seconds: 0,
    }));
    const state: WorkerState = {
      ...this.stamp,
      id: this.id,
      name,
      host: hostname(),
      pid: process.pid,
      since: this.since,
      slots,
      ...this.counts(),
      runs: [...this.states(), ...refused],
    };
    this.options.onState?.(state);
    await reportWorker(this.redis, state, this.times.aliveMs);
  }
}

/** The time in which units are returned if a worker must stop at once. */
const shutdownWaitMs = 2_000;

/** The time after which it must stop. */
const whenAborted = (signal: AbortSignal, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const wait = () => void setTimeout(resolve, ms);
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true });
  });

// A rate limit of a provider applies to all workers together: if a server asks one of them to wait, all of them wait.
// The time is that of Redis, so no clocks are compared.

const now = "local time = redis.call('TIME')\nlocal now = time[1] * 1000 + math.floor(time[2] / 1000)\n";

const reportScript = `${now}
local till = now + ARGV[2]
if till > tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or '0') then redis.call('ZADD', KEYS[1], till, ARGV[1]) end
`;

const hearScript = `${now}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local found = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for i = 2, #found, 2 do found[i] = found[i] - now end
return found
`;

type Hear = (baseUrl: string, ms: number) => void;

/** In the form that the endpoints of models use. */
export class Pauses {
  private readonly listeners = new Set<Hear>();

  constructor(private readonly redis: Redis) {}

  tell(baseUrl: string, ms: number): void {
    // If Redis does not answer, the other workers find out from the server themselves.
    this.redis.eval(reportScript, 1, pausesKey, baseUrl, Math.ceil(ms)).catch(() => {});
  }

  listen(hear: Hear): () => void {
    this.listeners.add(hear);
    return () => void this.listeners.delete(hear);
  }

  /** Pauses that other workers have reported. */
  async look(): Promise<void> {
    if (this.listeners.size === 0) return;
    const found = (await this.redis.eval(hearScript, 1, pausesKey)) as (string | number)[];
    for (let i = 0; i < found.length; i += 2)
      for (const hear of this.listeners) hear(String(found[i]), Number(found[i + 1]));
  }
}
