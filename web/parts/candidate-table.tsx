// The candidates of a choice, the best first: what each was worth, what became of it and why, the step, and the judge's words.

import { rewardWords } from "../../src/search/reward-words.ts";
import type { Fate, TreeCandidate } from "../../src/view/api.ts";
import { Typeset } from "../math/typeset.tsx";
import { visible } from "../math/visible.ts";
import { JudgeWords } from "./judge-words.tsx";

interface CandidateTableProps {
  candidates: readonly TreeCandidate[];
  aggregate: string;
  label: string;
}

const fateWords: Record<Fate, string> = {
  led: "chosen",
  kept: "kept beside",
  passed: "passed over",
  dropped: "dropped",
};

export function CandidateTable({ candidates, aggregate, label }: CandidateTableProps) {
  // The last reward is the value itself.
  const hasValue = aggregate !== "last" || candidates.some(({ rewards }) => rewards.length > 1);
  if (candidates.length === 0) return <p class="empty">There is no candidate.</p>;
  return (
    <div class="scroll">
      <table class="candidates" aria-label={label}>
        <thead>
          <tr>
            <th scope="col" class="number">
              rank
            </th>
            <th scope="col" class="number">
              reward
            </th>
            {hasValue && (
              <th scope="col" class="number">
                ranked by {aggregate}
              </th>
            )}
            <th scope="col" class="number">
              margin
            </th>
            <th scope="col">fate</th>
            <th scope="col">step</th>
          </tr>
        </thead>
        <tbody>
          {candidates.map((candidate) => (
            <Candidate key={candidate.place} candidate={candidate} hasValue={hasValue} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const words = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : rewardWords(value);

/** With its sign; the digits of rewards, without their bounds. */
function signed(value: number | null): string {
  if (value === null) return "–";
  const size = Math.abs(value);
  return `${value < 0 ? "−" : "+"}${size.toFixed(/^[<>]/.test(rewardWords(size)) ? 4 : rewardWords(size).length - 2)}`;
}

function Candidate({ candidate, hasValue }: { candidate: TreeCandidate; hasValue: boolean }) {
  const { rank, rewards, value, margin, fate, dropped, count, steps, judged, isCut, answer, right, place } =
    candidate;
  return (
    <tr class={fate}>
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
          candidate {place}
          {count > 1 && `, drawn ${count} times`}
          {isCut && ", cut off at the limit of tokens"}
        </span>
        {dropped && <span class="small">{visible(dropped.why)}</span>}
        {answer !== null && (
          <span class={`small verdict ${right === true ? "right" : right === false ? "wrong" : ""}`}>
            answers {visible(answer)}
            {right === null ? "" : right ? ", which is right" : ", which is wrong"}
          </span>
        )}
      </td>
      <td class="step">
        {steps.length === 0 ? (
          <span class="muted">nothing</span>
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

/** How far from 0 to 1, for the eye. */
function RewardBar({ reward }: { reward: number | null }) {
  if (reward === null) return null;
  return (
    <svg class="reward-bar" viewBox="0 0 48 4" width="48" height="4" aria-hidden="true">
      <rect class="rail" width="48" height="4" rx="2" />
      <rect class="fill" width={Math.max(1, 48 * reward)} height="4" rx="2" />
    </svg>
  );
}
