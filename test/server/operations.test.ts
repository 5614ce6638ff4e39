// Starting, ending and watching the service.

import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assay, assayAlone } from "../command-line.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { bodyOf, post, type Served, serveFor, tagged, until } from "./served.ts";

const right = { response: tagged("42"), ground_truth: "42" };
const metrics = async ({ url }: Served) => (await fetch(`${url}/metrics`)).text();

describe("starting", () => {
  it.each([
    [["--reward", "nobody"], "there is no reward 'nobody'"],
    [["--host", "0.0.0.0"], "give --token-env VAR, or --no-token"],
    [["--token-env", "NOT_SET_ANYWHERE"], "the environment variable NOT_SET_ANYWHERE is not set"],
    [["--port", "x"], "is not a whole number from 0 to 65535"],
    [["--max-queue", "0"], "is not a whole number of at least 1"],
    [["--on-unscored", "null"], "'null' is not one of fail, zero"],
    [["--log-every", "2"], "--log-every needs --log, which is not given"],
    [["--log-level", "all"], "--log-level"],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await assay(["serve", "--port", "0", ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("grades by the options that it is given, and a request may change them", async () => {
    const { url } = await serveFor(["--grading-options", '{"units":"required"}']);
    const item = { response: tagged("3"), ground_truth: "3 \\text{ cm}" };
    const scored = async (more: object) => {
      const { results } = await bodyOf(post(`${url}/v1/score`, { items: [item], ...more }));
      return results![0]!.reward;
    };
    expect(await scored({})).toBe(0);
    expect(await scored({ options: { grading_options: { units: "optional" } } })).toBe(1);
    const graded = post(`${url}/v1/grade`, { items: [{ gold: "3 \\text{ cm}", answer: "3" }] });
    expect((await bodyOf(graded)).results![0]!.equal).toBe(false);
  });

  it("grades by a preset, and a request may ask for another", async () => {
    const { url } = await serveFor(["--preset", "science"]);
    const item = { response: tagged("9.8"), ground_truth: "9.81" };
    const scored = async (more: object) => {
      const { results } = await bodyOf(post(`${url}/v1/score`, { items: [item], ...more }));
      return results![0]!.reward;
    };
    expect(await scored({})).toBe(1);
    expect(await scored({ options: { grading_options: { preset: "strict" } } })).toBe(0);
    const graded = post(`${url}/v1/grade`, {
      items: [{ gold: "9.81", answer: "9.8" }],
      options: { preset: "strict" },
    });
    expect((await bodyOf(graded)).results![0]!.equal).toBe(false);
  });

  it("says its address as JSON where that is asked for, and ends with its input", async () => {
    const { code, stdout } = await assayAlone(["serve", "--port", "0", "--warm-up", "0.1", "--json"], "");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it("does not start where a gold is unusable, and says which", async () => {
    const rows = join(await temporaryFolder(), "rows.jsonl");
    const good = [{ ground_truth: "1" }, { label: 2 }, { answer: "x" }, { expected_answer: ["1", "2"] }];
    await writeFile(rows, good.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const started = await serveFor(["--check", rows]);
    expect((await fetch(`${started.url}/readyz`)).status).toBe(200);
    await writeFile(rows, `${JSON.stringify(good[0])}\n{"label":null}\n{}\nnot json\n`);
    const { code, stderr } = await assay(["serve", "--port", "0", "--check", rows]);
    expect(code).toBe(1);
    expect(stderr).toContain("rows.jsonl: line 2: the ground truth must be a string or a number; it is null");
    expect(stderr).toContain("3 of 4 golds are unusable; not started");
    expect((await assay(["serve", "--port", "0", "--check", "/nowhere"])).stderr).toContain(
      "/nowhere: cannot be read",
    );
  });
});

describe("a token", () => {
  it("guards everything but health", async () => {
    const service = await serveFor(["--token-env", "T"], { env: { T: "s3cret" } });
    const status = async (path: string, headers = {}) =>
      (await fetch(`${service.url}${path}`, { headers })).status;
    for (const path of ["/", "/metrics", "/v1/rewards", "/v1/stats", "/openapi.json", "/icon.svg"])
      expect([path, await status(path)]).toEqual([path, 401]);
    expect((await post(`${service.url}/v1/score`, { items: [] })).status).toBe(401);
    for (const path of ["/healthz", "/readyz"]) expect([path, await status(path)]).toEqual([path, 200]);
    expect(await status("/metrics", { authorization: "Bearer s3cret" })).toBe(200);
    const basic = `Basic ${Buffer.from("x:s3cret").toString("base64")}`;
    expect((await post(`${service.url}/v1/score`, { items: [right] }, { authorization: basic })).status).toBe(
      200,
    );
  });
});

describe("ending", () => {
  it("answers what was accepted under load, and exits with 0", async () => {
    const folder = await temporaryFolder();
    const [file, go] = [join(folder, "held.mjs"), join(folder, "go")];
    // Nothing is answered before the signal.
    const source = `import { existsSync } from "node:fs";
      export const score = async () => {
        while (!existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 5));
        return 1;
      };`;
    await writeFile(file, source);
    const service = await serveFor(["--module", file, "--workers", "2", "--item-timeout", "600"]);
    const itemsOf = (count: number) => ({ items: Array.from({ length: count }, () => right) });
    const answers: Promise<number | string>[] = [];
    const ask = (body: unknown, count: number) =>
      post(`${service.url}/v1/score`, body).then(
        async (answer) => {
          if (answer.status !== 200) return answer.status;
          const { results } = await bodyOf(answer);
          return results.length === count && results.every(({ reward }) => reward === 1) ? 200 : "cut short";
        },
        () => "refused",
      );
    for (let i = 0; i < 4; i++) answers.push(ask(itemsOf(1_000), 1_000));
    await until(async () => (await metrics(service)).includes("assay_queue_items 4000\n"));
    answers.push(ask(itemsOf(3_000), 3_000));
    for (let i = 0; i < 50; i++) answers.push(ask(itemsOf(1), 1));
    service.kill("SIGTERM");
    await until(() => service.stderr().includes("ending: SIGTERM"));
    await writeFile(go, "");
    const seen = await Promise.all(answers);
    // A request that was accepted before the signal gets its whole answer; a later one may be refused, but never
    // truncated.
    expect(seen.slice(0, 4)).toEqual(Array(4).fill(200));
    for (const each of seen.slice(4)) expect([200, 503, "refused"]).toContain(each);
    expect(await service.ended).toBe(0);
    expect(service.stderr()).toContain("ending: SIGTERM");
  });

  it("follows the end of standard input where that is a pipe", async () => {
    const service = await serveFor([], { piped: true });
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    service.closeInput();
    expect(await service.ended).toBe(0);
  });
});

describe("limits", () => {
  it("answer 503 at once past --max-queue", async () => {
    const service = await serveFor(["--max-queue", "3"]);
    const sockets = [1, 2].map(() => {
      const socket = connect(service.port, "127.0.0.1");
      socket.write(
        "POST /slime HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
      );
      return socket;
    });
    await until(async () => (await metrics(service)).includes("assay_queue_items 2\n"));
    const answer = await post(`${service.url}/v1/score`, { items: [right, right] });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await bodyOf(answer)).error.message).toBe("more than 3 items are in progress");
    expect((await post(`${service.url}/v1/score`, { items: [right] })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await metrics(service)).includes("assay_queue_items 0\n"));
    expect((await post(`${service.url}/v1/score`, { items: [right, right] })).status).toBe(200);
  });

  it("give a request a deadline", async () => {
    const folder = await temporaryFolder();
    await writeFile(
      join(folder, "slow.mjs"),
      "export const score = () => new Promise((done) => setTimeout(done, 5000, 1));",
    );
    const service = await serveFor(["--module", join(folder, "slow.mjs"), "--request-timeout", "0.3"]);
    const answer = await post(`${service.url}/v1/score`, { items: [{}] });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await post(`${service.url}/slime`, { response: "", label: 1 })).status).toBe(503);
  });
});

describe("--log", () => {
  it("writes items with their results, every so many", async () => {
    const file = join(await temporaryFolder(), "items.jsonl");
    const service = await serveFor(["--log", file, "--log-every", "3"]);
    const items = Array.from({ length: 7 }, (_, i) => ({ ...right, number: i }));
    await post(`${service.url}/v1/score`, { items }, { "x-request-id": "step-1" });
    const many = Array.from({ length: 300 }, (_, i) => ({ ...right, number: 7 + i }));
    await post(`${service.url}/v1/score`, { items: many });
    service.kill("SIGTERM");
    await service.ended;
    const lines = (await readFile(file, "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ item }) => item.number)).toEqual(Array.from({ length: 103 }, (_, i) => 3 * i));
    expect(lines[0]).toMatchObject({
      request: "step-1",
      reward: "r1_zero",
      item: items[0],
      outcome: "right",
      result: { reward: 1 },
    });
  });

  it.each(["/dev/full", "/nowhere/items.jsonl"])(
    "on a disk that takes nothing neither slows nor fails: %s",
    async (file) => {
      const service = await serveFor(["--log", file]);
      for (let i = 0; i < 20; i++) {
        const { results } = await bodyOf(post(`${service.url}/v1/score`, { items: [right, right] }));
        expect(results.map(({ reward }) => reward)).toEqual([1, 1]);
      }
      await until(async () => /assay_log_dropped_total [1-9]/.test(await metrics(service)));
      expect(service.stderr()).toContain("items are not logged");
    },
  );
});

describe("watching", () => {
  it("warns of a reward that does not move, in the log, in metrics and for the page", async () => {
    const service = await serveFor();
    const wrong = { response: "no tags", ground_truth: "42" };
    const send = (item: object, count: number) =>
      post(`${service.url}/v1/score`, { items: Array.from({ length: count }, () => item) });
    await send(wrong, 60);
    await send(wrong, 900);
    expect(await metrics(service)).toContain('assay_reward_constant{reward="r1_zero"} 0');
    await send(wrong, 40);
    expect(await metrics(service)).toContain('assay_reward_constant{reward="r1_zero"} 1');
    expect(service.stderr()).toContain("the reward r1_zero has been 0 for 1,000 items");
    const stats = await bodyOf(fetch(`${service.url}/v1/stats`));
    expect(stats.rewards).toMatchObject({ r1_zero: { isConstant: true, items: 1_000 } });
    await send(right, 1);
    expect(await metrics(service)).toContain('assay_reward_constant{reward="r1_zero"} 0');
  });

  it("writes each request with its id at the level of debug", async () => {
    const service = await serveFor(["--log-level", "debug"]);
    await post(`${service.url}/v1/score`, { items: [] }, { "x-request-id": "step-9" });
    await until(() => service.stderr().includes("step-9"));
    const line = service
      .stderr()
      .split("\n")
      .find((each) => each.includes("step-9"))!;
    expect(JSON.parse(line)).toMatchObject({ level: "debug", id: "step-9", path: "/v1/score", status: 200 });
  });
});
