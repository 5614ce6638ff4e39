// assay processbench from the outside: its figures, its files, and its reaction to failing servers.

import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Command, UsageError } from "../../src/cli/command.ts";
import { command } from "../../src/cli/processbench/processbench.ts";
import { command as regradeCommand } from "../../src/cli/regrade.ts";
import { command as showCommand } from "../../src/cli/show.ts";
import { withColours } from "../../src/cli/terminal/colour.ts";
import { assay, type Ran } from "../command-line.ts";
import type { TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { type Judge, type PrmServerOptions, startPrmServer } from "../servers/prm-server.ts";
import { hubOfTasks } from "../tasks/hub-of-tasks.ts";
import { type MadeSample, madeSamples, stepIn, writeSubsets } from "./made-samples.ts";

const subsets: Record<string, MadeSample[]> = {
  gsm8k: madeSamples("gsm8k", 12),
  math: madeSamples("math", 9),
};
const sampleOf = (text: string): { sample: MadeSample; number: number; step: number } => {
  const { subset, number, step } = stepIn(text);
  return { sample: subsets[subset]![number]!, number, step };
};

type Instead = NonNullable<PrmServerOptions["instead"]>;

/** Answers by the labels. */
const perfect: Judge = ({ newest }) => {
  const { sample, step } = sampleOf(newest);
  return step === sample.label ? 0.1 : 0.9;
};

let folder: string;
let data: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-processbench-"));
  data = await writeSubsets(folder, subsets);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function server(options: Partial<PrmServerOptions> = {}): Promise<TestServer> {
  const started = await startPrmServer({ flavour: "vllm", judge: perfect, ...options });
  onTestFinished(() => started.close());
  return started;
}

/** Runs a command in this process, which is faster; other tests start it as a process. */
async function inProcess({ run }: Command, args: readonly string[]): Promise<Ran> {
  const written = { stdout: "", stderr: "" };
  const streams = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      written[name] += withColours(String(text), false);
      return true;
    }),
  );
  try {
    const code = await run(args).catch((error: Error) => {
      written.stderr += error.message;
      return error instanceof UsageError ? 2 : 1;
    });
    return { code, ...written };
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
}

const show = async (...args: string[]): Promise<string> => (await inProcess(showCommand, args)).stdout;

/** Runs the command over the made data; its output is parsed as JSON. */
async function bench({ url }: TestServer, out: string, ...more: string[]) {
  const args = ["--api_url", url, "--model_name", "org/judge", "--data", data, "--output_dir", out, "--json"];
  const ran = await inProcess(command, [...args, ...more]);
  return { ...ran, result: ran.stdout === "" ? undefined : JSON.parse(ran.stdout) };
}

const linesOf = async (path: string): Promise<Record<string, unknown>[]> =>
  (await readFile(path, "utf8"))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

describe("a run", () => {
  it("of a perfect judge has an F1 of 100, and stops each sample at its first wrong step", async () => {
    const judge = await server();
    const out = await testFolder();
    const { code, result, stderr } = await bench(judge, out);
    expect(stderr).toContain("run_step");
    expect(code).toBe(0);
    expect(result.average_f1).toBe(100);
    for (const [name, samples] of Object.entries(subsets)) {
      const calls = samples.reduce(
        (sum, { label, steps }) => sum + (label < 0 ? steps.length : label + 1),
        0,
      );
      expect(result.subsets[name]).toMatchObject({
        error_accuracy: 100,
        correct_accuracy: 100,
        f1: 100,
        no_verdict: 0,
        failed: 0,
        calls,
        tokens: { input: 11 * calls, output: 5 * calls },
      });
    }
  });

  it("writes the task description's files, each line a sample with its own fields", async () => {
    const late: Judge = ({ newest }) =>
      sampleOf(newest).step === sampleOf(newest).sample.steps.length - 1 ? 0 : 1;
    const out = await testFolder();
    await bench(await server({ judge: late }), out, "--output_prefix", "v1");
    for (const [name, samples] of Object.entries(subsets)) {
      const expected = samples.map((sample) => {
        const prediction = sample.steps.length - 1;
        return { ...sample, prediction, match: prediction === sample.label };
      });
      const inFolder = (file: string) => linesOf(join(out, "org_judge", file));
      expect(await inFolder(`error_${name}_v1.jsonl`)).toEqual(expected.filter(({ label }) => label !== -1));
      expect(await inFolder(`correct_${name}_v1.jsonl`)).toEqual(
        expected.filter(({ label }) => label === -1),
      );
    }
  });

  it("keeps the judge's words and scores in the journal, and shows them", async () => {
    const out = await testFolder();
    await bench(await server(), out, "--interface", "logprobs", "--subset", "math", "-x", "2");
    const run = join(out, "org_judge", "run_step");
    const records = await linesOf(join(run, "samples.jsonl"));
    const [score] = (records[0]!.outcome as { scores: { reward: number; text: string }[] }).scores;
    expect(score!.text).toContain("[Right]");
    expect(score!.reward).toBeCloseTo(0.9);
    const shown = await show(run, "--problem", "math-1");
    expect(shown).toContain("Problem 1 of math?");
    expect(shown).toContain("[step 3]\nIn math, sample 1, step 3");
    expect(shown).toMatch(
      /\[judge: wrong; reward 0\.1000\][\s\S]*label: +step 3\nprediction: step 3\nmatch: +yes/,
    );
    // Without a selection, one line for each sample.
    expect((await show(run)).trimEnd().split(/\n/)).toEqual([
      expect.stringMatching(/^sample +label +prediction +match$/),
      expect.stringMatching(/^math-0 +no wrong step +no wrong step +yes$/),
      expect.stringMatching(/^math-1 +step 3 +step 3 +yes$/),
    ]);
    const json = (await show(run, "--json"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(json.map(({ sample, prediction }) => [sample, prediction])).toEqual([
      ["math-0", -1],
      ["math-1", 3],
    ]);
  });

  it("prints a table for people", async () => {
    const judge = await server();
    const args = ["--base-url", judge.url, "--model", "m", "--data", join(data, "math.json")];
    const { stdout } = await assay(["processbench", ...args, "--output-dir", await testFolder()]);
    expect(stdout).toMatch(/math +6 +3 +100\.0 +100\.0 +100\.0 +\d+\.\d to 100\.0 +0 +0 +\d+/);
    expect(stdout).toMatch(/mean +100\.0/);
    expect(stdout).toContain("of the errors, 6 found at their step, 0 before it, 0 after it");
  });

  it("takes the hub's data where none is named", async () => {
    const hub = await hubOfTasks();
    const files = Object.entries(subsets).map(([name, samples]) => [`${name}.json`, JSON.stringify(samples)]);
    hub.publish("Qwen/ProcessBench", { "README.md": "words", ...Object.fromEntries(files) });
    const { url } = await server();
    const args = ["processbench", "--api-url", url, "--model-name", "m", "--subset", "gsm8k,math", "--json"];
    const { stdout, stderr } = await assay([...args, "--output-dir", await testFolder()]);
    expect(stderr).not.toContain("assay processbench:");
    expect(JSON.parse(stdout)).toMatchObject({
      average_f1: 100,
      subsets: { gsm8k: { erroneous: 8, correct: 4 } },
    });
  });
});

describe("a judge", () => {
  it("without a verdict leaves the sample without a prediction, which is not a match", async () => {
    const silentAt = (text: string) => sampleOf(text).number === 3 && sampleOf(text).step === 1;
    const judge = await server({
      reply: (p, { newest }) => (silentAt(newest) ? "Hm." : p > 0.5 ? "[Right]" : "[Wrong]"),
    });
    const out = await testFolder();
    const { code, result } = await bench(judge, out, "--subset", "gsm8k");
    expect(code).toBe(0);
    expect(result.subsets.gsm8k).toMatchObject({
      correct_accuracy: 75,
      error_accuracy: 100,
      no_verdict: 1,
      failed: 0,
    });
    const lines = await linesOf(join(out, "org_judge", "correct_gsm8k_step.jsonl"));
    expect(lines.find(({ id }) => id === "gsm8k-3")).toMatchObject({
      prediction: null,
      match: false,
      reason: "step 1: the reply holds no verdict",
    });
  });

  it("without a verdict may be taken as wrong or as right there, and is still counted", async () => {
    // Sample 3 has no wrong step, sample 4 has one in its first.
    const silentAt = (text: string) => [3, 4].includes(sampleOf(text).number) && sampleOf(text).step === 1;
    const late: Judge = (judged) => (sampleOf(judged.newest).number === 4 ? 0.9 : perfect(judged));
    const judge = await server({
      judge: late,
      reply: (p, { newest }) => (silentAt(newest) ? "Hm." : p > 0.5 ? "[Right]" : "[Wrong]"),
    });
    const out = await testFolder();
    const run = (...more: string[]) =>
      bench(judge, out, "--subset", "gsm8k", "--desc", "a silent one", ...more);
    const skipped = (await run()).result.subsets.gsm8k;
    expect(skipped).toMatchObject({ correct_accuracy: 75, error_accuracy: 87.5, no_verdict: 2 });
    const asked = judge.asked.length;
    const wrong = (await run("--no-verdict", "wrong")).result.subsets.gsm8k;
    expect(wrong).toMatchObject({ correct_accuracy: 75, error_accuracy: 87.5, no_verdict: 2 });
    expect(judge.asked).toHaveLength(asked);
    const lines = await linesOf(join(out, "org_judge", "correct_gsm8k_step.jsonl"));
    expect(lines.find(({ id }) => id === "gsm8k-3")).toMatchObject({
      prediction: 1,
      match: false,
      reason: "step 1: the reply holds no verdict; taken as wrong",
    });
    const refused = await run("--no-verdict", "right");
    expect(refused.stderr).toContain('no verdict: none → "right"');
    const right = await run("--no-verdict", "right", "--output_prefix", "r");
    expect(right.result.subsets.gsm8k).toMatchObject({ correct_accuracy: 100, no_verdict: 2 });
    const file = JSON.parse(await readFile(join(out, "org_judge", "run_r", "run.json"), "utf8"));
    expect(file.config).toMatchObject({ noVerdict: "right", desc: "a silent one" });
    const shown = await show(join(out, "org_judge", "run_r"), "--problem", "gsm8k-4");
    expect(shown).toContain("prediction: no wrong step (step 1: the reply holds no verdict; taken as right)");
  });

  it("of all steps goes on behind a wrong one, with the same predictions", async () => {
    const judge = await server();
    const { result } = await bench(judge, await testFolder(), "--all-steps", "--interface", "logprobs");
    expect(result.average_f1).toBe(100);
    expect(result.subsets.gsm8k.calls).toBe(subsets.gsm8k!.reduce((sum, { steps }) => sum + steps.length, 0));
  });

  it.each([
    ["rlhflow", []],
    ["pooling", []],
    ["scoring", ["--label-token-ids", "5,6"]],
  ])("may be asked by %s", async (kind, more) => {
    const { result, stderr } = await bench(await server(), await testFolder(), "--interface", kind, ...more);
    expect(stderr).not.toContain("assay processbench:");
    expect(result.average_f1).toBe(100);
  });

  it("whose values may be one thing or another is asked about, and what they are is part of the run", async () => {
    const instead: Instead = ({ body }) => {
      const steps = body.messages!.at(-1)!.content.split("<extra_0>").slice(0, -1);
      const chance = (newest: string) => perfect({ newest, opening: "", turns: [], index: 0 });
      return { body: { data: [{ data: steps.map((step) => chance(step) * 4 - 2) }] } };
    };
    const out = await testFolder();
    const prm = await server({ instead });
    const unsaid = await bench(prm, out, "--interface", "pooling");
    expect(unsaid.code).toBe(1);
    expect(unsaid.stderr).toContain("say --scores probabilities or --scores logits");
    const logits = await bench(prm, out, "--interface", "pooling", "--scores", "logits");
    expect(logits.result.average_f1).toBe(100);
    const changed = await bench(prm, out, "--interface", "pooling", "--scores", "probabilities");
    expect(changed.stderr).toContain('scores: "logits" → "probabilities"');
  });

  it("of rewards has its threshold chosen on one subset", async () => {
    // Right steps of gsm8k have 0.8, of math 0.45; wrong ones 0.6 and 0.3: no threshold is good for both.
    const judge: Judge = ({ newest }) => {
      const { sample, step } = sampleOf(newest);
      const isMath = stepIn(newest).subset === "math";
      return step === sample.label ? (isMath ? 0.3 : 0.6) : isMath ? 0.45 : 0.8;
    };
    const scalar = ["--judge", "scalar", "--interface", "pooling"];
    const prm = await server({ judge });
    const out = await testFolder();
    const first = (await bench(prm, out, ...scalar)).result;
    expect(first.threshold.chosen_on).toBe("gsm8k");
    expect(first.threshold.value).toBeGreaterThan(0.6);
    expect(first.threshold.value).toBeLessThanOrEqual(0.8);
    expect(first.subsets.gsm8k.f1).toBe(100);
    expect(first.subsets.math).toMatchObject({ correct_accuracy: 0, f1: 0 });
    const asked = prm.asked.length;
    const given = (await bench(prm, out, ...scalar, "--threshold", "0.4")).result;
    expect(given.threshold).toEqual({ value: 0.4 });
    expect(given.subsets.math.f1).toBe(100);
    expect(given.subsets.gsm8k).toMatchObject({ correct_accuracy: 100, error_accuracy: 0, f1: 0 });
    const other = (await bench(prm, out, ...scalar, "--threshold-subset", "math")).result;
    expect(other.subsets.math.f1).toBe(100);
    expect(prm.asked.length).toBe(asked);
    const shown = await show(join(out, "org_judge", "run_scalar"), "--problem", "math-1");
    expect(shown).toContain("prediction: step 3");
  });
});

describe("a critique", () => {
  /** The index in the box is the label, except in some of the votes. */
  const critic = (votes: (label: number, draw: number) => string): Instead => {
    return ({ body }) => {
      const { sample } = sampleOf(body.messages!.at(-1)!.content);
      const choices = Array.from({ length: body.n ?? 1 }, (_, draw) => ({
        index: draw,
        message: { content: votes(sample.label, draw) },
        finish_reason: "stop",
      }));
      return { body: { choices, usage: { prompt_tokens: 7, completion_tokens: 3 } } };
    };
  };

  it("is drawn eight times in one request, and the votes are counted", async () => {
    const instead = critic((label, draw) =>
      draw < 3 ? "\\boxed{9}" : draw < 4 ? "None." : `So \\boxed{${label}}`,
    );
    const judge = await server({ instead });
    const { result } = await bench(judge, await testFolder(), "--judge", "critique");
    expect(result.average_f1).toBe(100);
    expect(judge.asked).toHaveLength(21);
    expect(judge.asked[0]!.body).toMatchObject({ n: 8, temperature: 1, top_p: 0.9 });
    const { content } = judge.asked[0]!.body.messages![0]!;
    expect(content).toContain("Problem 0 of gsm8k?");
    expect(content).toContain("<paragraph_2>\nIn gsm8k, sample 0, step 2: 0 + 2 = 2.\n</paragraph_2>");
  });

  it("goes to the first seen where votes are equal, and to nothing where none names a paragraph", async () => {
    const instead = critic((label, draw) =>
      label === -1 ? "All is well." : `\\boxed{${draw % 2 ? 8 : label}}`,
    );
    const out = await testFolder();
    const { result } = await bench(
      await server({ instead }),
      out,
      "--judge",
      "critique",
      "-n",
      "4",
      "--subset",
      "math",
    );
    expect(result.subsets.math).toMatchObject({
      error_accuracy: 100,
      correct_accuracy: 0,
      f1: 0,
      no_verdict: 3,
    });
    const shown = (await assay(["show", join(out, "org_judge", "run_critique"), "--problem", "math/math-1"]))
      .stdout;
    expect(shown).toContain("[critique 1: step 8]");
    expect(shown).toContain("prediction: step 3");
    const journal = join(out, "org_judge", "run_critique", "samples.jsonl");
    const [line] = (await readFile(journal, "utf8")).split("\n");
    const { input } = JSON.parse(line!);
    // The prompt has the same steps, as paragraphs of one text.
    expect(input.steps.length).toBeGreaterThan(1);
    for (const step of input.steps)
      expect(JSON.stringify(input.prompt)).toContain(JSON.stringify(step).slice(1, -1));
  });
});

describe("a server that fails", () => {
  const refused = (text: string) => sampleOf(text).number === 4 && sampleOf(text).step === 1;
  const broken: Instead = ({ body }) =>
    refused(body.messages!.at(-1)!.content)
      ? { status: 400, body: { error: { message: "this one is refused" } } }
      : undefined;

  it("counts as not matched once all was asked about, and is asked again for its sample", async () => {
    // The judge overlooks the error of sample 4, which is in step 0.
    const judge: Judge = (judged) => (sampleOf(judged.newest).number === 4 ? 0.9 : perfect(judged));
    const prm = await server({ judge, instead: broken });
    const out = await testFolder();
    const first = await bench(prm, out, "--subset", "gsm8k");
    expect(first.code).toBe(1);
    expect(first.stderr).toContain("1 sample is missing; the same command asks for them");
    expect(first.result.subsets.gsm8k).toMatchObject({
      erroneous: 8,
      judged: { erroneous: 7, correct: 4 },
      error_accuracy: 87.5,
      correct_accuracy: 100,
      failed: 1,
      of_judged: { error_accuracy: 100, correct_accuracy: 100, f1: 100 },
    });
    expect(first.result.headline).toMatchObject({
      metric: "F1",
      value: (2 * 87.5 * 100) / 187.5,
      failed: 1,
      of_answered: { value: 100, of: 11 },
    });
    const file = join(out, "org_judge", "error_gsm8k_step.jsonl");
    const failed = (await linesOf(file)).find(({ id }) => id === "gsm8k-4")!;
    expect(failed).toMatchObject({ prediction: null, match: false });
    expect(failed.error).toContain("this one is refused");
    const again = await inProcess(regradeCommand, [first.result.run]);
    expect(again.stdout).toMatch(/^INCOMPLETE 11\/12 samples\n/);
    expect(again.stdout).toContain("gsm8k: F1 93.3 (1 failed counts as wrong; 100.0 of 11 judged)");
    expect(again.code).toBe(1);

    const healed = await server();
    const second = await bench(healed, out, "--subset", "gsm8k");
    expect(second.code).toBe(0);
    expect(healed.asked).toHaveLength(sampleOf("In gsm8k, sample 4, step 0").sample.steps.length - 1);
    expect(second.result.subsets.gsm8k).toMatchObject({ error_accuracy: 87.5, failed: 0 });
    expect((await linesOf(file)).find(({ id }) => id === "gsm8k-4")).toMatchObject({
      prediction: -1,
      match: false,
    });
  });

  it("for everything stops the run, with its words", async () => {
    const prm = await server({
      instead: () => ({ status: 404, body: { error: { message: "no such model" } } }),
    });
    const { code, stderr, result } = await bench(prm, await testFolder(), "--concurrency", "3");
    expect(code).toBe(1);
    expect(stderr).toContain("stopped before the end");
    expect(stderr).toContain("no such model");
    expect(result.subsets.gsm8k.not_asked).toBe(12);
    expect(prm.asked.length).toBeLessThan(21);
  });
});

describe("the same command", () => {
  it("asks for nothing that is there, and extends a run by samples and by subsets", async () => {
    const prm = await server();
    const out = await testFolder();
    await bench(prm, out, "--subset", "gsm8k", "-x", "5");
    const first = prm.asked.length;
    await bench(prm, out, "--subset", "gsm8k", "-x", "5");
    expect(prm.asked).toHaveLength(first);
    const { result } = await bench(prm, out);
    expect(result.average_f1).toBe(100);
    expect(prm.asked).toHaveLength(result.subsets.gsm8k.calls + result.subsets.math.calls);
    const fewer = await bench(prm, out, "-x", "5");
    expect(fewer.stderr).toContain("samples of gsm8k: 12 → 5 (they can only be raised)");
  });

  it("is refused where it would mix two judges, and says what differs", async () => {
    const prm = await server();
    const out = await testFolder();
    const prompt = join(out, "prompt.txt");
    const { stdout: builtIn } = await inProcess(command, ["--print-prompt"]);
    await writeFile(prompt, builtIn);
    await bench(prm, out, "--subset", "math", "-x", "1", "--prompt", prompt);
    const again = async (...more: string[]) => {
      const { code, stderr } = await bench(prm, out, "--subset", "math", "-x", "1", ...more);
      return code === 0 ? "" : stderr;
    };
    expect(await again()).toBe("");
    expect(await again("--temperature", "0")).toContain("temperature: 0.6 → 0.");
    expect(await again("--interface", "logprobs")).toContain('interface: "text" → "logprobs"');
    expect(await again("--model_name", "other", "--output_dir", out)).toBe("");
    expect(await again("--seed", "1")).toContain("seed: 0 → 1");
    expect(await again("--judge", "critique", "--output_prefix", "step")).toContain(
      'judge: "step" → "critique"',
    );
    await appendFile(prompt, "!");
    expect(await again("--prompt", prompt)).toMatch(
      /prompt: .* → .*Name a different folder with --output_prefix/,
    );
  });
});

describe("the command line", () => {
  it.each([
    [["--judge", "guess"], "--judge: 'guess' is not one of step, critique, scalar"],
    [["--interface", "x"], "--interface: 'x' is not one of text, logprobs, rlhflow, pooling"],
    [["--judge", "scalar", "--interface", "text"], "'text' has none"],
    [["--judge", "critique", "--interface", "pooling"], "a critique is always text"],
    [["--threshold", "2"], "--threshold: '2' is not a number from 0 to 1"],
    [["--label-token-ids", "a,b"], "--label-token-ids: 'a,b' must be two token ids"],
    [["--labels", "yes"], "--labels: 'yes' must be"],
    [["--labels", "!/-"], "--labels: '!' is a mark"],
    [["--no-verdict", "maybe"], "--no-verdict: 'maybe' is not one of skip, wrong, right"],
    [["--judge", "critique", "--no-verdict", "wrong"], "--no-verdict is about single steps"],
    [["--output_prefix", "a/b"], "--output_prefix: 'a/b' cannot be"],
    [["--interface", "pooling", "--scores", "odds"], "--scores: 'odds' is not one of probabilities, logits"],
    [["--scores", "logits"], "--scores is for --interface pooling, not for 'text'"],
    [["--votes", "3"], "--votes is for --judge critique, not for 'step'"],
    [["--judge", "critique", "--all-steps"], "--all-steps is for --judge step or scalar"],
    [["--threshold-subset", "math"], "--threshold-subset is for --judge scalar, not for 'step'"],
    [
      ["--threshold", "0.5", "--threshold-subset", "math"],
      "--threshold cannot be used with --threshold-subset",
    ],
    [["--top-logprobs", "5"], "--top-logprobs is for --interface logprobs or rlhflow, not for 'text'"],
    [
      ["--prompt", "groundedpm"],
      "and cannot be read as a file: there is no such file or folder. Did you mean 'groundedprm'?",
    ],
    [["--prompt", "r_prm"], "for this judge (steps, groundedprm, groundedprm-turns, r-prm)"],
    [["--judge", "critique", "--prompt", "r-prm"], "for this judge (processbench), and cannot be read"],
    [["--judge", "scalar", "--threshold-subset", "x"], "--threshold-subset: 'x' is not among gsm8k, math"],
  ])("%j is told what is wrong", async (more, message) => {
    const model = ["--api_url", "http://127.0.0.1:1/v1", "--model_name", "m"];
    const { code, stderr } = await inProcess(command, [...model, "--data", data, ...more]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it("wants a model", async () => {
    const { code, stderr } = await inProcess(command, ["--data", data]);
    expect(code).toBe(2);
    expect(stderr).toContain("which model?");
  });

  it("shows a request without a key, a server or a folder", async () => {
    const out = join(await testFolder(), "none");
    const model = ["--api_url", "http://127.0.0.1:1/v1", "--model_name", "m", "--api-key-env", "NO_SUCH_KEY"];
    const ran = await inProcess(command, [...model, "--data", data, "--dry-run", "--output_dir", out]);
    expect(ran.code).toBe(0);
    const { url, body } = JSON.parse(ran.stdout);
    expect(url).toBe("http://127.0.0.1:1/v1/chat/completions");
    expect(body.messages.at(-1).content).toBe(
      `${subsets.gsm8k![0]!.problem}\n\n${subsets.gsm8k![0]!.steps[0]}`,
    );
    await expect(readFile(join(out, "m", "run_step", "run.json"))).rejects.toThrow("ENOENT");
  });

  it("shows the first request with a named prompt", async () => {
    const model = ["--api_url", "http://127.0.0.1:1/v1", "--model_name", "m", "--data", data];
    const ran = await inProcess(command, [...model, "--prompt", "groundedprm", "--dry-run"]);
    const { messages } = JSON.parse(ran.stdout).body;
    const [sample] = subsets.gsm8k!;
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(["user", "user"]);
    expect(messages[0].content).toContain(`Question: ${sample!.problem}`);
    expect(messages[1].content).toBe(`Current Step: ${sample!.steps[0]}`);
    const printed = await inProcess(command, ["--prompt", "r-prm", "--print-prompt"]);
    expect(printed.stdout).toContain("Is the step correct (Yes/No)?");
  });

  it("asks for a critique in one's own prompt, with numbered steps", async () => {
    const prompt = join(await testFolder(), "prompt.txt");
    await writeFile(
      prompt,
      "=== question ===\n{problem}\n{steps}\n=== each step ===\nStep {number}: {step}\n=== between steps ===\n\\n",
    );
    const model = ["--api_url", "http://127.0.0.1:1/v1", "--model_name", "m", "--data", data];
    const run = () => inProcess(command, [...model, "--judge", "critique", "--prompt", prompt, "--dry-run"]);
    const [{ problem, steps }] = subsets.gsm8k as [MadeSample];
    const { content } = JSON.parse((await run()).stdout).body.messages[0];
    expect(content).toBe([problem, ...steps.map((step, i) => `Step ${i + 1}: ${step}`)].join("\n"));
    await writeFile(prompt, "=== question ===\n{problem}");
    expect((await run()).stderr).toContain("must contain {paragraphs} or {steps}");
  });

  it.each([
    ["step", "text", "=== after a right step ==="],
    ["critique", "text", "{paragraphs}"],
    ["scalar", "pooling", "=== solution ==="],
    ["scalar", "scoring", "=== item ==="],
    ["step", "rlhflow", "{problem} {step}"],
  ])("prints the prompt of %s by %s", async (judge, kind, words) => {
    const { stdout } = await inProcess(command, ["--judge", judge, "--interface", kind, "--print-prompt"]);
    expect(stdout).toContain(words);
  });
});
