// A figure on a bar from 0 to 100%, and a paired difference on a line that has 0 in its middle: the band is the interval,
// the tick the estimate. Pure functions of their data.

import type { Interval } from "../../src/view/api.ts";
import { intervalWords, percent } from "../words.ts";

interface IntervalBarProps {
  value: number;
  interval: Interval;
  width: number;
}

export function IntervalBar({ value, interval, width }: IntervalBarProps) {
  const [low, high] = interval.map((end) => end * width) as [number, number];
  return (
    <svg
      class="interval"
      viewBox={`0 0 ${width} 12`}
      width={width}
      height="12"
      role="img"
      aria-label={`${percent(value)}, 95% interval ${intervalWords(interval)}`}
    >
      <rect class="rail" x="0" y="5" width={width} height="2" rx="1" />
      <Band y={3} low={low} high={high} />
      <rect class="tick" x={value * width - 1} y="1" width="2" height="10" rx="1" />
    </svg>
  );
}

const Band = ({ y, low, high }: { y: number; low: number; high: number }) => (
  <rect class="band" x={low} y={y} width={Math.max(2, high - low)} height="6" rx="3" />
);

interface DifferenceBarProps {
  difference: number;
  interval: readonly [number, number] | null;
}

const width = 280;

export function DifferenceBar({ difference, interval }: DifferenceBarProps) {
  const reach =
    [difference, ...(interval ?? [])].reduce((most, end) => Math.max(most, Math.abs(end)), 0.05) * 1.1;
  const x = (value: number) => (width / 2) * (1 + value / reach);
  const unit = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((each) => reach / each < 3.2) ?? 0.5;
  const steps = Math.floor((reach * 0.93) / unit);
  const scale = Array.from({ length: 2 * steps + 1 }, (_, i) => (i - steps) * unit);
  return (
    <svg
      class="interval difference"
      viewBox={`0 0 ${width} 40`}
      width={width}
      height="40"
      role="img"
      aria-label={`difference ${points(difference)}${interval ? `, 95% interval ${interval.map(points).join(" to ")}` : ""}`}
    >
      <rect class="rail" x="0" y="8" width={width} height="2" rx="1" />
      <rect class="zero" x={width / 2 - 0.5} y="1" width="1" height="16" />
      {interval && <Band y={6} low={x(interval[0])} high={x(interval[1])} />}
      <rect class="tick" x={x(difference) - 1} y="3" width="2" height="12" rx="1" />
      {scale.map((value) => (
        <g key={value}>
          <rect class="rail" x={x(value) - 0.5} y="6" width="1" height="6" />
          <text class="tick-label" x={x(value)} y="25" text-anchor="middle">
            {value === 0 ? "0" : points(value).replace(/\.0$/, "")}
          </text>
        </g>
      ))}
      <text class="tick-label" x="0" y="38">
        ← A better
      </text>
      <text class="tick-label" x={width} y="38" text-anchor="end">
        B better →
      </text>
    </svg>
  );
}

/** As `assay compare` writes it. */
export const points = (value: number): string =>
  `${value < 0 ? "−" : "+"}${(100 * Math.abs(value)).toFixed(1)}`;
