// Recorded scores and judges' replies, read from JSON Lines, so that they can be measured without a server. A line
// names the problem, and has the scores of a solution's steps, or one score or one text.

import { isUtf8 } from "node:buffer";
import { basename } from "node:path";
import { z } from "zod";
import { fileLines } from "../../jsonl/plain-file.ts";
import { noUsage } from "../../models/model.ts";
import { ModelError, ProviderError } from "../../models/provider-error.ts";
import { badField } from "../../outgoing/bad-field.ts";
import { counted } from "../../outgoing/counted.ts";
import { type LabelPair, usualLabels } from "../labels.ts";
import type { StepScore, StepScorer, StepScores, StepsToScore } from "../step-scorer.ts";
import { readReply } from "./chat-scorer.ts";
import { type PooledScores, rewardOfRow } from "./pooled-scores.ts";

const name = z.union([z.string(), z.number()]).transform(String);
const value = z.union([z.number(), z.array(z.number()).min(1)]);
const recordedLine = z.object({
  /** In the form of a request, `task/problem#sample`, instead of the following fields. */
  key: z.string().optional(),
  task: z.string().optional(),
  problem: name.optional(),
  id: name.optional(),
  /** The index of the solution, from 0 on; in a step-by-step search, the iteration and the candidate. */
  sample: z.int().min(0).optional(),
  iteration: z.int().min(1).optional(),
  /** The index of the step, from 0 on; without it, the line is about the whole solution. */
  step: z.int().min(0).optional(),
  scores: z.array(value).min(1).optional(),
  score: value.optional(),
  text: z.string().optional(),
  finish: z.string().nullish(),
});
type RecordedLine = z.output<typeof recordedLine>;

/** The recorded value of one step, or of a whole solution. */
type Entry = Pick<RecordedLine, "scores" | "score" | "text" | "finish">;

interface Solution {
  whole?: Entry;
  steps: Map<number, Entry>;
}

interface RecordedScorerOptions {
  path: string;
  identity: Readonly<Record<string, unknown>>;
  /** The kind of values; default: probabilities. */
  scores?: PooledScores | undefined;
  labels?: readonly LabelPair[] | undefined;
  /** A step with a reward below this is wrong. */
  threshold: number;
}

export class RecordedScorer implements StepScorer {
  readonly identity: Readonly<Record<string, unknown>>;
  /** Recorded scores are available at once; recorded texts end at the first wrong step. */
  readonly asksOnce: boolean;
  readonly isBySample = true;

  private constructor(
    private readonly options: RecordedScorerOptions,
    private readonly solutions: ReadonlyMap<string, Solution>,
    hasTexts: boolean,
  ) {
    this.identity = options.identity;
    this.asksOnce = !hasTexts;
  }

  /** @throws {ModelError} that names the line that cannot be used */
  static async open(options: RecordedScorerOptions): Promise<RecordedScorer> {
    const solutions = new Map<string, Solution>();
    const seen = new Map<string, number>();
    let hasTexts = false;
    try {
      for await (const { bytes, number } of fileLines(options.path)) {
        if (bytes.length === 0) continue;
        if (!isUtf8(bytes))
          throw new ModelError(`${options.path}, line ${number}: it is not UTF-8; convert the file`);
        const line = readLine(bytes.toString("utf8"), `${options.path}, line ${number}`);
        if (line.scores === undefined && line.score === undefined) hasTexts = true;
        add(solutions, line, seen);
      }
    } catch (error) {
      if (error instanceof ModelError) throw error;
      throw new ModelError(`the recorded scores cannot be read: ${(error as Error).message}`);
    }
    return new RecordedScorer(options, solutions, hasTexts);
  }

  async score(question: StepsToScore): Promise<StepScores> {
    const scores = this.scoresOf(question);
    const firstWrong = question.untilWrong ? scores.findIndex(({ verdict }) => verdict !== "right") : -1;
    return { scores: firstWrong < 0 ? scores : scores.slice(0, firstWrong + 1), calls: 0, usage: noUsage };
  }

  preview({ key }: StepsToScore): object {
    return { recorded: this.options.path, key };
  }

  async close(): Promise<void> {}

  private scoresOf(question: StepsToScore): StepScore[] {
    const { steps, from, key } = question;
    const { problem, place } = placeIn(key);
    const solution = this.find(problem, place ?? "1.0");
    const whole = solution?.whole;
    if (whole?.scores) return this.ofWhole(whole.scores, question, place !== undefined);
    if (place !== undefined && whole) return [this.scored(whole)];
    return steps.slice(from).map((_, i) => {
      const step = from + i;
      // Several lines of a sample without numbers are its steps in order.
      const inOrder = place === undefined ? this.find(problem, `1.${step}`)?.whole : undefined;
      const entry = solution?.steps.get(step) ?? inOrder;
      if (!entry) throw this.missing(`${key}, step ${step}`);
      return this.scored(entry);
    });
  }

  /** A drawn solution may have been scored with a different division into steps; the steps of a sample are fixed. */
  private ofWhole(
    values: NonNullable<Entry["scores"]>,
    question: StepsToScore,
    isDrawn: boolean,
  ): StepScore[] {
    const { steps, from, key } = question;
    const scored = values.map((each) => this.ofValue(each));
    if (scored.length === steps.length) return scored.slice(from);
    if (isDrawn && from === 0) return scored;
    throw new ProviderError(
      `${this.options.path} holds ${counted(scored.length, "score")} for the ${counted(steps.length, "step")} of ${key}`,
      { failure: "missing" },
    );
  }

  private scored({ score, text = "", finish }: Entry): StepScore {
    if (score !== undefined) return this.ofValue(score);
    const { labels = usualLabels } = this.options;
    return readReply({ text, finish: finish ?? null }, labels, false, undefined);
  }

  private ofValue(each: z.output<typeof value>): StepScore {
    const { scores, threshold } = this.options;
    const row = [each].flat();
    const reward = rewardOfRow(row, scores ?? (row.length === 1 ? "probabilities" : undefined));
    return { reward, verdict: reward < threshold ? "wrong" : "right", text: null };
  }

  /** A record may name only the problem, or a shorter path of the task than the request. */
  private find(problem: string, place: string): Solution | undefined {
    for (let from = 0; ; ) {
      const solution = this.solutions.get(`${problem.slice(from)}#${place}`);
      if (solution) return solution;
      const slash = problem.indexOf("/", from);
      if (slash < 0) return undefined;
      from = slash + 1;
    }
  }

  private missing(what: string): ProviderError {
    return new ProviderError(`${basename(this.options.path)} holds no score and no text for ${what}`, {
      failure: "missing",
    });
  }
}

/** A search requests a candidate of an iteration, ProcessBench a sample. */
function placeIn(key: string): { problem: string; place?: string } {
  const [, problem, place] = /^(.*)#(\d+\.\d+)\/reward$/.exec(key) ?? [];
  return problem === undefined ? { problem: key } : { problem, place: place! };
}

function readLine(text: string, where: string): RecordedLine {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new ModelError(`${where}: it is not JSON`);
  }
  const read = recordedLine.safeParse(parsed);
  if (!read.success) throw new ModelError(`${where}: ${badField(read.error.issues[0]!, parsed)}`);
  const { key, problem, id, scores, score, text: said } = read.data;
  if ((key ?? problem ?? id) === undefined)
    throw new ModelError(`${where}: it names neither key nor problem`);
  if (scores === undefined && score === undefined && said === undefined)
    throw new ModelError(`${where}: it holds neither scores, nor a score, nor a text`);
  return read.data;
}

function add(solutions: Map<string, Solution>, line: RecordedLine, seen: Map<string, number>): void {
  const { step, scores, score, text, finish } = line;
  const place = nameOf(line, seen);
  const solution: Solution = solutions.get(place) ?? { steps: new Map() };
  const entry: Entry = { scores, score, text, finish };
  if (step === undefined) solution.whole = entry;
  else solution.steps.set(step, entry);
  solutions.set(place, solution);
}

/** `problem#iteration.sample`. Lines about whole solutions without a number are numbered in their order. */
function nameOf(
  { key, task, problem, id, sample, iteration = 1, step }: RecordedLine,
  seen: Map<string, number>,
): string {
  if (key !== undefined) {
    const [, named = key, place = "0"] = /^(.*)#(\d+(?:\.\d+)?)$/.exec(key) ?? [];
    return `${named}#${place.includes(".") ? place : `1.${place}`}`;
  }
  const bare = problem ?? id!;
  const named = task === undefined ? bare : `${task}/${bare}`;
  const number = sample ?? (step === undefined ? (seen.get(named) ?? 0) : 0);
  if (step === undefined) seen.set(named, number + 1);
  return `${named}#${iteration}.${number}`;
}
