// The reward model's judgement of a step: its verdict, the probabilities of its labels, and its output, folded and
// typeset.

import type { StepScore } from "../../src/view/api.ts";
import { visible } from "../math/visible.ts";
import { LongText } from "./long-text.tsx";

type Judged = Pick<StepScore, "verdict" | "text" | "masses" | "note">;

interface JudgeWordsProps {
  judged: readonly Judged[];
  isOpen: boolean;
}

export function JudgeWords({ judged, isOpen }: JudgeWordsProps) {
  const said = judged.filter(({ text, note, masses }) => text !== null || note || masses);
  if (said.length === 0) return null;
  return (
    <details class="judge-words" open={isOpen}>
      <summary>reward model's output</summary>
      {said.map(({ verdict, text, masses, note }, place) => (
        <div key={place} class="judgement">
          <p class="muted small">
            {verdict === null ? "no verdict" : `verdict: ${verdict}`}
            {masses && `; P(right) ${probability(masses.right)}, P(wrong) ${probability(masses.wrong)}`}
            {note && `; ${visible(note)}`}
          </p>
          {text !== null && <LongText text={text} />}
        </div>
      ))}
    </details>
  );
}

const probability = (value: number): string =>
  value !== 0 && value < 0.001 ? value.toExponential(1) : value.toFixed(3);
