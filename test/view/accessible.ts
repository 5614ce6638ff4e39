// The violations that axe finds on a page, and whether the page is wider than its window.

import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/**
 * Called before the page is opened: its policy forbids other scripts, so axe is injected through the browser's
 * debugging protocol.
 */
export const withAxe = (page: Page): Promise<unknown> => page.addInitScript({ path: axe });

export async function violationsIn(page: Page): Promise<string[]> {
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
