// The data of the pages of an evaluation: the figures of the command line, the settings, problems with the run's files,
// one sample, and the samples with a phrase.

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { plainFileLines, readPlainFile } from "../jsonl/plain-file.ts";
import { extractAnswer, verify } from "../math/index.ts";
import { formatOf } from "../models/formats.ts";
import { type DrawInput, readDraw, requestOf } from "../runs/draw.ts";
import type { UnitRecord } from "../runs/engine/unit.ts";
import { judgementOn } from "../runs/grading/judged.ts";
import type { TaskMetrics } from "../runs/metrics.ts";
import { samplingOf } from "../runs/plan.ts";
import { type RunFile, samplesFileName, whereFrom } from "../runs/run-file.ts";
import { valueWithin } from "../workers/within-time.ts";
import type { EvalPage, Found, RunSummary, SamplePage } from "./api.ts";
import type { EvalIndex } from "./index/eval-index.ts";
import { stateOf } from "./sample-table.ts";

export function evalPage(index: EvalIndex, run: RunSummary): EvalPage {
  let ungraded = 0;
  for (let row = 0; row < index.table.length; row++)
    if (index.table.state.at(row) === 0 && index.table.isCurrent(row)) ungraded++;
  return {
    run,
    tasks: index.measure(),
    settings: evalSettings(index),
    grader: index.grader?.assay,
    ungraded,
    notes: [...index.notes, ...index.remarks],
  };
}

export function evalSettings({ run, folder }: EvalIndex): [string, string][] {
  const { config, data } = run!;
  const { model } = config;
  return settingLines(run!, [
    ["folder", folder],
    ["model", model.model ?? model.path],
    ["kind of model", model.kind],
    ["server", model.baseUrls?.join(", ")],
    ["api", model.api],
    ["template", config.template],
    ["system message", config.system],
    ["prompt", config.prompt],
    ["few-shot examples", Array.isArray(config.fewShot) ? config.fewShot.length : undefined],
    ["temperature", config.temperature],
    ["top-p", config.topP],
    ["top-k", config.topK],
    ["stop", config.stop?.map((stop) => JSON.stringify(stop)).join(", ")],
    ["reasoning effort", config.reasoningEffort],
    ["thinking budget", config.thinkingBudget],
    ["tags", config.tag?.join(", ")],
    ["samples of each problem", config.numSamples],
    ["seed", config.seed],
    ...Object.entries(data).flatMap(([name, { source, maxNewTokens }]): [string, unknown][] => [
      [`data of ${name}`, whereFrom(source)],
      [`max-tokens of ${name}`, maxNewTokens],
    ]),
  ]);
}

/** What is known of the settings of a run, and when and with what it was begun. */
export function settingLines(
  { created, versions }: Pick<RunFile, "created" | "versions">,
  said: readonly (readonly [name: string, value: unknown])[],
): [string, string][] {
  const begun = [
    ["begun", created],
    ["assay", versions.assay],
    ["node", versions.node],
  ] as const;
  return [...said, ...begun].flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === "object" ? JSON.stringify(value) : String(value)]],
  );
}

// The figures of an evaluation by columns of its rows, from results.json. They are shown only while the journal has not
// grown since.

const group = z.object({
  value: z.string(),
  problems: z.int().min(0),
  avg_at_k: z.object({ value: z.number(), stderr: z.number().nullable() }),
  interval: z.tuple([z.number(), z.number()]),
});

/** A results file may come from any source. */
const results = z.object({
  tasks: z.record(z.string(), z.object({ groups: z.record(z.string(), z.array(group)).optional() })),
});

export type Groups = NonNullable<TaskMetrics["groups"]>;

/** By task. */
export async function groupsAt(folder: string): Promise<Record<string, Groups>> {
  try {
    const path = join(folder, "results.json");
    const [journal, file] = await Promise.all([stat(join(folder, samplesFileName)), stat(path)]);
    if (file.mtimeMs < journal.mtimeMs) return {};
    const { tasks } = results.parse(JSON.parse(await readPlainFile(path)));
    return Object.fromEntries(
      Object.entries(tasks).flatMap(([name, { groups }]) => (groups ? [[name, groups]] : [])),
    );
  } catch {
    return {}; // There is no such file, or it is invalid.
  }
}

/** One sample, read from its line of the journal. Undefined if there is no such sample. */
export async function samplePage(
  index: EvalIndex,
  task: string,
  problem: string,
  sample: number,
): Promise<SamplePage | undefined> {
  const { table } = index;
  const place = table.findProblem(task, problem);
  const row = place === undefined ? undefined : table.rows[place]!.get(sample);
  if (row === undefined) return undefined;
  const record = (await index.recordOf(row)) as UnitRecord;
  const draw = readDraw(record);
  if (!draw) return undefined;
  const { input, drawn } = draw;
  const completion = drawn?.completions.find((each) => each.sample === sample);
  const failure = record.error ?? drawn?.failures.find((each) => each.sample === sample);
  const state = stateOf(table.state.at(row));
  const answer = table.text(table.answer.at(row));
  const by = table.text(table.rule.at(row)) ?? "";
  const isJudged = by === "judge" && answer !== undefined;
  return {
    task,
    problem,
    sample,
    statement: input.statement,
    gold: [input.gold].flat(),
    columns: input.columns,
    prompt: typeof input.prompt === "string" ? [{ role: "prompt", content: input.prompt }] : input.prompt,
    ...(completion
      ? {
          completion: {
            text: completion.text,
            reasoning: completion.reasoning,
            finish: completion.finish,
            stopReason: completion.stopReason,
          },
        }
      : {}),
    failure: failure?.message,
    at:
      completion && answer !== undefined
        ? (table.answerPlace(row) ?? placeOf(completion.text, answer))
        : undefined,
    verdict:
      state === "ungraded" ? undefined : { state, answer, by, reason: table.text(table.reason.at(row)) },
    judge: isJudged ? await judgementOn(index.folder, input.statement, answer) : undefined,
    reading:
      answer === undefined || by === "provider" ? undefined : readingOf([input.gold].flat(), answer, state),
    seed: input.seeds[input.samples.indexOf(sample)],
    time: record.time,
    usage: drawn?.usage,
    servedModel: (record.outcome as { servedModel?: string } | undefined)?.servedModel,
    request: requestFor(input, index.run!),
  };
}

/**
 * The position of the answer, for verdicts without it: the current one if it gives the same answer, else the last
 * occurrence of the text.
 */
function placeOf(text: string, answer: string): [number, number] | undefined {
  const found = valueWithin(() => extractAnswer(text, { numbers: true }), undefined);
  if (found && found.answer === answer) return [found.start, found.end];
  const at = text.lastIndexOf(answer);
  return at < 0 ? undefined : [at, at + answer.length];
}

/**
 * How gold and answer are read. The verdict is the run's own; if the current grader decides differently, the page says
 * so.
 */
function readingOf(golds: readonly string[], answer: string, state: string): SamplePage["reading"] {
  const results = valueWithin(() => golds.map((gold) => verify(gold, answer)), []);
  const result = results.find(({ equal }) => equal) ?? results[0];
  if (!result) return undefined;
  return {
    gold: result.gold,
    answer: result.answer,
    certainty: result.certainty,
    agrees: result.equal === (state === "right"),
  };
}

function requestFor(input: DrawInput, { config, data }: RunFile): Record<string, unknown> {
  const sampling = samplingOf(config, config.maxNewTokens ?? data[input.task]?.maxNewTokens);
  const { model, path, api, extraBody } = config.model;
  return formatOf(api).post(model ?? path ?? "", requestOf(input, sampling), extraBody ?? {}).body;
}

// Finds a phrase in the completions of a run, or in its problems, ignoring case. For completions the bytes of the
// journal are searched, and only lines that contain the phrase are parsed.

const mostRows = 50_000;
/**
 * V8 finds a phrase of at most 250 characters in linear time. For a longer one, texts such as `abab…` cost as many
 * steps at each position as it has characters.
 */
export const longestPhrase = 250;

interface Completions {
  input?: { task?: unknown; problem?: unknown; statement?: unknown };
  outcome?: { completions?: { sample?: unknown; text?: unknown; reasoning?: unknown }[] };
}

export async function findText(
  index: EvalIndex,
  text: string,
  where: "completions" | "problems",
): Promise<Found> {
  const { table, facts } = index;
  // In its JSON form, without the quotation marks; its beginning suffices to find the lines.
  const needle = Buffer.from(JSON.stringify(text).slice(1, -1), "utf8").subarray(0, longestPhrase);
  const rows: number[] = [];
  const found = new Set<number>();
  const lines = lineRows(index);
  for await (const { bytes, start, ended } of plainFileLines(join(index.folder, samplesFileName))) {
    if (!ended || start >= facts.bytes) break;
    if (where === "completions" && !bytes.includes(needle)) continue;
    const ofLine = lines.get(start);
    if (!ofLine || found.has(table.problem.at(ofLine[0]!))) continue;
    const { input, outcome } = JSON.parse(bytes.toString("utf8")) as Completions;
    if (where === "problems") {
      if (typeof input?.statement !== "string" || !input.statement.toLowerCase().includes(text.toLowerCase()))
        continue;
      found.add(table.problem.at(ofLine[0]!));
      continue;
    }
    const holding = new Set(
      (outcome?.completions ?? [])
        .filter((each) =>
          [each.text, each.reasoning].some((part) => typeof part === "string" && part.includes(text)),
        )
        .map(({ sample }) => sample),
    );
    for (const row of ofLine) if (holding.has(table.sample.at(row))) rows.push(row);
    if (rows.length >= mostRows) return { rows: rows.slice(0, mostRows), isCut: true };
  }
  const ofProblems = [...found].flatMap((problem) => [...table.rows[problem]!.values()]);
  return { rows: where === "problems" ? ofProblems : rows, isCut: false };
}

function lineRows({ facts, table }: EvalIndex): Map<number, number[]> {
  const lines = new Map<number, number[]>();
  for (let row = 0; row < table.length; row++) {
    const start = facts.lineStart.at(row);
    const known = lines.get(start);
    if (known) known.push(row);
    else lines.set(start, [row]);
  }
  return lines;
}
