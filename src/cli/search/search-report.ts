// The figures of a search: its progress, its end, and the gain by the reward model.

import { join } from "node:path";
import { tokensOf } from "../../models/model.ts";
import { count, counted } from "../../outgoing/counted.ts";
import { emptyWords } from "../../outgoing/empty-completions.ts";
import { snakeNames } from "../../outgoing/snake-names.ts";
import {
  type Completeness,
  countedIn,
  type Figure,
  figureWords,
  headlineJson,
  intervalWords,
  isPartial,
  orDash,
  overWords,
  together,
} from "../../runs/figure.ts";
import type { Interval } from "../../runs/interval.ts";
import { versions } from "../../runs/versions.ts";
import { type AtK, type Baseline, baselineOf, measureAtK } from "../../search/at-k.ts";
import type { SearchConfig } from "../../search/run-file.ts";
import { finishedOf, searchFigure } from "../../search/score.ts";
import { type SearchProgress, type SearchResult, settingsOf } from "../../search/search.ts";
import { factsOfSearch } from "../../search/search-kind.ts";
import { strategies } from "../../search/strategies.ts";
import type { LoadedTask } from "../../tasks/task.ts";
import type { Report } from "../kinds.ts";
import { completenessJson } from "../run/ending.ts";
import type { RunFacts } from "../run/progress.ts";
import { paint } from "../terminal/colour.ts";
import { textTable } from "../terminal/show-table.ts";

/** The folder of the search without a reward model; `assay score` does not take it for a data set. */
export const baselineName = "baseline";
export const baselineFolder = (outputDir: string): string => join(outputDir, baselineName);

type Measured = SearchResult & Baseline;

/** For example `12/50 problems`, `11 answered`, `9 right`, `210 iterations`. */
export function searchFacts(progress: SearchProgress): RunFacts {
  const { problems, finished, resumed, answered, right, iterations, tokens } = progress;
  const said = finished > 0 ? [`${count(answered)} answered`, `${count(right)} right`] : [];
  said.push(counted(iterations, "iteration"));
  return { unit: "problems", total: problems, done: finished, resumed, said, tokens };
}

/** The number of problems that were searched to their end, in all searches of the command. */
const searchCompleteness = (searches: readonly SearchResult[]): Completeness =>
  together(searches.map(finished), { unit: "problems", did: "finished" });

const finished = ({ problems, ended, ungraded }: SearchResult): Completeness =>
  finishedOf({
    of: problems.length,
    failed: ended.provider ?? 0,
    rest: ended["not finished"] ?? 0,
    ungraded,
  });

const figureOf = (result: SearchResult, name = "accuracy"): Figure =>
  searchFigure(name, finished(result), result.right, result.ungradable);

/**
 * The output of a command for a search, and the content of its results.json.
 * @param plain the same search without a reward model
 */
export function searchReport(
  folder: string,
  config: SearchConfig,
  loaded: LoadedTask,
  guided: SearchResult,
  plain: SearchResult | undefined,
): Report {
  const settings = settingsOf(config);
  const { draws, isGuided } = strategies[config.strategy];
  const baseline = plain && { ...plain, ...baselineOf(loaded, plain.problems, settings) };
  const atK = draws === "solutions" && isGuided ? measureAtK(loaded, guided.problems, settings) : undefined;
  return {
    folder,
    whole: searchCompleteness([guided, ...(plain ? [plain] : [])]),
    json: { ...factsOfSearch({ config }, versions().assay), ...searchJson(guided, baseline, atK) },
    text: searchText(config, guided, baseline, atK),
    tellFailed: () => false,
  };
}

export function searchJson(
  guided: SearchResult,
  baseline: Measured | undefined,
  atK: AtK | undefined,
): object {
  return {
    ...completenessJson(searchCompleteness([guided, ...(baseline ? [baseline] : [])])),
    ...facts(guided),
    ...atK,
    ...(baseline
      ? {
          baseline: {
            ...facts(baseline),
            pass_at_1: baseline.pass_at_1,
            maj_at_n: figureOf(baseline).value,
            pass_at_n: baseline.pass_at_n,
            intervals: { ...baseline.intervals, maj_at_n: figureOf(baseline).interval },
          },
        }
      : {}),
  };
}

function facts(result: SearchResult) {
  const { results, problems, answered, right, ended, requests, usage, said } = result;
  const figure = figureOf(result);
  return {
    results,
    problems: problems.length,
    answered,
    right,
    headline: headlineJson(figure),
    interval: figure.interval,
    ended: snakeNames(ended),
    requests,
    tokens: { policy: tokensOf(usage.policy), reward: tokensOf(usage.reward) },
    ...(said.policy.completions + said.reward.completions > 0 ? { empty: said } : {}),
  };
}

/** A share and its interval; dashes if nothing was measured. */
const cells = (value: number | null, interval: Interval | null): string[] => [
  orDash(value),
  interval ? intervalWords(interval) : "–",
];

/** The number of searches in the figures; `6/10` if some are missing. */
function ofWords(result: SearchResult): string {
  const over = finished(result);
  const counted = countedIn(over);
  return counted < over.of ? `${count(counted)}/${count(over.of)}` : count(over.of);
}

const cellsOf = (result: SearchResult): string[] => {
  const { value, interval } = figureOf(result);
  return cells(value, interval);
};

export function searchText(
  { strategy, n }: Pick<SearchConfig, "strategy" | "n">,
  guided: SearchResult,
  baseline: Measured | undefined,
  atK: AtK | undefined,
): string {
  const cost = ({ requests, usage }: SearchResult): string[] => [
    count(requests.policy),
    count(usage.policy.outputTokens),
    count(requests.reward),
    count(usage.reward.outputTokens),
  ];
  const same = ["", "", "", ""];
  const rows = [
    [
      "",
      "right",
      "95% interval",
      "of",
      "policy requests",
      "policy tokens",
      "reward requests",
      "reward tokens",
    ],
    [strategy, ...cellsOf(guided), ofWords(guided), ...cost(guided)],
  ];
  if (baseline) {
    const all = ofWords(baseline);
    rows.push(
      ["pass@1", ...cells(baseline.pass_at_1.value, baseline.intervals.pass_at_1), all, ...cost(baseline)],
      [`majority@${n}`, ...cellsOf(baseline), all, ...same],
      [`pass@${n}`, ...cells(baseline.pass_at_n, baseline.intervals.pass_at_n), all, ...same],
    );
  }
  const why = Object.entries(guided.ended).map(([end, number]) => `${count(number)} ${endWords[end] ?? end}`);
  return [
    textTable(rows),
    ...missing(strategy, guided),
    ...(baseline ? missing("baseline", baseline) : []),
    ...(atK && figureOf(guided).value !== null ? [atKText(atK)] : []),
    `the searches ended: ${why.join(", ")}`,
    ...emptyLines(guided, ""),
    ...(baseline ? emptyLines(baseline, "baseline, ") : []),
  ].join("\n");
}

/** For example `greedy: partial: 51.2% of 12 finished; 38 not finished`; empty for a complete search. */
function missing(name: string, result: SearchResult): string[] {
  const figure = figureOf(result);
  if (overWords(figure) === "") return [];
  const partial = figure.value !== null && isPartial(figure.over) ? "partial: " : "";
  return [`${name}: ${partial}${figureWords(figure)}`];
}

const emptyLines = ({ said: { policy, reward } }: SearchResult, which: string): string[] => [
  ...(policy.completions > 0
    ? [paint("wrong", `${which}policy: ${emptyWords(policy, policy.of, "candidate")}`)]
    : []),
  ...(reward.completions > 0
    ? [paint("wrong", `${which}reward model: ${emptyWords(reward, reward.of, "reply")}`)]
    : []),
];

const atKText = ({ rm_at_k, maj_at_k, pass_at_k }: AtK): string =>
  textTable([
    ["k", ...Object.keys(rm_at_k)],
    ["rm@k", ...Object.values(rm_at_k).map((value) => orDash(value))],
    ["maj@k", ...Object.values(maj_at_k).map((value) => orDash(value))],
    ["pass@k", ...Object.values(pass_at_k).map((value) => orDash(value))],
  ]);

const endWords: Record<string, string> = {
  answer: "with an answer",
  turn: "by the policy's end of turn, without an answer",
  length: "at the limit of tokens",
  "step limit": "at the step limit",
  "no candidates": "without candidates",
  provider: "with a failure of a server",
  "not finished": "not yet",
};
