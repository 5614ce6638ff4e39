// ProcessBench as it is published, if a copy is beside the project: three scripted judges, whose figures are computed
// here from the labels alone. All subsets are judged with one request for each solution; only the smallest subset is
// also judged step by step, because that may take a request for each of 25,697 steps.

import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { testFolder } from "../runs/folder.ts";
import { startPrmServer } from "../servers/prm-server.ts";

const folder =
  process.env.ASSAY_PROCESSBENCH ??
  fileURLToPath(new URL("../../../shared/datasets/processbench", import.meta.url));
const names = ["gsm8k", "math", "olympiadbench", "omnimath"];
const published = [
  [207, 193],
  [594, 406],
  [661, 339],
  [759, 241],
];

interface Row {
  id: string;
  problem: string;
  steps: string[];
  label: number;
}

/** Whether a judge calls a step of a row wrong; the row's number counts within its subset. */
type Opinion = (row: Row, step: number, number: number) => boolean;

/** A judge overlooks every fifth error, and finds one that is not there at the end of every fourth right solution. */
const overlooks = (number: number) => number % 5 === 0;
const invents = (number: number) => number % 4 === 0;

interface ScriptedJudge {
  name: string;
  isWrong: Opinion;
  isMatched(row: Row, number: number): boolean;
}

const judges: ScriptedJudge[] = [
  { name: "perfect", isWrong: ({ label }, step) => step === label, isMatched: () => true },
  { name: "always right", isWrong: () => false, isMatched: ({ label }) => label === -1 },
  {
    name: "erring at known places",
    isWrong: ({ label, steps }, step, number) =>
      label === -1 ? invents(number) && step === steps.length - 1 : step === label && !overlooks(number),
    isMatched: ({ label }, number) => (label === -1 ? !invents(number) : !overlooks(number)),
  },
];

if (existsSync(folder)) {
  const subsets = names.map(
    (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as Row[],
  );

  it("has the published numbers of samples", () => {
    const counted = subsets.map((rows) => [
      rows.filter(({ label }) => label !== -1).length,
      rows.filter(({ label }) => label === -1).length,
    ]);
    expect(counted).toEqual(published);
  });

  const asked = [
    ...judges.map((judge) => ({ ...judge, way: "once for each solution", judged: names })),
    { ...judges.at(-1)!, way: "step by step", judged: ["gsm8k"] },
  ];

  it.each(asked)(
    "a judge that is $name has the figures that follow, asked $way",
    async ({ isWrong, isMatched, way, judged: judgedNames }) => {
      // A judge gets the turns, and identifies the solution from all of them together.
      const rows = new Map<string, { row: Row; number: number }[]>();
      for (const subset of subsets) {
        subset.forEach((row, number) => {
          const opening = `${row.problem}\n\n${row.steps[0]}`;
          rows.set(opening, [...(rows.get(opening) ?? []), { row, number }]);
        });
      }
      const server = await startPrmServer({
        flavour: "vllm",
        judge: ({ turns }) => {
          const step = turns.length - 1;
          const possible = (rows.get(turns[0] ?? "") ?? []).filter(({ row }) =>
            turns.every((turn, place) => place === 0 || turn === row.steps[place]),
          );
          return possible.some(({ row, number }) => isWrong(row, step, number)) ? 0 : 1;
        },
        reply: (chance) => (chance === 1 ? "[Right]" : "[Wrong]"),
      });
      const out = await testFolder();
      const model = ["--api_url", server.url, "--model_name", "judge", "--output_prefix", "real"];
      const ran = await assay([
        ...["processbench", ...model, "--data", folder, "--output_dir", out],
        ...["--concurrency", "64", "--json"],
        ...(way === "step by step" ? [] : ["--interface", "pooling"]),
        ...judgedNames.flatMap((name) => ["--subset", name]),
      ]);
      await server.close();
      expect(ran.code).toBe(0);
      const result = JSON.parse(ran.stdout);
      const f1s = judgedNames.map((name) => {
        const subset = subsets[names.indexOf(name)]!;
        const share = (isCorrect: boolean) => {
          const judged = subset
            .map((row, number) => ({ row, number }))
            .filter(({ row }) => (row.label === -1) === isCorrect);
          return (100 * judged.filter(({ row, number }) => isMatched(row, number)).length) / judged.length;
        };
        const [error, correct] = [share(false), share(true)];
        const f1 = error + correct === 0 ? 0 : (2 * error * correct) / (error + correct);
        const { error_accuracy, correct_accuracy, f1: measured, failed, no_verdict } = result.subsets[name];
        expect(error_accuracy).toBeCloseTo(error, 9);
        expect(correct_accuracy).toBeCloseTo(correct, 9);
        expect(measured).toBeCloseTo(f1, 9);
        expect([failed, no_verdict]).toEqual([0, 0]);
        return f1;
      });
      expect(result.average_f1).toBeCloseTo(f1s.reduce((a, b) => a + b, 0) / f1s.length, 9);
      const last = judgedNames.at(-1)!;
      const written = await readFile(join(out, "judge", `error_${last}_real.jsonl`), "utf8");
      expect(written.trimEnd().split("\n")).toHaveLength(published[names.indexOf(last)]![0]!);
    },
  );
} else {
  it("has no ProcessBench to read", () => {
    console.log(`no ProcessBench at ${folder}: set ASSAY_PROCESSBENCH to the folder that holds gsm8k.json`);
    expect(names).toHaveLength(4);
  });
}
