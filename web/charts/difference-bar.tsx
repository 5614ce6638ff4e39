// A paired difference with its interval, on a line that has 0 in its middle. A pure function of its data.

interface DifferenceBarProps {
  difference: number;
  interval: readonly [number, number] | null;
  width?: number;
}

export function DifferenceBar({ difference, interval, width = 280 }: DifferenceBarProps) {
  const reach =
    [difference, ...(interval ?? [])].reduce((most, end) => Math.max(most, Math.abs(end)), 0.05) * 1.1;
  const x = (value: number) => (width / 2) * (1 + value / reach);
  return (
    <svg
      class="interval difference"
      viewBox={`0 0 ${width} 26`}
      width={width}
      height="26"
      role="img"
      aria-label={`difference ${points(difference)}${interval ? `, 95% interval ${interval.map(points).join(" to ")}` : ""}`}
    >
      <rect class="rail" x="0" y="8" width={width} height="2" rx="1" />
      <rect class="zero" x={width / 2 - 0.5} y="1" width="1" height="16" />
      {interval && (
        <rect
          class="band"
          x={x(interval[0])}
          y="6"
          width={Math.max(2, x(interval[1]) - x(interval[0]))}
          height="6"
          rx="3"
        />
      )}
      <rect class="tick" x={x(difference) - 1} y="3" width="2" height="12" rx="1" />
      <text class="tick-label" x={width / 2} y="25" text-anchor="middle">
        0
      </text>
      <text class="tick-label" x="0" y="25">
        A better
      </text>
      <text class="tick-label" x={width} y="25" text-anchor="end">
        B better
      </text>
    </svg>
  );
}

/** As `assay compare` writes it. */
export const points = (value: number): string =>
  `${value < 0 ? "−" : "+"}${(100 * Math.abs(value)).toFixed(1)}`;
