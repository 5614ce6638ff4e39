// The data of the pages of a search: the list of its problems with the accuracy and the baselines, and one problem's
// tree.

import { whereFrom } from "../runs/run-file.ts";
import { baselineFrom } from "../search/at-k.ts";
import type { AuditedCandidate } from "../search/audit.ts";
import type { Figure, RunSummary, SearchPage, SearchProblem, SearchSettingsShown } from "./api.ts";
import { settingLines } from "./eval-page.ts";
import { rewardWorth } from "./index/reward-worth.ts";
import type { SearchIndex } from "./index/search-index.ts";

export function searchPage(
  index: SearchIndex,
  run: RunSummary,
  baseline: SearchIndex | undefined,
): SearchPage {
  const alone = baseline ?? (index.drawsSolutions ? index : undefined);
  return {
    run,
    config: configOf(index),
    figures: [index.figure(index.run?.config.strategy ?? "accuracy"), ...baselineFigures(alone, baseline)],
    worth: rewardWorth(index.ended, alone ? gainsOver(index, alone) : []),
    rows: index.rows,
    settings: searchSettings(index),
    notes: index.notes,
  };
}

function configOf({ run, rows }: SearchIndex): SearchSettingsShown {
  const config = run?.config;
  return {
    strategy: config?.strategy ?? "unknown",
    aggregate: config?.aggregate ?? "last",
    n:
      config?.n ??
      rows.reduce(
        (most, { drawn, iterations }) => Math.max(most, Math.round(drawn / Math.max(1, iterations))),
        1,
      ),
  };
}

/** The figures of the policy without a reward model, over the problems for which they are known. */
function baselineFigures(alone: SearchIndex | undefined, baseline: SearchIndex | undefined): Figure[] {
  if (!alone || alone.rows.length === 0) return [];
  const { n } = configOf(alone);
  const { pass_at_1, pass_at_n, intervals } = baselineFrom(
    alone.counted.map(({ rights }) => rights),
    n,
  );
  const over = alone.completeness;
  return [
    { name: "pass@1", value: pass_at_1.value, interval: intervals.pass_at_1, over },
    ...(baseline ? [baseline.figure(`majority@${n}`)] : []),
    { name: `pass@${n}`, value: pass_at_n, interval: intervals.pass_at_n, over },
  ];
}

/** For each problem that both count: 1 if the search is right, minus the share of single solutions that are. */
function gainsOver(index: SearchIndex, alone: SearchIndex): number[] {
  const { n } = configOf(alone);
  const shares = new Map(alone.counted.map(({ problem, rights }) => [problem, rights / n]));
  return index.counted.flatMap(({ problem, state }) => {
    const share = shares.get(problem);
    return share === undefined ? [] : [(state === "right" ? 1 : 0) - share];
  });
}

export function searchSettings({ run }: SearchIndex): [string, string][] {
  if (!run) return [];
  const { config, source } = run;
  const { policy, reward } = config;
  return settingLines(run, [
    ["model", policy.model ?? policy.path],
    ["kind of model", policy.kind],
    ["server", policy.baseUrls?.join(", ")],
    ["api", policy.api],
    ...Object.entries(reward ?? {}).map(([name, value]) => [`reward model, ${name}`, value] as const),
    ["strategy", config.strategy],
    ["aggregate", config.aggregate],
    ["n", config.n],
    ["width", config.width],
    ["max-steps", config.maxSteps],
    ["step-tokens", config.stepTokens],
    ["temperature", config.temperature],
    ["prompt", config.prompt ?? "the bare problem"],
    ["seed", config.seed],
    [`data of ${run.task}`, whereFrom(source)],
  ]);
}

/** Undefined if there is no such problem. */
export async function searchProblem(index: SearchIndex, id: string): Promise<SearchProblem | undefined> {
  const read = await index.read(id);
  if (!read) return undefined;
  const { row, problem, audit, isRight } = read;
  const rightOf = ({ answer }: AuditedCandidate) => {
    const right = answer === null ? null : isRight(answer);
    return right === "grading failed" ? null : right;
  };
  return {
    row,
    statement: problem.statement,
    gold: [problem.gold].flat(),
    config: configOf(index),
    draws: audit.draws,
    final: audit.final,
    steps: audit.conclusion?.steps ?? ledSteps(audit.iterations.map(({ candidates }) => candidates)),
    iterations: audit.iterations.map(({ iteration, error, choices, candidates }) => ({
      iteration,
      error,
      choices,
      candidates: candidates.map((candidate) => ({ ...candidate, right: rightOf(candidate) })),
    })),
  };
}

/** For a search in progress, or a file without it. */
const ledSteps = (iterations: readonly AuditedCandidate[][]): string[] =>
  iterations.flatMap((candidates) => candidates.find(({ fate }) => fate === "led")?.steps ?? []);
