// One sample of a ProcessBench run: its steps, each with its judgement; optionally with the judgements of another run
// next to them.

import { rewardWords } from "../../src/search/reward-words.ts";
import type { BenchPage, RunList, BenchSample as Sample } from "../../src/view/api.ts";
import { addressOf, apiPath, changed, goTo, useOpened } from "../address.ts";
import {
  benchRows,
  fateAbout,
  fateOf,
  keptOfBench,
  placeWords,
  readBenchFilter,
} from "../lists/bench-list.ts";
import { Choice } from "../lists/controls.tsx";
import { useSteps } from "../lists/step-links.tsx";
import { Typeset } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { useNotesVersion } from "../notes.ts";
import { JudgeWords } from "../parts/judge-words.tsx";
import { LongText } from "../parts/long-text.tsx";
import { NoteBox } from "../parts/note-box.tsx";
import { Loading, Trouble } from "../parts/notices.tsx";
import { VerdictMark } from "../parts/verdict-mark.tsx";
import { useAnswer } from "../server.ts";
import { count } from "../words.ts";
import { benchAddress } from "./bench.tsx";

interface BenchSampleProps {
  run: string;
  subset: string;
  sample: string;
  query: URLSearchParams;
}

const judgedPath = (run: string, subset: string, sample: string): string =>
  apiPath(["runs", run, "judged"], { subset, sample });

export function BenchSample({ run, subset, sample, query }: BenchSampleProps) {
  const list = useAnswer<BenchPage>(apiPath(["runs", run, "bench"]), run);
  const { value, error } = useAnswer<Sample>(judgedPath(run, subset, sample), run);
  const other = query.get("with") ?? undefined;
  const beside = useAnswer<Sample>(other && judgedPath(other, subset, sample), other);
  const rows = list.value ? benchRows(list.value.rows, readBenchFilter(query), list.value.run.name) : [];
  useNotesVersion();
  const here = rows.findIndex((row) => row.subset === subset && row.sample === sample);
  const steps = useSteps("Samples that match the filter", here, rows.length, (place) =>
    benchAddress(run, rows[place]!, query),
  );
  useOpened(run, JSON.stringify([subset, sample]));
  if (error) return <Trouble message={error} />;
  if (!value) return <Loading what="The sample" />;
  return (
    <div class="bench-sample">
      <div class="sample-top">
        <h1>
          {visible(subset)}, sample {visible(sample)}
        </h1>
        <Outcome sample={value} />
        {steps}
      </div>
      <section aria-label="Problem" class="statement">
        <Typeset text={value.statement} />
      </section>
      <Beside run={run} subset={subset} sample={sample} query={query} />
      {beside.error && <Trouble message={beside.error} />}
      {beside.value && (
        <p class="muted beside-line">
          this run: <Outcome sample={value} /> · the other run: <Outcome sample={beside.value} />
        </p>
      )}
      <Steps sample={value} beside={beside.value} />
      <Votes sample={value} name={beside.value ? "this run" : ""} />
      {beside.value && <Votes sample={beside.value} name="the other run" />}
      {list.value && (
        <NoteBox
          run={list.value.run.name}
          address={addressOf(["run", run, subset, sample])}
          about={{ subset, sample }}
        />
      )}
    </div>
  );
}

function Outcome({ sample }: { sample: Sample }) {
  const { label, prediction, match, missing } = sample;
  const reason = reasonOf(sample);
  const state = match ? "right" : prediction === null ? "unscored" : "wrong";
  const fate = fateOf({ ...sample, steps: sample.steps.length });
  return (
    <span class={`verdict ${state}`} title={fateAbout[fate]}>
      <VerdictMark state={state} /> {fate}:{" "}
      <span class="muted">
        labelled {placeWords(label)}, predicted{" "}
        {prediction === null
          ? `nothing (${(missing ?? "").replace("_", " ")}: ${visible(reason ?? "")})`
          : placeWords(prediction)}
        {prediction !== null && reason && ` (${visible(reason)})`}
      </span>
    </span>
  );
}

/** Reasons in files count steps from 0, as labels do; the page counts from 1. */
function reasonOf({ steps, prediction, reason }: Sample): string | undefined {
  const silent = steps.findIndex(({ score }) => score?.verdict === null);
  if (reason === undefined || silent < 0) return reason;
  const taken = prediction === null ? "" : `; counted as ${prediction === silent ? "wrong" : "right"}`;
  return `step ${silent + 1}: ${steps[silent]!.score?.note ?? "the judge gave no verdict"}${taken}`;
}

/** Another run that judged the same data. */
function Beside({ run, subset, sample, query }: BenchSampleProps) {
  const { value } = useAnswer<RunList>("api/runs");
  const others = (value?.runs ?? []).filter(
    ({ id, kind, task }) => kind === "processbench" && id !== run && task.split(", ").includes(subset),
  );
  if (others.length === 0) return null;
  return (
    <Choice
      class=" beside-field"
      label="Compare with the judgement of"
      value={query.get("with") ?? undefined}
      values={others.map(({ id }) => id)}
      words={Object.fromEntries(others.map(({ id, name }) => [id, visible(name)]))}
      none="no other run"
      onChoose={(other) =>
        goTo(addressOf(["run", run, subset, sample], changed(keptOfBench(query), { with: other })))
      }
    />
  );
}

function Steps({ sample, beside }: { sample: Sample; beside: Sample | undefined }) {
  if (sample.question !== undefined)
    return (
      <section aria-label="Question">
        <LongText text={sample.question} />
      </section>
    );
  return (
    <ol class={`judged-steps${beside ? " two" : ""}`} aria-label="Steps">
      {sample.steps.map(({ text }, step) => {
        const isLabel = step === sample.label;
        const isPrediction = step === sample.prediction || (beside && step === beside.prediction);
        return (
          <li
            key={step}
            class={`judged-step${isLabel ? " labelled" : ""}${isPrediction ? " predicted" : ""}`}
            id={`step-${step}`}
          >
            <div class="step-text">
              <p class="step-head">
                <span class="muted">step {step + 1}</span>
                {isLabel && <span class="tag labelled">first error, as labelled</span>}
                {step === sample.prediction && <span class="tag predicted">predicted</span>}
                {beside && step === beside.prediction && (
                  <span class="tag predicted">predicted by the other run</span>
                )}
              </p>
              <Typeset text={text} isChecked />
            </div>
            <Judgement sample={sample} step={step} />
            {beside && <Judgement sample={beside} step={step} />}
          </li>
        );
      })}
    </ol>
  );
}

function Judgement({ sample, step }: { sample: Sample; step: number }) {
  const { score, failure } = sample.steps[step] ?? {};
  const isOpen = step === sample.prediction || step === sample.label;
  if (sample.votes.length > 0)
    return (
      <div class="judgement-side">
        <p>
          {count(sample.votes.filter(({ index }) => index === step).length)} of {count(sample.votes.length)}{" "}
          critiques name this step
        </p>
      </div>
    );
  if (!score)
    return (
      <div class="judgement-side">
        <p class="muted">
          not judged{failure === undefined ? whyNot(sample, step) : `: ${visible(failure)}`}
        </p>
      </div>
    );
  const { verdict, reward, note } = score;
  const isWrong =
    sample.threshold !== undefined && reward !== null ? reward < sample.threshold : verdict === "wrong";
  return (
    <div class={`judgement-side ${verdict === null ? "" : isWrong ? "wrong" : "right"}`}>
      <p class="verdict-word">
        {verdict === null ? "no verdict" : isWrong ? "wrong" : "right"}
        {reward !== null && (
          <span class="muted">
            {" "}
            reward {rewardWords(reward)}
            {sample.threshold !== undefined && ` (wrong below ${sample.threshold.toFixed(4)})`}
          </span>
        )}
      </p>
      {note && <p class="muted small">{visible(note)}</p>}
      <JudgeWords judged={[score]} isOpen={isOpen} />
    </div>
  );
}

const whyNot = ({ prediction }: Sample, step: number): string =>
  prediction !== null && prediction !== -1 && step > prediction
    ? `: the judge stopped at step ${prediction + 1}`
    : "";

/** Of judges that read a whole solution at once. */
function Votes({ sample, name }: { sample: Sample; name: string }) {
  if (sample.votes.length === 0) return null;
  return (
    <section aria-label={`Critiques${name === "" ? "" : `, ${name}`}`}>
      <h2>Critiques{name === "" ? "" : `, ${name}`}</h2>
      {sample.votes.map(({ vote, index, text }) => (
        <details key={vote} class="judge-words">
          <summary>
            critique {vote + 1}: {index === null ? "no step named" : placeWords(index)}
          </summary>
          <LongText text={text} />
        </details>
      ))}
    </section>
  );
}
