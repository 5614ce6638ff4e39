// False equations in ProcessBench as it is published, if a copy is available: the figures of docs/viewer.md. A marked
// step should be at or after the labelled first error.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { falseEquations } from "../../src/math/index.ts";

const folder =
  process.env.ASSAY_PROCESSBENCH ??
  fileURLToPath(new URL("../../../shared/datasets/processbench", import.meta.url));

interface Row {
  steps: string[];
  label: number;
}

it.runIf(existsSync(folder))("marks what docs/viewer.md says", () => {
  const total = { marked: 0, hits: 0, found: 0, errors: 0 };
  const lines = ["gsm8k", "math", "olympiadbench", "omnimath"].map((name) => {
    const counts = { marked: 0, hits: 0, found: 0, errors: 0 };
    for (const { steps, label } of JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as Row[]) {
      if (label >= 0) counts.errors++;
      for (const [place, step] of steps.entries()) {
        if (falseEquations(step).length === 0) continue;
        counts.marked++;
        if (label >= 0 && place >= label) counts.hits++;
        if (place === label) counts.found++;
      }
    }
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += counts[key];
    return lineOf(name, counts);
  });
  const docs = readFileSync(fileURLToPath(new URL("../../docs/viewer.md", import.meta.url)), "utf8");
  for (const line of [...lines, lineOf("all", total)]) expect(docs).toContain(line);
  expect(total.hits / total.marked).toBeGreaterThan(0.95);
});

function lineOf(
  name: string,
  { marked, hits, found, errors }: { marked: number; hits: number; found: number; errors: number },
): string {
  const share = `${((100 * found) / errors).toFixed(1)}%`;
  return `| ${name} | ${marked} | ${Math.round((100 * hits) / marked)}% | ${found} of ${errors.toLocaleString("en")}, ${share} |`;
}
