// A search in numbers: how far it is, how it ended, and what the reward model was worth.

import { join } from "node:path";
import type { Usage } from "../../models/model.ts";
import { count, counted } from "../../outgoing/counted.ts";
import { emptyWords } from "../../outgoing/empty-completions.ts";
import { snakeNames } from "../../outgoing/snake-names.ts";
import type { Completeness } from "../../runs/completeness.ts";
import { type Interval, proportionInterval } from "../../runs/interval.ts";
import type { AtK } from "../../search/at-k.ts";
import type { Baseline } from "../../search/baseline.ts";
import type { SearchConfig } from "../../search/run-file.ts";
import type { SearchProgress, SearchResult } from "../../search/search.ts";
import { percent } from "../eval/eval-report.ts";
import { completenessJson } from "../run/ending.ts";
import type { RunFacts } from "../run/run-progress.ts";
import { paint } from "../terminal/colour.ts";
import { textTable } from "../terminal/show-table.ts";

/** Where the search without a reward model goes; `assay score` does not take it for a data set. */
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

/** How many problems were searched to their end, in all searches of the command. */
export function searchCompleteness(searches: readonly SearchResult[]): Completeness {
  const of = searches.reduce((sum, { problems }) => sum + problems.length, 0);
  const left = searches.reduce((sum, { ended }) => sum + unfinished(ended), 0);
  return { unit: "problems", done: of - left, of };
}

const unfinished = (ended: SearchResult["ended"]): number =>
  (ended.provider ?? 0) + (ended["not finished"] ?? 0);

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
            maj_at_n: share(baseline),
            pass_at_n: baseline.pass_at_n,
            intervals: { ...baseline.intervals, maj_at_n: intervalOf(baseline) },
          },
        }
      : {}),
  };
}

const facts = ({ results, problems, answered, right, ended, requests, usage, said }: SearchResult) => ({
  results,
  problems: problems.length,
  answered,
  right,
  interval: proportionInterval(right, problems.length),
  ended: snakeNames(ended),
  requests,
  tokens: { policy: tokensOf(usage.policy), reward: tokensOf(usage.reward) },
  ...(said.policy.completions + said.reward.completions > 0 ? { empty: said } : {}),
});

const tokensOf = ({ inputTokens, outputTokens }: Usage) => ({ input: inputTokens, output: outputTokens });

const intervalOf = ({ right, problems }: SearchResult): Interval =>
  proportionInterval(right, problems.length);

const intervalWords = ([low, high]: Interval): string => `${percent(low)} to ${percent(high)}`;

/** A share and its interval; where no search came to its end, there is nothing to say. */
const figure = (result: SearchResult, value = share(result), interval = intervalOf(result)): string[] =>
  isUnsearched(result) ? ["–", "–"] : [percent(value), intervalWords(interval)];

const isUnsearched = ({ ended, problems }: SearchResult): boolean => unfinished(ended) === problems.length;

const share = ({ right, problems }: SearchResult): number => right / problems.length;

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
    [strategy, ...figure(guided), count(guided.problems.length), ...cost(guided)],
  ];
  if (baseline) {
    const all = count(baseline.problems.length);
    rows.push(
      [
        "pass@1",
        ...figure(baseline, baseline.pass_at_1.value, baseline.intervals.pass_at_1),
        all,
        ...cost(baseline),
      ],
      [`majority@${n}`, ...figure(baseline), all, ...same],
      [`pass@${n}`, ...figure(baseline, baseline.pass_at_n, baseline.intervals.pass_at_n), all, ...same],
    );
  }
  const why = Object.entries(guided.ended).map(([end, number]) => `${count(number)} ${endWords[end] ?? end}`);
  return [
    textTable(rows),
    ...(atK && !isUnsearched(guided) ? [atKText(atK)] : []),
    `the searches ended: ${why.join(", ")}`,
    ...emptyLines(guided, ""),
    ...(baseline ? emptyLines(baseline, "baseline, ") : []),
  ].join("\n");
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
    ["rm@k", ...Object.values(rm_at_k).map(percent)],
    ["maj@k", ...Object.values(maj_at_k).map(percent)],
    ["pass@k", ...Object.values(pass_at_k).map(percent)],
  ]);

const endWords: Record<string, string> = {
  answer: "with an answer",
  turn: "by the policy's end of turn, without an answer",
  length: "at the limit of tokens",
  "step limit": "at the step limit",
  "no candidates": "without candidates",
  provider: "with a failure of a server",
};
