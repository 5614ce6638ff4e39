// Carries out the decisions of a strategy: draws candidates from the policy, has all of them scored at once, and
// returns them for a decision. One call is one iteration of one problem.

import {
  addUsage,
  type Completion,
  type Draw,
  type GenerateOptions,
  type Generation,
  type Model,
  noUsage,
  type Retry,
  type Sampling,
  type Usage,
} from "../models/model.ts";
import { ProviderError } from "../models/provider-error.ts";
import type { StepScore, StepScorer } from "../prm/step-scorer.ts";
import { asUnitFailure } from "../runs/draw.ts";
import type { Work, WorkContext } from "../runs/engine/unit.ts";
import { requestSeed } from "../runs/seed.ts";
import { dropped as noCandidate, readSolution, readStep, stepEnd } from "./candidate.ts";
import {
  type CandidateRecord,
  type IterationInput,
  type IterationOutcome,
  iterationUnit,
  nextInput,
  type SearchConclusion,
  searchKey,
} from "./iteration.ts";
import { type PolicyPrompt, policyPrompt } from "./prompt.ts";
import type { SearchSettings, SearchState, Strategy } from "./strategy.ts";

export interface Driver {
  strategy: Strategy;
  settings: SearchSettings;
  policy: Model;
  /** Required if the strategy is guided. */
  scorer: StepScorer | undefined;
  prompt: PolicyPrompt;
  temperature: number;
  /** The maximum number of tokens of a step. */
  stepTokens: number;
  /** The maximum number of tokens of a whole solution, if such are drawn. */
  solutionTokens: number;
  /** The maximum number of iterations. */
  maxSteps: number;
  seed: number;
  onRetry?: ((retry: Retry) => void) | undefined;
}

/** Processes units of the kind `iteration`. */
export function iterationWork(driver: Driver): Work {
  return async (unit, { signal, drain }) => {
    const input = unit.input as IterationInput; // Made by `iterationUnit`: no other unit enqueues one of this kind.
    try {
      const { outcome, state } = await new Iteration(driver, input, { signal, drain }).run();
      const isOver = outcome.conclusion !== undefined;
      return { value: outcome, next: isOver ? [] : [iterationUnit(nextInput(input, state))] };
    } catch (error) {
      throw asUnitFailure(error);
    }
  };
}

/** The first request of a search to the policy, for display. */
export const firstRequest = (driver: Driver, input: IterationInput) =>
  requestFor(driver, input, { path: 0, from: 0, isRetry: false });

interface Ask {
  /** The open path that is continued. */
  path: number;
  /** The number of the first candidate within the iteration. */
  from: number;
  isRetry: boolean;
}

/**
 * A retry has no stop string, because with a template that strips the last blank line the stop string would come first.
 */
function requestFor(
  driver: Driver,
  { task, problem, statement, iteration, state }: IterationInput,
  ask: Ask,
) {
  const { strategy, settings, prompt, temperature, stepTokens, solutionTokens, seed } = driver;
  const key = searchKey(task, problem, iteration);
  const draws = Array.from({ length: strategy.candidatesEach(state, settings) }, (_, i): Draw => {
    const number = ask.from + i;
    // Recorded solutions are identified by their problem and their number, like those of an evaluation.
    const name = strategy.draws === "solutions" ? `${task}/${problem}#${number}` : `${key}.${number}`;
    return { key: name, seed: requestSeed(seed, key, number) };
  });
  const sampling: Sampling =
    strategy.draws === "solutions"
      ? { maxTokens: solutionTokens, temperature }
      : { maxTokens: stepTokens, temperature, ...(ask.isRetry ? {} : { stop: [stepEnd] }) };
  return {
    prompt: policyPrompt(prompt, statement, state.open[ask.path]!.steps),
    sampling,
    draws: draws as [Draw, ...Draw[]],
  };
}

class Iteration {
  private readonly requests = { policy: 0, reward: 0 };
  private readonly usage: { policy: Usage; reward: Usage } = { policy: noUsage, reward: noUsage };
  private readonly options: GenerateOptions;

  constructor(
    private readonly driver: Driver,
    private readonly input: IterationInput,
    ending: WorkContext,
  ) {
    this.options = { ...ending, onRetry: driver.onRetry };
  }

  async run(): Promise<{ outcome: IterationOutcome; state: SearchState }> {
    const { strategy, settings, scorer } = this.driver;
    const { state } = this.input;
    const drawn = await this.drawAll(0);
    if (drawn.every(isDropped)) for (const each of await this.drawAll(drawn.length)) drawn.push(each);
    const candidates =
      strategy.isGuided && scorer ? await this.scoreAll(withoutRepeats(drawn, strategy), scorer) : drawn;
    const decision = strategy.decide(state, candidates, settings);
    const conclusion = this.conclude(decision.state);
    return {
      outcome: {
        candidates: candidates.map((candidate, place) => asRepeat(candidate, decision.repeats?.get(place))),
        chosen: decision.chosen,
        requests: this.requests,
        usage: this.usage,
        ...(conclusion ? { conclusion } : {}),
      },
      state: decision.state,
    };
  }

  /** Undefined while the search continues. */
  private conclude(state: SearchState): SearchConclusion | undefined {
    const { strategy, settings, maxSteps } = this.driver;
    const isOver = state.open.length === 0;
    if (!isOver && this.input.iteration < maxSteps) return undefined;
    const { path, answer } = strategy.conclude(state, settings);
    const why = path?.ends ?? (isOver ? "no candidates" : "step limit");
    return { steps: path?.steps ?? [], answer, why };
  }

  /** The candidates of all open paths, in order; `from` is not 0 in a retry. */
  private async drawAll(from: number): Promise<CandidateRecord[]> {
    const each = this.driver.strategy.candidatesEach(this.input.state, this.driver.settings);
    const drawn = await Promise.all(
      this.input.state.open.map((_, path) =>
        this.draw({ path, from: from + path * each, isRetry: from > 0 }),
      ),
    );
    return drawn.flat();
  }

  private async draw(ask: Ask): Promise<CandidateRecord[]> {
    const request = requestFor(this.driver, this.input, ask);
    const generation = await this.driver.policy.generate(request, this.options);
    this.requests.policy += generation.requests ?? 1;
    this.usage.policy = addUsage(this.usage.policy, generation.usage);
    const read = this.driver.strategy.draws === "solutions" ? readSolution : readStep;
    return inOrder(generation, request.draws.length).map((drawn): CandidateRecord => {
      if (drawn instanceof ProviderError) return { path: ask.path, ...noCandidate(drawn.message) };
      const continuation = read(drawn);
      const { steps, rewards, ends, dropped } = continuation;
      const isPlain = steps.join(stepEnd) === drawn.text;
      return {
        path: ask.path,
        steps,
        rewards,
        ends,
        dropped,
        text: isPlain ? undefined : drawn.text,
        cut: drawn.finish === "length" ? true : undefined,
      };
    });
  }

  /**
   * Scores the candidates that may be chosen, each text once. Recorded scores are those of each sample, or of a sample
   * with the same text. A candidate that the server refuses is dropped; if the server fails for other reasons, the
   * iteration fails and is tried again.
   */
  private async scoreAll(candidates: CandidateRecord[], scorer: StepScorer): Promise<CandidateRecord[]> {
    const { open } = this.input.state;
    const beginnings = open.map(({ steps }) => steps.join(stepEnd));
    const known = new Map<string, Promise<Scored>>();
    const scoring = candidates.map((candidate, place) => {
      if (isDropped(candidate)) return undefined;
      const { path, steps } = candidate;
      // Two paths may have the same steps.
      const text = `${beginnings.indexOf(beginnings[path]!)}:${steps.join(stepEnd)}`;
      const same = known.get(text);
      if (same && !scorer.isBySample) return same;
      const own = this.score(scorer, open[path]!.steps, steps, place);
      const scores = same
        ? Promise.all([own, same]).then(([mine, other]) => (mine instanceof ProviderError ? other : mine))
        : own;
      known.set(text, scores);
      return scores;
    });
    const results = await Promise.all(scoring);
    const scored = candidates.map((candidate, place) => withScores(candidate, results[place]));
    const refusal = results.find((result) => result instanceof ProviderError);
    if (refusal && scored.every(isDropped)) throw refusal;
    return scored;
  }

  private score(
    scorer: StepScorer,
    before: readonly string[],
    added: readonly string[],
    place: number,
  ): Promise<Scored> {
    const { task, problem, statement, iteration } = this.input;
    const key = `${searchKey(task, problem, iteration)}.${place}/reward`;
    const steps = [...before, ...added];
    const question = { problem: statement, steps, from: before.length, key, seed: this.driver.seed };
    return scorer.score(question, this.options).then(
      ({ scores, calls, usage }) => {
        this.requests.reward += calls;
        this.usage.reward = addUsage(this.usage.reward, usage);
        return scores;
      },
      (error) => {
        if (isOfThisRequest(error)) return error;
        throw error;
      },
    );
  }
}

/** The scores of a candidate's steps, or the reason why there are none. */
type Scored = StepScore[] | ProviderError;

/** The server refused this request as invalid, but would accept others. */
const isOfThisRequest = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.failure === "status" && !error.isRetryable && !error.isHopeless;

function withScores(candidate: CandidateRecord, scored: Scored | undefined): CandidateRecord {
  if (scored === undefined) return candidate;
  if (scored instanceof ProviderError)
    return { ...candidate, dropped: { why: `not scored: ${scored.message}` } };
  return {
    ...candidate,
    rewards: scored.map(({ reward }) => reward ?? unknownReward),
    judged: scored.map(({ verdict, text, masses, note }) => ({ verdict, text, masses, note })),
  };
}

/** The reward of a step without a judgement. */
const unknownReward = 0.5;

const isDropped = ({ dropped }: CandidateRecord): boolean => dropped !== undefined;

/** The candidate of each draw. */
function inOrder({ completions, failures }: Generation, draws: number): (Completion | ProviderError)[] {
  const drawn = new Map<number, Completion | ProviderError>();
  for (const completion of completions) drawn.set(completion.index, completion);
  for (const { index, error } of failures) drawn.set(index, error);
  return Array.from({ length: draws }, (_, index) => drawn.get(index)!);
}

/** A repeated step is not a further choice; a repeated whole solution is a further vote. */
function withoutRepeats(candidates: CandidateRecord[], strategy: Strategy): CandidateRecord[] {
  if (strategy.draws === "solutions") return candidates;
  const first = new Map<string, number>();
  return candidates.map((candidate, place) => {
    if (isDropped(candidate)) return candidate;
    const text = `${candidate.path}:${candidate.steps.join(stepEnd)}`;
    const before = first.get(text);
    if (before === undefined) {
      first.set(text, place);
      return candidate;
    }
    return { ...candidate, dropped: { why: "the same", as: before } };
  });
}

/** Two open solutions may have become the same. */
const asRepeat = (candidate: CandidateRecord, as: number | undefined): CandidateRecord =>
  as === undefined ? candidate : { ...candidate, dropped: { why: "the same solution", as } };
