// Large requests: graded in threads, in order, within bounded memory, also with slow clients.

import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { bodyOf, json, post, serveFor, startServe, tagged, until } from "./served.ts";

const severalThreads = ["--workers", "2"];

let service: Awaited<ReturnType<typeof startServe>>;
beforeAll(async () => {
  service = await startServe(severalThreads);
});
afterAll(() => service.stop());

/** Every third is right. */
const itemOf = (i: number, length = 200) => ({
  response: tagged(String(i), `"\\${"x".repeat(length)}`),
  ground_truth: String(i % 3 === 0 ? i : i + 1),
});
const expected = (count: number) => Array.from({ length: count }, (_, i) => (i % 3 === 0 ? 1 : 0));
const itemsOf = (count: number, length?: number) =>
  Array.from({ length: count }, (_, i) => itemOf(i, length));
const rewardsIn = async (answer: Response) => (await bodyOf(answer)).results.map(({ reward }) => reward);

describe("a large body", () => {
  it("is scored in order", async () => {
    const answer = await post(`${service.url}/v1/score`, { reward: "r1_zero", items: itemsOf(3_000) });
    expect(await rewardsIn(answer)).toEqual(expected(3_000));
  });

  it("may be many small items, and may be written over many lines", async () => {
    const text = JSON.stringify({ items: itemsOf(2_000, 1) }, undefined, 2);
    expect(await rewardsIn(await post(`${service.url}/v1/score`, text))).toEqual(expected(2_000));
  });

  it("may name its reward and options after its items", async () => {
    const items = itemsOf(2_000).map(({ response, ground_truth }) => ({
      response: response.replace(" </think> ", ".\n\n"),
      ground_truth,
    }));
    const answer = await post(`${service.url}/v1/score`, {
      items,
      options: { grading: "strict" },
      reward: "r1_zero_lenient",
    });
    expect(answer.headers.get("x-assay-reward")).toMatch(/^r1_zero_lenient@/);
    expect(await rewardsIn(answer)).toEqual(expected(2_000));
    expect(await (await fetch(`${service.url}/metrics`)).text()).not.toMatch(
      /reward="r1_zero",outcome="no_format"\} [1-9]/,
    );
  });

  it("is refused whole where it is not JSON, with the place", async () => {
    const items = itemsOf(2_000).map((item) => JSON.stringify(item));
    items[1_234] = '{"response": tru}';
    const answer = await post(`${service.url}/v1/score`, `{"items":[${items.join(",")}]}`);
    expect([answer.status, (await bodyOf(answer)).error.param]).toEqual([400, "items.1234"]);
    const cut = await post(`${service.url}/v1/score`, `{"items":[${items.slice(0, 1_000).join(",")}`);
    expect([cut.status, (await bodyOf(cut)).error.message]).toEqual([
      400,
      "the body is not JSON: it ends too soon",
    ]);
    const text = `{"items":[{"response":"${"x".repeat(300_000)}\n","ground_truth":"1"}]}`;
    expect((await post(`${service.url}/v1/score`, text)).status).toBe(400);
  });

  it("goes to grading and extraction too", async () => {
    const pairs = Array.from({ length: 20_000 }, (_, i) => ({ gold: String(i), answer: `${i + (i % 2)}` }));
    const graded = await bodyOf(post(`${service.url}/v1/grade`, { items: pairs }));
    expect(graded.results.map(({ equal }) => equal)).toEqual(pairs.map((_, i) => i % 2 === 0));
    const items = Array.from({ length: 10_000 }, (_, i) => ({ response: `so it is \\boxed{${i}}` }));
    const { results } = await bodyOf(post(`${service.url}/v1/extract`, { items }));
    expect(results.map(({ answer }) => answer)).toEqual(items.map((_, i) => String(i)));
  });

  it("of a trainer is answered as a small one is", async () => {
    const long = tagged("42", "x".repeat(400_000));
    const answer = await post(`${service.url}/openrlhf`, {
      query: [`Q${long}`],
      prompts: ["Q"],
      labels: ["42"],
    });
    expect((await bodyOf(answer)).rewards).toBe(1);
    const broken = await post(`${service.url}/slime`, `{"response":"${"x".repeat(400_000)}`);
    expect(broken.status).toBe(400);
  });

  it("is refused where it is larger than allowed, or holds more than may be under way", async () => {
    const small = await serveFor([...severalThreads, "--max-body", "1", "--max-queue", "1000"]);
    const answer = await post(`${small.url}/v1/score`, { items: itemsOf(1_000, 2_000) });
    expect(answer.status).toBe(413);
    const many = await post(`${small.url}/v1/score`, { items: itemsOf(3_000, 1) });
    expect([many.status, (await bodyOf(many)).error.message]).toEqual([
      413,
      "more than 1,000 items in one request; send fewer, or application/x-ndjson to /v1/score",
    ]);
    expect((await post(`${small.url}/v1/score`, { items: itemsOf(10) })).status).toBe(200);
  });
});

describe("8,192 items of 30 KB", () => {
  it("are scored within 512 MB, also where they are logged", async () => {
    const log = join(await temporaryFolder(), "items.jsonl");
    const fresh = await serveFor([...severalThreads, "--log", log], { own: true });
    const filler = "We add the two numbers with care. ".repeat(900).slice(0, 30_000);
    const answer = await new Promise<string>((resolve, reject) => {
      const asking = request(`${fresh.url}/v1/score`, { method: "POST", headers: json }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (more: string) => {
          text += more;
        });
        response.on("end", () => resolve(text));
      });
      asking.on("error", reject);
      void (async () => {
        asking.write('{"reward":"r1_zero","items":[');
        for (let i = 0; i < 8_192; i++) {
          const item = { response: tagged(String(i), filler), ground_truth: String(i % 3 === 0 ? i : -1) };
          if (!asking.write(`${i > 0 ? "," : ""}${JSON.stringify(item)}`))
            await new Promise((drained) => asking.once("drain", drained));
        }
        asking.end("]}");
      })();
    });
    const { results } = JSON.parse(answer) as { results: { reward: number }[] };
    expect(results.map(({ reward }) => reward)).toEqual(expected(8_192));
    // A disk may be too slow for all of them, but each is written or counted.
    const written = async () => {
      let lines = 0;
      for (const name of await readdir(dirname(log))) {
        const bytes = await readFile(join(dirname(log), name));
        for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
      }
      return lines;
    };
    const dropped = async () =>
      Number(/assay_log_dropped_total (\d+)/.exec(await (await fetch(`${fresh.url}/metrics`)).text())![1]);
    await until(async () => (await written()) + (await dropped()) === 8_192);
    expect(fresh.peak()).toBeLessThan(512 << 20);
  });
});

describe("slow clients", () => {
  it("that do not read hold back only themselves, and cost no memory", async () => {
    const fresh = await serveFor(severalThreads, { own: true });
    const line = `${JSON.stringify({ response: "x".repeat(2_000), ground_truth: "1" })}\n`;
    const socket = connect(fresh.port, "127.0.0.1");
    socket.write(
      "POST /v1/score HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n",
    );
    const piece = Buffer.from(`${(line.length * 100).toString(16)}\r\n${line.repeat(100)}\r\n`);
    let sent = 0;
    // Sends until the service stops reading; the answers are never read.
    for (let waits = 0; waits < 10 && sent < 400; ) {
      if (socket.write(piece)) sent++;
      else if (
        await Promise.race([new Promise((drained) => socket.once("drain", () => drained(true))), sleep(100)])
      )
        sent++;
      else waits++;
    }
    expect((await post(`${fresh.url}/v1/score`, { items: [itemOf(0)] })).status).toBe(200);
    expect(fresh.peak()).toBeLessThan(400 << 20);
    socket.destroy();
    await until(async () =>
      (await (await fetch(`${fresh.url}/metrics`)).text()).includes("assay_queue_items 0\n"),
    );
  });

  it("that go away in the middle leave nothing behind", async () => {
    const text = JSON.stringify({ items: itemsOf(4_000) });
    for (let i = 0; i < 5; i++) {
      const socket = connect(service.port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        `POST /v1/score HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`,
      );
      socket.write(text.slice(0, i % 2 === 0 ? text.length / 2 : text.length));
      await sleep(5 * i);
      socket.destroy();
    }
    await until(async () =>
      (await (await fetch(`${service.url}/metrics`)).text()).includes("assay_queue_items 0\n"),
    );
    expect(await rewardsIn(await post(`${service.url}/v1/score`, { items: itemsOf(1_000) }))).toEqual(
      expected(1_000),
    );
  });

  it("that close their side after the request are answered", async () => {
    const text = JSON.stringify({ items: itemsOf(2_000) });
    const socket = connect(service.port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (more: string) => {
      received += more;
    });
    socket.end(
      `POST /v1/score HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
    );
    await new Promise((resolve) => socket.once("close", resolve));
    expect(received).toMatch(/^HTTP\/1.1 200 /);
    expect(JSON.parse(received.slice(received.indexOf("\r\n\r\n"))).results).toHaveLength(2_000);
  });
});

describe("a long stream of lines", () => {
  it("needs no more memory than a short one", async () => {
    const fresh = await serveFor(severalThreads, { own: true });
    const line = `${JSON.stringify(itemOf(3, 2_000))}\n`;
    let results = 0;
    const stream = async (blocks: number) => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (blocks-- > 0) controller.enqueue(new TextEncoder().encode(line.repeat(100)));
          else controller.close();
        },
      });
      const answer = await fetch(`${fresh.url}/v1/score`, {
        method: "POST",
        body,
        headers: { "content-type": "application/x-ndjson" },
        ...({ duplex: "half" } as object),
      });
      for await (const chunk of answer.body!)
        results += (chunk as Uint8Array).filter((byte) => byte === 10).length;
    };
    await stream(100);
    const before = fresh.peak();
    await stream(300);
    expect(results).toBe(40_000);
    expect(fresh.peak() - before).toBeLessThan(60 << 20);
  });
});
