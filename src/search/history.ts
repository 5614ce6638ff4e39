// The state of a search by problem, collected from its records as they arrive. The reward model's replies stay in the
// journal.

import { addUsage, noUsage, type Usage } from "../models/model.ts";
import { countEmpty, fieldsIn, noneEmpty } from "../outgoing/empty-completions.ts";
import { stepEnd } from "./candidate.ts";
import type { CandidateRecord, IterationRecord, SearchConclusion } from "./iteration.ts";
import { type Aggregate, aggregate, droppedWords } from "./strategy.ts";

/** A candidate in the form of result files. */
export interface CandidateInfo {
  candidate_step: string;
  /** Null if it was dropped, or if nothing is scored. */
  reward: number | null;
  /** Of a whole solution's steps. */
  step_rewards?: (number | null)[] | undefined;
  dropped?: string | undefined;
  /** It was truncated at the token limit. */
  cut_off?: true | undefined;
  /** A note on the reward, if it is not the model's own. */
  note?: string | undefined;
}

export interface PastIteration {
  candidates: CandidateInfo[];
  /** Indexes of candidates, the best first. */
  chosen: number[];
  /** For each candidate, the steps that it continues. */
  begun: (readonly string[])[];
}

export interface ProblemHistory {
  /** By their number, counted from 1. */
  iterations: Map<number, PastIteration>;
  /** Undefined while the search is in progress. */
  conclusion: SearchConclusion | undefined;
  /** The last failure, if the search could not continue. */
  error: string | undefined;
}

export class SearchHistory {
  readonly requests = { policy: 0, reward: 0 };
  readonly usage: { policy: Usage; reward: Usage } = { policy: noUsage, reward: noUsage };
  /** The numbers of completions of the policy and the reward model, and of empty ones. */
  readonly said = { policy: { of: 0, ...noneEmpty() }, reward: { of: 0, ...noneEmpty() } };
  private readonly problems = new Map<string, ProblemHistory>();

  constructor(private readonly how: Aggregate) {}

  add({ input, outcome, error }: IterationRecord): void {
    const problem = this.of(input.problem);
    problem.error = error;
    if (!outcome) return;
    const { candidates, chosen, conclusion, requests, usage } = outcome;
    // After a merge, a problem may have been searched twice; then the later search counts.
    if (input.iteration === 1) problem.iterations.clear();
    problem.iterations.set(input.iteration, {
      candidates: candidates.map((candidate) => candidateInfo(candidate, this.how)),
      chosen,
      begun: candidates.map(({ path }) => input.state.open[path]!.steps),
    });
    problem.conclusion = conclusion;
    for (const candidate of candidates) this.countSaid(candidate);
    this.requests.policy += requests.policy;
    this.requests.reward += requests.reward;
    this.usage.policy = addUsage(this.usage.policy, usage.policy);
    this.usage.reward = addUsage(this.usage.reward, usage.reward);
  }

  private countSaid({ dropped, judged = [] }: CandidateRecord): void {
    const { policy, reward } = this.said;
    policy.of++;
    // A policy that ends its turn has finished.
    if (/^empty(?!:)/.test(dropped?.why ?? "")) countEmpty(policy, { text: "", ...fieldsIn(dropped!.why) });
    for (const { text, note } of judged) {
      if (text === null) continue;
      reward.of++;
      countEmpty(reward, { text, ...fieldsIn(note) });
    }
  }

  of(problem: string): ProblemHistory {
    let history = this.problems.get(problem);
    if (!history) {
      history = { iterations: new Map(), conclusion: undefined, error: undefined };
      this.problems.set(problem, history);
    }
    return history;
  }
}

function candidateInfo(candidate: CandidateRecord, how: Aggregate): CandidateInfo {
  const { steps, rewards, dropped, cut, judged, text } = candidate;
  const isScored = dropped === undefined && rewards.some((reward) => reward !== null);
  return {
    candidate_step: steps.length > 0 ? steps.join(stepEnd) : (text ?? ""),
    reward: isScored ? aggregate(rewards, how) : null,
    step_rewards: isScored && rewards.length > 1 ? rewards : undefined,
    dropped: dropped && droppedWords(dropped),
    cut_off: cut ? true : undefined,
    note: judged && notesOf(judged),
  };
}

/** Each that was made, once. */
function notesOf(judged: NonNullable<CandidateRecord["judged"]>): string | undefined {
  const notes = judged.flatMap(({ note }) => note ?? []);
  return notes.length > 0 ? [...new Set(notes)].join("; ") : undefined;
}
