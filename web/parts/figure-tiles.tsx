// Figures in one row, each with its interval; the first is the run's own.

import type { MainFigure } from "../../src/view/api.ts";
import { intervalWords, percent } from "../words.ts";
import { IntervalBar } from "./interval-bar.tsx";

export function FigureTiles({ figures }: { figures: readonly MainFigure[] }) {
  return (
    <div class="figures">
      {figures.map(({ name, value, interval }, place) => (
        <div key={name} class={`tile${place === 0 ? "" : " beside"}`}>
          <div class="tile-name">{name}</div>
          <div class="tile-value">{percent(value)}</div>
          <IntervalBar value={value} interval={interval} width={140} />
          <div class="muted small">{intervalWords(interval)}</div>
        </div>
      ))}
    </div>
  );
}
