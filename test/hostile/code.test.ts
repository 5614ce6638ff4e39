// Reading a run of another person executes none of its code.

import { access, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { choices, TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay } from "../runs/spawned.ts";
import { evalArgs, writeSums } from "../runs/sums.ts";

let folder: string;
let mark: string;
let server: TestServer;
/** A task that leaves a trace when its code is executed. */
let module: string;
beforeEach(async () => {
  folder = await testFolder();
  mark = join(folder, "executed");
  module = join(folder, "evil.mjs");
  await writeFile(
    module,
    `import { writeFileSync } from "node:fs";
    writeFileSync(${JSON.stringify(mark)}, "");
    export const task = {
      name: "sums", description: "d", eval_type: "generative", maxNewTokens: 10,
      load: async () => ({
        task, source: { dataset: "d", files: [] },
        conversations: [{ id: "1", problem: "p", answer: "0", messages: [{ role: "user", content: "What is 0 + 0?" }] }],
      }),
      judge: () => ({ right: true, extracted: "module", by: "module" }),
    };`,
  );
  server = await TestServer.start((asked) => choices(asked, ["\\boxed{0}"]));
  onTestFinished(() => server.close());
});

const assay = (...args: string[]) => ranAssay(args, folder);
const wasExecuted = () =>
  access(mark).then(
    () => true,
    () => false,
  );

/** A run over rows whose file now says that the task is the module. */
async function hostileRun(name: string): Promise<string> {
  const run = join(folder, name);
  await ranAssay(evalArgs(await writeSums(folder, 1), server.url, run));
  const text = await readFile(join(run, "run.json"), "utf8");
  const file = JSON.parse(text);
  file.config.tasks = ["evil.mjs"];
  await writeFile(join(run, "run.json"), JSON.stringify(file));
  return run;
}

describe("a run that names a module as its task", () => {
  it.each([["show"], ["regrade"], ["compare"], ["eval"]])(
    "does not have it executed by %s",
    async (command) => {
      const run = await hostileRun("run");
      const args =
        command === "compare" ? [run, run] : command === "eval" ? [run, "--base-url", server.url] : [run];
      const { code, stderr } = await assay(command, ...args);
      expect(await wasExecuted()).toBe(false);
      expect(code).toBe(1);
      expect(stderr).toContain("name it with -a PATH");
    },
  );

  it("has it executed where the user names it", async () => {
    const run = await hostileRun("run");
    const { code, stdout } = await assay("show", run, "--problem", "1", "-a", module);
    expect(code).toBe(0);
    expect(await wasExecuted()).toBe(true);
    expect(stdout).toContain("extracted: module");
    expect((await assay("regrade", run, "-a", "evil.mjs")).code).toBe(0);
  });
});

describe("searches that name a module", () => {
  const results = JSON.stringify([
    {
      question: "q",
      gt_answer: "4",
      pred_answer: "4",
      iteration_history: [],
      final_steps: [],
      ended: "answer",
    },
  ]);

  it("do not have it executed for a folder of its name", async () => {
    const out = join(folder, "out", "evil.mjs");
    await mkdir(out, { recursive: true });
    await writeFile(join(out, "result-0-None.json"), results);
    const { code, stdout } = await assay("score", join(folder, "out"), "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ "evil.mjs": 1 });
    await assay("compare", out, out);
    expect(await wasExecuted()).toBe(false);
  });
});

describe("assay.config.mjs of a folder", () => {
  const config = () =>
    writeFile(join(folder, "assay.config.mjs"), `import "./evil.mjs"; export default { sources: {} };`);

  it("is executed, and that is said once", async () => {
    await config();
    const first = await assay("models");
    expect(first.stderr).toContain("assay.config.mjs is code and will be executed; --config none ignores it");
    expect(await wasExecuted()).toBe(true);
    expect((await assay("models")).stderr).toBe("");
    // A different file with the same name is a different file.
    await writeFile(join(folder, "assay.config.mjs"), `import "./evil.mjs"; export default { tasks: {} };`);
    expect((await assay("models")).stderr).toContain("is code and will be executed");
    expect((await assay("models")).stderr).toBe("");
  });

  it.each(["show", "view", "regrade", "score", "compare"])(
    "is not executed by %s where the folder is a run's, unless it is named",
    async (command) => {
      const run = join(folder, "run");
      await ranAssay(evalArgs(await writeSums(folder, 1), server.url, run));
      if (command === "score") {
        await rm(join(run, "run.json"));
        await rm(join(run, "samples.jsonl"));
        await writeFile(join(run, "result-0-None.json"), "[]");
      }
      for (const name of ["assay.config.mjs", "assay.config.json"]) {
        // A configuration in JSON may name a module as a task.
        const text = name.endsWith("json")
          ? JSON.stringify({ tasks: { sums: { path: "../evil.mjs" } } })
          : `import "../evil.mjs"; export default { sources: {} };`;
        await writeFile(join(run, name), text);
        const args =
          command === "compare"
            ? [".", "."]
            : command === "view"
              ? [".", "--export", "../site", "--force"]
              : ["."];
        const { stderr } = await ranAssay([command, ...args], run);
        expect(await wasExecuted(), name).toBe(false);
        expect(stderr).toContain(
          `${name} is not read, since its folder holds a run; --config ${name} reads it`,
        );
        await rm(join(run, name));
      }
      if (command === "view") return;
      await writeFile(join(run, "assay.config.mjs"), `import "../evil.mjs"; export default { sources: {} };`);
      await ranAssay(
        [command, ".", "--config", "assay.config.mjs", ...(command === "compare" ? ["."] : [])],
        run,
      );
      expect(await wasExecuted()).toBe(true);
    },
  );

  it("is left out with --config none, wherever that stands", async () => {
    await config();
    for (const args of [
      ["models", "--config", "none"],
      ["models", "--config=none"],
    ]) {
      const { code, stdout, stderr } = await assay(...args);
      expect(code).toBe(0);
      expect(stdout).toContain("there are no models to list");
      expect(stderr).toBe("");
    }
    expect(await wasExecuted()).toBe(false);
  });

  it("is another one where --config names it", async () => {
    await config();
    await writeFile(
      join(folder, "mine.json"),
      '{"sources": {"mine": {"baseUrl": "http://h/v1", "model": "m"}}}',
    );
    const { stdout } = await assay("models", "--config", "mine.json");
    expect(stdout).toContain("mine");
    expect(await wasExecuted()).toBe(false);
    expect((await assay("models", "--config", "none.json")).stderr).toContain("there is no such file");
  });
});
