// Which verdicts a judge may change, and how. Every command uses this one list. The module sends no requests, so
// grading threads can use it too.

import { createHash } from "node:crypto";
import { z } from "zod";
import type { GradedResponse } from "../rewards/grade-answer.ts";
import type { Outcome, Reward, Seen } from "../rewards/reward.ts";
import { type Role, spansIn } from "../words/index.ts";

/** One answer and the golds, of which one match is enough. */
export const questionShape = z.object({
  golds: z.array(z.string()).min(1),
  answer: z.string(),
  problem: z.string().optional(),
});
export type Question = z.output<typeof questionShape>;

/** The comparison of an answer with one gold by the rules. */
interface Compared {
  gold: string;
  verdict: "equal" | "different" | "undecided";
  by: string;
}

/** Rules whose "different" is not a proof: a side could not be read as mathematics, or words were compared. */
const unproven: ReadonlySet<string> = new Set(["unparsed", "text"]);

const mayBeAsked = ({ gold, verdict, by }: Compared): boolean =>
  gold.trim() !== "" && (verdict === "undecided" || (verdict === "different" && unproven.has(by)));

/**
 * The question that the rules leave open; undefined if they have decided, or if the answer hedges. The answer is the
 * extracted one, so a response without an answer, a truncated one and one in the wrong format have no question.
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
 * The same for a graded response. An answer without a mark may be a part of the reasoning, which a judge does not see,
 * so only a text of one line is accepted.
 */
export function questionOfResponse(
  { graded, extracted, isGuessed, compared }: GradedResponse,
  problem?: string,
): Question | undefined {
  const isReasoning = graded.found_by === null && /\n/.test(extracted?.trim() ?? "");
  return isGuessed || isReasoning ? undefined : questionOf(extracted, compared, problem);
}

const hedging: ReadonlySet<string> = new Set<Role>(["hedge", "choice", "correction", "question"]);

/** Whether the answer hedges and the gold does not. */
function hedges(answer: string, gold: string): boolean {
  const open = (text: string) => new Set(rolesIn(text).filter((role) => hedging.has(role)));
  const allowed = open(gold);
  return [...open(answer)].some((role) => !allowed.has(role));
}

const rolesIn = (text: string): string[] => spansIn(text.slice(0, longest)).map(({ role }) => role);

/** The maximum length of each text that a judge is shown. */
export const longest = 2_000;

/** The key of a question: a hash of its content. */
export const keyOf = (question: Question): string =>
  createHash("sha256")
    .update(JSON.stringify([question.golds, question.answer, question.problem ?? null]))
    .digest("hex");

export const outcomes = [
  "equal",
  "different",
  /** The replies have no verdict, or contradict each other. Not equal. */
  "inconclusive",
  /** The answer is wrong by its form, so no judge was asked. */
  "refused",
  /** There is no reply: unscored. */
  "failed",
  /** The limit of questions or of cost is reached; the verdict of the rules stays. */
  "not asked",
] as const;
export type JudgeOutcome = (typeof outcomes)[number];

/** A judgement, as it is recorded. */
export const judgementShape = z.object({
  outcome: z.enum(outcomes),
  /** The gold that the replies are about. */
  gold: z.string(),
  /** The replies: first with the gold first, then with the answer first. */
  replies: z.array(z.string()).max(2),
  tokens: z.object({ input: z.number(), output: z.number() }),
  /** The model and the version of the prompt. */
  model: z.string(),
  prompt: z.string(),
  reason: z.string().optional(),
});
export type Judgement = z.output<typeof judgementShape>;

/** Whether the judge's verdict replaces that of the rules. */
export const hasRuled = ({ outcome }: Pick<Judgement, "outcome">): boolean => outcome !== "not asked";

/** The counter of rows that are wrong by the form of their answer, so that the judge was not asked. */
export const notShown = "not shown to the judge";

/** The resulting verdict: right, wrong, or null if it is unknown. */
export const rightOf = ({ outcome }: Pick<Judgement, "outcome">): boolean | null =>
  outcome === "equal" ? true : outcome === "failed" ? null : false;

/** The verdict of a comparison that the judge decided. */
export const verdictWord = ({ outcome }: Pick<Judgement, "outcome">): "equal" | "different" | "undecided" =>
  outcome === "equal"
    ? "equal"
    : outcome === "different" || outcome === "refused"
      ? "different"
      : "undecided";

/** Judgements by the keys of their questions, in the form that threads get. */
export type Told = Readonly<Record<string, Judgement>>;

export const toldOf = (told: Told | undefined, question: Question | undefined): Judgement | undefined =>
  question && told?.[keyOf(question)];

/**
 * The open question of a row, from its last comparison. Only rewards that equal the verdict on the answer have such
 * questions.
 */
export const questionOfReward = (
  { result }: Outcome,
  seen: Seen | undefined,
  row: Record<string, unknown>,
): Question | undefined =>
  isOfAnswer(result) ? questionOf(seen?.answer ?? null, seen?.compared ?? [], problemIn(row)) : undefined;

const isOfAnswer = (result: object): boolean =>
  Object.keys(result).join() === "format_reward,answer_reward,reward";

/** Whether a reward has verdicts that a judge could decide. */
export const takesJudge = ({ keys }: Reward): boolean => keys.includes("answer_reward");

/** The outcome of a row with the judgement on its answer. The format was right, because an answer was compared. */
export function judgedOutcome(outcome: Outcome, judgement: Judgement): Outcome {
  if (!hasRuled(judgement)) return outcome;
  const right = rightOf(judgement);
  const none = { format_reward: null, answer_reward: null, reward: null };
  if (right === null) return { result: none, unscored: judgement.reason! };
  return { result: { format_reward: 1, answer_reward: Number(right), reward: Number(right) } };
}

/** The result of a comparison that the judge decided. */
export const judgedSeen = (seen: Seen | undefined, judgement: Judgement): Seen => ({
  ...seen,
  by: "judge",
  verdict: verdictWord(judgement),
  unparsed: undefined,
  reason: judgement.reason,
});

/** The problem of a row, by the usual names of its field. */
export function problemIn(row: Record<string, unknown>): string | undefined {
  const texts = ["problem", "question", "prompt"].map((name) => row[name]);
  return texts.find((text): text is string => typeof text === "string" && text.trim() !== "");
}
