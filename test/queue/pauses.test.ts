// If a server asks one worker to wait, all workers wait.

import { describe, expect, it, onTestFinished } from "vitest";
import { OpenAiModel } from "../../src/models/openai.ts";
import { connect } from "../../src/queue/redis.ts";
import { Pauses } from "../../src/queue/worker.ts";
import { plainAnswer, TestServer } from "../models/server.ts";
import { hasRedis, RedisServer } from "./redis.ts";

const waitMs = 1_000;
const request = { prompt: "a", sampling: {}, draws: [{ key: "one" }] } as const;

describe.runIf(hasRedis)("a server's wish to be left alone", () => {
  it("is heard by a worker that has not asked it yet", async () => {
    const redis = await RedisServer.start();
    onTestFinished(() => redis.close());
    const server = await TestServer.start(plainAnswer);
    onTestFinished(() => server.close());
    const worker = () => {
      const connection = connect(new URL(redis.url));
      const pauses = new Pauses(connection);
      const model = new OpenAiModel({ model: "m", baseUrls: [server.url], concurrency: 4, pauses });
      onTestFinished(async () => {
        await model.close();
        connection.disconnect();
      });
      return { pauses, model };
    };
    const [first, second] = [worker(), worker()];
    server.answerWith((asked, number) =>
      number === 1
        ? { status: 429, headers: { "retry-after": `${waitMs / 1000}` }, body: {} }
        : plainAnswer(asked, number),
    );
    let refusedAt = 0;
    const asked = first.model.generate(request, {
      onRetry: () => {
        refusedAt = performance.now();
      },
    });
    while (refusedAt === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    // The pause is in Redis before any later command on the same connection.
    await first.pauses.look();
    await second.pauses.look();
    const other = second.model.generate(request).then(() => performance.now());
    await asked;
    // Both clocks tick in whole milliseconds.
    expect((await other) - refusedAt).toBeGreaterThanOrEqual(waitMs - 50);
    expect(server.asked).toHaveLength(3);
  });
});
