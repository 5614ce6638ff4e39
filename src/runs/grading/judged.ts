// Judged verdicts of a run. The judgements are in judge.jsonl, by content, so that the run can be graded, shown and
// compared again without a model; run.json names the judge.

import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ExpectedError } from "../../errors/expected-error.ts";
import { jsonIn, reasonOf, StorageError } from "../../jsonl/errors.ts";
import { plainFileLines } from "../../jsonl/plain-file.ts";
import { type Judge, type JudgeStamp, stampWords } from "../../judge/judge.ts";
import {
  hasRuled,
  type Judgement,
  judgementShape,
  keyOf,
  type Question,
  questionShape,
  rightOf,
} from "../../judge/question.ts";
import { withoutSecrets } from "../../outgoing/secrets.ts";
import type { Grade } from "../../tasks/task.ts";
import type { Grader, GradingItem } from "./grader.ts";

const judgeFileName = "judge.jsonl";

/** The entry of the judge in a run's file. */
export const judgeOfRun = z.object({
  model: z.string(),
  servers: z.array(z.string()).optional(),
  format: z.string(),
  prompt: z.string(),
  /** Whether it passed its examination. */
  passed: z.boolean(),
  examined: z.string(),
});
export type JudgeOfRun = z.output<typeof judgeOfRun>;

const judgedLine = z.object({ question: questionShape, judgement: judgementShape });

/** The judgement on an answer to a problem; a long answer may be truncated. */
export async function judgementOn(
  folder: string,
  problem: string,
  answer: string,
): Promise<Judgement | undefined> {
  const start = answer.replace(/…$/, "");
  for await (const { question, judgement } of judgedLines(folder))
    if ((question.problem ?? "") === problem && question.answer.startsWith(start)) return judgement;
  return undefined;
}

/** By the keys of their questions; empty if the run has no judge. */
export async function readJudgements(folder: string): Promise<Map<string, Judgement>> {
  const known = new Map<string, Judgement>();
  for await (const { question, judgement } of judgedLines(folder)) known.set(keyOf(question), judgement);
  return known;
}

/** An incomplete line is skipped. */
async function* judgedLines(folder: string): AsyncGenerator<z.output<typeof judgedLine>> {
  const path = join(folder, judgeFileName);
  if (!existsSync(path)) return;
  for await (const { bytes } of plainFileLines(path)) {
    const read = judgedLine.safeParse(jsonIn(bytes.toString("utf8"))).data;
    if (read) yield read;
  }
}

/** Adds a judgement to a run's folder. @throws {StorageError} */
export function keepJudgement(folder: string, question: Question, judgement: Judgement): void {
  const path = join(folder, judgeFileName);
  try {
    appendFileSync(path, `${withoutSecrets(JSON.stringify({ question, judgement }))}\n`);
  } catch (error) {
    throw new StorageError(`${path}: cannot be written: ${reasonOf(error)}`);
  }
}

/** Adds the judgements of a shard. */
export function copyJudgements(from: string, to: string): void {
  const path = join(from, judgeFileName);
  if (existsSync(path)) appendFileSync(join(to, judgeFileName), readFileSync(path));
}

/** For a run that is judged again. */
export const forgetJudgements = (folder: string): void =>
  rmSync(join(folder, judgeFileName), { force: true });

/** One figure must not mix the verdicts of two judges. @throws {ExpectedError} */
export function refuseOtherJudge(
  folder: string,
  before: JudgeOfRun | undefined,
  stamp: JudgeStamp | undefined,
): void {
  if (!before || (stamp && isSame(before, stamp))) return;
  throw new ExpectedError(
    `${folder}: the run was judged by ${stampWords(before as JudgeStamp)}, and ` +
      `${stamp ? `this judge is ${stampWords(stamp)}` : "no judge is named now"}; name the same one, or judge it again with 'assay regrade'`,
  );
}

const isSame = (a: Pick<JudgeOfRun, "model" | "prompt">, b: Pick<JudgeOfRun, "model" | "prompt">): boolean =>
  a.model === b.model && a.prompt === b.prompt;

/** Whether two runs were judged in the same way: by the same judge, or both by rules only. */
export const judgedAlike = (a: JudgeOfRun | undefined, b: JudgeOfRun | undefined): boolean =>
  a && b ? isSame(a, b) : a === b;

/** A grade with the judgement; its question stays, so that it can be asked again. */
function withJudgement(grade: Grade, judgement: Judgement): Grade {
  if (!hasRuled(judgement)) return { ...grade, judge: judgement };
  const { undecided: _, reason: __, ...rest } = grade;
  const { outcome, reason } = judgement;
  return {
    ...rest,
    right: rightOf(judgement),
    by: "judge",
    ...(outcome === "inconclusive" ? { undecided: true as const } : {}),
    ...(reason === undefined ? {} : { reason }),
    judge: judgement,
  };
}

/** A grader with a judge for what the rules leave open: recorded judgements first, then requests. */
export class JudgingGrader implements Grader {
  private readonly asked = new Set<Promise<void>>();
  private failure: Error | undefined;

  constructor(
    private readonly inner: Grader,
    private readonly known: ReadonlyMap<string, Judgement>,
    private readonly judge?: Judge | undefined,
    private readonly signal?: AbortSignal | undefined,
  ) {}

  grade(item: GradingItem, tell: (grade: Grade) => void): Promise<void> | undefined {
    return this.inner.grade(item, (grade) => this.settle(item, grade, tell));
  }

  /** Also for grades that were made elsewhere. */
  settle(
    { conversation }: Pick<GradingItem, "conversation">,
    grade: Grade,
    tell: (grade: Grade) => void,
  ): void {
    if (!grade.question) return tell(grade);
    const question: Question = {
      ...grade.question,
      ...(conversation.problem ? { problem: conversation.problem } : {}),
    };
    const known = this.known.get(keyOf(question));
    // A question that failed, or was not asked, is asked again.
    if (known && (!this.judge || (hasRuled(known) && known.outcome !== "failed")))
      return tell(withJudgement(grade, known));
    if (!this.judge) return tell(grade);
    const asked = this.judge
      .judge(question, this.signal)
      .then((judgement) => tell(withJudgement(grade, judgement)))
      .catch((error: Error) => {
        this.failure ??= error;
      })
      .finally(() => this.asked.delete(asked));
    this.asked.add(asked);
  }

  async done(): Promise<void> {
    await this.inner.done();
    while (this.asked.size > 0) await Promise.all(this.asked);
    if (this.failure) throw this.failure;
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
