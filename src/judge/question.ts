// What a judge may be asked, and what its replies come to. This is the one list of verdicts that a judge may change; every
// command uses it. It asks nothing itself, so that the threads that grade can use it too.

import { createHash } from "node:crypto";
import { z } from "zod";
import type { GradedResponse } from "../rewards/grade-answer.ts";
import type { Outcome, Reward, Seen } from "../rewards/reward.ts";
import { type Role, spansIn } from "../words/index.ts";

/** One answer and the golds of which any one suffices. */
export const questionShape = z.object({
  golds: z.array(z.string()).min(1),
  answer: z.string(),
  problem: z.string().optional(),
});
export type Question = z.output<typeof questionShape>;

/** How the rules compared an answer with one gold. */
interface Compared {
  gold: string;
  verdict: "equal" | "different" | "undecided";
  by: string;
}

/** Rules that say "different" without a proof: a side could not be read as mathematics, or words were compared. */
const unproven: ReadonlySet<string> = new Set(["unparsed", "text"]);

const mayBeAsked = ({ gold, verdict, by }: Compared): boolean =>
  gold.trim() !== "" && (verdict === "undecided" || (verdict === "different" && unproven.has(by)));

/**
 * The question that the rules leave open; undefined if they have decided, or where the answer hedges. The answer is what was
 * extracted: a response without an answer, one that was cut off and one in the wrong format have none.
 */
export function questionOf(
  answer: string | null,
  compared: readonly Compared[],
  problem?: string,
): Question | undefined {
  if (answer === null || answer.trim() === "" || compared.some(({ verdict }) => verdict === "equal"))
    return undefined;
  const golds = compared.filter(mayBeAsked).map(({ gold }) => gold);
  const open = golds.filter((gold) => !hedges(answer, gold));
  return open.length === 0 ? undefined : { golds: open, answer, ...(problem ? { problem } : {}) };
}

/**
 * The same for a graded response. What nothing marks may be a part of the reasoning, which a judge does not see: only a text of
 * one line is taken as an answer by itself.
 */
export function questionOfResponse(
  { graded, extracted, isGuessed, compared }: GradedResponse,
  problem?: string,
): Question | undefined {
  const isReasoning = graded.found_by === null && /\n/.test(extracted?.trim() ?? "");
  return isGuessed || isReasoning ? undefined : questionOf(extracted, compared, problem);
}

const hedging: ReadonlySet<string> = new Set<Role>(["hedge", "choice", "correction", "question"]);

/** Whether an answer leaves open what it says, and the gold does not. */
function hedges(answer: string, gold: string): boolean {
  const open = (text: string) => new Set(rolesIn(text).filter((role) => hedging.has(role)));
  const allowed = open(gold);
  return [...open(answer)].some((role) => !allowed.has(role));
}

const rolesIn = (text: string): string[] => spansIn(text.slice(0, longest)).map(({ role }) => role);

/** Of each text that a judge is shown. */
export const longest = 2_000;

/** Names a question by its content. */
export const keyOf = (question: Question): string =>
  createHash("sha256")
    .update(JSON.stringify([question.golds, question.answer, question.problem ?? null]))
    .digest("hex");

export const outcomes = [
  "equal",
  "different",
  /** The replies hold no verdict, or contradict one another. Not equal. */
  "inconclusive",
  /** The answer is wrong by its form, and no judge was asked. */
  "refused",
  /** There is no reply: unscored. */
  "failed",
  /** The limit of questions or of money is reached; the verdict of the rules is. */
  "not asked",
] as const;
export type JudgeOutcome = (typeof outcomes)[number];

/** What a judge said on a question, as it is recorded. */
export const judgementShape = z.object({
  outcome: z.enum(outcomes),
  /** The gold that the replies are about. */
  gold: z.string(),
  /** As they came, the gold first and then the answer first. */
  replies: z.array(z.string()).max(2),
  tokens: z.object({ input: z.number(), output: z.number() }),
  /** The model and the version of the prompt. */
  model: z.string(),
  prompt: z.string(),
  reason: z.string().optional(),
});
export type Judgement = z.output<typeof judgementShape>;

/** Whether the verdict is the judge's own, and no longer that of the rules. */
export const hasRuled = ({ outcome }: Pick<Judgement, "outcome">): boolean => outcome !== "not asked";

/** What a verdict becomes: right, wrong, or null if nothing is known of it. */
export const rightOf = ({ outcome }: Pick<Judgement, "outcome">): boolean | null =>
  outcome === "equal" ? true : outcome === "failed" ? null : false;

/** Judgements by the keys of their questions, as threads are given them. */
export type Told = Readonly<Record<string, Judgement>>;

export const toldOf = (told: Told | undefined, question: Question | undefined): Judgement | undefined =>
  question && told?.[keyOf(question)];

/** What a reward leaves open on a row, by its last comparison. Only rewards that are the answer's verdict have such questions. */
export const questionOfReward = (
  { result }: Outcome,
  seen: Seen | undefined,
  row: Record<string, unknown>,
): Question | undefined =>
  isOfAnswer(result) ? questionOf(seen?.answer ?? null, seen?.compared ?? [], problemIn(row)) : undefined;

const isOfAnswer = (result: object): boolean =>
  Object.keys(result).join() === "format_reward,answer_reward,reward";

/** Whether a reward leaves anything open that a judge could decide. */
export const takesJudge = ({ keys }: Reward): boolean => keys.includes("answer_reward");

/** The outcome of a row with what a judge said on its answer. The format was right, since an answer was compared. */
export function judgedOutcome(outcome: Outcome, judgement: Judgement): Outcome {
  if (!hasRuled(judgement)) return outcome;
  const right = rightOf(judgement);
  const none = { format_reward: null, answer_reward: null, reward: null };
  if (right === null) return { result: none, unscored: judgement.reason! };
  return { result: { format_reward: 1, answer_reward: Number(right), reward: Number(right) } };
}

/** What is said of a comparison that the judge decided. */
export const judgedSeen = (seen: Seen | undefined, { outcome, reason }: Judgement): Seen => ({
  ...seen,
  by: "judge",
  verdict: outcome === "equal" ? "equal" : outcome === "failed" ? "undecided" : "different",
  unparsed: undefined,
  reason,
});

/** The problem of a row, by the names that rows have for it. */
export function problemIn(row: Record<string, unknown>): string | undefined {
  const texts = ["problem", "question", "prompt"].map((name) => row[name]);
  return texts.find((text): text is string => typeof text === "string" && text.trim() !== "");
}
