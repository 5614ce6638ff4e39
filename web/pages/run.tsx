// A run of any kind, and one of its problems if the address names one.

import type { RunSummary } from "../../src/view/api.ts";
import { addressOf, apiPath } from "../address.ts";
import { useKeys } from "../keys.ts";
import { visible } from "../math/visible.ts";
import { Frame } from "../parts/frame.tsx";
import { lazy } from "../parts/lazy.tsx";
import { Once, Trouble } from "../parts/notices.tsx";
import { useAnswer } from "../server.ts";
import { count } from "../words.ts";

const Evaluation = lazy(() => import("./evaluation.tsx").then(({ Evaluation }) => Evaluation));
const Search = lazy(() => import("./search.tsx").then(({ Search }) => Search));
const SearchProblem = lazy(() => import("./search-problem.tsx").then(({ SearchProblem }) => SearchProblem));
const Rollouts = lazy(() => import("./rollouts.tsx").then(({ Rollouts }) => Rollouts));
const Rollout = lazy(() => import("./rollouts.tsx").then(({ Rollout }) => Rollout));
const Bench = lazy(() => import("./bench.tsx").then(({ Bench }) => Bench));
const BenchSample = lazy(() => import("./bench-sample.tsx").then(({ BenchSample }) => BenchSample));

interface RunPageProps {
  run: string;
  /** For a search its problem, for a ProcessBench run subset and sample. */
  rest: readonly string[];
  query: URLSearchParams;
}

export function RunPage({ run, rest, query }: RunPageProps) {
  const { value, error } = useAnswer<RunSummary>(apiPath(["runs", run]));
  const up = rest.length > 0 ? addressOf(["run", run], query) : addressOf([]);
  useKeys({ u: () => location.assign(up) });
  const name = value ? visible(value.name) : run;
  // An address counts the items of a log from 0.
  const here = value?.kind === "rollouts" ? `item ${count(Number(rest[0]) + 1)}` : visible(rest.join(" · "));
  const crumbs = rest.length > 0 ? [{ text: name, address: up }, { text: here }] : [{ text: name }];
  return (
    <Frame here="run" crumbs={crumbs}>
      <Once
        page={value}
        error={error}
        what="The run"
        show={(summary) => <OpenRun summary={summary} run={run} rest={rest} query={query} />}
      />
    </Frame>
  );
}

function OpenRun({ summary, run, rest, query }: RunPageProps & { summary: RunSummary }) {
  const [first, second] = rest;
  // A run that was read has a date.
  if (summary.problem !== undefined && summary.created === "")
    return (
      <>
        <h1>{visible(summary.name)}</h1>
        <Trouble message={summary.problem} />
      </>
    );
  if (summary.kind === "eval") return <Evaluation run={run} query={query} />;
  if (summary.kind === "rollouts")
    return first === undefined ? (
      <Rollouts run={run} query={query} />
    ) : (
      <Rollout run={run} row={Number(first)} query={query} />
    );
  if (summary.kind === "search")
    return first === undefined ? (
      <Search run={run} query={query} />
    ) : (
      <SearchProblem run={run} problem={first} query={query} />
    );
  return first === undefined || second === undefined ? (
    <Bench run={run} query={query} />
  ) : (
    <BenchSample run={run} subset={first} sample={second} query={query} />
  );
}
