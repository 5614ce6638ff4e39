// One problem in both runs: the two solutions step by step, with the first step in which they differ marked.

import { alignSteps, firstDifference, stepsIn } from "../../src/view/align-steps.ts";
import type {
  BenchSample,
  ComparedProblem,
  ComparePage,
  RunSummary,
  SamplePage,
  SearchProblem,
} from "../../src/view/api.ts";
import { type State, stateOf } from "../../src/view/sample-table.ts";
import { addressOf, apiPath, changed, goTo, type Query, useOpened } from "../address.ts";
import { Segments } from "../lists/controls.tsx";
import { useSteps } from "../lists/step-links.tsx";
import { useTable } from "../lists/use-table.ts";
import { Typeset } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { useAnswer } from "../server.ts";
import { Loading, Trouble } from "./notices.tsx";
import { VerdictMark } from "./verdict-mark.tsx";
import { WordDifference } from "./word-difference.tsx";

interface PairViewProps {
  page: ComparePage;
  task: string;
  pair: ComparedProblem;
  /** In the order of the list. */
  rows: readonly ComparedProblem[];
  query: URLSearchParams;
}

export function PairView({ page, task, pair, rows, query }: PairViewProps) {
  const { a, b } = page;
  const base = ["compare", a.id, b.id];
  const here = rows.findIndex(({ problem }) => problem === pair.problem);
  const steps = useSteps("Problems of the list", here, rows.length, (place) =>
    addressOf(base, changed(query, { problem: rows[place]!.problem, sa: undefined, sb: undefined })),
  );
  useOpened(`${a.id} ${b.id}`, pair.problem);
  const shared = { task, pair, query, base };
  const left = useSolution(a, "a", shared);
  const right = useSolution(b, "b", shared);
  return (
    <div class="pair">
      <div class="sample-top">
        <h1>problem {visible(pair.problem)}</h1>
        <p class="muted">gold {visible(pair.gold)}</p>
        {steps}
      </div>
      {left.error || right.error ? (
        <Trouble message={left.error ?? right.error} />
      ) : !left.steps || !right.steps ? (
        <Loading what="The pair" />
      ) : (
        <>
          <section aria-label="Problem" class="statement">
            <Typeset text={left.statement ?? right.statement ?? ""} />
          </section>
          <Segments
            label="Shown as"
            values={["steps", "words"]}
            chosen={query.get("shown") === "words" ? "words" : "steps"}
            show={(name) => (name === "words" ? "word difference" : "side by side")}
            onChoose={(name) => goTo(addressOf(base, changed(query, { shown: name === "words" && name })))}
          />
          {query.get("shown") === "words" ? (
            <>
              <div class="aligned">
                <SolutionHead solution={left} />
                <SolutionHead solution={right} />
              </div>
              <p class="muted small">Only in A: struck out. Only in B: underlined.</p>
              <WordDifference
                a={left.steps.join("\n\n")}
                b={right.steps.join("\n\n")}
                label="Word difference"
              />
            </>
          ) : (
            <Aligned left={left} right={right} />
          )}
        </>
      )}
    </div>
  );
}

interface Solution {
  name: string;
  href: string;
  state: State;
  /** For example `sample 3 answers 41`. */
  says: string;
  statement?: string | undefined;
  steps?: string[] | undefined;
  /** The text beside each step. */
  remarks?: (string | undefined)[] | undefined;
  /** Other samples of the problem. */
  tabs?: { number: number; href: string; state: State; isHere: boolean }[] | undefined;
  error?: string | undefined;
}

/** The subject of both sides, and their addresses. */
interface Shared {
  task: string;
  pair: ComparedProblem;
  query: URLSearchParams;
  base: readonly string[];
}

function useSolution(run: RunSummary, side: "a" | "b", { task, pair, query, base }: Shared): Solution {
  const name = `${side.toUpperCase()}: ${visible(run.name)}`;
  const pathOf = (what: string, asked: Query) => apiPath(["runs", run.id, what], asked);
  const { problem } = pair;
  const isEval = run.kind === "eval";
  const { table } = useTable(isEval ? run.id : undefined);
  // A single task may have a different name in the other run.
  const key = table?.problems.find(
    (each) => each.problem === problem && (each.task === task || run.task === each.task),
  );
  const place = key && table?.findProblem(key.task, problem);
  const samples = place === undefined || !table ? [] : [...table.rows[place]!].sort(([x], [y]) => x - y);
  const asked = query.get(`s${side}`);
  const sample = asked === null ? typical(samples, pair[side] > 0, table) : Number(asked);
  const drawn = useAnswer<SamplePage>(
    isEval && key && sample !== undefined ? pathOf("sample", { task: key.task, problem, sample }) : undefined,
    run.id,
  );
  const searched = useAnswer<SearchProblem>(
    run.kind === "search" ? pathOf("problem", { problem }) : undefined,
    run.id,
  );
  const judged = useAnswer<BenchSample>(
    run.kind === "processbench" ? pathOf("judged", { subset: task, sample: problem }) : undefined,
    run.id,
  );
  if (isEval) {
    const { value, error } = drawn;
    const state = (value?.verdict?.state ?? "ungraded") as State;
    return {
      name,
      state,
      error,
      href: addressOf(["run", run.id, key?.task ?? task, problem, sample ?? 0]),
      says: value
        ? `sample ${value.sample + 1}, ${value.verdict?.answer === undefined ? "no answer" : `answer ${visible(value.verdict.answer)}`}`
        : "",
      statement: value?.statement,
      steps: value && stepsIn(value.completion?.text ?? value.failure ?? ""),
      tabs: samples.map(([number, row]) => ({
        number,
        state: stateOf(table!.state.at(row)),
        isHere: number === sample,
        href: addressOf(base, changed(query, { [`s${side}`]: String(number) })),
      })),
    };
  }
  if (run.kind === "search") {
    const { value, error } = searched;
    const state = value?.row.state ?? "open";
    return {
      name,
      error,
      state: state === "open" ? "ungraded" : state,
      href: addressOf(["run", run.id, problem]),
      says: value ? `answers ${visible(value.row.answer ?? "nothing")}` : "",
      statement: value?.statement,
      steps: value?.steps,
      remarks: value?.iterations.map(({ choices }) => choices.map(({ headline }) => headline).join("; ")),
    };
  }
  const { value, error } = judged;
  return {
    name,
    error,
    state: value?.match ? "right" : "wrong",
    href: addressOf(["run", run.id, task, problem]),
    says: value
      ? `predicts ${value.prediction === null ? "nothing" : value.prediction === -1 ? "no wrong step" : `step ${value.prediction + 1}`}`
      : "",
    statement: value?.statement,
    steps: value?.steps.map(({ text }) => text),
    remarks: value?.steps.map(({ score }) =>
      score
        ? `${score.verdict ?? "no verdict"}${score.reward === null ? "" : `, reward ${score.reward.toFixed(4)}`}`
        : "not judged",
    ),
  };
}

/** A right sample if there is one, because the run counts as right there; else the first. */
function typical(
  samples: readonly (readonly [number, number])[],
  isRight: boolean,
  table: ReturnType<typeof useTable>["table"],
): number | undefined {
  const found = isRight ? samples.find(([, row]) => stateOf(table!.state.at(row)) === "right") : undefined;
  return (found ?? samples[0])?.[0];
}

function Aligned({ left, right }: { left: Solution; right: Solution }) {
  const pairs = alignSteps(left.steps!, right.steps!);
  const first = firstDifference(pairs);
  return (
    <section aria-label="Steps side by side">
      <p class="muted small">
        {first === -1
          ? remarksDiffer(left, right)
          : first === 0
            ? "The two differ from the first step on."
            : `The first ${first === 1 ? "step is" : `${first} steps are`} the same.`}
      </p>
      <div class="aligned">
        <SolutionHead solution={left} />
        <SolutionHead solution={right} />
        {pairs.map((pair, place) => (
          <div
            key={place}
            class={`aligned-row${pair.same ? " same" : ""}${place === first ? " first-difference" : ""}`}
          >
            {place === first && <p class="part-line">first difference</p>}
            <Step solution={left} place={pair.a} />
            <Step solution={right} place={pair.b} />
          </div>
        ))}
      </div>
    </section>
  );
}

function remarksDiffer(left: Solution, right: Solution): string {
  const place = left.remarks?.findIndex((remark, i) => remark !== right.remarks?.[i]) ?? -1;
  return place === -1
    ? "The two have the same steps."
    : "The steps are the same; each side shows the judgement of its own run.";
}

function SolutionHead({ solution }: { solution: Solution }) {
  const { name, href, state, says, tabs } = solution;
  return (
    <div class="aligned-head">
      <p>
        <a href={href}>{name}</a>
      </p>
      <p class={`verdict ${state}`}>
        <VerdictMark state={state} /> {says}
      </p>
      {tabs && tabs.length > 1 && (
        <nav class="tabs" aria-label={`Samples of ${name}`}>
          {tabs.slice(0, 32).map(({ number, href, state, isHere }) => (
            <a
              key={number}
              href={href}
              aria-current={isHere ? "page" : undefined}
              aria-label={`sample ${number + 1}, ${state}`}
            >
              <VerdictMark state={state} /> {number + 1}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}

function Step({ solution, place }: { solution: Solution; place: number | undefined }) {
  if (place === undefined) return <div class="aligned-step none" />;
  const remark = solution.remarks?.[place];
  return (
    <div class="aligned-step">
      <Typeset text={solution.steps![place]!} isChecked />
      {remark && <p class="muted small">{visible(remark)}</p>}
    </div>
  );
}
