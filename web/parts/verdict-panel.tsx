// The reasons for a verdict: a sentence, the rule, and both sides as they were read.

import type { SamplePage } from "../../src/view/api.ts";
import { quoted } from "../../src/view/quoted.ts";
import type { State } from "../../src/view/sample-table.ts";
import { addressOf } from "../address.ts";
import { Formula } from "../math/formula.tsx";
import { visible } from "../math/visible.ts";
import { sentence } from "../words.ts";
import { CopyButton } from "./copy-button.tsx";
import { Pairs } from "./tables.tsx";
import { certaintyWords, VerdictMark } from "./verdict-mark.tsx";

export function VerdictPanel({ sample }: { sample: SamplePage }) {
  const { verdict, reading, gold, completion, judge } = sample;
  const state = (verdict?.state ?? "ungraded") as State;
  const answer = verdict?.answer;
  const command = `assay grade --gold ${quoted(gold[0] ?? "")} --answer ${quoted(answer ?? "")} --explain`;
  return (
    <aside class={`verdict-panel ${state}`} aria-label="Verdict">
      <p class="verdict-line">
        <VerdictMark state={state} isCut={completion?.finish === "length"} />
        <strong>{headlines[state]}</strong>
      </p>
      <p class="sentence">{sentenceOf(sample)}</p>
      <Pairs
        class="sides"
        pairs={[
          ["answer", side(answer, reading?.answer)],
          [gold.length > 1 ? "gold, any of" : "gold", side(gold.join(" or "), reading?.gold)],
        ]}
      />
      <Pairs
        pairs={[
          ["rule", verdict?.by && verdict.by !== "provider" ? visible(verdict.by) : undefined],
          ["certainty", judge ? "judged" : certaintyWords(reading?.certainty)],
          [
            "truncated",
            completion?.finish === "length" ? "the grader read the text up to the cut" : undefined,
          ],
          ["seed", sample.seed],
        ]}
      />
      {judge?.replies.map((reply, i) => (
        <details key={`${i}`} class="judge-reply" open>
          <summary>
            {visible(judge.model)}, {i === 0 ? "gold" : "answer"} first
          </summary>
          <pre>{visible(reply)}</pre>
        </details>
      ))}
      {answer !== undefined && (
        <div class="actions">
          <a class="button" href={addressOf(["playground"], { gold: gold[0], answer })}>
            Open in playground
          </a>
          <CopyButton text={command} what="as command" />
        </div>
      )}
    </aside>
  );
}

/** The verdict in one line, which stays in view on narrow screens; it links to the details. */
export function VerdictStrip({ sample: { verdict, gold, completion } }: { sample: SamplePage }) {
  const state = (verdict?.state ?? "ungraded") as State;
  const answer = verdict?.answer;
  return (
    <button
      type="button"
      class={`verdict-strip ${state}`}
      onClick={() => document.querySelector(".verdict-panel")?.scrollIntoView({ block: "start" })}
    >
      <VerdictMark state={state} isCut={completion?.finish === "length"} />
      <strong>{headlines[state]}</strong>
      <span class="clip">
        {answer === undefined ? "no answer" : visible(answer)}, gold {visible(gold.join(" or "))}
      </span>
    </button>
  );
}

const headlines: Record<State, string> = {
  right: "Right",
  wrong: "Wrong",
  unscored: "Unscored",
  ungraded: "Not graded yet",
};

function sentenceOf({ verdict, gold, reading, judge }: SamplePage): string {
  if (!verdict) return "This sample has not been graded yet. Its verdict appears here as soon as it has.";
  const { state, answer, by, reason } = verdict;
  const why = reason === undefined ? "" : ` ${sentence(visible(reason))}`;
  if (by === "provider") return `The server gave no completion.${why}`;
  if (state === "unscored") return `The sample cannot be graded.${why}`;
  if (answer === undefined)
    return `No answer was found in the completion${reason === undefined ? "" : `: ${visible(reason)}`}.`;
  const golds = gold.length > 1 ? "one of the golds" : "the gold";
  if (judge && judge.outcome === "equal")
    return `The rules have no proof; the judge calls the extracted answer equal to ${golds}, in both orders.`;
  if (state === "right") return `The extracted answer equals ${golds}.${why}`;
  const today =
    reading && !reading.agrees
      ? " The current grader finds the two equal: the task's own rule decides differently, or the grader has changed since."
      : "";
  return `The extracted answer does not equal ${golds}.${why}${today}`;
}

const side = (given: string | undefined, read: string | undefined) =>
  given === undefined ? (
    <span class="muted">none</span>
  ) : (
    <>
      {read !== undefined && (
        <div class="form">
          <Formula source={read} />
        </div>
      )}
      <code>{visible(given)}</code>
    </>
  );
