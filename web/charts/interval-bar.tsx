// A figure with its interval on a bar from 0 to 100%: the band is the interval, the tick the estimate. A pure function of
// its data.

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
      <rect class="band" x={low} y="3" width={Math.max(2, high - low)} height="6" rx="3" />
      <rect class="tick" x={value * width - 1} y="1" width="2" height="10" rx="1" />
    </svg>
  );
}
