// Charts as plain SVG, which are readable in a page, in print and by a screen reader, and load fast.

import { count, percent } from "../words.ts";
import { apart, GridLines } from "./chart-frame.tsx";

export interface Curve {
  name: string;
  /** By k. */
  values: Readonly<Record<string, number | null>>;
  intervals: Readonly<Record<string, readonly [number, number] | null>>;
}

const frame = { width: 360, height: 190, left: 40, right: 66, top: 12, bottom: 30 };
const inner = {
  width: frame.width - frame.left - frame.right,
  height: frame.height - frame.top - frame.bottom,
};

/** Curves over k from 1 to n, each with its band, on a logarithmic scale. */
export function Curves({ curves, title }: { curves: readonly Curve[]; title: string }) {
  // Up to where it was measured.
  const ks = Object.entries(curves[0]?.values ?? {})
    .flatMap(([k, value]) => (value === null ? [] : [Number(k)]))
    .sort((a, b) => a - b);
  const most = ks.at(-1) ?? 1;
  const x = (k: number) => frame.left + (most === 1 ? 0 : (Math.log2(k) / Math.log2(most)) * inner.width);
  const y = (value: number) => frame.top + (1 - value) * inner.height;
  const marks = doublings(most);
  const ends = apart(
    curves.map(({ values }) => y(values[most] ?? 0)),
    frame.top + inner.height,
  );
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={`${title}: ${curves.map(({ name, values }) => `${name} from ${percent(values[1] ?? 0)} to ${percent(values[most] ?? 0)}`).join(", ")}`}
      >
        <GridLines
          ticks={[0, 0.25, 0.5, 0.75, 1].map((value) => ({ y: y(value), text: percent(value, 0) }))}
          from={frame.left}
          to={frame.left + inner.width}
        />
        {marks.map((k) => (
          <text key={k} class="tick-label" x={x(k)} y={frame.height - 16} text-anchor="middle">
            {k}
          </text>
        ))}
        <text class="tick-label" x={frame.left + inner.width / 2} y={frame.height - 3} text-anchor="middle">
          k
        </text>
        {curves.map(({ name, values, intervals }, place) => (
          <g key={name} class={`curve curve-${place}`}>
            <path
              class="band"
              d={`${line(ks.map((k) => [x(k), y(intervals[k]?.[1] ?? 0)]))}${line(
                ks.toReversed().map((k) => [x(k), y(intervals[k]?.[0] ?? 0)]),
                "L",
              )}Z`}
            />
            <path class="line" d={line(ks.map((k) => [x(k), y(values[k] ?? 0)]))} />
            {marks.map((k) => (
              <circle key={k} class="dot" cx={x(k)} cy={y(values[k] ?? 0)} r="3">
                <title>{`${name.replace("k", String(k))} ${percent(values[k] ?? 0)}`}</title>
              </circle>
            ))}
            <text class="curve-label" x={frame.left + inner.width + 8} y={ends[place]! + 4}>
              {name}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}

function doublings(most: number): number[] {
  const ks: number[] = [];
  for (let k = 1; k < most; k *= 2) ks.push(k);
  return [...ks.filter((k) => k * 1.5 <= most), most];
}

const line = (points: readonly (readonly [number, number])[], first = "M"): string =>
  points.map(([x, y], place) => `${place === 0 ? first : "L"}${x.toFixed(1)},${y.toFixed(1)}`).join("");

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

/** Bars side by side; a click filters by the bar. */
export function Histogram({ bars, title, axis, isShares = false, hasDiagonal = false }: HistogramProps) {
  const most = bars.reduce((most, { value }) => Math.max(most, value), 1);
  const width = frame.width - frame.left - 8;
  const step = width / Math.max(1, bars.length);
  const height = (value: number) => (value / most) * inner.height;
  const every = Math.ceil(bars.length / 10);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${frame.width} ${frame.height}`} role="group" aria-label={`${title}, ${axis}`}>
        <GridLines
          ticks={[0, most].map((value) => ({
            y: frame.top + inner.height - height(value),
            text: isShares ? percent(value, 0) : count(value),
          }))}
          from={frame.left}
          to={frame.left + width}
        />
        {bars.map((bar, place) => (
          <BarShape key={bar.label} bar={bar} x={frame.left + place * step} step={step} height={height} />
        ))}
        {hasDiagonal && (
          <line
            class="diagonal"
            x1={frame.left}
            x2={frame.left + width}
            y1={frame.top + inner.height}
            y2={frame.top}
          />
        )}
        {bars.map(({ label }, place) =>
          place % every === 0 ? (
            <text
              key={label}
              class="tick-label"
              x={frame.left + (place + 0.5) * step}
              y={frame.height - 16}
              text-anchor="middle"
            >
              {label}
            </text>
          ) : null,
        )}
        <text class="tick-label" x={frame.left + width / 2} y={frame.height - 3} text-anchor="middle">
          {axis}
        </text>
      </svg>
    </figure>
  );
}

interface BarShapeProps {
  bar: Bar;
  x: number;
  step: number;
  height(value: number): number;
}

function BarShape({ bar, x, step, height }: BarShapeProps) {
  const { about, value, right, kind = "", href, isChosen } = bar;
  const base = frame.top + inner.height;
  const wide = Math.max(1, step - Math.min(3, step / 4));
  const rightHeight = right === undefined ? 0 : height(right);
  const shape = (
    <>
      <rect class="hit" x={x} y={frame.top} width={step} height={inner.height} />
      <rect
        class={right === undefined ? `bar ${kind}` : "bar rest"}
        x={x}
        y={base - height(value)}
        width={wide}
        height={height(value) - rightHeight}
      />
      {right !== undefined && (
        <rect class="bar right" x={x} y={base - rightHeight} width={wide} height={rightHeight} />
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
