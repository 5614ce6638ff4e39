// The charts of lines over a number: pass@k and maj@k over k, and the figures of ProcessBench over the threshold. Pure
// functions of their data.

import type { CurvePoint } from "../../src/view/api.ts";
import { percent } from "../words.ts";
import { areaOf, NamedLines, Plot } from "./plot.tsx";

export interface Curve {
  name: string;
  /** By k. */
  values: Readonly<Record<string, number | null>>;
  intervals: Readonly<Record<string, readonly [number, number] | null>>;
}

const curvesArea = areaOf(360, 190, [12, 66, 30, 40]);
const quarters = [0, 0.25, 0.5, 0.75, 1];

/** Curves over k from 1 to n, each with its band, on a logarithmic scale. */
export function Curves({ curves, title }: { curves: readonly Curve[]; title: string }) {
  const area = curvesArea;
  // Up to where it was measured.
  const ks = Object.entries(curves[0]?.values ?? {})
    .flatMap(([k, value]) => (value === null ? [] : [Number(k)]))
    .sort((a, b) => a - b);
  const most = ks.at(-1) ?? 1;
  const x = (k: number) => area.x(most === 1 ? 0 : Math.log2(k) / Math.log2(most));
  const marks = doublings(most);
  const spans = curves.map(
    ({ name, values }) => `${name} from ${percent(values[1] ?? 0)} to ${percent(values[most] ?? 0)}`,
  );
  return (
    <Plot
      title={title}
      label={`${title}: ${spans.join(", ")}`}
      area={area}
      grid={quarters.map((value) => ({ y: area.y(value), text: percent(value, 0) }))}
      marks={marks.map((k) => ({ x: x(k), text: k }))}
      axis="k"
    >
      <NamedLines
        area={area}
        lines={curves.map(({ name, values, intervals }) => ({
          name,
          points: ks.map((k) => [x(k), area.y(values[k] ?? 0)]),
          band: [
            ...ks.map((k) => [x(k), area.y(intervals[k]?.[1] ?? 0)] as const),
            ...ks.toReversed().map((k) => [x(k), area.y(intervals[k]?.[0] ?? 0)] as const),
          ],
          dots: marks.map((k) => ({
            at: [x(k), area.y(values[k] ?? 0)],
            title: `${name.replace("k", String(k))} ${percent(values[k] ?? 0)}`,
          })),
        }))}
      />
    </Plot>
  );
}

function doublings(most: number): number[] {
  const ks: number[] = [];
  for (let k = 1; k < most; k *= 2) ks.push(k);
  return [...ks.filter((k) => k * 1.5 <= most), most];
}

const thresholdArea = areaOf(360, 190, [14, 74, 30, 34]);

const figures = [
  { key: "f1", name: "F1" },
  { key: "error_accuracy", name: "erroneous" },
  { key: "correct_accuracy", name: "correct" },
] as const;

interface ThresholdCurveProps {
  points: readonly CurvePoint[];
  chosen: number;
  title: string;
}

/** F1 and its two accuracies over the threshold, with the chosen one marked. */
export function ThresholdCurve({ points, chosen, title }: ThresholdCurveProps) {
  const area = thresholdArea;
  const y = (value: number) => area.y(value / 100);
  const at = points.find(({ threshold }) => threshold === chosen);
  return (
    <Plot
      title={title}
      label={`${title}: F1 ${at?.f1.toFixed(1) ?? "unknown"} at the threshold ${chosen.toFixed(4)}`}
      area={area}
      grid={quarters.map((share) => ({ y: area.y(share), text: String(100 * share) }))}
      marks={quarters.map((value) => ({ x: area.x(value), text: value }))}
      axis="threshold"
    >
      <line class="chosen-line" x1={area.x(chosen)} x2={area.x(chosen)} y1={area.top} y2={area.base} />
      <NamedLines
        area={area}
        lines={figures.map(({ key, name }) => ({
          name,
          points: points.map((point) => [area.x(point.threshold), y(point[key])]),
        }))}
      />
      {at && (
        <circle class="chosen-dot" cx={area.x(chosen)} cy={y(at.f1)} r="4">
          <title>{`F1 ${at.f1.toFixed(1)} at ${chosen.toFixed(4)}`}</title>
        </circle>
      )}
    </Plot>
  );
}
