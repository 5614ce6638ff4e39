// One sample: the prompt, the completion, and the reasons for the verdict.

import { useMemo, useState } from "preact/hooks";
import { afterThinking } from "../../src/answers/answering-part.ts";
import type { RunSummary, SamplePage as Sample } from "../../src/view/api.ts";
import { gridRows, passing, walk } from "../../src/view/filter.ts";
import { type SampleTable, stateOf } from "../../src/view/sample-table.ts";
import { addressOf, apiPath, goTo, useOpened } from "../address.ts";
import { useKeys } from "../keys.ts";
import { useDoubts, useEquations } from "../lists/doubts.ts";
import { foundKey, isGrade, kept, useChosen, useLabelled } from "../lists/filters.ts";
import { keyOfSample, sampleAddress } from "../lists/sample-grid.tsx";
import { useSteps } from "../lists/step-links.tsx";
import { useTable } from "../lists/use-table.ts";
import { Typeset } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { Frame } from "../parts/frame.tsx";
import { LongText } from "../parts/long-text.tsx";
import { NoteBox } from "../parts/note-box.tsx";
import { Loading, Trouble } from "../parts/notices.tsx";
import { stateWords, VerdictMark } from "../parts/verdict-mark.tsx";
import { VerdictPanel, VerdictStrip } from "../parts/verdict-panel.tsx";
import { useAnswer } from "../server.ts";
import { count } from "../words.ts";

interface SamplePageProps {
  run: string;
  task: string;
  problem: string;
  sample: number;
  query: URLSearchParams;
}

export function SamplePage({ run, task, problem, sample, query }: SamplePageProps) {
  const path = apiPath(["runs", run, "sample"], { task, problem, sample });
  const { value, error } = useAnswer<Sample>(path, run);
  const [isRaw, setRaw] = useState(false);
  const { table, version } = useTable(run);
  const name = useAnswer<RunSummary>(apiPath(["runs", run])).value?.name ?? "";
  const chosen = useChosen(run, query, useLabelled(name, table, query));
  const up = addressOf(["run", run], kept(query));
  const doubts = useDoubts(table, version, isGrade(chosen.filter.odd));
  const checked = useEquations(run, table, version, chosen.filter.odd === "equation");
  const key = `${run} ${version} ${query} ${foundKey(chosen.filter)} ${doubts.done} ${checked.done}`;
  const order = useMemo(
    () => (table ? walk(gridRows(table, passing(table, chosen.filter), chosen.sort)) : []),
    [key, table],
  );
  const row = table && rowOf(table, task, problem, sample);
  const steps = useSteps(
    "Other samples that match the filter",
    row === undefined ? -1 : order.indexOf(row),
    order.length,
    (place) => table && sampleAddress(table, order[place]!, run, query),
    true,
  );
  useOpened(run, keyOfSample(task, problem, sample));
  useKeys({
    a: () => document.querySelector(".reading .answer-mark")?.scrollIntoView({ block: "center" }),
    r: () => setRaw(!isRaw),
    u: () => goTo(up),
  });
  return (
    <Frame
      here="run"
      crumbs={[{ text: visible(name || run), address: up }, { text: `${visible(problem)} · ${sample + 1}` }]}
    >
      <div class="sample-top">
        <h1>
          <span class="muted">{visible(task)}</span> problem {visible(problem)}, sample {sample + 1}
        </h1>
        {steps}
      </div>
      {error ? (
        <Trouble message={error}>
          <a href={up}>Back to the run</a>
        </Trouble>
      ) : !value ? (
        <Loading what="The sample" />
      ) : (
        <div class="sample">
          <VerdictStrip sample={value} />
          <div class="reading">
            {table && (
              <SampleTabs
                table={table}
                task={task}
                problem={problem}
                sample={sample}
                run={run}
                query={query}
              />
            )}
            <section aria-label="Problem">
              <h2>Problem</h2>
              <Typeset text={value.statement} />
            </section>
            {value.completion?.reasoning && (
              <details>
                <summary>Reasoning, {count(value.completion.reasoning.length)} characters</summary>
                <LongText text={value.completion.reasoning} isRaw={isRaw} isChecked />
              </details>
            )}
            <section aria-label="Completion">
              <div class="section-head">
                <h2>Completion</h2>
                {value.completion && (
                  <button type="button" class="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
                    source <kbd>r</kbd>
                  </button>
                )}
              </div>
              {value.completion ? (
                <Completion key={path} sample={value} isRaw={isRaw} />
              ) : (
                <p class="muted">The request failed, so there is no completion.</p>
              )}
            </section>
            <Request sample={value} />
          </div>
          <div class="beside-reading">
            <VerdictPanel sample={value} />
            <NoteBox
              run={name}
              address={addressOf(["run", run, task, problem, sample])}
              about={{ task, problem, sample }}
            />
          </div>
        </div>
      )}
    </Frame>
  );
}

function rowOf(table: SampleTable, task: string, problem: string, sample: number): number | undefined {
  const place = table.findProblem(task, problem);
  return place === undefined ? undefined : table.rows[place]!.get(sample);
}

/** Reasoning is folded, including the server's own field. */
function Completion({ sample, isRaw }: { sample: Sample; isRaw: boolean }) {
  const { text, finish } = sample.completion!;
  const { usage, time, request } = sample;
  const isAlone = request.n === undefined || request.n === 1;
  const from = afterThinking(text) ?? 0;
  const at =
    sample.at && sample.at[0] >= from ? ([sample.at[0] - from, sample.at[1] - from] as const) : undefined;
  return (
    <>
      {from > 0 && (
        <details>
          <summary>Thinking, {count(from)} characters</summary>
          <LongText text={text.slice(0, from)} isRaw={isRaw} isChecked />
        </details>
      )}
      <LongText text={text.slice(from)} at={at} isRaw={isRaw} isChecked />
      <p class="muted small">
        {count(text.length)} characters
        {usage !== undefined &&
          usage.outputTokens > 0 &&
          (isAlone
            ? `, ${count(usage.outputTokens)} tokens`
            : `, ${count(usage.outputTokens)} tokens in the whole request`)}
        {time.ms >= 50 && `, ${(time.ms / 1000).toFixed(1)} s`}, {finishWords(finish)}
      </p>
    </>
  );
}

const finishWords = (finish: string | null): string =>
  finish === "length"
    ? "truncated at the token limit"
    : finish === null
      ? "no finish reason given"
      : `finish reason ${visible(finish)}`;

function Request({ sample }: { sample: Sample }) {
  const { time, usage, servedModel } = sample;
  return (
    <details class="request">
      <summary>Request</summary>
      <p class="muted small">
        Rebuilt from the run's settings, since a run does not store the requests it sent. Sent{" "}
        {visible(time.at)}, answered after {count(time.ms)} ms
        {usage && `, ${count(usage.inputTokens)} input and ${count(usage.outputTokens)} output tokens`}
        {servedModel && `, by ${visible(servedModel)}`}.
      </p>
      <pre class="raw">{visible(JSON.stringify(sample.request, null, 2))}</pre>
    </details>
  );
}

interface SampleTabsProps extends SamplePageProps {
  table: SampleTable;
}

const mostTabs = 64;
/** Tabs show answers if there are not too many. */
const mostAnswered = 16;

/** The other samples of the problem. */
function SampleTabs({ table, task, problem, sample, run, query }: SampleTabsProps) {
  const place = table.findProblem(task, problem);
  if (place === undefined) return null;
  const rows = [...table.rows[place]!].sort(([a], [b]) => a - b);
  if (rows.length < 2) return null;
  const here = rows.findIndex(([number]) => number === sample);
  const from = Math.max(0, Math.min(here - mostTabs / 2, rows.length - mostTabs));
  return (
    <nav class="tabs" aria-label="Samples of this problem">
      {rows.slice(from, from + mostTabs).map(([number, row]) => {
        const state = stateOf(table.state.at(row));
        const answer = table.text(table.answer.at(row));
        return (
          <a
            key={number}
            href={addressOf(["run", run, task, problem, number], kept(query))}
            aria-current={number === sample ? "page" : undefined}
          >
            <VerdictMark state={state} isCut={table.isCutOff(row)} />
            <span class="spoken">sample </span>
            {number + 1}
            <span class="spoken">, {stateWords[state]} </span>
            {answer !== undefined && rows.length <= mostAnswered && (
              <span class="muted tab-answer">{visible(answer)}</span>
            )}
          </a>
        );
      })}
    </nav>
  );
}
