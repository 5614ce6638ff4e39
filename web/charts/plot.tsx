// What charts share: the figure with its title, grid lines with their values, the axis below, and lines with their names
// at the right end. Plain SVG is readable in a page, in print and by a screen reader, and loads fast.

import type { ComponentChildren } from "preact";

type Point = readonly [x: number, y: number];

/** The area of a chart inside its margins. */
export const areaOf = (
  width: number,
  height: number,
  [top, right, bottom, left]: readonly [number, number, number, number],
) => ({
  ...{ width, height, top, left, right: width - right, base: height - bottom },
  /** The place of a share of the width, and of a share of the height. */
  x: (share: number): number => left + share * (width - right - left),
  y: (share: number): number => height - bottom - share * (height - bottom - top),
});

export type Area = ReturnType<typeof areaOf>;

interface PlotProps {
  title: string;
  /** The text for screen readers. */
  label: string;
  area: Area;
  role?: "img" | "group";
  /** The values beside the grid lines. */
  grid: readonly { y: number; text: string; isHalf?: boolean }[];
  /** The texts below the chart. */
  marks: readonly { x: number; text: string | number }[];
  axis: string;
  children: ComponentChildren;
}

export function Plot({ title, label, area, role = "img", grid, marks, axis, children }: PlotProps) {
  const { width, height, left, right, x } = area;
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role={role} aria-label={label}>
        <GridLines ticks={grid} from={left} to={right} />
        {children}
        {marks.map(({ x, text }) => (
          <Label key={text} x={x} y={height - 16} text={text} />
        ))}
        <Label x={x(0.5)} y={height - 3} text={axis} />
      </svg>
    </figure>
  );
}

interface LabelProps {
  /** Its class. */
  kind?: string;
  x: number;
  y: number;
  anchor?: "start" | "middle" | "end";
  text: string | number;
}

export const Label = ({ kind = "tick-label", x, y, anchor = "middle", text }: LabelProps) => (
  <text class={kind} x={x} y={y} text-anchor={anchor}>
    {text}
  </text>
);

interface GridLinesProps {
  ticks: PlotProps["grid"];
  /** The ends of the lines. */
  from: number;
  to: number;
}

export const GridLines = ({ ticks, from, to }: GridLinesProps) => (
  <>
    {ticks.map(({ y, text, isHalf }) => (
      <g key={text}>
        <line class={isHalf ? "grid-line half" : "grid-line"} x1={from} x2={to} y1={y} y2={y} />
        <Label x={from - 6} y={y + 3.5} anchor="end" text={text} />
      </g>
    ))}
  </>
);

interface NamedLine {
  name: string;
  points: readonly Point[];
  /** The line around its band. */
  band?: readonly Point[];
  dots?: readonly { at: Point; title: string }[];
}

/** Lines with their names beside their right ends. */
export function NamedLines({ lines, area }: { lines: readonly NamedLine[]; area: Area }) {
  const ends = apart(
    lines.map(({ points }) => points.at(-1)?.[1] ?? area.base),
    area.base,
  );
  return (
    <>
      {lines.map(({ name, points, band, dots = [] }, place) => (
        <g key={name} class={`curve curve-${place}`}>
          {band && <path class="band" d={`${pathOf(band)}Z`} />}
          <path class="line" d={pathOf(points)} />
          {dots.map(({ at: [x, y], title }) => (
            <circle key={title} class="dot" cx={x} cy={y} r="3">
              <title>{title}</title>
            </circle>
          ))}
          <Label kind="curve-label" x={area.right + 8} y={ends[place]! + 4} anchor="start" text={name} />
        </g>
      ))}
    </>
  );
}

const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y], place) => `${place === 0 ? "M" : "L"}${x.toFixed(1)},${y.toFixed(1)}`).join("");

/** The height of a label. */
const label = 13;

/** Overlapping labels are moved apart; they keep their order, and stay above the bottom. */
export function apart(places: readonly number[], bottom: number): number[] {
  const order = places.map((y, place) => ({ y, place })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < order.length; i++) order[i]!.y = Math.max(order[i]!.y, order[i - 1]!.y + label);
  const over = Math.max(0, (order.at(-1)?.y ?? 0) - bottom);
  const result = [...places];
  for (const { y, place } of order) result[place] = y - over;
  return result;
}
