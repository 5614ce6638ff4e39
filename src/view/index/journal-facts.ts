// The facts of an evaluation's journal without its texts: the position of each sample's line, the length of the
// completion, the finish reason. A journal that grows is read from where reading stopped.

import { countEmpty, type EmptyCompletions, noneEmpty } from "../../outgoing/empty-completions.ts";
import type { ProblemScores, SampleVerdict, TaskScores, Unscored } from "../../runs/grading/scores.ts";
import { measure, type TaskMetrics } from "../../runs/metrics.ts";
import type { RunFile } from "../../runs/run-file.ts";
import { isFailedGrade } from "../../tasks/rule.ts";
import { signsOf } from "../odd.ts";
import { ends, type RowFact, type RowVerdict, SampleTable, stateOf } from "../sample-table.ts";
import { Column } from "./column.ts";
import { type ReadSoFar, readLinesOn } from "./journal-lines.ts";

export interface TaskUsage {
  inputTokens: number;
  outputTokens: number;
  requests: number;
  requestSeconds: number;
  completions: number;
  empty: EmptyCompletions;
}

export interface Facts extends ReadSoFar {
  table: SampleTable;
  /** The position of each row's line in the journal, and its length in bytes. */
  lineStart: Column;
  lineLength: Column;
  usage: Map<string, TaskUsage>;
  /** Failures of the provider, by row: they need no grader. */
  failures: Map<number, string>;
}

export const noFacts = (): Facts => ({
  table: new SampleTable(),
  lineStart: new Column(64),
  lineLength: new Column(32),
  usage: new Map(),
  failures: new Map(),
  notes: [],
  bytes: 0,
  lines: 0,
});

/** Reads new complete lines. Returns whether there were any. */
export const readOn = (facts: Facts, path: string): Promise<boolean> =>
  readLinesOn(facts, path, (value, { start, length }) => addLine(facts, value as Line, start, length));

/** The fields of a line that are read; they are untrusted. */
interface Line {
  kind?: unknown;
  input?: {
    task?: unknown;
    problem?: unknown;
    gold?: unknown;
    samples?: unknown;
    statement?: unknown;
    columns?: unknown;
  };
  outcome?: { completions?: unknown; failures?: unknown; usage?: unknown; requests?: unknown };
  error?: { message?: unknown };
  time?: { ms?: unknown };
}

interface Drawn {
  sample?: unknown;
  text?: unknown;
  reasoning?: unknown;
  toolCalls?: unknown;
  finish?: unknown;
  message?: unknown;
}

function addLine(facts: Facts, line: Line, start: number, length: number): void {
  if (typeof line.kind !== "string") throw new TypeError("no record");
  if (line.kind !== "draw") return;
  const { task, problem, gold, samples, statement, columns } = line.input ?? {};
  if (typeof task !== "string" || typeof problem !== "string") throw new TypeError("no problem is named");
  const golds = [gold].flat().filter((each) => typeof each === "string");
  const place = facts.table.problemPlace({
    task,
    problem,
    gold: golds,
    statement: firstWords(textOr(statement) ?? ""),
    columns: shortColumns(columns),
  });
  countUsage(facts, task, line);
  const asked = Array.isArray(samples) ? samples.filter(isSampleNumber) : [];
  const completions = listOf(line.outcome?.completions);
  const isAlone = asked.length === 1;
  const tokens = isAlone ? numberOf(usageOf(line).outputTokens) : 0;
  const ms = isAlone ? Math.max(0, Math.round(numberOf(line.time?.ms))) : 0;
  const add = (sample: number, fact: Pick<RowFact, "characters" | "end" | "boxes" | "signs">): number => {
    facts.lineStart.push(start);
    facts.lineLength.push(length);
    return facts.table.addRow(place, sample, { tokens, ms, ...fact });
  };
  const usage = facts.usage.get(task)!;
  usage.completions += completions.length;
  for (const { sample, text, reasoning, toolCalls, finish } of completions) {
    if (!isSampleNumber(sample) || typeof text !== "string") throw new TypeError("no completion");
    const characters = text.length + (typeof reasoning === "string" ? reasoning.length : 0);
    countEmpty(usage.empty, { text, reasoning: textOr(reasoning), toolCalls: textOr(toolCalls) });
    add(sample, {
      characters,
      end: finish === "length" ? cutOffCode : endedCode,
      ...signsOf(text, textOr(reasoning), golds),
    });
  }
  const failures = line.error
    ? asked.map((sample) => ({ sample, message: line.error!.message }))
    : listOf(line.outcome?.failures);
  for (const { sample, message } of failures) {
    if (!isSampleNumber(sample)) continue;
    // A failure does not replace an earlier completion.
    const known = facts.table.rows[place]!.get(sample);
    if (known !== undefined && facts.table.end.at(known) !== failedCode) continue;
    const row = add(sample, { characters: 0, end: failedCode, boxes: 0, signs: 0 });
    facts.failures.set(row, String(message ?? "the provider failed"));
  }
}

const shownWords = 240;
const firstWords = (text: string): string => text.slice(0, shownWords).replace(/\s+/g, " ");

const mostColumns = 12;
const longestColumn = 40;

/** The columns that are short enough for a list. */
function shortColumns(columns: unknown): Record<string, string> | undefined {
  if (typeof columns !== "object" || columns === null) return undefined;
  const short = Object.entries(columns)
    .flatMap(([name, value]): [string, string][] =>
      ["string", "number", "boolean"].includes(typeof value) && String(value).length <= longestColumn
        ? [[name, String(value)]]
        : [],
    )
    .slice(0, mostColumns);
  return short.length > 0 ? Object.fromEntries(short) : undefined;
}

const [failedCode, endedCode, cutOffCode] = [
  ends.indexOf("failed"),
  ends.indexOf("ended"),
  ends.indexOf("cut off"),
];

function countUsage(facts: Facts, task: string, line: Line): void {
  const known = facts.usage.get(task) ?? {
    inputTokens: 0,
    outputTokens: 0,
    requests: 0,
    requestSeconds: 0,
    completions: 0,
    empty: noneEmpty(),
  };
  const usage = usageOf(line);
  facts.usage.set(task, {
    ...known,
    inputTokens: known.inputTokens + numberOf(usage.inputTokens),
    outputTokens: known.outputTokens + numberOf(usage.outputTokens),
    requests: known.requests + (numberOf(line.outcome?.requests) || 1),
    requestSeconds: known.requestSeconds + numberOf(line.time?.ms) / 1000,
  });
}

const textOr = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const usageOf = ({ outcome }: Line): { inputTokens?: unknown; outputTokens?: unknown } =>
  typeof outcome?.usage === "object" && outcome.usage !== null ? outcome.usage : {};

const listOf = (value: unknown): Drawn[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];

const numberOf = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) ? value : 0;

/** A journal is untrusted, and its numbers may be large. */
const mostSamples = 1_000_000;
const isSampleNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value < mostSamples;

/** The verdict on a sample without a completion. */
export const failureVerdict = (message: string): RowVerdict => ({
  right: null,
  answer: null,
  by: "provider",
  reason: message,
});

// The figures of an evaluation from its index, by the functions of the command line.

export function figuresOf({ table, usage }: Facts, { config, data }: RunFile): Record<string, TaskMetrics> {
  const tasks = new Map<string, Map<string, ProblemScores>>(
    Object.keys(data).map((name) => [name, new Map()]),
  );
  for (const [place, { task, problem }] of table.problems.entries()) {
    const samples: SampleVerdict[] = [];
    for (const [sample, row] of table.rows[place]!) samples[sample] = verdictAt(table, row);
    tasks.get(task)?.set(problem, { problem, samples });
  }
  return Object.fromEntries(
    [...tasks].map(([name, problems]) => {
      const { problems: all, own = all } = data[name]!;
      const spent = usage.get(name);
      const scores: TaskScores = {
        problems,
        absent: Math.max(0, own - problems.size),
        usage: { inputTokens: spent?.inputTokens ?? 0, outputTokens: spent?.outputTokens ?? 0 },
        requests: spent?.requests ?? 0,
        requestSeconds: spent?.requestSeconds ?? 0,
        completions: spent?.completions ?? 0,
        empty: spent?.empty ?? noneEmpty(),
      };
      return [name, measure(scores, config.numSamples, config.model.prices)];
    }),
  );
}

export function verdictAt(table: SampleTable, row: number): SampleVerdict {
  const state = stateOf(table.state.at(row));
  const by = table.text(table.rule.at(row)) ?? "";
  const right = state === "right" ? true : state === "wrong" ? false : null;
  const unscored: Unscored | undefined =
    state === "ungraded" ? "not_graded" : right === null ? unscoredBy(by) : undefined;
  return {
    right,
    answer: table.text(table.answer.at(row)) ?? null,
    group: table.text(table.group.at(row)) ?? null,
    by,
    unscored,
    truncated: table.isCutOff(row),
  };
}

const unscoredBy = (by: string): Unscored =>
  by === "provider" ? "provider" : isFailedGrade({ right: null, by }) ? "grading" : "gold";
