// The pages in a real browser: what they show is what the command line prints, and what a person does there works.

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { violationsIn, withAxe } from "./accessible.ts";
import { eventually, hasBrowser, openPage, useBrowser } from "./chromium.ts";
import { folderOfTests, idOf, makeRun, type Recorded, type Row, serve } from "./served.ts";

const rows: Row[] = Array.from({ length: 30 }, (_, i) => ({
  id: `p${i + 1}`,
  problem: `What is $${i} + ${i}$?`,
  answer: `${2 * i}`,
}));

/** Problem i has i mod 5 right samples of four; the first sample of every seventh problem was cut off. */
const completions: Recorded[] = rows.flatMap(({ id, answer }, i) =>
  [0, 1, 2, 3].map((sample) => ({
    problem: id,
    sample,
    text:
      sample < i % 5
        ? `We add: \\(${i} + ${i} = ${answer}\\).\n\n**So** the answer is $\\boxed{${answer}}$.`
        : sample === 3 && i % 2 === 0
          ? "I cannot say anything about that."
          : `Among the turnips: \\boxed{${Number(answer) + sample + 1}}`,
    finish: sample === 0 && i % 7 === 0 ? "length" : "stop",
  })),
);

let url: string;
let run: string;
let folder: string;
let figures: { pass_at_k: Record<string, number>; maj_at_k: Record<string, number> } & Record<string, number>;

const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;

describe.runIf(hasBrowser)("the viewer", () => {
  useBrowser();
  beforeAll(async () => {
    folder = await folderOfTests();
    const made = await makeRun(folder, "sums", rows, completions);
    await makeRun(folder, "other", rows.slice(0, 5), completions.slice(0, 20));
    const regraded = await assay(["regrade", made.run, "--json"], "", folder);
    figures = JSON.parse(regraded.stdout).tasks.sums;
    url = (await serve(folder, "runs")).url;
    run = await idOf(url, "sums");
  });

  const open = (address = "", options = {}) => openPage(`${url}/${address}`, options);
  const gridText = (page: Page) => page.getByRole("row", { name: /^p2 / }).first();

  const resultLine = (page: Page, text: string) =>
    eventually(() => page.locator(".result-line").innerText()).toContain(text);

  it("lists the runs with the figure that the command line prints, and finds one by its text", async () => {
    const { page, complaints } = await open();
    const row = page.getByRole("row", { name: /sums.jsonl|sums/ }).filter({ hasText: "30 × 4" });
    await row.waitFor();
    const avg = (figures.avg_at_k as unknown as { value: number }).value;
    expect(await row.innerText()).toContain(percent(avg));
    expect(await row.innerText()).toContain("finished");
    await page.keyboard.press("/");
    await page.keyboard.type("other");
    await eventually(() => page.locator("tbody tr").count()).toBe(1);
    expect(page.url()).toContain("text=other");
    await page.reload();
    await eventually(() => page.locator("tbody tr").count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it("goes from the list to a sample and back by keys and by the back button", async () => {
    const { page } = await open("#/?sort=name");
    await page.getByRole("link", { name: "other", exact: true }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "sums" }).waitFor();
    await gridText(page).getByRole("link", { name: "sample 1: right, 2" }).click();
    await page.getByRole("heading", { name: "problem p2, sample 1" }).waitFor();
    await page.getByText("5 of 120").waitFor();
    await page.keyboard.press("j");
    await page.getByRole("heading", { name: "problem p2, sample 2" }).waitFor();
    await page.keyboard.press("k");
    await page.getByRole("heading", { name: "problem p2, sample 1" }).waitFor();
    await page.keyboard.press("u");
    await page.getByRole("heading", { name: "sums" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "problem p2, sample 1" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await eventually(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("shows an evaluation's figures as the command line has them, with their intervals", async () => {
    const { page, complaints } = await open(`#/run/${run}`);
    const section = page.getByRole("region", { name: "Figures of sums" });
    await section.waitFor();
    const text = await section.innerText();
    const { intervals } = figures as unknown as { intervals: { maj_at_k: Record<string, [number, number]> } };
    expect(text).toContain(percent((figures.avg_at_k as unknown as { value: number }).value));
    expect(text).toContain(percent(figures.pass_at_k["4"]!));
    expect(text).toContain(percent(figures.maj_at_k["4"]!));
    expect(text).toContain(intervals.maj_at_k["4"]!.map(percent).join(" to "));
    expect(text).toContain(`${figures.right} right`);
    expect(text).toContain(`${figures.wrong} wrong`);
    expect(text).toContain(`${figures.truncated} truncated`);
    const chart = page.getByRole("img", { name: /pass@k and maj@k/ });
    expect(await chart.getAttribute("aria-label")).toContain(`to ${percent(figures.pass_at_k["4"]!)}`);
    expect(complaints).toEqual([]);
  });

  it("filters grid, list and previous/next by one filter that is in the address", async () => {
    const { page } = await open(`#/run/${run}`);
    await resultLine(page, "120 samples of 30 problems");
    await page
      .getByRole("group", { name: "Verdict" })
      .getByRole("button", { name: /^wrong/ })
      .click();
    await resultLine(page, `${figures.wrong} samples of`);
    expect(page.url()).toContain("verdict=wrong");
    await page.getByLabel("Text in completions").fill("turnips");
    const turnips = completions.filter(({ text }) => text.includes("turnips")).length;
    await resultLine(page, `${turnips} samples of`);
    await page.getByRole("button", { name: "list" }).click();
    await page.getByRole("table", { name: "Samples" }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByText(`1 of ${turnips}`).waitFor();
    expect(page.url()).toContain("verdict=wrong");
    await page.reload();
    await page.getByText(`1 of ${turnips}`).waitFor();
    await page.goto(`${url}/#/run/${run}?truncated=true&sort=share-down`);
    await resultLine(page, "5 samples of 5 problems");
    await page.goto(`${url}/#/run/${run}?answer=(none)`);
    const silent = completions.filter(({ text }) => text.startsWith("I cannot")).length;
    await resultLine(page, `${silent} samples of`);
    await page.goto(`${url}/#/run/${run}?sort=share`);
    await resultLine(page, "120 samples");
    const first = page.getByRole("grid").getByRole("row").nth(1);
    expect(await first.innerText()).toMatch(/^p1\s[\s\S]*\s0\/4/);
  });

  it("says why a verdict is what it is, and marks the answer where it stands", async () => {
    const { page, complaints } = await open(`#/run/${run}/sums/p5/0`);
    const panel = page.getByRole("complementary", { name: "Verdict" });
    await panel.waitFor();
    const shown = (await assay(["show", `${folder}/runs/sums`, "--problem", "p5", "--json"], "", folder))
      .stdout;
    const { by, extracted } = JSON.parse(shown.split("\n")[0]!);
    await eventually(() => panel.innerText()).toContain(by);
    expect(await panel.innerText()).toContain("The extracted answer equals the gold.");
    await eventually(() => page.locator(".answer-mark").innerText()).toContain(extracted);
    expect(await page.locator("section[aria-label=Completion] .katex").count()).toBe(2);
    await page.keyboard.press("r");
    await eventually(() => page.locator("pre.raw").first().innerText()).toContain("\\boxed{8}");
    expect(await page.locator("pre mark").innerText()).toBe("8");
    await panel.getByRole("link", { name: "Open in playground" }).click();
    await page.getByRole("heading", { name: "Playground" }).waitFor();
    await page.getByText("Equal", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it.each([
    ["light", 1280],
    ["dark", 390],
  ] as const)("has no violation of accessibility, %s at %i pixels", async (colorScheme, width) => {
    const { page } = await open("", { colorScheme, viewport: { width, height: 844 } });
    await withAxe(page);
    for (const address of [
      "#/",
      `#/run/${run}`,
      `#/run/${run}?view=list`,
      `#/run/${run}/sums/p5/0`,
      "#/playground?gold=1&answer=2&truth=1&response=2",
    ]) {
      await page.goto("about:blank");
      await page.goto(`${url}/${address}`);
      await page.locator("h1").first().waitFor();
      await page.locator(".run-table, .rows, .verdict-panel").first().waitFor();
      expect(await violationsIn(page), address).toEqual([]);
    }
  });
});
