// An evaluation in a report: figures and charts of each task, every problem in one line, and the hardest in full.

import type { Report, ReportedProblem, SamplePage } from "../../src/view/api.ts";
import type { SampleTable, State } from "../../src/view/sample-table.ts";
import { EvalCharts } from "../charts/eval-charts.tsx";
import { Typeset } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { EvalFigures } from "../parts/eval-figures.tsx";
import { stateWords, VerdictMark } from "../parts/verdict-mark.tsx";
import { count, plural } from "../words.ts";
import { Section } from "./section.tsx";

type EvalReportProps = NonNullable<Report["evaluation"]> & { table: SampleTable };

export function EvalReport({ tasks, problems, hidden, table }: EvalReportProps) {
  return (
    <>
      {Object.entries(tasks).map(([task, metrics]) => (
        <Section key={task} title={task}>
          <EvalFigures metrics={metrics} />
          <EvalCharts task={task} metrics={metrics} table={table} version={0} />
        </Section>
      ))}
      <Section title="Problems">
        <p class="muted">
          The hardest come first.
          {hidden > 0 &&
            ` Of ${count(hidden)} more only the counts are shown; 'assay view RUN --export DIR' writes a site that holds every sample.`}
        </p>
        {byShare(problems).map((problem) => (
          <Problem key={`${problem.task} ${problem.problem}`} {...problem} />
        ))}
      </Section>
    </>
  );
}

const byShare = (problems: readonly ReportedProblem[]): ReportedProblem[] =>
  [...problems].sort((a, b) => shareOf(a) - shareOf(b));

/** A problem without a verdict comes last. */
const shareOf = ({ right, samples }: ReportedProblem): number => (samples === 0 ? 2 : right / samples);

function Problem({ task, problem, right, samples, shown }: ReportedProblem) {
  const head = (
    <>
      <strong>{visible(problem)}</strong> <span class="muted">{visible(task)}</span>{" "}
      {samples === 0 ? "not measured" : `${right}/${samples} right`}
    </>
  );
  const [first] = shown;
  if (!first) return <p class="report-problem">{head}</p>;
  return (
    <details class="report-problem">
      <summary>{head}</summary>
      <Typeset text={first.statement} />
      <p>
        gold <code>{visible(first.gold.join(" or "))}</code>
      </p>
      {shown.map((sample) => (
        <Sample key={sample.sample} {...sample} />
      ))}
    </details>
  );
}

/** Longer completions are cut off here. */
const longest = 20_000;

function Sample({ sample, verdict, completion, failure, at }: SamplePage) {
  const state = (verdict?.state ?? "ungraded") as State;
  const text = completion?.text ?? "";
  return (
    <article>
      <h3>
        <VerdictMark state={state} /> sample {sample + 1}: {stateWords[state]}
        {verdict?.answer !== undefined && (
          <>
            , answer <code>{visible(verdict.answer)}</code>
          </>
        )}
      </h3>
      {completion ? (
        <Typeset text={text.slice(0, longest)} at={at && at[1] <= longest ? at : undefined} isChecked />
      ) : (
        <p class="notice">There is no completion: {visible(failure ?? "the provider failed")}</p>
      )}
      {text.length > longest && (
        <p class="muted">{plural(text.length - longest, "more character")} not shown</p>
      )}
    </article>
  );
}
