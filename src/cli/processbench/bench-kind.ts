// The commands for ProcessBench runs. Samples are shown as a list, or one by one: each step with its judgement, then
// the first wrong step by the judge and by the label.

import { StorageError } from "../../jsonl/errors.ts";
import type { StepScore } from "../../prm/step-scorer.ts";
import { type BenchFigures, ruleOf } from "../../processbench/bench-figures.ts";
import { type BenchFile, readBenchFile } from "../../processbench/bench-file.ts";
import { factsOfBench, readBench, readMergedBench } from "../../processbench/bench-kind.ts";
import { type Given, type Judged, Judgements } from "../../processbench/judged.ts";
import { benchCompleteness, isJudged } from "../../processbench/metrics.ts";
import { type Outcome, outcomeOf } from "../../processbench/outcome.ts";
import { readSamples } from "../../runs/grading/grade-run.ts";
import { byId } from "../../runs/grading/verdicts-file.ts";
import { missingText } from "../../runs/merge.ts";
import { versions } from "../../runs/versions.ts";
import { UsageError } from "../command.ts";
import {
  drawn,
  isList,
  isSelected,
  type KindCommands,
  type Report,
  type ShowChoice,
  shownHeading,
} from "../kinds.ts";
import { completenessJson } from "../run/ending.ts";
import { paint, paintYesOrNo } from "../terminal/colour.ts";
import { textTable } from "../terminal/show-table.ts";
import { benchText } from "./processbench-report.ts";

export const benchCommands: KindCommands<BenchFile> = {
  hasFilters: false,
  show: showProcess,
  /** The judge's replies are stored; the verdicts and the threshold are computed from them again. */
  async regrade(folder, _, gradingOptions) {
    if (gradingOptions) throw new UsageError("grading options are not for ProcessBench runs");
    const { run, ...figures } = await readBench(folder);
    return benchReport(folder, run, figures);
  },
  async merge(merged, { place }) {
    const { figures, isMissing } = await readMergedBench(merged);
    const folder = place.final(merged.folder);
    return {
      ...benchReport(folder, merged.run, figures),
      shown: folder,
      missing: missingText(merged.set, isMissing),
    };
  },
};

/** The output of the command, and the content of results.json. */
export function benchReport(folder: string, run: Pick<BenchFile, "config">, figures: BenchFigures): Report {
  const whole = benchCompleteness(figures.subsets);
  const facts = factsOfBench(run, versions().assay);
  return {
    folder,
    whole,
    json: { run: folder, ...completenessJson(whole), ...facts, ...figures },
    text: benchText(figures),
    tellFailed: () => false,
  };
}

interface Shown {
  subset: string;
  sample: string;
  given: Given;
  judged: Judged;
  outcome: Outcome;
}

async function showProcess(folder: string, choice: ShowChoice): Promise<void> {
  const { config } = (await readBenchFile(folder))!;
  const judgements = new Judgements(true);
  await readSamples(folder, (record) => judgements.add(record));
  const known = [...judgements.subsets].flatMap(([subset, { samples }]) =>
    [...samples].flatMap(([sample, judged]) =>
      judged.given ? [{ subset, sample, judged, given: judged.given }] : [],
    ),
  );
  const subsets = [...judgements.subsets.keys()].map((name) => ({
    name,
    samples: known
      .filter(({ subset }) => subset === name)
      .map(({ sample, given }) => ({ id: sample, ...given })),
  }));
  const fitting = known.filter(({ subset, sample }) => isSelected(choice, subset, sample));
  if (fitting.length === 0) {
    const what = choice.problem === undefined ? "no sample yet" : `no sample '${choice.problem}'`;
    throw new StorageError(`${folder} holds ${what}`);
  }
  const chosen = choice.random === undefined ? fitting : drawn(fitting, choice.random, choice.seed);
  const { rule } = ruleOf(config, subsets, judgements);
  const judgedOf = (each: (typeof known)[number]): Shown => ({
    ...each,
    outcome: outcomeOf(each.given, each.judged, rule),
  });
  if (isList(choice)) {
    process.stdout.write(`${listText(subsets.flatMap(({ name }) => inOrder(known, name)).map(judgedOf))}\n`);
    return;
  }
  for (const each of chosen) {
    const shown = judgedOf(each);
    process.stdout.write(choice.json ? jsonLine(shown) : `${sampleText(shown)}\n`);
  }
}

const inOrder = <T extends { subset: string; sample: string }>(all: readonly T[], name: string): T[] =>
  all.filter(({ subset }) => subset === name).sort((a, b) => byId({ id: a.sample }, { id: b.sample }));

/** One line for each sample. */
function listText(all: readonly Shown[]): string {
  const manySubsets = new Set(all.map(({ subset }) => subset)).size > 1;
  const rows = all.map(({ subset, sample, given, outcome }) => [
    manySubsets ? `${subset}/${sample}` : sample,
    placeText(given.label),
    outcome.prediction === null
      ? paint("unscored", (outcome.missing ?? "none").replace("_", " "))
      : placeText(outcome.prediction),
    isJudged({ outcome }) ? paintYesOrNo(outcome.match) : "–",
  ]);
  return textTable([["sample", "label", "prediction", "match"], ...rows], {
    isWords: true,
    cuts: { 0: "inside" },
  });
}

function jsonLine({ subset, sample, given, judged, outcome }: Shown): string {
  const scores = [...judged.scores].map(([step, score]) => ({ step, ...score }));
  const votes = [...judged.votes].map(([vote, critique]) => ({ vote, ...critique }));
  return `${JSON.stringify({ subset, sample, ...given, scores, votes, ...outcome })}\n`;
}

function sampleText({ subset, sample, given, judged, outcome }: Shown): string {
  // The prompt contains the steps already.
  const steps = (given.question === undefined ? given.steps : []).flatMap((step, place) => {
    const score = judged.scores.get(place);
    return [`[step ${place}]\n${step}`, ...(score ? [scoreText(score)] : [])];
  });
  const critiques = [...judged.votes].map(
    ([vote, { index, text }]) =>
      `[critique ${vote}: ${index === null ? "no index" : placeText(index)}]\n${text}`,
  );
  const missing =
    outcome.missing === undefined ? "" : `: ${outcome.missing.replace("_", " ")}, ${outcome.reason}`;
  const assumed =
    outcome.missing === undefined && outcome.assumed !== undefined ? ` (${outcome.assumed})` : "";
  return [
    shownHeading(`${subset}, sample ${sample}`),
    given.question === undefined ? `[problem]\n${given.problem}` : `[question]\n${given.question}`,
    ...steps,
    ...critiques,
    [
      `label:      ${placeText(given.label)}`,
      `prediction: ${outcome.prediction === null ? `none${missing}` : placeText(outcome.prediction)}${assumed}`,
      ...(isJudged({ outcome }) ? [`match:      ${paintYesOrNo(outcome.match)}`] : []),
    ].join("\n"),
  ].join("\n\n");
}

function scoreText({ verdict, reward, text, note }: StepScore): string {
  const worth = reward === null ? [] : [`reward ${reward.toFixed(4)}`];
  const head = [verdict ?? "no verdict", ...worth, ...(note === undefined ? [] : [note])].join("; ");
  return text === null ? `[judge: ${head}]` : `[judge: ${head}]\n${text}`;
}

const placeText = (index: number): string => (index === -1 ? "no wrong step" : `step ${index}`);
