// A real Redis of the test's own: on a port and in a folder of its own, to be killed, stopped and started again with and
// without what it held. Where there is none on this machine, the tests say so and how to get it.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { onTestFinished } from "vitest";
import { mustRun } from "../no-skip.ts";

const program = process.env.REDIS_SERVER ?? "redis-server";

/** Whether the tests of queues are run; without Redis they fail where nothing may be skipped. */
export const hasRedis = isInstalled() || mustRun;
if (!hasRedis)
  console.warn(
    "queues: not tested, because there is no redis-server here; 'apt-get install redis-server' brings it, or REDIS_SERVER names one",
  );

function isInstalled(): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private readonly settings: readonly string[],
  ) {}

  /** @param settings further words of its command line */
  static async start(...settings: string[]): Promise<RedisServer> {
    // Shorter than usual, so that what is lost is soon found; long enough that a busy machine loses nobody by itself.
    process.env.ASSAY_QUEUE_LOCK_MS ??= "4000";
    const server = new RedisServer(await freePort(), await mkdtemp(join(tmpdir(), "assay-redis-")), settings);
    await server.start();
    return server;
  }

  /** With its password, where it has one. */
  get url(): string {
    const at = this.settings.indexOf("--requirepass");
    const password = at < 0 ? "" : `:${this.settings[at + 1]}@`;
    return `redis://${password}127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const place = ["--port", `${this.port}`, "--bind", "127.0.0.1", "--dir", this.folder];
    const child = spawn(
      program,
      [...place, "--save", "", "--appendonly", "no", "--set-proc-title", "no", ...this.settings],
      {
        stdio: "ignore",
      },
    );
    this.child = child;
    for (;;) {
      const isUp = await this.ask((redis) => redis.ping()).then(
        () => true,
        () => false,
      );
      if (isUp) return;
      if (child.exitCode !== null) throw new Error(`redis-server ended with code ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** With a connection of the test's own. */
  async ask<T>(question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null });
    redis.on("error", () => {});
    try {
      await redis.connect();
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** Ends it; with `keeps`, what it holds is there again when it is started. */
  async stop(keeps: boolean): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    if (keeps) await this.ask((redis) => redis.call("SAVE"));
    child.kill("SIGKILL");
    await ended;
  }

  /** It is there, and says nothing for so long. */
  async pause(ms: number): Promise<void> {
    this.child!.kill("SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.child!.kill("SIGCONT");
  }

  async close(): Promise<void> {
    await this.stop(false);
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Every key with its content, as one text: to look for what must not be there. */
  everything(): Promise<string> {
    return this.ask(async (redis) => {
      const texts: string[] = [];
      for (const key of await redis.keys("*")) {
        const type = await redis.type(key);
        const content =
          type === "string"
            ? await redis.get(key)
            : type === "hash"
              ? await redis.hgetall(key)
              : type === "list"
                ? await redis.lrange(key, 0, -1)
                : type === "set"
                  ? await redis.smembers(key)
                  : type === "stream"
                    ? await redis.xrange(key, "-", "+")
                    : await redis.zrange(key, "0", "-1");
        texts.push(`${key} ${JSON.stringify(content)}`);
      }
      return texts.join("\n");
    });
  }
}

/** Everything that anybody says to Redis from now on. */
export async function listenTo(server: RedisServer): Promise<() => string> {
  const said: string[] = [];
  const redis = new Redis(server.url);
  redis.on("error", () => {});
  const monitor = await redis.monitor();
  monitor.on("monitor", (_: string, words: string[]) => said.push(words.join(" ")));
  onTestFinished(() => {
    monitor.disconnect();
    redis.disconnect();
  });
  return () => said.join("\n");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
