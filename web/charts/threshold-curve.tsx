// F1 and its two accuracies over the threshold, with the chosen one marked. A pure function of its data.

import type { CurvePoint } from "../../src/view/api.ts";
import { apart, GridLines } from "../parts/chart-frame.tsx";

interface ThresholdCurveProps {
  points: readonly CurvePoint[];
  chosen: number;
  title: string;
}

const frame = { width: 360, height: 190, left: 34, right: 74, top: 14, bottom: 30 };
const inner = {
  width: frame.width - frame.left - frame.right,
  height: frame.height - frame.top - frame.bottom,
};

const lines = [
  { key: "f1", name: "F1" },
  { key: "error_accuracy", name: "erroneous" },
  { key: "correct_accuracy", name: "correct" },
] as const;

export function ThresholdCurve({ points, chosen, title }: ThresholdCurveProps) {
  const x = (threshold: number) => frame.left + threshold * inner.width;
  const y = (value: number) => frame.top + (1 - value / 100) * inner.height;
  const at = points.find(({ threshold }) => threshold === chosen);
  const last = points.at(-1);
  const ends = apart(
    lines.map(({ key }) => y(last?.[key] ?? 0)),
    frame.top + inner.height,
  );
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${frame.width} ${frame.height}`}
        role="img"
        aria-label={`${title}: F1 ${at?.f1.toFixed(1) ?? "unknown"} at the threshold ${chosen.toFixed(4)}`}
      >
        <GridLines
          ticks={[0, 25, 50, 75, 100].map((value) => ({ y: y(value), text: String(value) }))}
          from={frame.left}
          to={frame.left + inner.width}
        />
        {[0, 0.25, 0.5, 0.75, 1].map((value) => (
          <text key={value} class="tick-label" x={x(value)} y={frame.height - 16} text-anchor="middle">
            {value}
          </text>
        ))}
        <text class="tick-label" x={x(0.5)} y={frame.height - 3} text-anchor="middle">
          threshold
        </text>
        <line
          class="chosen-line"
          x1={x(chosen)}
          x2={x(chosen)}
          y1={frame.top}
          y2={frame.top + inner.height}
        />
        {lines.map(({ key, name }, place) => (
          <g key={key} class={`curve curve-${place}`}>
            <path
              class="line"
              d={points
                .map(
                  (point, i) =>
                    `${i === 0 ? "M" : "L"}${x(point.threshold).toFixed(1)},${y(point[key]).toFixed(1)}`,
                )
                .join("")}
            />
            <text class="curve-label" x={frame.left + inner.width + 6} y={ends[place]! + 4}>
              {name}
            </text>
          </g>
        ))}
        {at && (
          <circle class="chosen-dot" cx={x(chosen)} cy={y(at.f1)} r="4">
            <title>{`F1 ${at.f1.toFixed(1)} at ${chosen.toFixed(4)}`}</title>
          </circle>
        )}
      </svg>
    </figure>
  );
}
