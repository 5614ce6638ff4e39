// Best of n over recorded completions and recorded scores, in one command and without a server.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bestOfK } from "../../src/search/at-k.ts";
import { assay } from "../command-line.ts";
import { testFolder } from "../runs/folder.ts";
import { writeSums } from "../runs/sums.ts";
import { resultsIn } from "./world.ts";

/** Problem i, counted from 1, is (i - 1) + 2(i - 1). */
const answerTo = (problem: number): number => 3 * (problem - 1);

interface Recorded {
  problem: number;
  sample: number;
  text: string;
  scores?: number[];
  score?: number;
}

async function search(lines: readonly object[], rewards: readonly object[] | undefined, ...more: string[]) {
  const folder = await testFolder();
  const rows = await writeSums(folder, 3);
  const write = async (name: string, objects: readonly object[]) => {
    await writeFile(join(folder, name), objects.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return join(folder, name);
  };
  const policy = await write("completions.jsonl", lines);
  const reward = rewards ? await write("scores.jsonl", rewards) : policy;
  const out = join(folder, "out");
  const args = ["search", "--policy", policy, "--reward", reward, "--data", rows, "--output_dir", out];
  const ran = await assay([...args, "--strategy", "best-of-n", "--json", ...more]);
  return { ...ran, out, args, result: ran.stdout === "" ? undefined : JSON.parse(ran.stdout) };
}

/** Four solutions of each problem: the first and the third are right; the rewards prefer the third. */
const lines: Recorded[] = [1, 2, 3].flatMap((problem) =>
  [0, 1, 2, 3].map((sample) => {
    const answer = answerTo(problem) + (sample % 2);
    const text = sample < 2 ? `We add.\n\nSo \\boxed{${answer}}.` : `We add.\n\nThe answer is ${answer}.`;
    return { problem, sample, text, scores: [0.5, [0.3, 0.6, 0.9, 0.1][sample]!] };
  }),
);

describe("recorded completions and scores", () => {
  it("in one file give best of n, rm@k, maj@k and pass@k", async () => {
    const { code, result, out, stderr } = await search(lines, undefined, "--n", "4");
    expect(stderr).not.toContain("assay search:");
    expect(code).toBe(0);
    expect(result).toMatchObject({ problems: 3, answered: 3, right: 3, requests: { reward: 0 } });
    expect(result.rm_at_k["1"]).toBeCloseTo(1 / 2);
    // Of six pairs, the three with the third and the one of first and fourth have a right one on top.
    expect(result.rm_at_k["2"]).toBeCloseTo(4 / 6);
    expect(result.rm_at_k["4"]).toBe(1);
    expect(result.maj_at_k["4"]).toBeCloseTo(1 / 2);
    expect(result.pass_at_k["2"]).toBeCloseTo(5 / 6);
    const [first] = await resultsIn(out);
    expect(first).toMatchObject({ pred_answer: "0", ended: "turn" });
    expect(first!.iteration_history[0]!.candidates_info.map(({ reward }) => reward)).toEqual([
      0.3, 0.6, 0.9, 0.1,
    ]);
  });

  it("may be in two files, with one score a solution or one a step", async () => {
    const texts = lines.map(({ scores: _, ...line }) => line);
    const single = lines.map(({ problem, sample, scores }) => ({ problem, sample, score: scores![1] }));
    const first = (await search(texts, single, "--n", "4")).result;
    const steps = lines.flatMap(({ problem, sample, scores }) =>
      scores!.map((score, step) => ({ problem, sample, step, score })),
    );
    const second = (await search(texts, steps, "--n", "4")).result;
    expect(first.right).toBe(3);
    expect(second).toMatchObject({
      rm_at_k: first.rm_at_k,
      maj_at_k: first.maj_at_k,
      pass_at_k: first.pass_at_k,
    });
  });

  it("are aggregated as it is said", async () => {
    const lowest = await search(lines, undefined, "--n", "4", "--aggregate", "min");
    // The least of each is 0.3, 0.5, 0.5, 0.1: the second, which is wrong, comes before the third.
    expect(lowest.result.right).toBe(0);
    expect(lowest.result.rm_at_k["4"]).toBe(0);
  });

  it("print a table for people", async () => {
    const { args } = await search(lines, undefined, "--n", "4");
    const { stdout } = await assay([...args, "--strategy", "best-of-n", "--n", "4"]);
    expect(stdout).toMatch(/k +1 +2 +4\nrm@k +50\.0% +66\.7% +100\.0%/);
  });

  it("that are not all there leave candidates out, and say so", async () => {
    const { code, out, result } = await search(lines.slice(1), undefined, "--n", "4");
    expect(code).toBe(0);
    expect(result.rm_at_k["1"]).toBeCloseTo(5 / 12);
    const [first] = await resultsIn(out);
    expect(first!.iterations[0]!.candidates[0]!.dropped).toContain("holds no completion for");
    const unscored = await search(
      lines,
      lines.filter(({ sample }) => sample !== 2),
      "--n",
      "4",
    );
    expect(unscored.code).toBe(1);
    expect(unscored.stderr).toContain("3 problems are missing; the same command continues them");
  });

  it("may be steps, named by their iteration", async () => {
    const steps = [1, 2, 3].flatMap((problem) => [
      { key: `${problem}#1.0`, text: "We add." },
      { key: `${problem}#1.1`, text: "We guess." },
      { key: `${problem}#2.0`, text: `\\boxed{${answerTo(problem)}}` },
      { key: `${problem}#2.1`, text: `\\boxed{${answerTo(problem) + 1}}` },
    ]);
    const rewards = [1, 2, 3].flatMap((problem) =>
      [1, 2].flatMap((iteration) =>
        [0, 1].map((sample) => ({ problem, iteration, sample, score: sample === 0 ? 0.9 : 0.4 })),
      ),
    );
    const { result, out } = await search(steps, rewards, "--n", "2", "--strategy", "greedy");
    expect(result.right).toBe(3);
    expect((await resultsIn(out))[1]!.final_steps).toEqual(["We add.", "\\boxed{3}"]);
  });
});

describe("the best of k", () => {
  const drawn = (rewards: (number | null)[], right: boolean[]) =>
    rewards.map((reward, i) => ({ reward, right: right[i]! }));

  it("is the mean over all choices", () => {
    const all = drawn([0.2, 0.9, 0.5], [true, false, true]);
    // Pairs: (0.2, 0.9) wrong, (0.2, 0.5) right, (0.9, 0.5) wrong.
    expect(bestOfK(all, 2)).toBeCloseTo(1 / 3);
    expect(bestOfK(all, 1)).toBeCloseTo(2 / 3);
    expect(bestOfK(all, 3)).toBe(0);
  });

  it("is the first of equals, and never one without a reward", () => {
    expect(bestOfK(drawn([0.5, 0.5], [true, false]), 2)).toBe(1);
    expect(bestOfK(drawn([0.5, 0.5], [false, true]), 2)).toBe(0);
    expect(bestOfK(drawn([null, 0.1], [true, false]), 2)).toBe(0);
    expect(bestOfK(drawn([null, 0.1], [true, true]), 1)).toBeCloseTo(1 / 2);
  });
});
