// A real Redis for a test: on its own port and in its own folder, which can be killed, stopped and restarted with and
// without its data. If Redis is not installed, the tests say so.

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

/** Whether the tests of queues run; without Redis they fail where skipping is not allowed. */
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

  /** @param settings additional words of its command line */
  static async start(...settings: string[]): Promise<RedisServer> {
    // Shorter than usual, so that lost workers are found soon; long enough that a busy machine loses none by itself.
    process.env.ASSAY_QUEUE_LOCK_MS ??= "4000";
    const server = new RedisServer(await freePort(), await mkdtemp(join(tmpdir(), "assay-redis-")), settings);
    await server.start();
    return server;
  }

  /** With its password, if it has one. */
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

  /** Stops it; with `keeps`, its data is there again after a restart. */
  async stop(keeps: boolean): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    if (keeps) await this.ask((redis) => redis.call("SAVE"));
    child.kill("SIGKILL");
    await ended;
  }

  /** It does not answer for this long. */
  async pause(ms: number): Promise<void> {
    this.child!.kill("SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.child!.kill("SIGCONT");
  }

  async close(): Promise<void> {
    await this.stop(false);
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Every key with its content, as one text, to search for content that must not be there. */
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

/** All commands to Redis from now on. */
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
