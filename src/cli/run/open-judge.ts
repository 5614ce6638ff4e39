// The judge that the options name: its model, its budget, and its examination before it judges.

import { loadConfig, type ModelSource } from "../../config/index.ts";
import { ExpectedError } from "../../errors/expected-error.ts";
import { type Exam, examine, KeptJudge, RefusedJudgeError, refusedBecause } from "../../judge/exam.ts";
import type { FormatName } from "../../judge/formats.ts";
import { type AskPair, askPair, Judge, type JudgeStamp, stampOf, stampWords } from "../../judge/judge.ts";
import type { Judgement, Question } from "../../judge/question.ts";
import type { Prices } from "../../models/model.ts";
import { baseUrlsOf, openModel } from "../../models/open-model.ts";
import { count } from "../../outgoing/counted.ts";
import { snakeNames } from "../../outgoing/snake-names.ts";
import type { JudgeOfRun } from "../../runs/grading/judged.ts";
import { UsageError, warnAs } from "../command.ts";
import { type JudgeValues, namesJudge } from "../options/judge-options.ts";
import { completeSource, findSource, modelOfRun, withUsualKey } from "../options/model-source.ts";
import { StatusLine } from "../terminal/terminal.ts";

/** The executor of the questions: the model itself, or workers at a queue. */
interface FoundJudge {
  stamp: JudgeStamp;
  prices: Prices | undefined;
  ask: AskPair;
  close(): Promise<void>;
}

/** Sends the questions to workers. */
export type CarryJudge = (context: {
  model: ReturnType<typeof modelOfRun>;
  format: FormatName;
}) => Promise<Pick<FoundJudge, "ask" | "close">>;

/** The model that the options name; undefined if they name none. @throws {UsageError} */
export async function findJudge(
  values: JudgeValues,
  command: string,
  carry?: CarryJudge,
): Promise<FoundJudge | undefined> {
  const { judge: name, judgeBaseUrl, judgeModel, judgeFormat: format } = values;
  if (name === undefined && judgeBaseUrl === undefined) {
    if (namesJudge(values))
      throw new UsageError(
        "which judge? Give --judge SOURCE, or --judge-base-url URL and --judge-model NAME",
      );
    return undefined;
  }
  const described = name === undefined ? undefined : await findSource("--judge", name, await loadConfig());
  const baseUrls = judgeBaseUrl === undefined ? undefined : [judgeBaseUrl];
  const complete = withUsualKey(completeSource(described, { baseUrls, model: judgeModel }));
  const source = carry ? complete : await named(complete, command);
  if (values.judgeBudget !== undefined && !source.prices)
    throw new UsageError("--judge-budget needs the judge's prices; name them in the configuration");
  const { model, path, prices, api } = source;
  if (model === undefined && path === undefined) throw new UsageError("--judge-model is missing");
  const stamp = stampOf(model ?? path!, format, baseUrlsOf(source));
  if (carry) return { stamp, prices, ...(await carry({ model: modelOfRun(name, source), format })) };
  const opened = await openModel(source);
  return { stamp, prices, ask: askPair(opened, format, api === "completions"), close: () => opened.close() };
}

async function named(source: ModelSource, command: string): Promise<ModelSource> {
  const { reached } = await import("./reached.ts");
  return (await reached(source, { flag: "--judge-model", say: warnAs(command) })).source;
}

/** A judge that may judge, and its examination. */
export interface OpenedJudge {
  judge: Judge;
  exam: Exam;
  /** Whether it failed its examination, and judges anyway. */
  isRefused: boolean;
  close(): Promise<void>;
}

/** The judge that the options name, examined; undefined if they name none. @throws {RefusedJudgeError} @throws {UsageError} */
export async function openJudge(
  values: JudgeValues,
  command: string,
  {
    carry,
    onJudged,
  }: {
    carry?: CarryJudge | undefined;
    onJudged?: ((question: Question, judgement: Judgement) => void) | undefined;
  } = {},
): Promise<OpenedJudge | undefined> {
  const found = await findJudge(values, command, carry);
  if (!found) return undefined;
  const { stamp, ask, prices, close } = found;
  try {
    const kept = new KeptJudge(stamp);
    const exam = kept.exam ?? (await examined(found, kept));
    const reason = refusedBecause(exam);
    const sentence = `the judge ${stampWords(stamp)} failed its examination: ${reason}`;
    if (reason !== undefined && !values.judgeAnyway)
      throw new RefusedJudgeError(`${sentence}. --judge-anyway uses it anyway, and marks the results`);
    if (reason !== undefined)
      process.stderr.write(`assay ${command}: ${sentence}; it is used because of --judge-anyway\n`);
    const { judgeMax: max, judgeBudget: budget } = values;
    const judge = new Judge({ ask, stamp, cache: kept, max, budget, prices, onJudged });
    return { judge, exam, isRefused: reason !== undefined, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Asks all pairs of the examination now, and stores the result. @throws {ExpectedError} */
export async function examined({ stamp, ask }: FoundJudge, kept = new KeptJudge(stamp)): Promise<Exam> {
  const line = new StatusLine(process.stderr);
  try {
    const exam = await examine(ask, stamp, (done, of) =>
      line.show(`examining the judge: ${count(done)} of ${count(of)}`),
    );
    kept.keepExam(exam);
    return exam;
  } catch (error) {
    throw new ExpectedError(`the judge ${stamp.model} could not be examined: ${(error as Error).message}`);
  } finally {
    line.clear();
  }
}

/** The judge's identity and cost. */
export function judgeWords({ judge, isRefused }: OpenedJudge): string {
  const { of, tokens, cached } = judge.tally;
  const parts = [
    `the judge is ${stampWords(judge.stamp)}`,
    ...(isRefused ? ["which FAILED its examination"] : []),
    ...(of.inconclusive > 0 ? [`${count(of.inconclusive)} inconclusive`] : []),
    ...(of.failed > 0 ? [`${count(of.failed)} without a reply`] : []),
    ...(of["not asked"] > 0 ? [`${count(of["not asked"])} not asked`] : []),
    ...(cached > 0 ? [`${count(cached)} from the cache`] : []),
    `${count(tokens.input)} tokens in, ${count(tokens.output)} out`,
  ];
  return parts.join("; ");
}

/** The same as JSON. */
export function judgeJson({ judge, isRefused, exam }: OpenedJudge): object {
  const { of, ...rest } = judge.tally;
  return { ...judge.stamp, passed: !isRefused, examined: exam.at, outcomes: snakeNames(of), ...rest };
}

/** The entry of the judge in a run's file. */
export const judgeOfRunFrom = ({ judge, exam, isRefused }: OpenedJudge): JudgeOfRun => ({
  ...judge.stamp,
  passed: !isRefused,
  examined: exam.at,
});
