// The reward service: its parts, its routes, its start and its end.

import { readdirSync } from "node:fs";
import type { Exchange } from "../http/exchange.ts";
import { unavailable } from "../http/http-error.ts";
import { defaultError, type Listening, listen } from "../http/listen.ts";
import { isLoopback, tokenCheck } from "../http/origin.ts";
import type { Route } from "../http/router.ts";
import { staticRoutes } from "../http/static-files.ts";
import type { Row } from "../jsonl/line-module.ts";
import type { Judge } from "../judge/judge.ts";
import { MetricsText } from "../outgoing/metrics-text.ts";
import { rewards } from "../rewards/index.ts";
import { Pool } from "../workers/pool.ts";
import { Dispatcher, type WorkPool } from "./dispatcher.ts";
import { ItemLog, type Log } from "./logs.ts";
import { metricsText, RequestCounts } from "./metrics.ts";
import { nativeRoutes } from "./native.ts";
import { openApi, rewardList } from "./open-api.ts";
import type { Routing } from "./operation.ts";
import type { OwnModule, Taken } from "./own-reward.ts";
import type { SentPerformed, SentWork } from "./perform.ts";
import { needsMore, type OnUnscored } from "./protocols/protocol.ts";
import { RewardNames, RewardTags } from "./requests.ts";
import { Stats, type StatsPage } from "./stats.ts";
import { type StepModel, stepsRoute } from "./steps.ts";
import type { ThreadData } from "./thread.ts";
import { trainerRoutes } from "./trainers.ts";

export interface ServiceOptions {
  host: string;
  port: number;
  version: string;
  /** The reward of requests that name none. */
  reward?: string | undefined;
  own?: OwnModule | undefined;
  /** Grading options that apply if a request names none. */
  gradingOptions?: Row | undefined;
  routing?: Routing | undefined;
  /** Scores the steps of solutions. */
  steps?: StepModel | undefined;
  workers: number;
  /** How long each thread grades samples before the service is ready. */
  warmUpS: number;
  token?: string | undefined;
  onUnscored: OnUnscored;
  requestTimeoutS: number;
  itemTimeoutS: number;
  /** The judge for what the rules leave open. */
  judge?: Judge | undefined;
  maxQueue: number;
  maxBodyBytes: number;
  nemoGym: boolean;
  itemLog?: { file: string; every: number } | undefined;
  log: Log;
}

export interface RunningService {
  url: string;
  /** Answers the requests in progress and ends; false if the disk of the log still does not respond. */
  end(): Promise<boolean>;
}

/** The share of a request's time that the judge may use; the rest is for grading. */
const judgeShare = 0.8;
const standardReward = "r1_zero";
/** Blocks that each thread has queued for one request, so that no thread waits for the next. */
const blocksAhead = 3;
/** Small requests that are handed to a thread together, at most. */
const gatheredRequests = 16;
/** Most items take less than a millisecond; ordinary requests do not wait for an item that takes longer than this. */
const slowItemMs = 50;
/** A module that uses too much memory ends its thread, not the service. */
const heapMb = { ours: 1024, own: 512 };
/** Items soon become garbage; a larger space for them would only use more memory. */
const youngMb = 4;

/** @throws when the port is taken, or the module cannot be loaded */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const service = new Service(options);
  await service.ready();
  const listening = await service.listen().catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  options.log("info", "listening", { url: listening.url, reward: service.names.standard });
  return {
    url: listening.url,
    async end() {
      await listening.close();
      return service.close();
    },
  };
}

class Service {
  readonly names: RewardNames;
  private readonly stats: Stats;
  private readonly tags: RewardTags;
  private readonly requests = new RequestCounts();
  private readonly pools: WorkPool[];
  private readonly dispatcher: Dispatcher;
  private readonly itemLog: ItemLog | undefined;
  /** Known when the user's own reward is loaded, with all that it imports. */
  private standardTag = "";
  private standardHeaders: Readonly<Record<string, string>> = {};
  private readonly ticking: NodeJS.Timeout;

  constructor(private readonly options: ServiceOptions) {
    const { own, reward, version, log, itemLog, maxQueue, judge, requestTimeoutS } = options;
    const standard = reward ?? own?.name ?? standardReward;
    this.names = new RewardNames(standard, own?.name, options.gradingOptions);
    this.stats = new Stats(
      (name, value) =>
        log("warn", `the reward ${name} has been ${value} for 1,000 items; is it the right one?`, {
          reward: name,
        }),
      (group) => this.itemLog?.add(`${JSON.stringify({ time: new Date().toISOString(), ...group })}\n`),
    );
    this.tags = new RewardTags(version, own);
    this.itemLog = itemLog && new ItemLog({ ...itemLog, log });
    const pool = this.openPool({});
    const ownPool = own && this.openPool({ own });
    this.pools = ownPool ? [pool, ownPool] : [pool];
    this.dispatcher = new Dispatcher({
      stats: this.stats,
      tags: this.tags,
      pool,
      own: ownPool && { name: own.name, pool: ownPool },
      itemLog: this.itemLog,
      maxQueue,
      judge: judge && { judge, ms: judgeShare * requestTimeoutS * 1000 },
    });
    this.ticking = setInterval(() => this.stats.tick(), 1_000).unref();
  }

  private openPool({ own }: Pick<ThreadData, "own">): WorkPool {
    const { workers, itemTimeoutS, warmUpS, log, version, gradingOptions, routing } = this.options;
    let hasStarted = false;
    return new Pool<SentWork, SentPerformed>({
      entry: new URL("./thread.js", import.meta.url),
      name: "the thread",
      // A thread that replaces a failed one has work waiting.
      data: (): ThreadData => ({
        own,
        version,
        reward: this.names.standard,
        gradingOptions,
        routing,
        warmUp: hasStarted ? undefined : { reward: this.names.standard, ms: warmUpS * 1000 },
      }),
      onReady: (taken) => {
        hasStarted = true;
        if (own) own.taken ??= taken as Taken | undefined;
      },
      size: workers,
      // The thread beside a Python process watches it.
      itemMs: own?.python ? undefined : itemTimeoutS * 1000,
      timedOut: (seconds) => `timed out after ${seconds} s`,
      gather: own ? 1 : gatheredRequests,
      slowMs: own ? undefined : slowItemMs,
      heapMb: own ? heapMb.own : heapMb.ours,
      youngMb: own ? undefined : youngMb,
      onRestart: (reason) => log("warn", `a thread is replaced (${reason})`),
    });
  }

  /** Threads for the user's own reward are started at once; those for built-in rewards are then started on demand. */
  async ready(): Promise<void> {
    try {
      const pool = this.pools.at(-1)!;
      // The other threads load what the first one has recorded.
      if (this.options.own) await pool.ready(1);
      await pool.ready();
      const reward = this.names.find(this.names.standard);
      this.standardTag = this.tags.of({ op: "score", reward, options: this.names.optionsOf(reward) });
      this.standardHeaders = { "x-assay-reward": this.standardTag };
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  listen(): Promise<Listening> {
    const { host, port, token, requestTimeoutS, log } = this.options;
    return listen({
      host,
      port,
      routes: this.routes(),
      // A service on a network without a token must say so explicitly, and the network may have its own names for this
      // machine.
      anyName: !isLoopback(host),
      checkToken: token === undefined ? undefined : tokenCheck(token),
      timeoutS: requestTimeoutS,
      halfOpen: true,
      headers: () => this.standardHeaders,
      onDone: (exchange) => {
        this.dispatcher.release(exchange);
        this.requests.add(exchange);
        // A client that disconnects in the middle of a request is worth one line in the log, and no more.
        if (isCut(exchange))
          log("info", "the client disconnected before its request was complete", described(exchange));
        else if (log.writes("debug")) log("debug", "request", described(exchange));
      },
      errorOf: (thrown) => {
        const error = defaultError(thrown);
        if (error.status === 500) log("error", error.message, { stack: (thrown as Error)?.stack });
        return error;
      },
    });
  }

  async close(): Promise<boolean> {
    clearInterval(this.ticking);
    await Promise.all([...this.pools, this.options.steps].map((each) => each?.close()));
    this.stats.closeGroups();
    return (await this.itemLog?.close()) ?? true;
  }

  private routes(): Route[] {
    const { options, dispatcher, names } = this;
    const { maxBodyBytes, nemoGym, onUnscored, version, workers } = options;
    const get = (path: string, handler: Route["handler"], open = false): Route => ({
      method: "GET",
      path,
      handler,
      open,
    });
    const has = { hasOwn: options.own !== undefined, hasSteps: options.steps !== undefined };
    const description = JSON.stringify(openApi(version, { nemoGym, ...has }));
    return [
      ...nativeRoutes({
        dispatcher,
        names,
        maxBodyBytes,
        inFlight: workers * blocksAhead,
      }),
      ...trainerRoutes({
        dispatcher,
        names,
        hasReward: options.reward !== undefined || options.own !== undefined,
        onUnscored,
        nemoGym,
      }),
      stepsRoute(dispatcher, options.steps),
      get("/v1/rewards", (exchange) =>
        exchange.json(200, JSON.stringify(rewardList(names, dispatcher.ownMembers))),
      ),
      get("/openapi.json", (exchange) => exchange.json(200, description)),
      get("/v1/stats", (exchange) => this.sendStats(exchange)),
      get("/metrics", (exchange) => this.sendMetrics(exchange)),
      get("/healthz", (exchange) => exchange.json(200, '{"status":"ok"}'), true),
      get("/readyz", (exchange) => this.sendReady(exchange), true),
      ...pageRoutes(),
    ];
  }

  private sendReady(exchange: Exchange): void {
    if (!this.pools.at(-1)!.isReady) throw unavailable("no thread is ready");
    exchange.json(200, '{"status":"ready"}');
  }

  private sendMetrics(exchange: Exchange): void {
    exchange.send(200, MetricsText.type, metricsText(this.stats, this.requests, this.gauges()));
  }

  private sendStats(exchange: Exchange): void {
    const { stats } = this;
    const { started, points, slowest } = stats;
    const rewards = Object.fromEntries(
      [...stats.rewards].map(([name, { buckets: _, ...totals }]) => [name, totals]),
    );
    const now = Math.floor(Date.now() / 1000);
    exchange.header("cache-control", "no-store");
    const shown = {
      points,
      steps: stats.steps,
      notes: stats.notes(),
      slowest,
      playground: playgroundRewards,
    };
    const body: StatsPage & { started: number; version: string } = {
      now,
      started,
      tag: this.standardTag,
      ...this.gauges(),
      rewards,
      ...shown,
    };
    exchange.json(200, JSON.stringify(body));
  }

  private gauges() {
    const restarts = this.pools.reduce((sum, pool) => sum + pool.restarts, 0);
    const logDropped = this.itemLog?.dropped ?? 0;
    return { queue: this.dispatcher.queued, restarts, logDropped, version: this.options.version };
  }
}

const isCut = ({ request, status }: Exchange): boolean => status === 0 && !request.complete;

const described = (exchange: Exchange): Record<string, unknown> => ({
  id: exchange.id,
  method: exchange.request.method,
  path: exchange.path,
  status: exchange.status,
  ms: Math.round((performance.now() - exchange.started) * 1000) / 1000,
});

/** The rewards that can be tried in the playground, which runs only in the browser: those of a response and a gold. */
const playgroundRewards: readonly string[] = rewards
  .map(({ name }) => name)
  .filter((name) => needsMore(name) === undefined);

/**
 * The pages of the viewer's build that concern rewards, and the files that they load; most services are never asked for
 * them.
 */
function pageRoutes(): Route[] {
  const folder = new URL("../web/", import.meta.url);
  const assets = readdirSync(new URL("assets/", folder)).map((name) => [`/assets/${name}`, `assets/${name}`]);
  const pages = { "/": "rewards.html", "/playground": "playground.html", "/icon.svg": "icon.svg" };
  return staticRoutes(folder, { ...pages, ...Object.fromEntries(assets) }, "asked");
}
