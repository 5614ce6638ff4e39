// Common parts of charts: grid lines with their values, and labels at the ends of lines.

interface GridLinesProps {
  ticks: readonly { y: number; text: string }[];
  /** The ends of the lines. */
  from: number;
  to: number;
}

export function GridLines({ ticks, from, to }: GridLinesProps) {
  return (
    <>
      {ticks.map(({ y, text }) => (
        <g key={text}>
          <line class="grid-line" x1={from} x2={to} y1={y} y2={y} />
          <text class="tick-label" x={from - 6} y={y + 3.5} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
    </>
  );
}

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
