// A judge: a model that is asked whether two answers are the same if the rules have no proof. It is asked in both
// orders, at temperature 0; the second time only if the first reply is "equal". Replies are stored by content, so no
// question is paid for twice.

import { createHash } from "node:crypto";
import { messageOf } from "../errors/expected-error.ts";
import { type Verification, type VerifyOptions, verify } from "../math/index.ts";
import { addUsage, costOf, type Model, noUsage, type Prices, type Usage } from "../models/model.ts";
import { ProviderError } from "../models/provider-error.ts";
import {
  type FormatName,
  messagesOf,
  type Order,
  type Pair,
  promptVersion,
  readReply,
  refusalOf,
} from "./formats.ts";
import {
  hasRuled,
  type Judgement,
  type JudgeOutcome,
  keyOf,
  longest,
  outcomes,
  type Question,
  questionOf,
  type Told,
  verdictWord,
} from "./question.ts";

/** The identity of a judge: two runs with the same stamp had the same judge. */
export interface JudgeStamp {
  model: string;
  servers?: string[] | undefined;
  format: FormatName;
  prompt: string;
}

export const stampOf = (
  model: string,
  format: FormatName = "assay",
  servers?: readonly string[],
): JudgeStamp => ({
  model,
  ...(servers && servers.length > 0 ? { servers: [...servers].sort() } : {}),
  format,
  prompt: `${format}/${promptVersion}`,
});

/** For example `Qwen3-4B, prompt assay/1`. */
export const stampWords = ({ model, prompt }: JudgeStamp): string => `${model}, prompt ${prompt}`;

/** The replies to one pair, and their cost. */
export interface Replies {
  replies: string[];
  tokens: { input: number; output: number };
}

/** Asks about one pair, in this process or over a queue. @throws {ProviderError} if a call failed after its retries */
export type AskPair = (pair: Pair, signal?: AbortSignal) => Promise<Replies>;

/** Enough for brief reasoning; a verifier without reasoning stops after its label. */
const mostTokens = 1_024;
const longestReply = 4_000;
const orders: readonly Order[] = ["gold first", "answer first"];

/** The two calls of one pair. @param isPlain one text instead of messages, for plain completions */
export function askPair(model: Model, format: FormatName, isPlain = false): AskPair {
  return async (pair, signal) => {
    const replies: string[] = [];
    let usage: Usage = noUsage;
    for (const order of orders) {
      const messages = messagesOf(format, pair, order);
      const prompt = isPlain ? `${messages.at(-1)!.content}\n` : messages;
      const { completions, usage: used } = await model.generate(
        {
          prompt,
          sampling: { temperature: 0, maxTokens: mostTokens },
          draws: [{ key: `judge/${hashOf([format, pair, order])}`, seed: 0 }],
        },
        { signal },
      );
      const { text: said, finish } = completions[0]!;
      // If a reply was cut off, its last line may be incomplete: "A" may be the beginning of "According to".
      const text = finish === "length" ? `${said}…` : said;
      usage = addUsage(usage, used);
      // Of a long reply, the end is kept, which has the label.
      replies.push(text.length > longestReply ? `…${text.slice(-longestReply)}` : text);
      if (readReply(format, text) !== "equal") break;
    }
    return { replies, tokens: { input: usage.inputTokens, output: usage.outputTokens } };
  };
}

const hashOf = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** Earlier replies, by the content of the pair. */
export interface ReplyCache {
  get(key: string): Replies | undefined;
  set(key: string, replies: Replies): void;
}

export interface JudgeOptions {
  /** The model; or `ask`, if the requests are sent elsewhere. */
  model?: Model | undefined;
  ask?: AskPair | undefined;
  format?: FormatName | undefined;
  stamp?: JudgeStamp | undefined;
  cache?: ReplyCache | undefined;
  /** The maximum number of questions; those in the cache do not count. */
  max?: number | undefined;
  /** In the currency of the prices. */
  budget?: number | undefined;
  prices?: Prices | undefined;
  /** Called once for each judgement. */
  onJudged?: ((question: Question, judgement: Judgement) => void) | undefined;
}

export interface JudgeTally {
  /** The numbers of questions by outcome. */
  of: Record<JudgeOutcome, number>;
  /** The number of these that were answered without a call. */
  cached: number;
  tokens: { input: number; output: number };
  cost?: number | undefined;
}

export class Judge {
  readonly stamp: JudgeStamp;
  private readonly ask: AskPair;
  private readonly cache: ReplyCache;
  private readonly underWay = new Map<string, Promise<Judgement>>();
  private readonly of = Object.fromEntries(outcomes.map((each) => [each, 0])) as JudgeTally["of"];
  private cached = 0;
  private calls = 0;
  private usage: Usage = noUsage;
  private asking = 0;
  private readonly waiting: (() => void)[] = [];
  /** The highest cost of a question so far; undefined before the first. */
  private dearest = Number.POSITIVE_INFINITY;

  constructor(private readonly options: JudgeOptions) {
    const { model, format = "assay" } = options;
    if (!model && !options.ask) throw new TypeError("a judge needs a model");
    this.stamp = options.stamp ?? stampOf(model!.name, format);
    this.ask = options.ask ?? askPair(model!, format);
    this.cache = options.cache ?? new Map();
  }

  get tally(): JudgeTally {
    const { prices } = this.options;
    const tokens = { input: this.usage.inputTokens, output: this.usage.outputTokens };
    return {
      of: { ...this.of },
      cached: this.cached,
      tokens,
      cost: prices && costOf(this.usage, prices),
    };
  }

  /** Equal if it is equal to any of the golds. If a question is asked twice at the same time, it is sent once. */
  judge(question: Question, signal?: AbortSignal): Promise<Judgement> {
    const key = keyOf(question);
    let answer = this.underWay.get(key);
    if (!answer) {
      answer = this.settle(question, signal).finally(() => this.underWay.delete(key));
      this.underWay.set(key, answer);
    }
    return answer;
  }

  /** The judgements on all golds, by key. */
  async judgeAll(questions: readonly Question[], signal?: AbortSignal): Promise<Told> {
    const pairs = await Promise.all(
      questions.map(async (question) => [keyOf(question), await this.judge(question, signal)] as const),
    );
    return Object.fromEntries(pairs);
  }

  private async settle({ golds, answer, problem }: Question, signal?: AbortSignal): Promise<Judgement> {
    let last: Judgement | undefined;
    for (const gold of golds) {
      const judgement = await this.judgePair({ gold, answer, problem }, signal);
      // If one gold has no verdict, the question has none, unless the answer is equal to a different gold.
      last = last && weightOf(last) > weightOf(judgement) ? last : judgement;
      if (judgement.outcome === "equal" || judgement.outcome === "not asked") break;
    }
    this.of[last!.outcome]++;
    this.options.onJudged?.({ golds, answer, problem }, last!);
    return last!;
  }

  private async judgePair({ gold, answer, problem }: Pair, signal?: AbortSignal): Promise<Judgement> {
    const { model, prompt, format } = this.stamp;
    const nothing = { gold, replies: [], tokens: { input: 0, output: 0 }, model, prompt };
    const refused = refusalOf(answer, format, gold);
    if (refused !== undefined)
      return { ...nothing, outcome: "refused", reason: `the answer is not shown to a judge: ${refused}` };
    const unusable = refusalOf(gold, format, answer);
    if (unusable !== undefined)
      return { ...nothing, outcome: "inconclusive", reason: `the gold is not shown to a judge: ${unusable}` };
    const isShown = problem !== undefined && refusalOf(problem.slice(0, longest), format) === undefined;
    const pair: Pair = { gold, answer, ...(isShown ? { problem } : {}) };
    const key = hashOf([this.stamp, pair]);
    let replies = this.cache.get(key);
    if (replies) this.cached++;
    else {
      const spent = await this.turn();
      if (spent !== undefined) return { ...nothing, outcome: "not asked", reason: spent };
      try {
        replies = await this.ask(pair, signal);
        this.pay(replies);
      } catch (error) {
        if (!(error instanceof ProviderError) && !signal?.aborted) throw error;
        return { ...nothing, outcome: "failed", reason: `the judge did not reply: ${messageOf(error)}` };
      } finally {
        this.asking--;
        for (const wake of this.waiting.splice(0)) wake();
      }
      this.cache.set(key, replies);
    }
    return { ...nothing, ...replies, ...verdictOf(replies.replies, format) };
  }

  /**
   * Waits until the judge may be asked; returns the reason if it may not. A reply is charged when it arrives. With a
   * budget, the number of simultaneous questions is therefore limited to what the rest of it would pay for, if each
   * cost as much as the most expensive one so far.
   */
  private async turn(): Promise<string | undefined> {
    const { max = Number.POSITIVE_INFINITY, budget = Number.POSITIVE_INFINITY, prices } = this.options;
    for (;;) {
      const cost = prices ? costOf(this.usage, prices) : 0;
      if (this.calls >= max) return `the judge was asked ${max} times already`;
      if (cost >= budget)
        return `the judge's budget of ${budget}${prices?.currency ? ` ${prices.currency}` : ""} is used up`;
      const isPaid = budget === Number.POSITIVE_INFINITY || cost + (this.asking + 1) * this.dearest <= budget;
      if (this.asking === 0 || isPaid) break;
      await new Promise<void>((wake) => this.waiting.push(wake));
    }
    this.calls++;
    this.asking++;
    return undefined;
  }

  private pay({ tokens }: Replies): void {
    const { prices } = this.options;
    const usage = { inputTokens: tokens.input, outputTokens: tokens.output };
    this.usage = addUsage(this.usage, usage);
    if (!prices) return;
    const cost = costOf(usage, prices);
    this.dearest = this.dearest === Number.POSITIVE_INFINITY ? cost : Math.max(this.dearest, cost);
  }
}

const weights: readonly JudgeOutcome[] = ["inconclusive", "not asked", "failed", "equal"];

const weightOf = ({ outcome }: Judgement): number => weights.indexOf(outcome);

/** Equal only if the replies in both orders say so. */
function verdictOf(replies: readonly string[], format: FormatName): Pick<Judgement, "outcome" | "reason"> {
  const [first, second] = replies.map((reply) => readReply(format, reply));
  if (first === "different") return { outcome: "different" };
  if (first === "equal" && second === "equal") return { outcome: "equal" };
  const reason =
    first === "unsure" || second === "unsure"
      ? "the judge is not sure"
      : first === "equal" && second === "different"
        ? "the judge contradicts itself when the order changes"
        : "the last line of a reply is not one of the labels";
  return { outcome: "inconclusive", reason };
}

/** A verdict of `verify`, or of a judge if the rules have no proof. */
export type JudgedVerification = Omit<Verification, "by" | "certainty"> & {
  by: Verification["by"] | "judge";
  certainty: Verification["certainty"] | "judged";
  /** The judgement, if the judge was asked. */
  judge?: Judgement | undefined;
};

/**
 * `verify`, and a judge if the rules have no proof. If the judge is inconclusive or failed, the verdict is undecided.
 *
 * @example
 * const judge = new Judge({ model });
 * await verifyWithJudge("the mitochondrion", "mitochondria", { judge, problem: "Which organelle makes ATP?" })
 */
export async function verifyWithJudge(
  gold: string,
  answer: string,
  options: VerifyOptions & { judge: Judge; problem?: string | undefined; signal?: AbortSignal | undefined },
): Promise<JudgedVerification> {
  const { judge, problem, signal, ...policies } = options;
  const verified = verify(gold, answer, policies);
  const question = questionOf(answer, [{ ...verified, gold }], problem);
  return question ? asJudged(verified, await judge.judge(question, signal)) : verified;
}

/** A verification with the judgement. */
export function asJudged<V extends Verification>(
  verified: V,
  judgement: Judgement,
): Omit<V, "by" | "certainty"> & Pick<JudgedVerification, "by" | "certainty" | "judge"> {
  if (!hasRuled(judgement)) return { ...verified, judge: judgement };
  const { outcome, reason } = judgement;
  const verdict = verdictWord(judgement);
  const { reason: _, unparsed: __, ...rest } = verified;
  return {
    ...(rest as V),
    verdict,
    equal: outcome === "equal",
    by: "judge",
    certainty: outcome === "failed" ? null : "judged",
    ...(reason === undefined ? {} : { reason }),
    judge: judgement,
  };
}
