// A paired difference with its interval, on a line that has 0 in its middle. A pure function of its data.

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
