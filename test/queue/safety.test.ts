// Programs that can write to Redis can neither read a worker's keys nor make it send requests to servers that its owner
// has not allowed; programs that can read it find no key.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { announcementKey, contextKey, runsKey, workerKey, workersKey } from "../../src/queue/messages.ts";
import { runContext } from "../../src/runs/engine/executor.ts";
import { choices } from "../models/server.ts";
import { ranAssay, startAssay } from "../runs/spawned.ts";
import { evalArgs, sumTexts } from "../runs/sums.ts";
import { hasRedis, listenTo } from "./redis.ts";
import { openScene, problems, type Scene, startRun, startWorker, until } from "./scene.ts";

const key = "sk-never-to-be-seen-1234567890";

/** A process with a variable that the others do not have. */
function withVariable<T>(name: string, value: string, start: () => T): T {
  process.env[name] = value;
  try {
    return start();
  } finally {
    delete process.env[name];
  }
}

describe.runIf(hasRedis)("a key", () => {
  it("goes to the model's server alone, also where that repeats it in answers and errors", async () => {
    const scene = await openScene();
    const said = await listenTo(scene.redis);
    scene.server.answerWith((asked, number) =>
      number % 7 === 0
        ? { status: 400, body: { error: { message: `bad request with ${asked.headers.authorization}` } } }
        : choices(
            asked,
            sumTexts(asked).map((text) => `${text} (${asked.headers.authorization})`),
          ),
    );
    withVariable("TEST_MODEL_KEY", key, () => startWorker(scene, "one", "--allow-env", "TEST_MODEL_KEY"));
    await startRun(scene, "--api-key-env", "TEST_MODEL_KEY").ended;
    expect(scene.server.asked[0]!.headers.authorization).toBe(`Bearer ${key}`);
    expect(said()).toContain("TEST_MODEL_KEY");
    expect(said()).toContain("bad request with Bearer [key]");
    expect(said()).not.toContain(key);
  });

  it("in a header of the worker's own configuration stays there", async () => {
    const scene = await openScene();
    const said = await listenTo(scene.redis);
    const configure = async (name: string, headers: Record<string, string>, extraBody?: object) => {
      const folder = join(scene.folder, name);
      await mkdir(folder);
      const source = { baseUrl: scene.server.url, model: "adder", headers, extraBody };
      const path = join(folder, "assay.config.json");
      await writeFile(path, JSON.stringify({ sources: { sums: source } }));
      return path;
    };
    // The coordinator's own key must not get to the others either.
    const theirs = await configure(
      "worker",
      { "x-api-key": key, "x-team": `${key}-of-the-team` },
      { metadata: { access_key: "never-to-be-seen" } },
    );
    const ours = await configure("coordinator", { "x-api-key": `${key}-of-the-coordinator` });
    scene.server.answerWith((asked) =>
      choices(
        asked,
        sumTexts(asked).map(
          (text) => `${text} ${JSON.stringify(asked.headers)} ${JSON.stringify(asked.body)}`,
        ),
      ),
    );
    startWorker({ redis: scene.redis }, "one", "--config", theirs);
    const words = ["eval", "-a", scene.rows, "-i", "sums", "--out", scene.run, "--config", ours];
    const { code } = await ranAssay([...words, "--queue", scene.redis.url]);
    expect(code).toBe(0);
    expect(scene.server.asked.map(({ headers }) => headers["x-api-key"])).toEqual(Array(problems).fill(key));
    expect(scene.server.asked[0]!.body.metadata).toEqual({ access_key: "never-to-be-seen" });
    expect(said()).not.toContain(key);
    expect(said()).not.toContain("never-to-be-seen");
  });

  it("in an address is refused", async () => {
    const scene = await openScene();
    const { code, stderr } = await startRun(scene, "--base-url", `${scene.server.url}/${key}/v1`).ended;
    expect(code).toBe(1);
    expect(stderr).toContain("may contain a key");
    expect(stderr).not.toContain(key);
  });

  it.each([
    ["in an extra body, by its name", ["--extra-body", '{"api_key": "abc"}'], "extraBody.api_key"],
    [
      "in an extra body, by a wider name",
      ["--extra-body", '{"metadata": {"key": "abc"}}'],
      "extraBody.metadata.key",
    ],
    ["in an extra body, by its look", ["--extra-body", `{"x": {"y": "${key}"}}`], "extraBody.x.y"],
  ])("%s is refused before anything is stored", async (_, more, place) => {
    const scene = await openScene();
    const said = await listenTo(scene.redis);
    const { code, stderr } = await startRun(scene, ...more).ended;
    expect(code).toBe(1);
    expect(stderr).toContain(`${place} may contain a key`);
    expect(stderr).not.toContain(key);
    expect(said()).not.toContain("SET");
  });

  it("in a variable of the coordinator is refused where it stands in what a run says of itself", async () => {
    const scene = await openScene();
    const run = withVariable("OTHER_TOKEN", "correct-horse", () =>
      startRun(scene, "--extra-body", '{"user": "correct-horse"}'),
    );
    const { code, stderr } = await run.ended;
    expect(code).toBe(1);
    expect(stderr).toContain("extraBody.user may contain a key");
  });
});

describe.runIf(hasRedis)("a worker", () => {
  /** Waits for the message on both sides. */
  async function refusal(scene: Scene, more: string[], worker: ReturnType<typeof startWorker>) {
    const run = startRun(scene, ...more);
    await until(() => run.stderr().includes("refuses this run"));
    run.kill("SIGINT");
    worker.kill("SIGINT");
    return { coordinator: (await run.ended).stderr, worker: (await worker.ended).stderr };
  }

  it("asks no server that was not allowed, and both sides say so", async () => {
    const scene = await openScene();
    const said = await refusal(scene, [], startWorker({ redis: scene.redis }, "one"));
    const { origin } = new URL(scene.server.url);
    for (const text of [said.coordinator, said.worker])
      expect(text).toContain(`it asks ${origin}, which this worker may not`);
    expect(scene.server.asked).toEqual([]);
  });

  it("sends no variable that was not allowed, to whatever server", async () => {
    const scene = await openScene();
    const worker = withVariable("AWS_SECRET", key, () => startWorker(scene, "one"));
    const said = await refusal(scene, ["--api-key-env", "AWS_SECRET"], worker);
    expect(said.worker).toContain("--allow-env AWS_SECRET allows it");
    expect(said.coordinator).toContain("the worker one refuses this run");
    expect(scene.server.asked).toEqual([]);
  });

  const stamp = { protocol: 1, version: "0.1.0", build: "another" };
  const foreign: [string, unknown, RegExp][] = [
    [
      "a file of the worker's machine",
      { model: { kind: "replay", path: "/etc/passwd", api: "chat" }, sampling: {} },
      /a model of kind 'replay' by a path/,
    ],
    ["a context that is none", { model: { kind: "openai" } }, /its context cannot be read: model.api/],
    [
      "an address that is none",
      { model: { kind: "openai", model: "m", baseUrls: ["file:///etc/passwd"], api: "chat" }, sampling: {} },
      /it asks a server without an address/,
    ],
  ];
  it.each(foreign)("refuses %s", async (_, data, sentence) => {
    const scene = await openScene();
    const worker = startWorker(scene, "one");
    await until(async () => (await scene.redis.everything()).includes("assay:worker:"));
    const build = /"build\\":\\"(\w+)/.exec(await scene.redis.everything())![1]!;
    const context = runContext("eval", data);
    const announced = { ...stamp, build, run: "ab", epoch: 1, kind: "eval", context: context.hash };
    await scene.redis.ask(async (redis) => {
      await redis.set(contextKey(context.hash), JSON.stringify(context));
      await redis.set(announcementKey("ab"), JSON.stringify(announced));
      await redis.sadd(runsKey, "ab");
    });
    await until(async () => (await scene.redis.everything()).includes("refused"));
    worker.kill("SIGINT");
    expect((await worker.ended).stderr).toMatch(sentence);
  });

  it("and a coordinator of other builds have nothing to do with each other, and say so", async () => {
    const scene = await openScene();
    const state = { ...stamp, protocol: 2, name: "from the future" };
    const announced = { ...stamp, protocol: 2, of: "another shape" };
    await scene.redis.ask(async (redis) => {
      await redis.set(workerKey("x"), JSON.stringify(state));
      await redis.sadd(workersKey, "x");
      await redis.set(announcementKey("ab"), JSON.stringify(announced));
      await redis.sadd(runsKey, "ab");
    });
    const worker = startWorker(scene, "one");
    const run = await startRun(scene).ended;
    expect(run.code).toBe(0);
    expect(run.stderr).toContain("the worker x gets no units, because it is of protocol 2 and not 1");
    worker.kill("SIGINT");
    expect((await worker.ended).stderr).toContain("its coordinator is of protocol 2 and not 1");
  });
});

describe.runIf(hasRedis)("the address of a queue", () => {
  it("may hold a password, which nobody sees", async () => {
    const scene = await openScene(0, "--requirepass", "open-sesame");
    const secret = scene.redis.url;
    const worker = withVariable("QUEUE", secret, () =>
      startAssay(["worker", "--queue-env", "QUEUE", "--allow-origin", new URL(scene.server.url).origin]),
    );
    onTestFinished(() => void worker.kill("SIGKILL"));
    const words = evalArgs(scene.rows, scene.server.url, scene.run);
    const run = await ranAssay([...words, "--queue", secret]);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain("a password on the command line can be read by other users");
    const wrong = await ranAssay([...words, "--queue", secret.replace("sesame", "barley")]);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/no Redis can be used at redis:\/\/127.0.0.1:\d+: WRONGPASS/);
    worker.kill("SIGINT");
    for (const { stderr } of [run, wrong, await worker.ended]) expect(stderr).not.toMatch(/sesame|barley/);
  });

  it("is told of in a sentence where it cannot be used", async () => {
    const scene = await openScene(0, "--requirepass", "open-sesame");
    const { host } = new URL(scene.redis.url);
    for (const [address, sentence] of [
      ["redis://:100%@h", "a '%' in its user or password that does not begin an escape sequence"],
      [`redis://${host}/abc`, "must end with the number of a database"],
      [`${scene.redis.url}/99`, "it has no database of this number"],
      [`redis://${host}`, "it needs a password"],
    ]) {
      const { code, stderr } = await ranAssay(["workers", "--queue", address!]);
      expect(code).toBe(1);
      expect(stderr).toContain(sentence);
      expect(stderr).not.toContain("unexpected");
    }
  });

  it("must be of a Redis that answers, and that keeps what it is given", async () => {
    const scene = await openScene(0, "--maxmemory-policy", "allkeys-lru");
    const lossy = await startRun(scene).ended;
    expect(lossy.code).toBe(1);
    expect(lossy.stderr).toContain("maxmemory-policy allkeys-lru");
    await scene.redis.stop(false);
    const gone = await ranAssay(["worker", "--queue", scene.redis.url]);
    expect(gone.code).toBe(1);
    expect(gone.stderr).toMatch(/no Redis can be used at redis:\/\/127.0.0.1:\d+: .*ECONNREFUSED/);
    const wrong = await ranAssay(["worker", "--queue", "http://127.0.0.1"]);
    expect(wrong.stderr).toContain("--queue must hold an address such as redis://HOST:6379");
  });
});
