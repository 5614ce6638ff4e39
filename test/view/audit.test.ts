// Searches in a real browser: the list with its figures and worklists, the tree, the table of a choice. Figures are
// compared with the output of the command line.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import type { TestServer } from "../models/server.ts";
import { startAssay } from "../runs/spawned.ts";
import { writeSums } from "../runs/sums.ts";
import { judgeSums, searchArgs, writeSteps } from "../search/world.ts";
import { startPolicyServer } from "../servers/policy-server.ts";
import { startPrmServer } from "../servers/prm-server.ts";
import { violationsIn } from "./accessible.ts";
import { eventually, hasBrowser, openPage, useBrowser } from "./chromium.ts";
import { folderOfTests, idOf, serve } from "./served.ts";

const hostileStep =
  '<script>window.harm = 1</script> <img src=x onerror="window.harm=1"> $\\href{javascript:window.harm=1}{x}$ \u202e321 \\boxed{1}';

interface Printed {
  right: number;
  problems: number;
  interval: [number, number];
  baseline: {
    pass_at_1: { value: number };
    maj_at_n: number;
    pass_at_n: number;
    intervals: { pass_at_1: [number, number] };
  };
}

const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;

let url: string;
let folder: string;
let policy: TestServer;
let reward: TestServer;
let rows: string;
let printed: Printed;
const ids: Record<string, string> = {};

/** Thirty steps, each with eight distinct candidates. */
const longSteps: typeof writeSteps = (asked) => {
  const { steps, choice } = asked;
  const isLast = steps.length === 29;
  const quality = 5 + ((steps.length * 7 + choice * 12) % 90);
  return {
    step: `Step ${steps.length}, way ${choice}, quality ${quality}${isLast ? " \\boxed{0}" : ""}`,
    isLast,
  };
};

async function searchWith(write: typeof writeSteps, name: string, data: string, ...more: string[]) {
  const own = await startPolicyServer({ flavour: "vllm", write });
  const ran = await assay(
    searchArgs(data, own, reward, join(folder, "runs", name, "sums"), ...more),
    "",
    folder,
  );
  await own.close();
  expect(ran.code, ran.stderr).toBe(0);
  return JSON.parse(ran.stdout) as Printed;
}

describe.runIf(hasBrowser)("a search in the viewer", () => {
  useBrowser();
  beforeAll(async () => {
    folder = await folderOfTests();
    rows = await writeSums(folder, 12);
    policy = await startPolicyServer({ flavour: "vllm", write: writeSteps });
    reward = await startPrmServer({ flavour: "vllm", judge: judgeSums });
    printed = await searchWith(writeSteps, "greedy", rows, "--baseline");
    for (const strategy of ["dvts", "beam", "best-of-n", "majority"])
      await searchWith(writeSteps, strategy, rows, "--strategy", strategy);
    const one = await writeSums(folder, 1, "one.jsonl");
    await searchWith(longSteps, "long", one);
    await searchWith(() => ({ step: hostileStep, isLast: true }), "<img src=x>", one);
    // A result file alone, as the reference writes it: without ids and without Assay's fields.
    const alone = join(folder, "runs", "alone", "math");
    await mkdir(alone, { recursive: true });
    const candidates = [
      { candidate_step: "We add.", reward: 0.49 },
      { candidate_step: "We guess.", reward: 0.26 },
    ];
    const result = {
      question: "What is $1 + 1$?",
      iteration_history: [
        { iteration_index: 1, candidates_info: candidates, chosen_step_index: 0, chosen_step: "We add." },
        {
          iteration_index: 2,
          candidates_info: [{ candidate_step: "\\boxed{2}", reward: 0.9 }],
          chosen_step_index: 0,
          chosen_step: "\\boxed{2}",
        },
      ],
      final_steps: ["We add.", "\\boxed{2}"],
      gt_answer: "2",
      pred_answer: "2",
    };
    await writeFile(join(alone, "result-0-None.json"), JSON.stringify([result]));
    url = (await serve(folder, "runs")).url;
    for (const name of ["greedy", "dvts", "beam", "best-of-n", "majority", "long", "<img src=x>"])
      ids[name] = await idOf(url, `${name}/sums`);
    ids.alone = await idOf(url, "alone/math");
  });
  afterAll(async () => {
    await policy?.close();
    await reward?.close();
  });

  const open = (address = "", options = {}) => openPage(`${url}/${address}`, options);
  const shown = async (name: string, problem: string): Promise<string> =>
    (await assay(["show", join(folder, "runs", name, "sums"), "--problem", problem], "", folder)).stdout;

  it("shows its accuracy beside the baselines, as the command line has them", async () => {
    const { page, complaints } = await open(`#/run/${ids.greedy}`);
    const figures = page.getByRole("region", { name: "Figures" });
    await figures.waitFor();
    const text = await figures.innerText();
    expect(text).toContain(percent(printed.right / printed.problems));
    expect(text).toContain(printed.interval.map(percent).join(" to "));
    expect(text).toMatch(new RegExp(`pass@1\\s+${percent(printed.baseline.pass_at_1.value)}`));
    expect(text).toContain(printed.baseline.intervals.pass_at_1.map(percent).join(" to "));
    expect(text).toMatch(new RegExp(`majority@8\\s+${percent(printed.baseline.maj_at_n)}`));
    expect(text).toMatch(new RegExp(`pass@8\\s+${percent(printed.baseline.pass_at_n)}`));
    // The mean of the paired differences is the difference of the means.
    const gain = 100 * Math.abs(printed.right / printed.problems - printed.baseline.pass_at_1.value);
    const worth = await page.getByRole("region", { name: "What the reward model is worth" }).innerText();
    expect(worth).toContain(`pass@1 ${percent(printed.baseline.pass_at_1.value)} → greedy`);
    expect(worth).toContain(`${gain.toFixed(1)} points`);
    expect(complaints).toEqual([]);
  });

  it("filters by outcome and by worklist, walks by keys, and comes back", async () => {
    const { page } = await open(`#/run/${ids.majority}`);
    const line = page.locator(".result-line");
    await eventually(() => line.innerText()).toBe("12 problems");
    const wrong = page.getByRole("group", { name: "Outcome" }).getByRole("button", { name: /^wrong/ });
    const number = /\d+$/.exec(await wrong.innerText())![0];
    await wrong.click();
    await eventually(() => line.innerText()).toMatch(new RegExp(`^${number} problems?$`));
    expect(page.url()).toContain("state=wrong");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByText(`1 of ${number}`).waitFor();
    await page.keyboard.press("u");
    await eventually(() => line.innerText()).toMatch(new RegExp(`^${number} problems?$`));
    await page.goBack();
    await page.getByText(`1 of ${number}`).waitFor();
    await page.reload();
    await page.getByText(`1 of ${number}`).waitFor();
  });

  it("lists right answers that were passed over, and false equations that were chosen", async () => {
    const wrongly = await writeSums(folder, 1, "wrongly.jsonl");
    await writeFile(wrongly, `${JSON.stringify({ problem: "What is 2 + 2?", answer: "4" })}\n`);
    await searchWith(
      ({ choice }) =>
        choice === 0
          ? { step: "quality 20: 2 + 2 = 4, so \\boxed{4}", isLast: true }
          : { step: "quality 21: 2 + 2 = 5, so \\boxed{5}", isLast: true },
      "wrongly",
      wrongly,
    );
    const { page } = await open();
    await page.getByRole("link", { name: "wrongly/sums" }).click();
    for (const name of [
      /^best below 0.5 1/,
      /^margin below 0.01 1/,
      /^right answer dropped 1/,
      /^false equation kept 1/,
    ]) {
      const button = page.getByRole("button", { name });
      await button.click();
      await eventually(() => page.getByRole("table", { name: "Problems" }).innerText()).toContain(
        "iteration 1: kept 0.22 over 0.21, margin 0.0098",
      );
      // The page is rendered again a moment after the click.
      await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");
    }
    await page.getByRole("link", { name: /^iteration 1/ }).click();
    await eventually(() => page.locator(".false-equation").count()).toBeGreaterThan(0);
    await eventually(() => page.getByRole("table", { name: "Candidates" }).innerText()).toContain(
      "answer 4, right",
    );
  });

  it.each(["greedy", "dvts", "beam"])(
    "says of every choice of %s what the command line says",
    async (name) => {
      const text = await shown(name, "5");
      const headlines = [...text.matchAll(/^\[iteration (\d+)\] (.*)$/gm)];
      expect(headlines.length).toBeGreaterThan(1);
      const { page, complaints } = await open(`#/run/${ids[name]}/5?iteration=1`);
      const tree = page.getByRole("region", { name: "Tree" });
      await tree.waitFor();
      for (const [, iteration, said] of headlines) {
        const column = tree.getByRole("link", { name: new RegExp(`^iteration ${iteration}: `) });
        const plain = said!.replaceAll(/tree \d+: /g, "");
        expect(await column.getAttribute("aria-label")).toContain(plain);
        await page.waitForFunction(`!!document.querySelector('[aria-current="step"]')`);
        const section = page.getByRole("region", { name: `Iteration ${iteration}`, exact: true });
        await section.waitFor();
        for (const headline of plain.split("; ")) expect(await section.innerText()).toContain(headline);
        await page.keyboard.press("ArrowRight");
      }
      if (name === "dvts") expect(await tree.getByText(/^tree \d$/).count()).toBe(2);
      expect(complaints).toEqual([]);
    },
  );

  it("marks equal candidates once with their count, ranks them, and folds the judge's words", async () => {
    const { page } = await open(`#/run/${ids.greedy}/5?iteration=1`);
    const table = page.getByRole("table", { name: "Candidates" });
    await table.waitFor();
    const text = await shown("greedy", "5");
    const first = text.split("[iteration 2]")[0]!;
    const rewards = [...first.matchAll(/^[→+·] \d+\.\d+(?: ×\d+)? {2}(\d\.\d{4})/gm)].map(([, reward]) =>
      Number(reward),
    );
    const lines = await table.getByRole("row").all();
    expect(lines.length - 1).toBe(rewards.length);
    const best = await lines[1]!.innerText();
    expect(best).toContain("on the final path");
    expect(best).toContain(Math.max(...rewards).toFixed(2));
    const marks = page.locator('.strip-chart a[href*="candidate=1."]');
    expect(await marks.count()).toBe(rewards.length);
    const words = lines[1]!.getByText("reward model's output");
    await words.click();
    await eventually(() => lines[1]!.innerText()).toMatch(/P\(right\) \d/);
  });

  it("focuses a candidate by a click on its mark: its path, the whole solution, and how it differs", async () => {
    const { page, complaints } = await open(`#/run/${ids.greedy}/5?iteration=2`);
    const marks = page.locator('.strip-chart a[href*="candidate=2."]');
    await marks.first().waitFor();
    const passed = page.locator('.strip-chart a[href*="candidate=2."]', {
      has: page.locator(".node.passed"),
    });
    await passed.first().locator("circle, rect").first().click();
    const panel = page.getByRole("region", { name: /^Candidate 2\.\d$/ });
    await panel.waitFor();
    expect(await panel.getByRole("listitem").count()).toBe(2);
    expect(await panel.innerText()).toMatch(/P\(right\) \d/);
    expect(await panel.getByText(/^Difference from candidate 2/).count()).toBe(1);
    expect(await panel.locator("ins").count()).toBeGreaterThan(0);
    expect(await page.locator(".edge.lit").count()).toBe(2);
    await panel.getByRole("link", { name: "Close" }).click();
    await eventually(() => panel.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("shows whole solutions as paths, and votes in words", async () => {
    const { page } = await open(`#/run/${ids["best-of-n"]}/5`);
    await page.getByRole("region", { name: "Tree" }).waitFor();
    const table = page.getByRole("table", { name: "Candidates" });
    expect(await table.getByRole("row").count()).toBe(9);
    await page.goto(`${url}/#/run/${ids.majority}/5`);
    await eventually(() => page.getByRole("region", { name: "Solutions" }).innerText()).toMatch(
      /Solutions: the answer \d+ has \d votes?/,
    );
  });

  it("draws 8 candidates × 30 iterations, and keeps the chosen one in view", async () => {
    const { page } = await open(`#/run/${ids.long}/1?iteration=28`, {
      viewport: { width: 390, height: 844 },
    });
    const chosen = page.locator('.strip-chart a[aria-current="step"]');
    await chosen.waitFor();
    expect(await page.locator(".strip-chart .column-link").count()).toBe(30);
    expect(await page.locator(".strip-chart .node").count()).toBe(240);
    const box = (await chosen.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    // No two marks of a column overlap.
    const marks = await page.locator('.strip-chart a[href*="candidate=28."] circle').all();
    const boxes = await Promise.all(marks.map((mark) => mark.boundingBox()));
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1)) expect(Math.hypot(a!.x - b!.x, a!.y - b!.y)).toBeGreaterThan(5);
  });

  it("opens a result file alone", async () => {
    const { page, complaints } = await open(`#/run/${ids.alone}`);
    await eventually(() => page.getByRole("region", { name: "Figures" }).innerText()).toContain("100.0%");
    await page.getByRole("link", { name: "1", exact: true }).click();
    await eventually(() => page.getByRole("region", { name: "Iteration 1" }).innerText()).toContain(
      "kept 0.49 over 0.26, margin 0.23",
    );
    expect(complaints).toEqual([]);
  });

  it("shows hostile steps, which do nothing", async () => {
    const { page, complaints } = await open(`#/run/${ids["<img src=x>"]}/1`);
    const table = page.getByRole("table", { name: "Candidates" });
    await table.waitFor();
    await page.getByText("reward model's output").first().click();
    expect(await table.innerText()).toContain("<script>window.harm = 1</script>");
    expect(await table.innerText()).toContain("⟨U+202E⟩321");
    expect(await page.evaluate("window.harm")).toBeUndefined();
    expect(await page.locator('main a[href^="javascript:"], main img, main script').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("moves while it runs", async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = await startPolicyServer({
      flavour: "vllm",
      write: writeSteps,
      instead: (_, number) => (number > 6 ? held.then(() => ({ status: 503, body: {} })) : undefined),
    });
    const out = join(folder, "runs", "growing", "sums");
    const { page } = await open();
    const growing = startAssay(searchArgs(rows, slow, reward, out, "--concurrency", "2"), folder);
    await page.getByRole("link", { name: "growing/sums" }).click();
    await eventually(() => page.locator(".heading .chip").innerText()).toContain("running");
    const before = await page.locator(".result-line").innerText();
    expect(before).not.toBe("12 problems");
    go();
    growing.kill("SIGTERM");
    await growing.ended;
    await slow.close();
    await assay(searchArgs(rows, policy, reward, out), "", folder);
    await eventually(() => page.locator(".result-line").innerText()).toBe("12 problems");
    await eventually(() => page.locator(".heading .chip").innerText()).toBe("finished");
  });

  it.each([
    ["light", 1280],
    ["dark", 390],
  ] as const)("has no violation of accessibility, %s at %i pixels", async (colorScheme, width) => {
    const { page } = await open("", { colorScheme, viewport: { width, height: 844 } });
    for (const address of [
      `#/run/${ids.greedy}`,
      `#/run/${ids.greedy}/5`,
      `#/run/${ids.dvts}/5`,
      `#/run/${ids.beam}/5?iteration=2`,
      `#/run/${ids["best-of-n"]}/5`,
      `#/run/${ids.long}/1`,
    ]) {
      await page.goto("about:blank");
      await page.goto(`${url}/${address}`);
      await page.locator("h1").first().waitFor();
      await page.locator(".rows, .candidates").first().waitFor();
      expect(await violationsIn(page), address).toEqual([]);
    }
  });
});
