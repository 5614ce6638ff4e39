// The violations that axe finds on a page, and whether the page is wider than its window.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function violationsIn(page: Page): Promise<string[]> {
  // The page's policy forbids other scripts, but not those of the browser's debugging protocol.
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Runtime.evaluate", { expression: axe });
  await protocol.detach();
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    // Passed rules need not be collected.
    const { violations } = await axe.run({
      runOnly: { type: "tag", values: tags },
      resultTypes: ["violations"],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
  const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
  return overflow > 0 ? [...found, `the page is ${overflow} pixels too wide`] : found;
}
