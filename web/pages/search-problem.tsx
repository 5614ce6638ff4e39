// One problem of a search: its tree, and the chosen iteration as a table that shows why this step was chosen.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { rewardWords } from "../../src/search/reward-words.ts";
import type {
  SearchProblem as Problem,
  SearchPage,
  TreeCandidate,
  TreeIteration,
} from "../../src/view/api.ts";
import { searchTree } from "../../src/view/search-tree.ts";
import { addressOf, apiPath, changed, useOpened } from "../address.ts";
import { StripChart } from "../charts/strip-chart.tsx";
import { treeAxis, treeColumns } from "../charts/tree-columns.ts";
import { useKeys } from "../keys.ts";
import { keptOfSearch, readSearchFilter, searchRows } from "../lists/search-list.ts";
import { useSteps } from "../lists/step-links.tsx";
import { Typeset } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { useNotesVersion } from "../notes.ts";
import { CandidateTable, fateWords, idOf } from "../parts/candidate-table.tsx";
import { JudgeWords } from "../parts/judge-words.tsx";
import { NoteBox } from "../parts/note-box.tsx";
import { Loading, Trouble } from "../parts/notices.tsx";
import { Heads } from "../parts/tables.tsx";
import { VerdictMark } from "../parts/verdict-mark.tsx";
import { WordDifference } from "../parts/word-difference.tsx";
import { useAnswer } from "../server.ts";
import { count, plural } from "../words.ts";
import { markOf, searchStateWords } from "./search.tsx";

interface SearchProblemProps {
  run: string;
  problem: string;
  query: URLSearchParams;
}

export function SearchProblem({ run, problem, query }: SearchProblemProps) {
  const list = useAnswer<SearchPage>(apiPath(["runs", run, "search"]), run);
  const { value, error } = useAnswer<Problem>(apiPath(["runs", run, "problem"], { problem }), run);
  const rows = list.value ? searchRows(list.value.rows, readSearchFilter(query), list.value.run.name) : [];
  useNotesVersion();
  const here = rows.findIndex((row) => row.problem === problem);
  const steps = useSteps("Problems that match the filter", here, rows.length, (place) =>
    addressOf(["run", run, rows[place]!.problem], keptOfSearch(query)),
  );
  const iterations = value?.iterations ?? [];
  const selected = selectedIn(value, query);
  const iterationAt = (iteration: number) =>
    addressOf(["run", run, problem], changed(query, { iteration, candidate: undefined, step: undefined }));
  const focus = focusIn(value, query);
  const candidateAt = (id: string, step?: number) =>
    addressOf(
      ["run", run, problem],
      changed(query, { iteration: Number(id.split(".")[0]), candidate: id, step }),
    );
  const move = (by: number) => {
    const next = iterations[iterations.findIndex(({ iteration }) => iteration === selected) + by];
    if (next) location.assign(iterationAt(next.iteration));
  };
  const isWalked = value?.draws === "steps";
  useOpened(run, problem);
  useKeys({
    ArrowRight: isWalked ? () => move(1) : undefined,
    ArrowLeft: isWalked ? () => move(-1) : undefined,
  });
  if (error) return <Trouble message={error} />;
  if (!value) return <Loading what="The search" />;
  return (
    <div class="search-problem">
      <div class="sample-top">
        <h1>problem {visible(problem)}</h1>
        <span class={`verdict ${value.row.state}`}>
          <VerdictMark state={markOf(value.row.state)} /> {searchStateWords[value.row.state]}
        </span>
        <p class="muted">{outcomeWords(value)}</p>
        {steps}
      </div>
      <section aria-label="Problem" class="statement">
        <Typeset text={value.statement} />
      </section>
      <Tree
        problem={value}
        selected={selected}
        focus={focus}
        iterationAt={iterationAt}
        candidateAt={candidateAt}
      />
      {focus && <FocusPanel problem={value} focus={focus} closeAt={iterationAt(selected)} />}
      {value.iterations.map((iteration) =>
        iteration.iteration === selected ? (
          <Iteration
            key={selected}
            iteration={iteration}
            problem={value}
            focus={focus}
            candidateAt={candidateAt}
          />
        ) : null,
      )}
      <Final problem={value} />
      {list.value && (
        <NoteBox run={list.value.run.name} address={addressOf(["run", run, problem])} about={{ problem }} />
      )}
    </div>
  );
}

interface Focus {
  candidate: TreeCandidate;
  iteration: number;
  /** Of a whole solution, up to which of its steps. */
  steps: number;
}

/** The candidate in the address. */
function focusIn(problem: Problem | undefined, query: URLSearchParams): Focus | undefined {
  const [iteration, place] = (query.get("candidate") ?? "").split(".").map(Number);
  const candidate = problem?.iterations
    .find((each) => each.iteration === iteration)
    ?.candidates.find((each) => each.place === place);
  const same = candidate?.dropped?.as;
  // A repeated candidate is shown as the one that it repeats.
  if (same !== undefined && same !== place)
    return focusIn(problem, new URLSearchParams({ candidate: idOf(iteration!, same) }));
  if (!candidate) return undefined;
  const asked = Number(query.get("step"));
  return { candidate, iteration: iteration!, steps: asked > 0 ? asked : candidate.steps.length };
}

const keyOf = ({ draws }: Problem, { candidate, iteration, steps }: Focus): string =>
  draws === "steps" ? idOf(iteration, candidate.place) : JSON.stringify(candidate.steps.slice(0, steps));

/** The one in the address, else the first doubtful one, else the first. */
function selectedIn(problem: Problem | undefined, query: URLSearchParams): number {
  const iterations = problem?.iterations.map(({ iteration }) => iteration) ?? [];
  const asked = Number(query.get("iteration"));
  if (iterations.includes(asked)) return asked;
  const { list } = readSearchFilter(query);
  const listed = problem?.row.listed ?? [];
  const choice = list === undefined ? listed[0] : listed.find(({ lists }) => lists.includes(list));
  return choice?.iteration ?? iterations[0] ?? 1;
}

function outcomeWords({ row, config }: Problem): string {
  // A failure is shown in full at its iteration.
  const why = row.unscored === "provider" ? "a server failed" : row.ended;
  const made = row.answer === null ? `no answer (${why})` : `answer ${row.answer}`;
  return visible(
    `${config.strategy}: ${made}, gold ${row.gold.join(" or ")}. ${plural(row.iterations, "iteration")}, ${plural(row.drawn, "candidate")}, ${count(row.distinct)} distinct.`,
  );
}

interface FocusPanelProps {
  problem: Problem;
  focus: Focus;
  closeAt: string;
}

interface TakenStep {
  text: string;
  reward: number | null;
  judged: TreeCandidate["judged"];
}

/** The steps from the problem to a candidate, including its own. */
function stepsTo({ iterations }: Problem, { candidate, steps }: Focus): TakenStep[] {
  const taken: TakenStep[] = [];
  const seen = new Set<TreeCandidate>();
  for (let at: TreeCandidate | undefined = candidate; at && !seen.has(at); ) {
    seen.add(at);
    const { rewards, judged, from }: TreeCandidate = at;
    const own = at === candidate ? at.steps.slice(0, steps) : at.steps;
    taken.unshift(
      ...own.map((text, place) => ({
        text,
        reward: rewards.length === at!.steps.length ? rewards[place]! : (rewards.at(-1) ?? null),
        judged: judged.length === at!.steps.length ? judged.slice(place, place + 1) : judged,
      })),
    );
    at = iterations
      .find(({ iteration }) => iteration === from?.iteration)
      ?.candidates.find(({ place }) => place === from?.candidate);
  }
  return taken;
}

/** The whole solution up to the selected candidate, and its difference from the one on the final path. */
function FocusPanel({ problem, focus, closeAt }: FocusPanelProps) {
  const { candidate, iteration } = focus;
  const taken = stepsTo(problem, focus);
  const others = problem.iterations.find((each) => each.iteration === iteration)?.candidates ?? [];
  const led = others.find(({ fate }) => fate === "led");
  const [own, other] = [candidate, led ?? candidate].map(({ steps }) => steps.join("\n\n"));
  return (
    <section class="focus-panel" aria-label={`Candidate ${idOf(iteration, candidate.place)}`}>
      <h2 class="headline">
        Candidate {idOf(iteration, candidate.place)}: <strong>{fateWords[candidate.fate]}</strong>
        {candidate.answer !== null && (
          <span class={`verdict ${candidate.right ? "right" : "wrong"}`}>
            {" "}
            answer {visible(candidate.answer)}
            {candidate.right === null ? "" : candidate.right ? ", right" : ", wrong"}
          </span>
        )}
        <a class="button close" href={closeAt}>
          Close
        </a>
      </h2>
      <ol class="taken">
        {taken.map(({ text, reward, judged }, place) => (
          <li key={place} class={place === taken.length - 1 ? "last" : undefined}>
            <span class="muted small number">{reward === null ? "–" : rewardWords(reward)}</span>
            <div>
              <Typeset text={text} isChecked />
              <JudgeWords judged={judged} isOpen={place === taken.length - 1} />
            </div>
          </li>
        ))}
      </ol>
      {led && led !== candidate && other !== own && (
        <>
          <h3>Difference from candidate {idOf(iteration, led.place)}, which is on the final path</h3>
          <WordDifference a={other!} b={own!} label="Word difference of the two candidates" />
        </>
      )}
    </section>
  );
}

interface TreeProps {
  problem: Problem;
  selected: number;
  focus: Focus | undefined;
  iterationAt(iteration: number): string;
  candidateAt(id: string, step?: number): string;
}

function Tree({ problem, selected, focus, iterationAt, candidateAt }: TreeProps) {
  const tree = useMemo(() => searchTree(problem), [problem]);
  const room = useRoom();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = box.current?.querySelector("a[aria-current]");
    const scroll = box.current?.querySelector(".strip-scroll");
    if (!link || !scroll) return;
    const [inner, outer] = [link.getBoundingClientRect(), scroll.getBoundingClientRect()];
    if (inner.left < outer.left || inner.right > outer.right)
      scroll.scrollLeft += inner.left - outer.left - outer.width / 2;
  }, [selected, room]);
  if (tree.nodes.length === 0) return null;
  const isSteps = problem.draws === "steps";
  const columns = treeColumns(problem, tree, iterationAt);
  return (
    <section aria-label="Tree" ref={box}>
      <StripChart
        width={room}
        tree={tree}
        columns={columns}
        selected={isSteps ? selected : undefined}
        focus={focus && keyOf(problem, focus)}
        hrefOf={({ iteration, place, column }) =>
          candidateAt(idOf(iteration, place), isSteps ? undefined : column)
        }
        title={`The tree of problem ${visible(problem.row.problem)}`}
        axis={treeAxis(problem)}
      />
      <p class="legend muted small">
        {Object.entries(keyWords).map(([key, words]) => (
          <span key={key}>
            <span class={`key ${key}`} aria-hidden="true" /> {words}
          </span>
        ))}
        <span>a number in a mark: how often the same step was drawn</span>
      </p>
    </section>
  );
}

const keyWords = {
  led: "on the final path",
  kept: "kept",
  passed: "dropped",
  right: "right answer",
  wrong: "wrong answer",
};

/** As much as the page has space for, at the tree's own size. */
function useRoom(): number {
  const measured = () => Math.min(1390, innerWidth - (innerWidth > 700 ? 64 : 28));
  const [room, setRoom] = useState(measured);
  useEffect(() => {
    const follow = () => setRoom(measured());
    addEventListener("resize", follow);
    return () => removeEventListener("resize", follow);
  }, []);
  return room;
}

interface IterationProps extends Pick<TreeProps, "problem" | "focus" | "candidateAt"> {
  iteration: TreeIteration;
}

function Iteration({ iteration, problem, focus, candidateAt }: IterationProps) {
  const { choices, candidates, error } = iteration;
  const isSteps = problem.draws === "steps";
  const trees = choices.length > 1;
  return (
    <section class="iteration" aria-label={isSteps ? `Iteration ${iteration.iteration}` : "Solutions"}>
      {error !== undefined && <Trouble message={error} />}
      {choices.map((choice) => (
        <div key={choice.tree ?? 0}>
          <h2 class="headline">
            {isSteps ? `Iteration ${iteration.iteration}` : "Solutions"}
            {trees && `, tree ${(choice.tree ?? 0) + 1}`}: <strong>{visible(choice.headline)}</strong>
          </h2>
          <CandidateTable
            candidates={shownOf(candidates, trees ? choice.tree : undefined)}
            iteration={iteration.iteration}
            focus={focus && idOf(focus.iteration, focus.candidate.place)}
            hrefOf={(id) => candidateAt(id)}
            aggregate={problem.config.aggregate}
            label={`Candidates${trees ? ` of tree ${(choice.tree ?? 0) + 1}` : ""}`}
          />
        </div>
      ))}
    </section>
  );
}

/** Of several solutions that ended, which one is the final answer. */
function Final({ problem }: { problem: Problem }) {
  const { final, iterations } = problem;
  if (!final) return null;
  return (
    <section class="final" aria-label="Final choice">
      <h2 class="headline">
        Final choice: <strong>{visible(final.headline)}</strong>
      </h2>
      <table class="candidates ends">
        <thead>
          <tr>
            <Heads names={[`ranked by ${visible(problem.config.aggregate)}`]} areFigures />
            <Heads names={["fate", "ended", "answer"]} />
          </tr>
        </thead>
        <tbody>
          {final.ends.map(({ iteration, place, value, isTaken }) => {
            const candidate = iterations.find((each) => each.iteration === iteration)?.candidates[place];
            const { answer = null, right = null, tree } = candidate ?? {};
            return (
              <tr key={`${iteration}.${place}`} class={isTaken ? "led" : "passed"}>
                <td class="number">{value === null ? "–" : rewardWords(value)}</td>
                <td>{isTaken ? "final answer" : "dropped"}</td>
                <td>
                  in iteration {iteration}
                  {tree !== undefined && `, tree ${tree + 1}`}
                </td>
                <td class={`verdict ${right === true ? "right" : right === false ? "wrong" : ""}`}>
                  {visible(answer ?? "none")}
                  {right === null ? "" : right ? ", right" : ", wrong"}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Repeated candidates are counted in the one that they repeat; the best first, then those that could not be chosen. */
function shownOf(candidates: readonly TreeCandidate[], tree: number | undefined): TreeCandidate[] {
  return candidates
    .filter((each) => each.dropped?.as === undefined && (tree === undefined || each.tree === tree))
    .sort((a, b) => (a.rank ?? 1e9) - (b.rank ?? 1e9) || a.place - b.place);
}
