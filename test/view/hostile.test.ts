// Texts that try to attack a page: they are shown as text, and have no effect.

import { beforeAll, describe, expect, it } from "vitest";
import { eventually, hasBrowser, openPage, useBrowser } from "./chromium.ts";
import { folderOfTests, idOf, makeRun, type Row, serve } from "./served.ts";

const texts: Record<string, string> = {
  script: '<script>window.harm = 1</script><img src=x onerror="window.harm = 1"> \\boxed{1}',
  link: "[click](javascript:window.harm=1) $\\href{javascript:window.harm=1}{x}$ $\\url{javascript:1}$ \\boxed{1}",
  html: "$\\htmlClass{answer-mark}{x}$ $\\htmlStyle{color: red}{y}$ $\\includegraphics{http://elsewhere.example/x.png}$.\n\n\\boxed{1}",
  macros: "$\\def\\a{\\a\\a}\\a$ and $\\def\\b#1{\\b{#1#1}}\\b x$ \\boxed{1}",
  long: `$${"x+".repeat(100_000)}x$ \\boxed{1}`,
  deep: `$${"{".repeat(3_000)}x${"}".repeat(900)}$ and $${"\\sqrt{".repeat(800)}x${"}".repeat(800)}$ \\boxed{1}`,
  bidi: "It is \u202e321\u202c, \u2066really\u2069 \u0007 \\boxed{1}",
  huge: `${"A line of a very long completion.\n".repeat(300_000)}\\boxed{1}`,
  answer: '\\boxed{"><script>window.harm=1</script>}',
};

const rows: Row[] = Object.keys(texts).map((id) => ({
  id,
  problem: `<b onmouseover="window.harm=1">${id}</b> $\\href{javascript:window.harm=1}{y}$`,
  answer: "1",
}));

describe.runIf(hasBrowser)("hostile texts", () => {
  useBrowser();
  let url: string;
  let run: string;
  beforeAll(async () => {
    const folder = await folderOfTests();
    const completions = rows.map(({ id }) => ({ problem: id, sample: 0, text: texts[id]!, finish: "stop" }));
    await makeRun(folder, "<img src=x>", rows, completions);
    url = (await serve(folder, "runs")).url;
    run = await idOf(url, "<img src=x>");
  });

  it.each(Object.keys(texts))("%s", async (id) => {
    const { page, complaints } = await openPage(`${url}/#/run/${run}/sums/${id}/0`);
    await page.getByRole("complementary", { name: "Verdict" }).waitFor();
    const text = page.getByRole("region", { name: "Completion" });
    await text.waitFor();
    await eventually(() => page.locator(".katex").count()).toBeGreaterThan(0);
    await page.waitForTimeout(100);
    expect(await page.evaluate("window.harm")).toBeUndefined();
    expect(await page.locator('main a[href^="javascript:"], main img, main script, main b').count()).toBe(0);
    const styled = await page.locator('main [style*="color: red"]').count();
    expect(styled).toBe(0);
    expect(complaints).toEqual([]);
    if (id === "script") expect(await text.innerText()).toContain("<script>window.harm = 1</script>");
    if (id === "long") expect(await text.innerText()).toContain("x+x+x+x");
    if (id === "bidi") expect(await text.innerText()).toMatch(/⟨U\+202E⟩321⟨U\+202C⟩.*⟨U\+0007⟩/);
    // Only the answer has our own mark, whatever class the text requests.
    if (id === "html") expect(await text.locator(".answer-mark").count()).toBe(1);
    if (id === "huge") {
      expect((await text.innerText()).length).toBeLessThan(300_000);
      await eventually(() => text.locator(".answer-mark").count()).toBe(1);
      // A formula far below is typeset when the page is printed.
      expect(await text.locator(".katex").count()).toBe(0);
      await page.evaluate('dispatchEvent(new Event("beforeprint"))');
      await eventually(() => text.locator(".katex").count()).toBe(1);
      await text.getByRole("button", { name: /^Show characters/ }).click();
      await eventually(async () => (await text.innerText()).length).toBeGreaterThan(390_000);
    }
  });

  it("are harmless in the list and in the grid", async () => {
    const { page, complaints } = await openPage(`${url}/`);
    await page.getByRole("link", { name: "<img src=x>" }).click();
    await eventually(() => page.locator(".result-line").innerText()).toContain(`${rows.length} samples`);
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(await page.evaluate("window.harm")).toBeUndefined();
    expect(complaints).toEqual([]);
  });
});
