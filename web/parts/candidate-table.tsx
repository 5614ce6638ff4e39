// The candidates of a choice, the best first: the reward of each, whether it was kept and why, the solution that it
// continues, the step, and the reward model's output.

import { rewardWords } from "../../src/search/reward-words.ts";
import type { Fate, TreeCandidate } from "../../src/view/api.ts";
import { Typeset } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { JudgeWords } from "./judge-words.tsx";
import { Heads } from "./tables.tsx";

interface CandidateTableProps {
  candidates: readonly TreeCandidate[];
  iteration: number;
  /** The id of the selected candidate. */
  focus: string | undefined;
  hrefOf(id: string): string;
  aggregate: string;
  label: string;
}

export const fateWords: Record<Fate, string> = {
  led: "on the final path",
  kept: "kept",
  passed: "dropped",
  dropped: "not ranked",
};

/** As on the command line: the iteration, and the index in it. */
export const idOf = (iteration: number, place: number): string => `${iteration}.${place}`;

export function CandidateTable(props: CandidateTableProps) {
  const { candidates, iteration, focus, hrefOf, aggregate, label } = props;
  const continues = new Set(candidates.map(({ from }) => from && idOf(from.iteration, from.candidate)));
  // The last reward is the value itself.
  const hasValue = aggregate !== "last" || candidates.some(({ rewards }) => rewards.length > 1);
  if (candidates.length === 0) return <p class="empty">No candidate was drawn.</p>;
  return (
    <div class="scroll">
      <table class="candidates" aria-label={label}>
        <thead>
          <tr>
            <Heads
              names={["rank", "reward", ...(hasValue ? [`ranked by ${aggregate}`] : []), "margin"]}
              areFigures
            />
            <Heads names={["fate", ...(continues.size > 1 ? ["continues"] : []), "step"]} />
          </tr>
        </thead>
        <tbody>
          {candidates.map((candidate) => (
            <Candidate
              key={candidate.place}
              candidate={candidate}
              hasValue={hasValue}
              hasFrom={continues.size > 1}
              id={idOf(iteration, candidate.place)}
              isFocus={idOf(iteration, candidate.place) === focus}
              hrefOf={hrefOf}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const words = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : rewardWords(value);

const turned: Readonly<Record<string, string>> = { "<": ">", ">": "<" };

/** With its sign, for example `+0.23`, `<0.0001` or `>−0.0001`. */
function signed(value: number | null): string {
  if (value === null) return "–";
  const size = rewardWords(Math.abs(value));
  const bound = /^[<>]/.exec(size)?.[0];
  if (bound === undefined) return `${value < 0 ? "−" : "+"}${size}`;
  return value < 0 ? `${turned[bound]}−${size.slice(1)}` : size;
}

interface CandidateProps extends Pick<CandidateTableProps, "hrefOf"> {
  candidate: TreeCandidate;
  hasValue: boolean;
  hasFrom: boolean;
  id: string;
  isFocus: boolean;
}

function Candidate({ candidate, hasValue, hasFrom, id, isFocus, hrefOf }: CandidateProps) {
  const { rank, rewards, value, margin, fate, dropped, count, steps, judged, isCut, answer, right, from } =
    candidate;
  return (
    <tr class={`${fate}${isFocus ? " focus" : ""}`}>
      <td class="number" data-label="rank">
        {rank ?? "–"}
      </td>
      <td class="number" data-label="reward">
        {words(rewards.at(-1))}
        <RewardBar reward={rewards.at(-1) ?? null} />
      </td>
      {hasValue && (
        <td class="number" data-label="ranked by">
          {words(value)}
        </td>
      )}
      <td class="number" data-label="margin">
        {signed(margin)}
      </td>
      <td class="fate">
        <strong>{fateWords[fate]}</strong>
        <span class="muted small">
          <a href={hrefOf(id)} aria-current={isFocus ? "true" : undefined}>
            candidate {id}
          </a>
          {count > 1 && `, drawn ${count} times`}
          {isCut && ", truncated at the token limit"}
        </span>
        {dropped && <span class="small">{visible(dropped.why)}</span>}
        {answer !== null && (
          <span class={`small verdict ${right === true ? "right" : right === false ? "wrong" : ""}`}>
            answer {visible(answer)}
            {right === null ? "" : right ? ", right" : ", wrong"}
          </span>
        )}
      </td>
      {hasFrom && (
        <td class="small" data-label="continues">
          {from ? (
            <a href={hrefOf(idOf(from.iteration, from.candidate))}>{idOf(from.iteration, from.candidate)}</a>
          ) : (
            "the problem"
          )}
        </td>
      )}
      <td class="step">
        {steps.length === 0 ? (
          <span class="muted">empty</span>
        ) : (
          steps.map((step, at) => (
            <div key={at} class="one-step">
              {steps.length > 1 && <span class="muted small number">{words(rewards[at])}</span>}
              <Typeset text={step} isChecked />
            </div>
          ))
        )}
        <JudgeWords judged={judged} isOpen={false} />
      </td>
    </tr>
  );
}

/** A bar from 0 to 1. */
function RewardBar({ reward }: { reward: number | null }) {
  if (reward === null) return null;
  return (
    <svg class="reward-bar" viewBox="0 0 48 4" width="48" height="4" aria-hidden="true">
      <rect class="rail" width="48" height="4" rx="2" />
      <rect class="fill" width={Math.max(1, 48 * reward)} height="4" rx="2" />
    </svg>
  );
}
