// Draws docs/grpo.svg from models/grpo.json: what two rewards made of one policy. Run by hand after models/grpo.py.

import { readFileSync, writeFileSync } from "node:fs";

const root = new URL("..", import.meta.url);
const { runs } = JSON.parse(readFileSync(new URL("models/grpo.json", root), "utf8"));
const [width, height, left, top, gap, plotWidth, plotHeight] = [760, 300, 44, 44, 60, 296, 200];
const steps = runs[0].curve.at(-1).step;

const panels = [
  { title: "r1_zero_boxed: strict", reward: "r1_zero_boxed" },
  { title: "any box counts: lenient", reward: "any_box" },
];
const lines = [
  { key: "reward", name: "reward that the trainer sees", colour: "#9a6700", dash: "2 4" },
  { key: "strict", name: "right, on held-out problems", colour: "#0969da", dash: "" },
  { key: "hedging", name: "answers with several boxes", colour: "#cf222e", dash: "7 4" },
];

const x = (panel, step) => left + panel * (plotWidth + gap) + (step / steps) * plotWidth;
const y = (percent) => top + plotHeight * (1 - percent / 100);

/** The mean over the seeds at each step. */
function curveOf(reward, key) {
  const curves = runs
    .filter((run) => run.start === "seeded" && run.reward === reward)
    .map((run) => run.curve);
  return curves[0].map(({ step }, i) => [
    step,
    curves.reduce((sum, curve) => sum + curve[i][key], 0) / curves.length,
  ]);
}

const parts = panels.flatMap(({ title, reward }, panel) => [
  `<text x="${x(panel, 0)}" y="${top - 16}" font-weight="600">${title}</text>`,
  ...[0, 50, 100].flatMap((percent) => [
    `<line x1="${x(panel, 0)}" x2="${x(panel, steps)}" y1="${y(percent)}" y2="${y(percent)}" stroke="#8b949e" stroke-opacity="0.35"/>`,
    `<text x="${x(panel, 0) - 6}" y="${y(percent) + 4}" text-anchor="end" fill="#6e7781">${percent}%</text>`,
  ]),
  `<text x="${x(panel, steps)}" y="${y(0) + 18}" text-anchor="end" fill="#6e7781">step ${steps}</text>`,
  ...lines.map(({ key, colour, dash }) => {
    const points = curveOf(reward, key).map(
      ([step, value]) => `${x(panel, step).toFixed(1)},${y(value).toFixed(1)}`,
    );
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="2.5" stroke-dasharray="${dash}"/>`;
  }),
]);
const legend = lines.flatMap(({ name, colour, dash }, i) => [
  `<line x1="${left + i * 240}" x2="${left + 28 + i * 240}" y1="${height - 14}" y2="${height - 14}" stroke="${colour}" stroke-width="2.5" stroke-dasharray="${dash}"/>`,
  `<text x="${left + 34 + i * 240}" y="${height - 10}" fill="#6e7781">${name}</text>`,
]);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#57606a" role="img" aria-label="Two policies trained with a strict and with a lenient reward">
${[...parts, ...legend].join("\n")}
</svg>
`;
writeFileSync(new URL("docs/grpo.svg", root), svg);
