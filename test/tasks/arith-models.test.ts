// The embedded models' folders apart from the weights: the tokenizer, the chat templates and the labelled steps.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Template } from "@huggingface/jinja";
import { Tokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { arithProblem, firstHeldOut, stories } from "../../src/tasks/benchmarks/arith.ts";
import { mustRun } from "../no-skip.ts";

const models = fileURLToPath(new URL("../../models/", import.meta.url));

const readJson = (path: string) => JSON.parse(readFileSync(`${models}${path}`, "utf8"));

const solutionOf = (index: number): string => {
  const { text, steps } = arithProblem(index);
  return [text, ...steps].join("\n\n");
};

describe.each(["policy", "prm"])("the tokenizer of the %s", (name) => {
  const tokenizer = new Tokenizer(
    readJson(`${name}/tokenizer.json`),
    readJson(`${name}/tokenizer_config.json`),
  );
  const unknown = tokenizer.token_to_id("<unk>");

  it("knows every word of every problem, and gives the text back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (index) => {
        const text = solutionOf(index);
        const { ids } = tokenizer.encode(text);
        expect(ids).not.toContain(unknown);
        expect(tokenizer.decode(ids)).toBe(text);
      }),
    );
  });

  it("gives a digit, a verdict and a blank line one token each", () => {
    expect(tokenizer.encode("90817").tokens).toEqual(["9", "0", "8", "1", "7"]);
    expect(tokenizer.encode("\n\n[Right]").tokens).toEqual(["\n\n", "[", "Right", "]"]);
    expect(tokenizer.encode("\n\n[Wrong]").tokens).toEqual(["\n\n", "[", "Wrong", "]"]);
  });

  it("calls anything else unknown, and takes any text", () => {
    expect(tokenizer.encode("Quantum").ids).toEqual([unknown]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(tokenizer.encode(text).ids.every(Number.isInteger)).toBe(true);
      }),
    );
  });

  it("cuts a text as the training did", ({ skip }) => {
    const texts = Array.from({ length: 100 }, (_, i) => solutionOf(firstHeldOut + i));
    const script =
      "import json, sys, tokens; json.dump([tokens.encode(t) for t in json.load(sys.stdin)], sys.stdout)";
    const { stdout, stderr, error } = spawnSync("python3", ["-B", "-c", script], {
      cwd: models,
      input: JSON.stringify(texts),
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    skip(error !== undefined && !mustRun, `python3 cannot be started: ${error?.message}`);
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(texts.map((text) => tokenizer.encode(text).ids));
  });
});

describe("the chat template", () => {
  const render = (name: string, messages: { role: string; content: string }[], generates = true): string =>
    new Template(readJson(`${name}/tokenizer_config.json`).chat_template).render({
      messages,
      add_generation_prompt: generates,
      bos_token: "<bos>",
      eos_token: "<eos>",
    });
  const system = { role: "system", content: "Be careful." };

  it("of the policy: the problem, then the solution; instructions are left out", () => {
    const asked = [system, { role: "user", content: "How many?\n" }];
    expect(render("policy", asked)).toBe("<bos>How many?<solve>");
    expect(render("policy", [...asked, { role: "assistant", content: "One.\n\n" }], false)).toBe(
      "<bos>How many?<solve>One.\n\n<eos>",
    );
  });

  it("of the PRM: the problem and the steps; what it said before is left out", () => {
    const judged = [
      system,
      { role: "user", content: "How many?\n\nOne." },
      { role: "assistant", content: "That is right." },
      { role: "user", content: "Two." },
    ];
    expect(render("prm", judged)).toBe("<bos>How many?\n\nOne.\n\nTwo.<judge>");
  });
});

describe("the labelled steps", () => {
  const row = z.object({
    id: z.string(),
    generator: z.string(),
    problem: z.string(),
    steps: z.array(z.string()).min(1),
    final_answer_correct: z.boolean(),
    label: z.number().int().min(-1),
  });
  const rows = readFileSync(`${models}arith-steps.jsonl`, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => row.parse(JSON.parse(line)));

  const kinds = { "+": "add", "-": "subtract", "×": "multiply" } as const;

  /** By the words of the sentence. */
  function signOf(sentence: string): keyof typeof kinds {
    const signs = (["+", "-", "×"] as const).filter((sign) =>
      stories().some((story) =>
        story[kinds[sign]].some((words) =>
          new RegExp(`^${words.replace(/\{\w+\}/g, ".+")}$`, "i").test(sentence),
        ),
      ),
    );
    expect(signs, sentence).toHaveLength(1);
    return signs[0]!;
  }

  /** The expected content of each step, given the steps before it. */
  function* expectedIn(problem: string): Generator<string> {
    const [begin, ...others] = problem.match(/[^.?]+[.?]/g)!.map((sentence) => sentence.trim());
    let value = Number(/\d+/.exec(begin!)![0]);
    for (const sentence of others.slice(0, -1)) {
      const sign = signOf(sentence);
      const operand = Number(/\d+/.exec(sentence)![0]);
      const result = { "+": value + operand, "-": value - operand, "×": value * operand }[sign];
      yield ` ${value} ${sign} ${operand} = ${result} `;
      value = result;
    }
    yield `\\boxed{${value}}`;
  }

  it("are half with an error and half without, each problem once", () => {
    expect(rows).toHaveLength(400);
    expect(rows.filter(({ label }) => label === -1)).toHaveLength(200);
    expect(new Set(rows.map(({ problem }) => problem)).size).toBe(400);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(400);
  });

  it("are labelled with the first wrong one", () => {
    for (const { id, problem, steps, label, final_answer_correct } of rows) {
      const expected = [...expectedIn(problem)];
      const wrong = steps.findIndex((step, i) => expected[i] === undefined || !step.includes(expected[i]));
      expect(wrong, id).toBe(label);
      expect(final_answer_correct, id).toBe(steps.at(-1)!.includes(expected.at(-1)!));
    }
  });
});
