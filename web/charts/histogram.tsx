// Bars side by side; a click filters by the bar. A pure function of its data.

import { count, percent } from "../words.ts";
import { areaOf, Plot } from "./plot.tsx";

export interface Bar {
  label: string;
  /** The text for screen readers and for hover. */
  about: string;
  value: number;
  /** The right part of it, if it is known. */
  right?: number | undefined;
  /** Its outcome, if it has a colour. */
  kind?: "right" | "wrong" | undefined;
  href?: string | undefined;
  isChosen?: boolean | undefined;
}

interface HistogramProps {
  bars: readonly Bar[];
  title: string;
  axis: string;
  /** Whether values are shares from 0 to 1. */
  isShares?: boolean;
  /** Whether to draw the diagonal, on which shares are equal to their place on the axis. */
  hasDiagonal?: boolean;
}

const area = areaOf(360, 190, [12, 8, 30, 40]);

export function Histogram({ bars, title, axis, isShares = false, hasDiagonal = false }: HistogramProps) {
  const most = bars.reduce((most, { value }) => Math.max(most, value), 1);
  const step = 1 / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / 10);
  return (
    <Plot
      title={title}
      label={`${title}, ${axis}`}
      area={area}
      role="group"
      grid={[0, most].map((value) => ({
        y: area.y(value / most),
        text: isShares ? percent(value, 0) : count(value),
      }))}
      marks={bars.flatMap(({ label }, place) =>
        place % every === 0 ? [{ x: area.x((place + 0.5) * step), text: label }] : [],
      )}
      axis={axis}
    >
      {bars.map((bar, place) => (
        <BarShape
          key={bar.label}
          bar={bar}
          from={area.x(place * step)}
          to={area.x((place + 1) * step)}
          most={most}
        />
      ))}
      {hasDiagonal && <line class="diagonal" x1={area.left} x2={area.right} y1={area.base} y2={area.top} />}
    </Plot>
  );
}

interface BarShapeProps {
  bar: Bar;
  from: number;
  to: number;
  most: number;
}

function BarShape({ bar, from: x, to, most }: BarShapeProps) {
  const { about, value, right, kind = "", href, isChosen } = bar;
  const step = to - x;
  const wide = Math.max(1, step - Math.min(3, step / 4));
  const [top, middle] = [area.y(value / most), area.y((right ?? 0) / most)];
  const shape = (
    <>
      <rect class="hit" x={x} y={area.top} width={step} height={area.base - area.top} />
      <rect
        class={right === undefined ? `bar ${kind}` : "bar rest"}
        x={x}
        y={top}
        width={wide}
        height={middle - top}
      />
      {right !== undefined && (
        <rect class="bar right" x={x} y={middle} width={wide} height={area.base - middle} />
      )}
      <title>{about}</title>
    </>
  );
  if (href === undefined || value === 0)
    return (
      <g role="img" aria-label={about}>
        {shape}
      </g>
    );
  return (
    <a href={href} aria-label={about} class={isChosen ? "chosen" : undefined}>
      {shape}
    </a>
  );
}
