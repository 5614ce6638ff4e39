// assay show: look at samples as a person would: what was asked, what came back, what was made of it.

import { loadConfig } from "../../config/index.ts";
import { ExpectedError } from "../../errors/expected-error.ts";
import { kindAt } from "../../kinds/kind-of-run.ts";
import { text, whole } from "../../options/option.ts";
import { conversationOf, type DrawInput, readDraw } from "../../runs/draw.ts";
import { judgesOf, openRunFile, readSamples } from "../../runs/grade-run.ts";
import { seededRandom } from "../../runs/seed.ts";
import type { Recorded } from "../../runs/template.ts";
import type { Judgement } from "../../tasks/task.ts";
import type { Command } from "../command.ts";
import { readOptions } from "../command.ts";
import { gradingLimits } from "../grading.ts";
import { jsonOption } from "../options/shared-options.ts";
import { taskOfRunOptions, tasksOfRun } from "../tasks-of-run.ts";
import { showProcess } from "./show-process.ts";
import { searchFoldersAt, showSearches } from "./show-search.ts";

const options = {
  problem: text({
    value: "ID",
    excludes: ["random"],
    help: "Show the samples of one problem, by its id or as TASK/ID.",
  }),
  random: whole({ value: "K", least: 0, help: "Show K samples drawn at random." }),
  seed: whole({ value: "S", least: 0, default: 0, help: "Choose which ones are drawn." }),
  json: jsonOption("a sample; one object a line"),
  ...taskOfRunOptions,
};

interface Shown {
  input: DrawInput;
  sample: number;
  completion: Recorded | undefined;
  failure: string | undefined;
}

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, options, { what: "run", least: 1, most: 1 });
  const folder = positionals[0]!;
  const { problem, random, seed, json } = values;
  const choice = { problem, random, seed, json };
  const kind = await kindAt(folder);
  if (kind === "processbench") return showProcess(folder, choice);
  const { tasks } = await loadConfig();
  const { find, graderOf } = tasksOfRun(tasks, values.taskName, gradingLimits(values.gradingTimeout));
  if (kind === "search") {
    const searches = await searchFoldersAt(folder);
    if (searches.length === 0)
      throw new ExpectedError(
        `${folder}: these are results of searches whose runs are not beside them; 'assay score ${folder}' scores them`,
      );
    await showSearches(searches, choice, find);
    return 0;
  }
  const runFile = await openRunFile(folder);
  const judges = await judgesOf(runFile, find);
  const chosen = await choose(folder, values.problem, random, seed);
  if (chosen.size === 0) {
    const what = values.problem === undefined ? "no sample yet" : `no sample of problem '${values.problem}'`;
    throw new ExpectedError(`${folder} holds ${what}`);
  }
  const grader = graderOf(runFile, judges);
  const judged = async ({ input, completion }: Shown): Promise<Judgement | undefined> => {
    if (!completion || !judges.has(input.task)) return undefined;
    let told: Judgement | undefined;
    const item = { task: input.task, conversation: conversationOf(input), completion };
    await grader.judge(item, (judgement) => {
      told = judgement;
    });
    await grader.done();
    return told;
  };
  try {
    await eachSample(folder, async (shown, number) => {
      if (!chosen.has(number)) return;
      const judgement = await judged(shown);
      process.stdout.write(values.json ? jsonLine(shown, judgement) : sampleText(shown, judgement));
    });
  } finally {
    await grader.close();
  }
  return 0;
}

/** The record is read twice, so that only numbers are held and not texts. */
async function choose(
  folder: string,
  problem: string | undefined,
  random: number | undefined,
  seed: number,
): Promise<Set<number>> {
  const fitting: number[] = [];
  const latest = new Map<string, number>();
  await eachSample(folder, ({ input, sample, completion }, number) => {
    if (problem !== undefined && problem !== input.problem && problem !== `${input.task}/${input.problem}`)
      return;
    // A failure that was made good later is not shown.
    const key = JSON.stringify([input.task, input.problem, sample]);
    const before = latest.get(key);
    if (before !== undefined && !completion) return;
    latest.set(key, number);
    fitting.push(number);
  });
  const current = new Set(latest.values());
  const all = fitting.filter((number) => current.has(number));
  if (random === undefined) return new Set(all);
  const draw = seededRandom(`show\n${seed}`);
  for (let i = 0; i < Math.min(random, all.length); i++) {
    const other = i + Math.floor(draw() * (all.length - i));
    [all[i], all[other]] = [all[other]!, all[i]!];
  }
  return new Set(all.slice(0, random));
}

async function eachSample(
  folder: string,
  visit: (shown: Shown, number: number) => Promise<void> | undefined | void,
): Promise<void> {
  let number = 0;
  await readSamples(folder, async (record) => {
    const read = readDraw(record);
    if (!read) return;
    const { input, drawn } = read;
    for (const sample of input.samples) {
      const completion = drawn?.completions.find((each) => each.sample === sample);
      const failure = record.error ?? drawn?.failures.find((each) => each.sample === sample);
      await visit({ input, sample, completion, failure: failure?.message }, number++);
    }
  });
}

function jsonLine({ input, sample, completion, failure }: Shown, judgement: Judgement | undefined): string {
  const { task, problem, gold, prompt } = input;
  return `${JSON.stringify({ task, problem, sample, gold, prompt, ...completion, failure, ...judgement })}\n`;
}

const rule = "─".repeat(72);

function sampleText({ input, sample, completion, failure }: Shown, judgement: Judgement | undefined): string {
  const { task, problem, gold, prompt } = input;
  const messages = typeof prompt === "string" ? [{ role: "prompt", content: prompt }] : prompt;
  const parts = [
    `${rule}\n${task}, problem ${problem}, sample ${sample}`,
    ...messages.map(({ role, content }) => `[${role}]\n${content}`),
  ];
  if (completion?.reasoning) parts.push(`[reasoning]\n${completion.reasoning}`);
  if (completion)
    parts.push(`[completion, ended by ${completion.finish ?? "nothing told"}]\n${completion.text}`);
  else parts.push(`[no completion]\n${failure ?? ""}`);
  const verdict = judgement
    ? `${judgement.right === null ? "unscored" : judgement.right ? "right" : "wrong"} (by ${judgement.by})` +
      (judgement.reason === undefined ? "" : `: ${judgement.reason}`)
    : "unscored: provider";
  parts.push(
    `extracted: ${judgement?.extracted ?? "nothing"}\ngold:      ${[gold].flat().join(" or ")}\nverdict:   ${verdict}`,
  );
  return `${parts.join("\n\n")}\n`;
}

export const command: Command = {
  usage: ["RUN [--problem ID | --random K [--seed S]] [--json]"],
  examples: [
    { does: "look at three samples of a run", typed: "assay show runs/sft-gsm8k-1a2b3c4d --random 3" },
    { does: "look at what was made of one problem", typed: "assay show outputs/math --problem 17" },
  ],
  options,
  names: "folder",
  notes: [
    "Without --problem and --random, all samples in the order of the record. RUN may also be the output folder " +
      "of a guided search: then each problem's search is shown, iteration by iteration; of a ProcessBench run, " +
      "each sample with the verdicts on its steps.",
  ],
  run,
};
