// Draws docs/grpo.svg from models/grpo/start-*.json: what three rewards made of three seeded policies. Run by hand after models/grpo.py.

import { readFileSync, writeFileSync } from "node:fs";

const root = new URL("..", import.meta.url);
const starts = [1, 2, 3].map((start) =>
  JSON.parse(readFileSync(new URL(`models/grpo/start-${start}.json`, root), "utf8")),
);
const [width, height, left, top, gap, plotWidth, plotHeight] = [760, 300, 44, 44, 44, 202, 200];
const steps = starts[0].runs[0].curve.at(-1).step;

const panels = [
  { title: "r1_zero_boxed", reward: "assay" },
  { title: "last box (math_dapo)", reward: "last box" },
  { title: "any box", reward: "any box" },
];
const lines = [
  { key: "right", name: "right, on held-out problems", colour: "#0969da", dash: "" },
  { key: "different boxes", name: "answers with different boxes", colour: "#cf222e", dash: "7 4" },
];

const x = (panel, step) => left + panel * (plotWidth + gap) + (step / steps) * plotWidth;
const y = (percent) => top + plotHeight * (1 - percent / 100);
const curvesOf = (reward) =>
  starts.map((start) => start.runs.find((run) => run.variant === "seeded" && run.reward === reward).curve);

const parts = panels.flatMap(({ title, reward }, panel) => [
  `<text x="${x(panel, 0)}" y="${top - 16}" font-weight="600">${title}</text>`,
  ...[0, 50, 100].flatMap((percent) => [
    `<line x1="${x(panel, 0)}" x2="${x(panel, steps)}" y1="${y(percent)}" y2="${y(percent)}" stroke="#8b949e" stroke-opacity="0.35"/>`,
    `<text x="${x(panel, 0) - 6}" y="${y(percent) + 4}" text-anchor="end" fill="#6e7781">${percent}%</text>`,
  ]),
  `<text x="${x(panel, steps)}" y="${y(0) + 18}" text-anchor="end" fill="#6e7781">step ${steps}</text>`,
  ...lines.flatMap(({ key, colour, dash }) =>
    curvesOf(reward).map((curve) => {
      const points = curve.map(
        (point) => `${x(panel, point.step).toFixed(1)},${y(point[key] ?? 0).toFixed(1)}`,
      );
      return `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`;
    }),
  ),
]);
const legend = lines.flatMap(({ name, colour, dash }, i) => [
  `<line x1="${left + i * 280}" x2="${left + 28 + i * 280}" y1="${height - 14}" y2="${height - 14}" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>`,
  `<text x="${left + 34 + i * 280}" y="${height - 10}" fill="#6e7781">${name}</text>`,
]);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#57606a" role="img" aria-label="Three policies, each trained with three rewards">
${[...parts, ...legend].join("\n")}
</svg>
`;
writeFileSync(new URL("docs/grpo.svg", root), svg);
