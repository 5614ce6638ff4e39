// ProcessBench runs and comparisons in a real browser, and notes. Figures are compared with the output of the command
// line.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import type { TestServer } from "../models/server.ts";
import { madeSamples, writeSubsets } from "../processbench/made-samples.ts";
import { writeSums } from "../runs/sums.ts";
import { judgeSums, searchArgs, writeSteps } from "../search/world.ts";
import { startPolicyServer } from "../servers/policy-server.ts";
import { startPrmServer } from "../servers/prm-server.ts";
import { violationsIn } from "./accessible.ts";
import { eventually, hasBrowser, openPage, useBrowser } from "./chromium.ts";
import { folderOfTests, idOf, serve } from "./served.ts";

const subsets = { gsm8k: madeSamples("gsm8k", 30), math: madeSamples("math", 18) };
const hostile = "<script>window.harm=1</script> $\\href{javascript:window.harm=1}{x}$ \u202e12";
subsets.math[1]!.steps[0] = hostile;

/**
 * A scorer that gives right steps high rewards and some wrong ones medium rewards; the weaker one has more misses and
 * false alarms.
 */
const scoreOf = (number: number, step: number, label: number, isWeak: boolean): number => {
  const isWrong = label !== -1 && step >= label;
  if (isWrong) return isWeak && number % 4 === 1 ? 0.9 : 0.2;
  return isWeak && number % 9 === 0 && step === 1 ? 0.1 : 0.8 + (number % 10) / 100;
};

interface Measured {
  subsets: Record<
    string,
    {
      f1: number;
      error_accuracy: number;
      correct_accuracy: number;
      intervals: Record<string, [number, number]>;
      distance: { overlooked: number };
    }
  >;
  threshold: { value: number };
  average_f1: number;
}

let folder: string;
let url: string;
let strong: string;
let weak: string;
let measured: Measured;
let evalA: string;
let evalB: string;
let search: string;
const servers: TestServer[] = [];

async function bench(name: string, isWeak: boolean, data: string): Promise<Measured> {
  const lines = Object.entries(subsets).flatMap(([subset, samples]) =>
    samples.map(({ id, steps, label }, number) => ({
      task: subset,
      problem: id,
      scores: steps.map((_, step) => scoreOf(number, step, label, isWeak)),
    })),
  );
  const record = join(folder, `${name}.jsonl`);
  await writeFile(record, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const args = ["-i", record, "--judge", "scalar", "--data", data, "--threshold-subset", "gsm8k"];
  const ran = await assay(
    ["processbench", ...args, "--output_dir", join(folder, "runs"), "--output_prefix", name, "--json"],
    "",
    folder,
  );
  expect(ran.code, ran.stderr).toBe(0);
  return JSON.parse(ran.stdout) as Measured;
}

async function evaluate(name: string, rows: string, right: (problem: number) => boolean): Promise<string> {
  const completions = Array.from({ length: 8 }, (_, i) => ({
    problem: `${i + 1}`,
    sample: 0,
    text: `We add ${i} and ${2 * i}.\n\nThat is it.\n\nSo \\boxed{${3 * i + (right(i) ? 0 : 1)}}`,
    finish: "stop",
  }));
  const record = join(folder, `${name}.jsonl`);
  await writeFile(record, completions.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const run = join(folder, "runs", name);
  const ran = await assay(["eval", "-i", record, "-a", rows, "-n", "1", "--out", run], "", folder);
  expect(ran.code, ran.stderr).toBe(0);
  return run;
}

const points = (value: number): string => `${value < 0 ? "−" : "+"}${(100 * Math.abs(value)).toFixed(1)}`;

describe.runIf(hasBrowser)("judges and comparisons in the viewer", () => {
  useBrowser();
  beforeAll(async () => {
    folder = await folderOfTests();
    const data = await writeSubsets(folder, subsets);
    await bench("strong", false, data);
    measured = await bench("weak", true, data);
    const rows = await writeSums(folder, 8);
    evalA = await evaluate("one", rows, (problem) => problem % 2 === 0);
    evalB = await evaluate("two", rows, (problem) => problem % 4 !== 0);
    servers.push(
      await startPolicyServer({ flavour: "vllm", write: writeSteps }),
      await startPrmServer({ flavour: "vllm", judge: judgeSums }),
    );
    const out = join(folder, "runs", "searched", "sums");
    const searched = await assay(searchArgs(rows, servers[0]!, servers[1]!, out), "", folder);
    expect(searched.code, searched.stderr).toBe(0);
    url = (await serve(folder, "runs")).url;
    strong = await idOf(url, "strong/run_strong");
    weak = await idOf(url, "weak/run_weak");
    search = await idOf(url, "searched/sums");
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  const open = (address = "", options = {}) => openPage(`${url}/${address}`, options);

  it("shows the figures of each subset as the command line has them, with intervals and the threshold", async () => {
    const { page, complaints } = await open(`#/run/${weak}`);
    const table = page.getByRole("table", { name: "Figures of each subset" });
    await table.waitFor();
    for (const [name, figures] of Object.entries(measured.subsets)) {
      const text = await table.getByRole("row", { name: new RegExp(`^${name} `) }).innerText();
      for (const key of ["f1", "error_accuracy", "correct_accuracy"] as const) {
        expect(text).toContain(figures[key].toFixed(1));
        expect(text).toContain(figures.intervals[key]!.map((end) => end.toFixed(1)).join(" to "));
      }
    }
    expect(await table.getByRole("row", { name: /^mean/ }).innerText()).toContain(
      measured.average_f1.toFixed(1),
    );
    const curve = page.getByRole("img", { name: /^figures over the threshold/ });
    expect(await curve.getAttribute("aria-label")).toContain(
      `F1 ${measured.subsets.gsm8k!.f1.toFixed(1)} at the threshold ${measured.threshold.value.toFixed(4)}`,
    );
    expect(complaints).toEqual([]);
  });

  it("has false alarms and overlooked errors one click away, and cells of the matrix as filters", async () => {
    const { page } = await open(`#/run/${weak}`);
    const { overlooked } = measured.subsets.gsm8k!.distance;
    expect(overlooked).toBeGreaterThan(0);
    await page.getByRole("link", { name: `${overlooked} overlooked errors` }).click();
    const line = page.locator(".result-line");
    await eventually(() => line.innerText()).toBe(`${overlooked} samples`);
    expect(page.url()).toContain("fate=overlooked");
    await page.goBack();
    await eventually(() => line.innerText()).toBe("48 samples");
    const alarms = page.getByRole("link", { name: /^\d+ false alarms?$/ }).first();
    const number = await alarms.innerText();
    await alarms.click();
    await eventually(() => line.innerText()).toMatch(new RegExp(`^${number} samples?$`));
    await page.goto(`${url}/#/run/${weak}?subset=math`);
    const cell = page.getByRole("link", { name: /^labelled none, predicted none: / });
    const counted = await cell.innerText();
    await cell.click();
    await eventually(() => line.innerText()).toMatch(new RegExp(`^${counted} samples?$`));
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByText(`1 of ${counted}`).waitFor();
  });

  it("shows a sample step by step as the command line does, and the same steps as judged by another run", async () => {
    const { page, complaints } = await open(`#/run/${weak}/gsm8k/gsm8k-5?with=${strong}`);
    const shown = await assay(
      ["show", join(folder, "runs", "weak", "run_weak"), "--problem", "gsm8k-5", "--json"],
      "",
      folder,
    );
    const { label, prediction, scores } = JSON.parse(shown.stdout) as {
      label: number;
      prediction: number;
      scores: { step: number; reward: number }[];
    };
    const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
    await steps.first().waitFor();
    expect(await steps.count()).toBe(scores.length);
    for (const { step, reward } of scores)
      expect(await steps.nth(step).innerText()).toContain(`reward ${reward.toFixed(2)}`);
    expect(await steps.nth(label).innerText()).toContain("first error, as labelled");
    const heading = await page.locator(".sample-top").innerText();
    expect(heading).toContain(`labelled step ${label + 1}`);
    expect(heading).toContain(
      prediction === -1 ? "predicted no wrong step" : `predicted step ${prediction + 1}`,
    );
    await eventually(() => page.locator(".beside-line").innerText()).toContain(`predicted step ${label + 1}`);
    expect(complaints).toEqual([]);
  });

  it("compares two evaluations as the command line does; the 2 × 2 filters, flipped problems come first", async () => {
    const { page, complaints } = await open("#/?sort=name");
    await page.getByRole("checkbox", { name: "Compare one" }).check();
    await page.getByRole("checkbox", { name: "Compare two" }).check();
    await page.getByRole("link", { name: "Compare 2 runs" }).click();
    const figures = page.getByRole("region", { name: "Figures of sums" });
    await figures.waitFor();
    const ran = await assay(["compare", evalA, evalB, "--json"], "", folder);
    const [compared] = Object.values(
      (
        JSON.parse(ran.stdout) as {
          tasks: Record<
            string,
            { difference: number; interval: [number, number]; gained: string[]; lost: string[] }
          >;
        }
      ).tasks,
    );
    const text = await figures.innerText();
    expect(text).toContain(`${points(compared!.difference)} points`);
    expect(text).toContain(compared!.interval.map(points).join(" to "));
    const { gained, lost } = compared!;
    const list = page.getByRole("table", { name: "Problems" });
    const first = await list.getByRole("row").nth(1).innerText();
    expect([...gained, ...lost]).toContain(first.split(/\s/)[0]);
    await page.getByRole("link", { name: `only B right: ${gained.length} problems` }).click();
    await eventually(() => page.locator(".result-line").innerText()).toContain(`${gained.length} problems`);
    expect(page.url()).toContain("cell=b");
    await list.getByRole("link").first().click();
    await page.getByText("The first 2 steps are the same.").waitFor();
    const marked = page.locator(".first-difference");
    expect(await marked.count()).toBe(1);
    expect(await marked.innerText()).toContain("So");
    await page.goBack();
    await eventually(() => page.locator(".result-line").innerText()).toContain(`${gained.length} problems`);
    const differs = page.getByRole("region", { name: "Different settings" });
    expect(await differs.innerText()).toContain("model");
    expect(complaints).toEqual([]);
  });

  it("compares an evaluation with a search, and two judges, and refuses what has nothing in common", async () => {
    const one = await idOf(url, "one");
    const { page, complaints } = await open(`#/compare/${one}/${search}`);
    await page.getByRole("region", { name: "Figures of sums" }).waitFor();
    await page.getByRole("table", { name: "Problems" }).getByRole("link").first().click();
    await page.getByRole("region", { name: "Steps side by side" }).waitFor();
    await eventually(() => page.locator(".aligned").innerText()).toMatch(/kept 0\.\d\d/);
    await page.goto(`${url}/#/compare/${weak}/${strong}?task=math`);
    await page.getByRole("region", { name: "Figures of math" }).waitFor();
    await page.getByRole("link", { name: /^only B as labelled: [1-9]/ }).click();
    await page.getByRole("table", { name: "Problems" }).getByRole("link").first().click();
    await eventually(() => page.locator(".aligned").innerText()).toContain("wrong, reward 0.1000");
    expect(complaints).toEqual([]);
    await page.goto(`${url}/#/compare/${weak}/${one}`);
    await eventually(() => page.getByRole("alert").innerText()).toContain("ProcessBench");
  });

  it("keeps labels and a comment in the browser, filters by them, and gives them as JSON Lines", async () => {
    const { page, complaints } = await open(`#/run/${weak}/math/math-1`);
    const note = page.getByRole("region", { name: "Your note" });
    await note.waitFor();
    await page.keyboard.press("3");
    await note.getByRole("button", { name: "Label 1", pressed: false }).click();
    await note.getByRole("textbox", { name: "Comment" }).fill('look at "this" <b>again</b>');
    await page.goto(`${url}/#/run/${search}/3`);
    await page.getByRole("textbox", { name: "Comment" }).fill("why?");
    await page.goto(`${url}/#/run/${weak}/math/math-1?fate=overlooked`);
    await page.reload();
    await eventually(() => note.getByRole("textbox").inputValue()).toBe('look at "this" <b>again</b>');
    await note.getByRole("button", { name: "Label 3", pressed: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "2 notes" }).click(),
    ]);
    const text = await readFile(await download.path(), "utf8");
    const notes = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(download.suggestedFilename()).toBe("assay-notes.jsonl");
    notes.sort((a, b) => a.run.localeCompare(b.run));
    expect(notes).toMatchObject([
      { about: { problem: "3" }, labels: [], comment: "why?" },
      {
        run: "weak/run_weak",
        about: { subset: "math", sample: "math-1" },
        labels: [1, 3],
        comment: 'look at "this" <b>again</b>',
      },
    ]);
    await page.goto(`${url}/#/run/${weak}?labels=3`);
    const table = page.getByRole("table", { name: "Samples" });
    await eventually(() => table.getByRole("link").allInnerTexts()).toEqual(["math-1"]);
    expect(await table.innerText()).toMatch(/label\s+1\s+label\s+3/);
    const [rows] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "CSV" }).click(),
    ]);
    const [head, line, rest] = (await readFile(await rows.path(), "utf8")).split("\r\n");
    expect(head).toBe("subset,sample,judged,label,prediction,missing,steps,labels,comment,statement");
    expect(line).toMatch(/^math,math-1,.*,1 3,"look at ""this"" <b>again<\/b>",/);
    expect(rest).toBe("");
    await page.goto(`${url}/#/run/${weak}/math/math-1`);
    await note.getByRole("button", { name: "Label 1" }).click();
    await page.keyboard.press("3");
    await note.getByRole("textbox").fill("");
    await page.getByRole("button", { name: "1 note" }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows hostile steps, which do nothing", async () => {
    const { page, complaints } = await open(`#/run/${weak}/math/math-1`);
    const steps = page.getByRole("list", { name: "Steps" });
    await steps.waitFor();
    expect(await steps.innerText()).toContain("<script>window.harm=1</script>");
    expect(await steps.innerText()).toContain("⟨U+202E⟩12");
    await page.goto(`${url}/#/compare/${weak}/${strong}?task=math&problem=math-1`);
    await eventually(() => page.locator(".aligned").innerText()).toContain("<script>");
    expect(await page.evaluate("window.harm")).toBeUndefined();
    expect(await page.locator('main a[href^="javascript:"], main img, main script').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.each([
    ["light", 1280],
    ["dark", 390],
  ] as const)("has no violation of accessibility, %s at %i pixels", async (colorScheme, width) => {
    const { page } = await open("", { colorScheme, viewport: { width, height: 844 } });
    const one = await idOf(url, "one");
    for (const address of [
      `#/run/${weak}`,
      `#/run/${weak}?subset=math`,
      `#/run/${weak}/gsm8k/gsm8k-5`,
      `#/run/${weak}/gsm8k/gsm8k-5?with=${strong}`,
      `#/compare/${one}/${search}`,
      `#/compare/${one}/${search}?problem=2`,
      `#/compare/${weak}/${strong}?cell=b`,
    ]) {
      await page.goto("about:blank");
      await page.goto(`${url}/${address}`);
      await page.locator("h1").first().waitFor();
      await page.locator(".rows, .judged-steps, .aligned").first().waitFor();
      expect(await violationsIn(page), address).toEqual([]);
    }
  });
});
