// Figures in one row, each with its interval and its denominator; the first is the run's main figure. Every figure on a
// page is rendered here, so none lacks the text about what it leaves out.

import {
  countedIn,
  figureWords,
  isPartial,
  missingWords,
  nothingWords,
  overWords,
  wrongWords,
} from "../../src/runs/figure.ts";
import type { Figure } from "../../src/view/api.ts";
import { IntervalBar } from "../charts/interval-bar.tsx";
import { count, intervalWords, percent } from "../words.ts";

interface FigureTileProps {
  figure: Figure;
  about?: string | undefined;
  isBeside?: boolean;
}

export function FigureTile({ figure, about, isBeside = false }: FigureTileProps) {
  const { name, value, interval } = figure;
  return (
    <div class={`tile${isBeside ? " beside" : ""}`}>
      <div class="tile-name" title={about}>
        {name} <PartialMark figure={figure} />
      </div>
      <div class="tile-value">{value === null ? "–" : percent(value)}</div>
      {value !== null && interval && (
        <>
          <IntervalBar value={value} interval={interval} width={140} />
          <div class="muted small">{intervalWords(interval)}</div>
        </>
      )}
      <OverNote figure={figure} />
    </div>
  );
}

export function FigureTiles({ figures }: { figures: readonly Figure[] }) {
  return (
    <div class="figures">
      {figures.map((figure, place) => (
        <FigureTile key={figure.name} figure={figure} isBeside={place > 0} />
      ))}
    </div>
  );
}

/** A word next to the name of a partial figure. */
function PartialMark({ figure }: { figure: Figure }) {
  return figure.value !== null && isPartial(figure.over) ? <span class="partial">partial</span> : null;
}

/** For example `of 160 answered; 1,152 not asked`, or `32 failed count as wrong; 46.4% of 448 answered`. */
function OverNote({ figure }: { figure: Figure }) {
  const { value, over } = figure;
  const words =
    value === null ? nothingWords(over) : isPartial(over) ? overWords(figure).trim() : wrongWords(figure);
  return words === "" ? null : <div class="small over">{words}</div>;
}

interface FigureCellProps {
  figure: Figure | undefined;
  width: number;
  /** Whether the value is a share in percent, or points as the tables of ProcessBench have them. */
  isPoints?: boolean;
  /** Whether the interval is written out. */
  isLong?: boolean;
  /** Whether its name is shown. */
  isNamed?: boolean;
  /** Whether the number that it counts is shown. */
  hasSize?: boolean;
}

/** A figure in a table cell; hover and screen readers give the text about what it leaves out. */
export function FigureCell({ figure, width, isPoints, isLong, isNamed, hasSize }: FigureCellProps) {
  if (!figure || figure.value === null)
    return (
      <span class="muted" title={figure && nothingWords(figure.over)}>
        –
      </span>
    );
  const { name, value, interval, over } = figure;
  const write = (share: number): string => (isPoints ? (100 * share).toFixed(1) : percent(share));
  return (
    <>
      <span class="value">{write(value)}</span>
      {interval && <IntervalBar value={value} interval={interval} width={width} />}
      {isNamed && <span class="muted">{name} </span>}
      {isLong && interval && <span class="muted small one-piece">{interval.map(write).join(" to ")} </span>}
      {hasSize && <span class="muted small">of {count(countedIn(over))} </span>}
      {isPartial(over) ? (
        <span class="partial" title={figureWords(figure, write)}>
          partial<span class="spoken">: {overWords(figure, write)}</span>
        </span>
      ) : (
        over.failed + over.ungraded > 0 && (
          <span class="muted small one-piece" title={figureWords(figure, write)}>
            {" "}
            {missingWords(over)}
            <span class="spoken">: {wrongWords(figure, write)}</span>
          </span>
        )
      )}
    </>
  );
}
