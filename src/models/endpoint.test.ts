// What happens when a server refuses, stalls, breaks or dies.

import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { type Answer, TestServer } from "../../test/models/server.ts";
import { Endpoint, type EndpointOptions } from "./endpoint.ts";
import type { Retry } from "./model.ts";
import { ProviderError } from "./provider-error.ts";
import { AdaptiveLimit, backoffMs, retryAfterMs } from "./replica.ts";

const ok = { body: { fine: true } };
const refusal = (status: number, message: string, headers = {}) => ({
  status,
  headers,
  body: { error: { message } },
});

let ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});

async function serve(answer: Answer): Promise<TestServer> {
  const server = await TestServer.start(answer);
  ends.push(() => server.close().catch(() => {}));
  return server;
}

function open(servers: TestServer[], options: Partial<EndpointOptions> = {}): Endpoint {
  const endpoint = new Endpoint({
    baseUrls: servers.map(({ url }) => url),
    concurrency: 8,
    backoff: { firstMs: 2, mostMs: 20 },
    ...options,
  });
  ends.push(() => endpoint.close());
  return endpoint;
}

const post = (endpoint: Endpoint, key = "k", onRetry?: (retry: Retry) => void, signal?: AbortSignal) =>
  endpoint.post(
    "/chat/completions",
    { model: "m" },
    { key, signal, read: (answer) => answer, ...(onRetry ? { onRetry } : {}) },
  );

describe("a request", () => {
  it.each([429, 500, 502, 503, 408])("is sent again after status %i", async (status) => {
    const server = await serve((_, number) => (number < 3 ? refusal(status, "busy") : ok));
    expect(await post(open([server]))).toEqual(ok.body);
    expect(server.asked).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 413, 422])(
    "fails at once after status %i, in the server's words",
    async (status) => {
      const server = await serve(() => refusal(status, "that will not do"));
      await expect(post(open([server]))).rejects.toThrow(`status ${status}: that will not do`);
      expect(server.asked).toHaveLength(1);
    },
  );

  it("is sent again when the connection is cut, and when the answer is not JSON", async () => {
    const server = await serve((_, number) =>
      number === 1 ? "cut" : number === 2 ? { body: "<html>oh</html>" } : ok,
    );
    const whys: string[] = [];
    await post(open([server]), "k", ({ why }) => whys.push(why));
    expect(whys[0]).toContain("the connection was cut");
    expect(whys[1]).toContain("not JSON: <html>oh</html>");
  });

  it("is sent again when its reader cannot make anything of the answer", async () => {
    const server = await serve(() => ok);
    let reads = 0;
    const read = () => {
      if (++reads < 3) throw new ProviderError("empty", { failure: "response" });
      return "read";
    };
    expect(await open([server]).post("/score", {}, { key: "k", read })).toBe("read");
  });

  it("is given up after its tries, and says how many", async () => {
    const server = await serve(() => refusal(500, "broken"));
    await expect(post(open([server], { tries: 3 }))).rejects.toThrow("status 500: broken (after 3 tries)");
    expect(server.asked).toHaveLength(3);
  });

  it.each(["86400", "99999999999", "1e300", "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "waits no longer than for its retries when the server asks for %s, tries once more, and says so",
    async (after) => {
      const server = await serve(() => refusal(429, "tomorrow", { "retry-after": after }));
      const retries: Retry[] = [];
      const endpoint = open([server], { retryForMs: 300 });
      await expect(post(endpoint, "k", (retry) => retries.push(retry))).rejects.toThrow(
        /tomorrow \(the server asks to wait [\d,]{6,20} s\) \(after 2 tries\)/,
      );
      expect(server.asked).toHaveLength(2);
      expect(retries).toHaveLength(1);
      expect(retries[0]!.delayMs).toBeLessThanOrEqual(300);
      expect(retries[0]!.why).toContain("the server asks to wait");
    },
  );

  it("succeeds when a server that asked for a day answers after all", async () => {
    const server = await serve((_, number) =>
      number === 1 ? refusal(429, "tomorrow", { "retry-after": "86400" }) : ok,
    );
    expect(await post(open([server], { retryForMs: 200 }))).toEqual(ok.body);
  });

  it("does not find out anew that a server asks for too long, one request after the other", async () => {
    const server = await serve(() => refusal(429, "tomorrow", { "retry-after": "86400" }));
    const endpoint = open([server], { retryForMs: 200, concurrency: 2 });
    const ended = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => post(endpoint, `k${i}`)));
    expect(ended.every(({ status }) => status === "rejected")).toBe(true);
    // Only requests in progress at the first refusal are sent twice.
    expect(server.asked.length).toBeLessThanOrEqual(14);
  });

  it("waits as long as the server asks", async () => {
    const server = await serve((_, number) =>
      number === 1 ? refusal(429, "slow", { "retry-after": "0.2" }) : ok,
    );
    const delays: number[] = [];
    await post(open([server]), "k", ({ delayMs }) => delays.push(delayMs));
    expect(delays).toEqual([200]);
  });

  it("is timed out and sent again", async () => {
    const server = await serve((_, number) => (number === 1 ? { ...ok, delayMs: 5000 } : ok));
    const whys: string[] = [];
    await post(open([server], { timeoutMs: 100 }), "k", ({ why }) => whys.push(why));
    // On a busy machine, a later answer may be late too.
    expect(new Set(whys)).toEqual(new Set([`${server.url}: no answer within 0.1 s`]));
  });

  it("can be stopped while it waits for an answer, for its turn, and for another try", async () => {
    const server = await serve(() => ({ ...ok, delayMs: 5000 }));
    const stop = new AbortController();
    const endpoint = open([server], { concurrency: 1 });
    const both = [post(endpoint, "a", undefined, stop.signal), post(endpoint, "b", undefined, stop.signal)];
    setTimeout(() => stop.abort(), 30);
    for (const one of await Promise.allSettled(both)) {
      expect(one).toMatchObject({ status: "rejected", reason: { failure: "stopped", isRetryable: false } });
    }
    const down = await serve(() => refusal(500, "down"));
    const waiting = new AbortController();
    const slow = open([down], { backoff: { firstMs: 60_000, mostMs: 60_000 } });
    const retried = post(slow, "c", () => waiting.abort(), waiting.signal);
    await expect(retried).rejects.toMatchObject({ failure: "stopped" });
  });

  it("leaves no timer behind when it is stopped before another try", async () => {
    const down = await serve(() => refusal(500, "down"));
    const stop = new AbortController();
    const slow = open([down], { backoff: { firstMs: 60_000, mostMs: 60_000 } });
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    await post(open([await serve(() => ok)])); // The handles that undici keeps open from here on.
    const before = timers();
    await expect(post(slow, "k", () => stop.abort(), stop.signal)).rejects.toMatchObject({
      failure: "stopped",
    });
    expect(timers()).toBe(before);
  });

  it("is stopped when its endpoint is closed, wherever it is", async () => {
    const server = await serve((_, number) =>
      number === 1 ? refusal(503, "busy", { "retry-after": "60" }) : { ...ok, delayMs: 5000 },
    );
    const endpoint = open([server], { concurrency: 1 });
    const whys: string[] = [];
    const paused = post(endpoint, "a", ({ why }) => whys.push(why));
    while (whys.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    const all = [paused, post(endpoint, "b")];
    const closed = endpoint.close();
    for (const one of await Promise.allSettled([...all, post(endpoint, "c")])) {
      expect(one).toMatchObject({ status: "rejected", reason: { failure: "stopped" } });
    }
    await closed;
    const busy = open([await serve(() => ({ ...ok, delayMs: 5000 }))], { concurrency: 1 });
    const both = [post(busy, "a"), post(busy, "b")];
    setTimeout(() => busy.close(), 30);
    for (const one of await Promise.allSettled(both)) {
      expect(one).toMatchObject({ status: "rejected", reason: { failure: "stopped" } });
    }
  });

  it("waits for its turn in peace while connections are refused", async () => {
    const gone = await serve(() => ok);
    await gone.close();
    const endpoint = open([gone], { concurrency: 1, tries: 2 });
    const all = await Promise.allSettled(Array.from({ length: 12 }, (_, i) => post(endpoint, `${i}`)));
    for (const one of all) {
      expect(one).toMatchObject({ status: "rejected", reason: { failure: "connection" } });
    }
  });

  it("is never sent when it is stopped before its turn, however many there are", async () => {
    const server = await serve(() => ({ ...ok, delayMs: 5000 }));
    const stop = new AbortController();
    const endpoint = open([server]);
    const all = Array.from({ length: 5000 }, (_, i) => post(endpoint, `${i}`, undefined, stop.signal));
    await expect.poll(() => server.asked.length, { timeout: 60_000 }).toBe(8);
    stop.abort();
    const settled = await Promise.allSettled(all);
    expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(5000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.asked).toHaveLength(8);
    expect(server.connections).toBeLessThanOrEqual(16); // Connections of stopped requests are opened again, and stay idle.
    const closing = open([server]);
    const more = Array.from({ length: 5000 }, (_, i) => post(closing, `${i}`));
    await expect.poll(() => server.asked.length, { timeout: 60_000 }).toBe(16);
    void closing.close();
    expect((await Promise.allSettled(more)).filter(({ status }) => status === "rejected")).toHaveLength(5000);
    expect(server.asked).toHaveLength(16);
  });

  it("fails with the mistake of its listener, or with what cannot be sent, and takes no other with it", async () => {
    const server = await serve((_, number) => (number === 1 ? refusal(500, "once") : ok));
    const endpoint = open([server], { concurrency: 1 });
    const faulty = post(endpoint, "a", () => {
      throw new TypeError("a mistake");
    });
    const unsendable = endpoint.post("/x", { n: 1n }, { key: "b", read: (answer) => answer });
    expect(await Promise.allSettled([faulty, unsendable, post(endpoint, "c")])).toMatchObject([
      { status: "rejected", reason: { message: "a mistake" } },
      { status: "rejected", reason: expect.any(TypeError) },
      { status: "fulfilled", value: ok.body },
    ]);
  });

  it("never tells the key, also when the server repeats it", async () => {
    const server = await serve(() => refusal(401, "Incorrect API key provided: sk-very-secret"));
    const failed = await post(open([server], { apiKey: "sk-very-secret" })).catch((error: Error) => error);
    expect(String(failed)).toContain("Incorrect API key provided: [key]");
    expect(JSON.stringify(failed) + (failed as Error).stack).not.toContain("sk-very-secret");
  });
});

describe("several servers of one model", () => {
  it("share the requests", async () => {
    const servers = [await serve(() => ({ ...ok, delayMs: 5 })), await serve(() => ({ ...ok, delayMs: 5 }))];
    const endpoint = open(servers);
    await Promise.all(Array.from({ length: 40 }, (_, i) => post(endpoint, `${i}`)));
    expect(Math.min(...servers.map(({ asked }) => asked.length))).toBeGreaterThan(5);
  });

  it("avoid the dead one", async () => {
    const [alive, dead] = [await serve(() => ({ ...ok, delayMs: 2 })), await serve(() => ok)];
    await dead.close();
    const endpoint = open([dead, alive]);
    let retries = 0;
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        post(endpoint, `${i}`, () => {
          retries++;
        }),
      ),
    );
    expect(alive.asked).toHaveLength(100);
    expect(retries).toBeLessThanOrEqual(8); // The requests that were in flight when the server was found dead.
  });

  it("avoid the slow one", async () => {
    const [fast, slow] = [
      await serve(() => ({ ...ok, delayMs: 2 })),
      await serve(() => ({ ...ok, delayMs: 300 })),
    ];
    const endpoint = open([slow, fast]);
    for (let round = 0; round < 40; round++) {
      await Promise.all(Array.from({ length: 4 }, (_, i) => post(endpoint, `${round} ${i}`)));
    }
    expect(fast.asked.length).toBeGreaterThan(5 * slow.asked.length);
  });
});

describe("the number of requests at once", () => {
  it("is never more than was allowed", async () => {
    const servers = [await serve(() => ({ ...ok, delayMs: 5 })), await serve(() => ({ ...ok, delayMs: 5 }))];
    const endpoint = open(servers, { concurrency: 3 });
    await Promise.all(Array.from({ length: 30 }, (_, i) => post(endpoint, `${i}`)));
    expect(servers[0]!.mostInFlight + servers[1]!.mostInFlight).toBeLessThanOrEqual(6);
    expect(Math.max(...servers.map(({ mostInFlight }) => mostInFlight))).toBeLessThanOrEqual(3);
  });

  it("falls to what a server bears that refuses more", async () => {
    const server = await serve(() =>
      server.inFlight > 2 ? refusal(429, "too many") : { ...ok, delayMs: 3 },
    );
    const endpoint = open([server], { concurrency: 32, tries: 50 });
    await Promise.all(Array.from({ length: 150 }, (_, i) => post(endpoint, `${i}`)));
    expect(server.asked.length).toBeLessThan(1000);
  });

  it("halves once for a burst of refusals, and grows back", () => {
    const limit = new AdaptiveLimit(64);
    for (let i = 0; i < 64; i++) limit.overloaded(100, 110);
    expect(limit.value).toBe(32);
    limit.overloaded(120, 130);
    expect(limit.value).toBe(16);
    for (let i = 0; i < 3000; i++) limit.succeeded();
    expect(limit.value).toBe(64);
    for (let i = 0; i < 20; i++) limit.overloaded(1000 + i, 1000 + i);
    expect(limit.value).toBe(1);
  });
});

describe("the wait before another try", () => {
  const backoff = { firstMs: 100, mostMs: 1000 };
  it("doubles up to a limit, with a jitter that the request's name decides", () => {
    for (const [tries, full] of [100, 200, 400, 800, 1000, 1000].entries()) {
      const waits = ["a", "b", "c"].map((key) => backoffMs(key, tries + 1, backoff));
      for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(full / 2);
      for (const wait of waits) expect(wait).toBeLessThanOrEqual(full);
      expect(new Set(waits).size).toBe(3);
      expect(backoffMs("a", tries + 1, backoff)).toBe(waits[0]);
    }
  });

  it("is read from seconds and from a date", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    expect(retryAfterMs("1.5", now)).toBe(1500);
    expect(retryAfterMs("Thu, 01 Jan 2026 00:00:10 GMT", now)).toBe(10_000);
    expect(retryAfterMs("Wed, 31 Dec 2025 00:00:00 GMT", now)).toBe(0);
    expect(retryAfterMs("soon", now)).toBeUndefined();
    expect(retryAfterMs(undefined, now)).toBeUndefined();
  });
});

describe("while nobody was ever heard", () => {
  const never = { backoff: { firstMs: 1, mostMs: 2 }, tries: 1_000_000, firstAnswerMs: 50 };

  it("a server that is not there is given up soon, for all requests alike", async () => {
    const gone = await serve(() => ok);
    await gone.close();
    const endpoint = open([gone], never);
    await expect(post(endpoint)).rejects.toMatchObject({
      isHopeless: true,
      isRetryable: false,
      message: expect.stringContaining(
        "nothing answers there (connection refused); no request was ever answered",
      ),
    });
    await expect(post(endpoint)).rejects.toMatchObject({ isHopeless: true });
  });
  it("so is one that answers with pages", async () => {
    const page = await serve(() => ({ body: "<html>Sign in</html>" }));
    await expect(post(open([page], never))).rejects.toMatchObject({ isHopeless: true });
  });
  it("one that has answered is waited for", async () => {
    const server = await serve(() => ok);
    const endpoint = open([server], { ...never, backoff: { firstMs: 20, mostMs: 40 } });
    await post(endpoint);
    await server.close();
    const waiting = post(endpoint);
    setTimeout(() => void server.listen(), 200); // Longer than the limit at the start.
    expect(await waiting).toEqual(ok.body);
  });
  it("403 is final, and later it is of its own request alone", async () => {
    const server = await serve((_, number) => (number === 2 ? ok : refusal(403, "no")));
    const endpoint = open([server], { apiKey: "sk-secret", apiKeyFrom: "SOME_KEY" });
    await expect(post(endpoint)).rejects.toMatchObject({
      isHopeless: true,
      message: expect.stringContaining("status 403: no; the key in the variable SOME_KEY was sent"),
    });
    await post(endpoint);
    await expect(post(endpoint)).rejects.toMatchObject({ isHopeless: false, isRetryable: false });
  });
  it("a refusal of a doubted name says what speaks against it", async () => {
    const server = await serve(() => refusal(400, "no such model"));
    await expect(post(open([server], { doubt: "it lists a, b" }))).rejects.toMatchObject({
      isHopeless: true,
      message: expect.stringContaining("no such model; it lists a, b"),
    });
  });
});

describe("a run that drains", () => {
  const postIn = (endpoint: Endpoint, drain: AbortSignal, onRetry?: () => void) =>
    endpoint.post("/x", {}, { key: "k", drain, read: (answer) => answer, ...(onRetry ? { onRetry } : {}) });

  it("is listened to until the endpoint is closed, and no longer", async () => {
    const drain = new AbortController().signal;
    const endpoint = open([await serve(() => ok)]);
    await postIn(endpoint, drain);
    expect(getEventListeners(drain, "abort")).toHaveLength(1);
    await endpoint.close();
    expect(getEventListeners(drain, "abort")).toEqual([]);
  });

  it("gives up what waits for another try, and waits for what was sent", async () => {
    const server = await serve((_, number) =>
      number === 1 ? refusal(500, "down") : { ...ok, delayMs: 100 },
    );
    const endpoint = open([server], { backoff: { firstMs: 60_000, mostMs: 60_000 } });
    const end = new AbortController();
    let isPausing = false;
    const paused = postIn(endpoint, end.signal, () => {
      isPausing = true;
    });
    while (!isPausing) await new Promise((resolve) => setTimeout(resolve, 2));
    const sent = postIn(endpoint, end.signal);
    while (server.asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    end.abort();
    await expect(paused).rejects.toMatchObject({ failure: "stopped" });
    expect(await sent).toEqual(ok.body);
  });
  it("tries nothing again that fails from then on", async () => {
    const end = new AbortController();
    const server = await serve(() => {
      end.abort();
      return refusal(500, "down");
    });
    const endpoint = open([server], { backoff: { firstMs: 60_000, mostMs: 60_000 } });
    await expect(postIn(endpoint, end.signal)).rejects.toMatchObject({ failure: "stopped" });
    expect(server.asked).toHaveLength(1);
  });
});
