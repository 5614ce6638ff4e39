// The pages in a real browser: they show the output of the command line, and the controls work.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { violationsIn } from "./accessible.ts";
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
          : `I count the turnips. The answer is \\boxed{${Number(answer) + sample + 1}}`,
    finish: sample === 0 && i % 7 === 0 ? "length" : "stop",
  })),
);

/** One row of each kind, and a second false reward. */
const audited = [
  { id: "r1", response: "\\boxed{\\frac{1}{2}}", gold: "0.5", theirs: 1 },
  { id: "r2", response: "\\boxed{\\frac{1}{3}}", gold: "\\frac{1}{2}", theirs: 1 },
  { id: "r3", response: "\\boxed{4}", gold: "5", theirs: 1 },
  { id: "r4", response: "\\boxed{\\frac{2}{4}}", gold: "\\frac{1}{2}", theirs: 0 },
  { id: "r5", response: "\\boxed{7}", gold: "8", theirs: 0 },
  { id: "r6", response: "\\boxed{London}", gold: "Paris", theirs: 1 },
];

let url: string;
let run: string;
let log: string;
let folder: string;
let figures: { pass_at_k: Record<string, number>; maj_at_k: Record<string, number> } & Record<string, number>;

const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;

describe.runIf(hasBrowser)("the viewer", () => {
  useBrowser();
  beforeAll(async () => {
    folder = await folderOfTests();
    // So many samples that a row has one strip of shares.
    const wide = rows
      .slice(0, 2)
      .flatMap(({ id }) =>
        Array.from({ length: 66 }, (_, sample) => ({ problem: id, sample, text: `\\boxed{${sample % 2}}` })),
      );
    await makeRun(folder, "wide", rows.slice(0, 2), wide);
    const made = await makeRun(folder, "sums", rows, completions);
    await makeRun(folder, "other", rows.slice(0, 5), completions.slice(0, 20));
    await makeRun(folder, "third", rows.slice(0, 5), completions.slice(0, 20));
    const regraded = await assay(["regrade", made.run, "--json"], "", folder);
    figures = JSON.parse(regraded.stdout).tasks.sums;
    // As 'assay serve --log' writes it: the second half hedges, and lines about groups are among the items.
    const item = (i: number) => ({
      time: new Date(1e12 + 1000 * i).toISOString(),
      request: `r${Math.floor(i / 4)}`,
      reward: "r1_zero",
      item: {
        prompt: "What is $1 + 1$?",
        response: i < 40 ? "\\boxed{2}" : "\\boxed{2} or \\boxed{3}",
        ground_truth: "2",
      },
      outcome: i < 40 ? "right" : "wrong",
      result: { format_reward: 1, answer_reward: i < 40 ? 1 : 0, reward: i < 40 ? 1 : 0 },
    });
    const lines = Array.from({ length: 80 }, (_, i) => `${JSON.stringify(item(i))}\n`);
    const group = { reward: "r1_zero", group: "g", step: null, items: 4, right: 4, mean: 1, spread: 0 };
    lines.splice(40, 0, `${JSON.stringify({ time: new Date(1e12 + 40_500).toISOString(), ...group })}\n`);
    await writeFile(join(folder, "items.jsonl"), lines.join(""));
    await writeFile(join(folder, "results.jsonl"), audited.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const fields = ["response", "gold", "theirs", "id"].flatMap((name) => ["--field", `${name}=${name}`]);
    await assay(["audit", "results.jsonl", ...fields, "--out", "audits/audited"], "", folder);
    url = (await serve(folder, "runs", "items.jsonl")).url;
    log = await idOf(url, "items.jsonl");
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
    // Runs appear as they are indexed, and the keys follow the rows that exist.
    await page.getByRole("row", { name: /sums/ }).filter({ hasText: "30 × 4" }).waitFor();
    for (const key of ["j", "j", "j", "Enter"]) await page.keyboard.press(key);
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

  it("leads back to where a list was left, by u and by the back button", async () => {
    const { page } = await open(`#/run/${run}`, { viewport: { width: 1280, height: 500 } });
    await resultLine(page, "120 samples");
    await page.getByRole("row", { name: /^p9 / }).scrollIntoViewIfNeeded();
    const link = page.getByRole("row", { name: /^p9 / }).getByRole("link", { name: /^sample 2/ });
    await page.evaluate("scrollBy(0, 37)");
    const before = await page.evaluate("scrollY");
    expect(before).toBeGreaterThan(100);
    for (const back of ["u", "back"]) {
      await link.click();
      await page.getByRole("heading", { name: "problem p9, sample 2" }).waitFor();
      await eventually(() => page.evaluate("scrollY")).toBe(0);
      if (back === "u") await page.keyboard.press("u");
      else await page.goBack();
      await resultLine(page, "120 samples");
      await eventually(() => page.evaluate("scrollY")).toBe(before);
      await eventually(() => page.locator(".rows-row.chosen").innerText()).toMatch(/^p9\s/);
    }
    await page.reload();
    await eventually(() => page.evaluate("scrollY")).toBe(before);
  });

  it("walks through the grid by arrows, and finds a problem by its text", async () => {
    const { page } = await open(`#/run/${run}?columns=boxes`);
    await resultLine(page, "120 samples");
    expect(await page.getByRole("grid").getByRole("row").first().innerText()).toContain("boxes");
    for (const key of ["j", "ArrowDown", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await page.getByRole("heading", { name: "problem p2, sample 3" }).waitFor();
    await page.keyboard.press("u");
    await page.getByLabel("Text in problems").fill("IS $7 + 7");
    await resultLine(page, "4 samples of 1 problem");
    await eventually(() => page.locator(".in-statement .katex").count()).toBe(1);
  });

  it("lists odd samples with excerpts, and grades every answer strictly and leniently", async () => {
    const { page, complaints } = await open(`#/run/${run}?view=odd`);
    const short = completions.filter(
      ({ text, sample }, i) => text.length < 40 && sample < Math.floor(i / 4) % 5,
    );
    const list = page.getByRole("region", { name: "truncated" });
    await eventually(() => list.innerText()).toMatch(/truncated\s+5 · \d/);
    expect(await list.locator(".excerpt").count()).toBe(3);
    await eventually(() => page.getByRole("region", { name: "very short but right" }).innerText()).toContain(
      `${short.length}`,
    );
    const grading = page.getByRole("region", { name: "Strict and lenient grading" });
    await eventually(() => grading.innerText()).toContain("graded by the current grader");
    await grading.getByRole("link", { name: /right under every option/ }).click();
    await resultLine(page, `${figures.right} samples of`);
    expect(complaints).toEqual([]);
  });

  it("shows a log of rollouts by windows, their difference, and one item", async () => {
    const { page, complaints } = await open(`#/run/${log}`);
    const chart = page.getByRole("group", { name: "Shares of outcomes in each window" });
    await eventually(() => chart.getByRole("link").count()).toBe(40);
    await chart.getByRole("link").first().click();
    await chart.getByRole("link").last().click();
    const windows = page.getByRole("region", { name: "Windows" });
    await eventually(() => windows.innerText()).toContain("right 100% → 0%, hedge 0% → 100%");
    await page
      .getByRole("group", { name: "Outcome", exact: true })
      .getByRole("button", { name: "hedge" })
      .click();
    await eventually(() => page.locator(".result-line").innerText()).toBe("2 items");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "item 79" }).waitFor();
    expect(await page.getByRole("navigation", { name: "Where you are" }).innerText()).toContain("item 79");
    await eventually(() => page.getByRole("region", { name: "Response" }).locator(".katex").count()).toBe(2);
    await page.getByText("1 of 2").waitFor();
    await page.keyboard.press("u");
    await eventually(() => page.locator(".result-line").innerText()).toBe("2 items");
    expect(complaints).toEqual([]);
  });

  it("keeps ticks in the address, and compares more than two runs", async () => {
    const { page, complaints } = await open("#/?sort=name");
    for (const name of ["other", "sums", "third"])
      await page.getByRole("checkbox", { name: `Compare ${name}`, exact: true }).check();
    await page.reload();
    await page.getByRole("link", { name: "Compare 3 runs" }).click();
    await eventually(() => page.getByRole("region", { name: "Leaderboard" }).getByRole("row").count()).toBe(
      4,
    );
    const map = page.getByRole("region", { name: "Problems by runs" });
    await eventually(() => map.locator(".result-line").innerText()).toContain("5 problems");
    await page.getByRole("button", { name: "only where they differ" }).click();
    await eventually(() => map.count()).toBeLessThanOrEqual(1);
    await page.goBack();
    await page.goBack();
    await page.getByRole("link", { name: "Clear the selection" }).click();
    await eventually(() => page.getByRole("checkbox", { checked: true }).count()).toBe(0);
    // Runs over different rows are not compared.
    expect(complaints.filter((each) => !each.includes("422"))).toEqual([]);
  });

  it("shows an audit as a 2 × 2 that filters, with examples of each kind, typeset", async () => {
    const audits = (await serve(folder, "audits")).url;
    const { page } = await openPage(`${audits}/#/run/${await idOf(audits, "audited")}`);
    const cells = page.getByRole("region", { name: "Their verdicts and ours" });
    for (const text of ["1 both right", "2 false rewards", "1 false zeros", "1 both wrong", "1 open"])
      await cells.getByRole("button", { name: text }).waitFor();
    const rewards = cells.getByRole("region", { name: "false rewards" });
    await eventually(() => rewards.locator(".katex").count()).toBe(2);
    expect(await rewards.getByRole("listitem").count()).toBe(2);
    await cells.getByRole("button", { name: "2 false rewards" }).click();
    await resultLine(page, "2 samples of 2 problems");
    expect(page.url()).toContain("audit=false_reward");
    await rewards.getByRole("link", { name: "r2" }).click();
    await eventually(() => page.getByRole("complementary", { name: "Verdict" }).innerText()).toContain(
      "rational",
    );
    await page.close();
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
    for (const address of [
      "#/",
      `#/run/${run}`,
      `#/run/${await idOf(url, "wide")}`,
      `#/run/${run}?view=list`,
      `#/run/${run}?view=odd`,
      `#/run/${log}?windows=0,39`,
      `#/run/${log}/79`,
      `#/run/${run}/sums/p5/0`,
      "#/playground?gold=1&answer=2&truth=1&response=2",
    ]) {
      await page.goto("about:blank");
      await page.goto(`${url}/${address}`);
      await page.locator("h1").first().waitFor();
      await page.locator(".run-table, .rows, .odd-lists, .verdict-panel, .rollout").first().waitFor();
      expect(await violationsIn(page), address).toEqual([]);
    }
  });
});
