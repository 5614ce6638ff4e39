// Shares of outcomes over time, one column for each window, on a scale from 0% to 100%. In a log of rollouts a column is a
// link that chooses its window.

import { rolloutOutcomes } from "../../src/view/rollout-windows.ts";
import { percent, plural } from "../words.ts";

export interface OutcomeWindow {
  /** The name of the window, for example `items 1 to 60`. */
  name: string;
  items: number;
  /** By outcome, in the order of `rolloutOutcomes`. */
  shares: readonly number[];
  href?: string | undefined;
  isChosen?: boolean | undefined;
}

interface OutcomeChartProps {
  windows: readonly OutcomeWindow[];
  /** The texts below the first and the last window. */
  ends: readonly [string, string];
  hint?: string;
}

export function OutcomeChart({ windows, ends, hint }: OutcomeChartProps) {
  return (
    <div class="outcomes-shown">
      <div class="outcome-scale tick-label" aria-hidden="true">
        {[1, 0.5, 0].map((share) => (
          <span key={share}>{percent(share, 0)}</span>
        ))}
      </div>
      <div class="outcome-chart" role="group" aria-label="Shares of outcomes in each window">
        {windows.map(({ name, items, shares, href, isChosen }) => {
          const words = rolloutOutcomes.map((outcome, i) => `${outcome} ${percent(shares[i]!)}`).join(", ");
          const column = (
            <>
              {rolloutOutcomes.map((outcome, i) =>
                shares[i]! > 0 ? (
                  <span key={outcome} class={`outcome-${i}`} style={{ flexGrow: shares[i]! }} />
                ) : null,
              )}
              <span class="spoken">
                {name}, {plural(items, "item")}
                {items > 0 && `, ${percent(shares[0]!)} right`}
              </span>
            </>
          );
          const title = `${name}: ${items === 0 ? "no items" : words}`;
          return href === undefined ? (
            <span key={name} class="window" title={title}>
              {column}
            </span>
          ) : (
            <a
              key={name}
              href={href}
              class={isChosen ? "window chosen" : "window"}
              aria-current={isChosen ? "true" : undefined}
              title={title}
            >
              {column}
            </a>
          );
        })}
      </div>
      <p class="outcome-ends tick-label">
        <span>{ends[0]}</span> <span>{ends[1]}</span>
      </p>
      <p class="legend muted small">
        {rolloutOutcomes.map((outcome, place) => (
          <span key={outcome}>
            <span class={`key outcome-${place}`} aria-hidden="true" /> {outcome}
          </span>
        ))}
        {hint && <span>{hint}</span>}
      </p>
    </div>
  );
}
