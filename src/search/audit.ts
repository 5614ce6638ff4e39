// Why was this step chosen? A search for display: for each iteration all candidates with their rank, the ranked value,
// their fate, and the margin of the choice. Pure, computed only from records.

import { counted } from "../outgoing/counted.ts";
import { stepEnd } from "./candidate.ts";
import type { CandidateRecord, IterationRecord, SearchConclusion } from "./iteration.ts";
import { answerOf, optionsIn, votesFor, worthOf } from "./paths.ts";
import { rewardWords } from "./reward-words.ts";
import type { SearchConfig } from "./run-file.ts";
import { strategies } from "./strategies.ts";
import type { Dropped, Ending, Origin, Path, SearchSettings } from "./strategy.ts";

/** It is on the path to the final solution, it was kept, it was not kept, or it could not be ranked. */
export type Fate = "led" | "kept" | "passed" | "dropped";

export interface AuditedCandidate {
  /** Its index among the candidates of its iteration. */
  place: number;
  /** The open solution that it continues, and the candidate that produced that one. */
  path: number;
  from?: Origin | undefined;
  tree?: number | undefined;
  steps: string[];
  /** One for each step. */
  rewards: (number | null)[];
  /** The value by which it was ranked; null if it was not. */
  value: number | null;
  /** The best has rank 1; if there are trees, among the candidates of its tree. */
  rank: number | null;
  fate: Fate;
  dropped?: Dropped | undefined;
  /** How often it was drawn. */
  count: number;
  /** For a kept candidate: over the best that was not kept. Otherwise: below the worst that was kept. */
  margin: number | null;
  ends: Ending | null;
  /** The answer that it ends with. */
  answer: string | null;
  isCut: boolean;
  /** The judgement of each step. */
  judged: NonNullable<CandidateRecord["judged"]>;
}

/** One decision: of an iteration, or of one tree in it. */
export interface AuditedChoice {
  tree?: number | undefined;
  /** The worst that was kept, and the best that was not. */
  kept: number | null;
  over: number | null;
  margin: number | null;
  /** The best of all, kept or not. */
  best: number | null;
  headline: string;
}

export interface AuditedIteration {
  /** Counted from 1. */
  iteration: number;
  candidates: AuditedCandidate[];
  choices: AuditedChoice[];
  /** Why it failed. */
  error?: string | undefined;
}

export interface AuditedSearch {
  draws: "steps" | "solutions";
  iterations: AuditedIteration[];
  /** If several solutions were finished: the one that the search chose. */
  final?: FinalChoice | undefined;
  conclusion?: SearchConclusion | undefined;
}

/** Among finished solutions that were kept. */
export interface FinalChoice extends AuditedChoice {
  ends: { iteration: number; place: number; value: number | null; isTaken: boolean }[];
}

export type AuditedConfig = SearchSettings & Pick<SearchConfig, "strategy">;

/** @param records of one problem, in the order of its iterations, each iteration once */
export function auditSearch(records: readonly IterationRecord[], config: AuditedConfig): AuditedSearch {
  const { draws } = strategies[config.strategy];
  const conclusion = records.findLast(({ outcome }) => outcome?.conclusion)?.outcome?.conclusion;
  const iterations: AuditedIteration[] = [];
  for (const [place, record] of records.entries()) {
    const roots = rootsOf(record, records[place - 1], iterations, config);
    iterations.push(auditIteration(record, roots, config, conclusion));
  }
  const final = conclusion && draws === "steps" ? finalChoice(iterations, conclusion) : undefined;
  return { draws, iterations, final, conclusion };
}

function finalChoice(
  iterations: readonly AuditedIteration[],
  { steps }: SearchConclusion,
): FinalChoice | undefined {
  const ended = iterations.flatMap(({ iteration, candidates }) =>
    candidates
      .filter(({ fate, ends }) => (fate === "led" || fate === "kept") && ends !== null)
      .map(({ place, value, fate, steps: added }) => ({
        iteration,
        place,
        value,
        isTaken: fate === "led" && iteration === steps.length && added.at(-1) === steps.at(-1),
      })),
  );
  if (ended.length < 2) return undefined;
  const taken = new Set(ended.flatMap(({ isTaken }, place) => (isTaken ? [place] : [])));
  const options = ended.map(({ value }, place) => ({ place, value }));
  const ends = ended.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1));
  return { ...decide(undefined, options, taken).choice, ends };
}

type Root = Pick<AuditedCandidate, "from" | "tree">;

/** The origin of each open solution. Journals of older versions do not have it; then it is found by its steps. */
function rootsOf(
  { input }: IterationRecord,
  before: IterationRecord | undefined,
  earlier: readonly AuditedIteration[],
  { strategy }: AuditedConfig,
): Root[] {
  return input.state.open.map((path, place): Root => {
    const from = path.from ?? originOf(path, before);
    if (strategy !== "dvts") return { from };
    const parent = earlier.find(({ iteration }) => iteration === from?.iteration);
    return { from, tree: path.tree ?? (from ? parent?.candidates[from.candidate]?.tree : place) };
  });
}

function auditIteration(
  { input, outcome, error }: IterationRecord,
  roots: readonly Root[],
  config: AuditedConfig,
  conclusion: SearchConclusion | undefined,
): AuditedIteration {
  if (!outcome) return { iteration: input.iteration, candidates: [], choices: [], error };
  const { draws } = strategies[config.strategy];
  const options = optionsIn(input.state, outcome.candidates);
  const values = new Map(options.map(({ place, path }) => [place, rankedBy(path, config)]));
  const led = ledBy(input.state.open, outcome.candidates, outcome.chosen, conclusion);
  const kept = new Set(draws === "steps" ? outcome.chosen : led === undefined ? [] : [led]);
  const treeOf = (place: number) => roots[outcome.candidates[place]!.path]!.tree;
  const trees = [...new Set(roots.map(({ tree }) => tree))];
  const decided = trees.map((tree) => {
    const group = [...values].filter(([place]) => treeOf(place) === tree);
    return decide(
      tree,
      group.map(([place, value]) => ({ place, value })),
      kept,
    );
  });
  const choices = decided.map(({ choice }) =>
    config.strategy === "majority" || config.strategy === "weighted-majority"
      ? voted(
          choice,
          options.map(({ path }) => path),
          config,
        )
      : choice,
  );
  const ranks = new Map(decided.flatMap(({ ranks }) => [...ranks]));
  const candidates = outcome.candidates.map((candidate, place): AuditedCandidate => {
    const { path, steps, rewards, ends, dropped, cut, judged = [] } = candidate;
    const ranked = ranks.get(place);
    const repeats = outcome.candidates.filter((other) => other.dropped?.as === place).length;
    return {
      place,
      path,
      ...roots[path]!,
      steps,
      rewards,
      value: values.get(place) ?? null,
      rank: ranked?.rank ?? null,
      fate: dropped ? "dropped" : place === led ? "led" : kept.has(place) ? "kept" : "passed",
      dropped,
      count: 1 + repeats,
      margin: ranked?.margin ?? null,
      ends,
      answer: ends === "answer" || draws === "solutions" ? answerOf({ steps, rewards, ends }, config) : null,
      isCut: cut === true,
      judged,
    };
  });
  return { iteration: input.iteration, candidates, choices };
}

const rankedBy = (path: Path, config: AuditedConfig): number | null =>
  path.rewards.every((reward) => reward === null) ? null : worthOf(path, config);

/** Of the chosen ones, the one on the final path; none while the search has not ended. */
function ledBy(
  open: readonly Path[],
  candidates: readonly CandidateRecord[],
  chosen: readonly number[],
  conclusion: SearchConclusion | undefined,
): number | undefined {
  const solution = `${conclusion?.steps.join(stepEnd) ?? ""}${stepEnd}`;
  const leads = (place: number) => {
    const { path, steps } = candidates[place]!;
    return solution.startsWith(`${[...open[path]!.steps, ...steps].join(stepEnd)}${stepEnd}`);
  };
  return chosen.find(leads);
}

function originOf({ steps }: Path, before: IterationRecord | undefined): Origin | undefined {
  if (!before?.outcome || steps.length === 0) return undefined;
  const { candidates, chosen } = before.outcome;
  const wanted = JSON.stringify(steps);
  const candidate = chosen.find((place) => {
    const { path, steps: added } = candidates[place]!;
    return JSON.stringify([...before.input.state.open[path]!.steps, ...added]) === wanted;
  });
  return candidate === undefined ? undefined : { iteration: before.input.iteration, candidate };
}

interface Ranked {
  place: number;
  value: number | null;
}

interface Decided {
  choice: AuditedChoice;
  ranks: Map<number, { rank: number; margin: number | null }>;
}

/** Ranks candidates, and computes the margin of those that were kept. */
export function decide(
  tree: number | undefined,
  options: readonly Ranked[],
  kept: ReadonlySet<number>,
): Decided {
  const ranked = options.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1));
  const least = ranked.findLast(({ place }) => kept.has(place))?.value ?? null;
  const over = ranked.find(({ place }) => !kept.has(place))?.value ?? null;
  const margin = least === null || over === null ? null : least - over;
  const choice = { tree, kept: least, over, margin, best: ranked[0]?.value ?? null };
  const ranks = ranked.map(({ place, value }, i) => {
    const other = kept.has(place) ? over : least;
    return [place, { rank: i + 1, margin: value === null || other === null ? null : value - other }] as const;
  });
  return { choice: { ...choice, headline: headlineOf(choice, options.length) }, ranks: new Map(ranks) };
}

/** For example `kept 0.49 over 0.26, margin 0.23`. */
function headlineOf({ kept, over, margin }: Omit<AuditedChoice, "headline">, options: number): string {
  if (kept === null) return options === 0 ? "nothing could be chosen" : "chosen without a reward";
  if (over === null || margin === null)
    return `kept ${rewardWords(kept)}, ${options === 1 ? "the only candidate" : "all candidates"}`;
  return `kept ${rewardWords(kept)} over ${rewardWords(over)}, margin ${rewardWords(margin)}`;
}

/** If answers vote, the choice is between answers. */
function voted(choice: AuditedChoice, paths: readonly Path[], config: AuditedConfig): AuditedChoice {
  const isWeighted = config.strategy === "weighted-majority";
  const [first, second] = votesFor(paths, config, (path) => (isWeighted ? worthOf(path, config) : 1));
  if (!first) return { ...choice, headline: "no candidate gave an answer" };
  const words = (weight: number) => (isWeighted ? rewardWords(weight) : `${weight}`);
  const over = second ? `, the next has ${words(second.weight)}` : ", as the only one";
  const unit = isWeighted ? `a weight of ${words(first.weight)}` : counted(first.weight, "vote");
  return { ...choice, headline: `the answer ${first.answer} has ${unit}${over}` };
}
