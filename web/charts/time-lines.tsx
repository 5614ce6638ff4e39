// Lines over the last minutes, one for each series. A pure function of its data.

import { count } from "../words.ts";
import { areaOf, GridLines, Label } from "./plot.tsx";

export interface Series {
  name: string;
  /** The text next to the name in the legend. */
  says?: string | undefined;
  /** One value for each second; undefined if there is none. */
  values: readonly (number | undefined)[];
}

interface TimeLinesProps {
  title: string;
  series: readonly Series[];
  /** The value at the top. */
  top: number;
  write(value: number): string;
}

const area = areaOf(460, 160, [8, 8, 20, 44]);

/** For example `40 s ago` or `9 min ago`. */
export const agoWords = (seconds: number): string =>
  seconds < 120 ? `${count(seconds)} s ago` : `${count(Math.round(seconds / 60))} min ago`;

/** Series have four line styles. */
const kinds = 4;

export function TimeLines({ title, series, top, write }: TimeLinesProps) {
  const length = series.reduce((most, { values }) => Math.max(most, values.length), 2);
  const x = (i: number) => area.x(i / (length - 1));
  const y = (value: number) => area.y(value / top);
  const pathOf = (values: Series["values"]) =>
    values
      .map((value, i) =>
        value === undefined
          ? ""
          : `${i > 0 && values[i - 1] !== undefined ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`,
      )
      .join("");
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${area.width} ${area.height}`} role="img" aria-label={title}>
        <GridLines
          ticks={[0, top / 2, top].map((value) => ({ y: y(value), text: write(value) }))}
          from={area.left}
          to={area.right}
        />
        {series.map(({ name, values }, place) => (
          <g key={name} class={`curve curve-${place % kinds}`}>
            <path class="line" d={pathOf(values)} />
          </g>
        ))}
        <Label x={area.left} y={area.height - 4} anchor="start" text={agoWords(length)} />
        <Label x={area.right} y={area.height - 4} anchor="end" text="now" />
      </svg>
      {series.length > 1 && (
        <p class="legend muted small">
          {series.map(({ name, says }, place) => (
            <span key={name}>
              <svg class={`line-key curve curve-${place % kinds}`} viewBox="0 0 24 8" aria-hidden="true">
                <path class="line" d="M0 4L24 4" />
              </svg>{" "}
              {name} {says}
            </span>
          ))}
        </p>
      )}
    </figure>
  );
}
