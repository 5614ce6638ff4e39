// The value of the reward model of a search: the gain over one sample of the policy, whether candidates with higher
// rewards end right more often, and the margins in searches that ended right and wrong.

import { isPartial } from "../../src/runs/figure.ts";
import type { Figure, RewardWorth as Worth } from "../../src/view/api.ts";
import { points } from "../charts/difference-bar.tsx";
import { Histogram } from "../charts/histogram.tsx";
import { count, percent, plural } from "../words.ts";

interface RewardWorthProps {
  worth: Worth;
  /** The search's own first. */
  figures: readonly Figure[];
}

export function RewardWorth({ worth, figures }: RewardWorthProps) {
  const { candidates, rewards, auc, margins, gain } = worth;
  if (candidates === 0 && !gain) return null;
  return (
    <section class="reward-worth" aria-label="What the reward model is worth">
      <h2>What the reward model is worth</h2>
      {gain && <p>{gainWords(gain, figures)}</p>}
      {candidates > 0 && (
        <>
          <p class="muted small">
            {auc === null
              ? ""
              : `AUC ${auc.toFixed(3)}: the probability that a candidate that ends right has a higher reward than one that ends wrong. `}
            Over {plural(candidates, "scored candidate")} whose solution reached an answer.
          </p>
          <div class="charts">
            <Histogram
              title="share that ended right, by reward"
              axis="reward; the line is a calibrated reward model"
              isShares
              hasDiagonal
              bars={rewards.map(({ from, to, all, right }) => ({
                label: from.toFixed(1),
                about: `reward ${from.toFixed(1)} to ${to.toFixed(1)}: ${all === 0 ? "no candidate" : `${percent(right / all)} of ${plural(all, "candidate")} ended right`}`,
                value: all === 0 ? 0 : right / all,
              }))}
            />
            <Histogram
              title="candidates by reward"
              axis="reward; green: the part that ended right"
              bars={rewards.map(({ from, to, all, right }) => ({
                label: from.toFixed(1),
                about: `reward ${from.toFixed(1)} to ${to.toFixed(1)}: ${plural(all, "candidate")}`,
                value: all,
                right,
              }))}
            />
            <Histogram
              title="choices by margin"
              axis="margin; green: in problems that ended right"
              bars={margins.map(({ from, to, all, right }) => ({
                label: to < 1 ? `< ${to}` : `≥ ${from}`,
                about: `${plural(all, "choice")}, ${count(right)} of them in problems that ended right`,
                value: all,
                right,
              }))}
            />
          </div>
        </>
      )}
    </section>
  );
}

/** For example `pass@1 56.3% → greedy 87.5% → pass@8 75.0%`, and the gain or loss of the search. */
function gainWords(
  { value, interval, problems }: NonNullable<Worth["gain"]>,
  figures: readonly Figure[],
): string {
  const [search, one] = figures;
  const any = figures.at(-1);
  const shown = [one, search, any].flatMap((figure) =>
    figure && figure.value !== null
      ? [`${figure.name} ${percent(figure.value)}${isPartial(figure.over) ? " (partial)" : ""}`]
      : [],
  );
  const size = `${points(Math.abs(value)).slice(1)} points`;
  const between = interval ? ` (95% interval ${interval.map(points).join(" to ")})` : "";
  const over = ` over ${plural(problems, "problem")}`;
  const said =
    interval && interval[1] < 0
      ? `The search loses to pass@1 by ${size}${between}${over}: one sample of the policy is better than what this reward model chooses.`
      : interval && interval[0] > 0
        ? `The search gains ${size} over pass@1${between}, paired${over}.`
        : `The search is ${value < 0 ? "below" : "above"} pass@1 by ${size}${between}, paired${over}, which is not enough to show a difference.`;
  return `${shown.join(" → ")}. ${said}`;
}
