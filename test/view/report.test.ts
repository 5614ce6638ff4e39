// Reports of all kinds of runs, opened in a browser without scripts: the figures are those of the command line, the
// mathematics is MathML, and text creates no elements.

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { madeSamples, stepIn, writeSubsets } from "../processbench/made-samples.ts";
import { startPrmServer } from "../servers/prm-server.ts";
import { hasBrowser, openPage, useBrowser } from "./chromium.ts";
import { folderOfTests, makeRun, type Recorded, type Row } from "./served.ts";

const rows: Row[] = Array.from({ length: 8 }, (_, i) => ({
  id: `p${i + 1}`,
  problem: `What is $\\frac{${i}}{2} + ${i}$? <script>document.title = "owned"</script><img src=x onerror=alert(1)>`,
  answer: `${1.5 * i}`,
}));

const key = "sk-not-to-be-reported-99";

const completions: Recorded[] = rows.flatMap(({ id, answer }, i) =>
  [0, 1].map((sample) => ({
    problem: id,
    sample,
    text:
      sample <= i % 2
        ? `It is \\(\\sqrt{x^2}\\), so $\\boxed{${answer}}$.`
        : `So 12 × 7 = 94, and the key is ${key} </style><script>alert(2)</script> \\href{javascript:alert(3)}{x} $\\href{javascript:alert(3)}{x}$ \\boxed{-1}`,
  })),
);

const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;
const samples = madeSamples("made", 12);

describe("assay report", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await folderOfTests();
    process.env.XDG_CACHE_HOME = join(folder, "cache");
    process.env.SOME_API_KEY = key;
  });

  /** The visible text of the file, without scripts. */
  const read = async (file: string) => {
    const { page, complaints } = await openPage(pathToFileURL(join(folder, file)).href, {
      javaScriptEnabled: false,
    });
    return { page, complaints, text: await page.locator("main").innerText() };
  };

  describe.runIf(hasBrowser)("without scripts", () => {
    useBrowser();

    it("of an evaluation has its figures, its charts, and samples with their mathematics", async () => {
      const { run } = await makeRun(folder, "sums", rows, completions);
      const { tasks } = JSON.parse((await assay(["regrade", run, "--json"], "", folder)).stdout);
      const { code, stdout } = await assay(["report", join("runs", "sums")], "", folder);
      expect([code, stdout]).toEqual([0, "wrote sums.html\n"]);
      const { page, complaints, text } = await read("sums.html");
      const { accuracy, avg_at_k, maj_at_k, intervals, right, wrong } = tasks.sums;
      for (const figure of [accuracy, avg_at_k.value, maj_at_k["2"], ...intervals.accuracy])
        expect(text).toContain(percent(figure));
      expect(text).toContain(`${right} right`);
      expect(text).toContain(`${wrong} wrong`);
      expect(await page.locator("figure svg").count()).toBe(3);
      expect(await page.locator("details").count()).toBe(rows.length);
      expect(await page.locator("math mfrac").count()).toBeGreaterThanOrEqual(rows.length);
      expect(await page.locator("math msqrt").count()).toBeGreaterThan(0);
      expect(await page.locator(".false-equation").first().getAttribute("title")).toBe(
        "false: the true value is 84",
      );
      expect(await page.locator("mark.answer-mark, .answer-mark").count()).toBeGreaterThan(0);
      expect(complaints).toEqual([]);
    });

    it("of a ProcessBench run has F1 and both accuracies with their intervals", async () => {
      const server = await startPrmServer({
        flavour: "vllm",
        // Overlooks every other error, and is one step late for some.
        judge: ({ newest }) => {
          const { number, step } = stepIn(newest);
          return step === samples[number]!.label + (number % 4) && number % 2 === 0 ? 0.1 : 0.9;
        },
      });
      try {
        const data = await writeSubsets(join(folder, "bench"), { made: samples });
        const args = ["--api_url", server.url, "--model_name", "org/judge", "--data", data];
        const bench = await assay(
          ["processbench", ...args, "--output_dir", join(folder, "bench", "out"), "--json"],
          "",
          folder,
        );
        const made = JSON.parse(bench.stdout).subsets.made;
        const run = join("bench", "out", "org_judge", "run_step");
        expect((await assay(["report", run, "--output", "bench.html"], "", folder)).code).toBe(0);
        const { page, text, complaints } = await read("bench.html");
        for (const figure of [made.f1, made.error_accuracy, made.correct_accuracy, ...made.intervals.f1])
          expect(text).toContain(percent(figure / 100));
        expect(text).toContain(`${made.distance.overlooked} errors overlooked`);
        expect(await page.locator("figure svg, figure table").count()).toBeGreaterThanOrEqual(2);
        expect(complaints).toEqual([]);
      } finally {
        await server.close();
      }
    });

    it("of a search has its accuracy, and why problems failed", async () => {
      const result = (id: string, gt_answer: string, pred_answer: string | null) => ({
        id,
        question: `What is $\\frac{1}{${id}}$?`,
        gt_answer,
        pred_answer,
        final_steps: [],
      });
      const results = [result("2", "0.5", "1/2"), result("3", "1/3", "3"), result("4", "1/4", null)];
      await mkdir(join(folder, "found", "math"), { recursive: true });
      await writeFile(join(folder, "found", "math", "result-0-None.json"), JSON.stringify(results));
      const score = JSON.parse((await assay(["score", "found", "--json"], "", folder)).stdout);
      expect((await assay(["report", join("found", "math")], "", folder)).stdout).toBe("wrote math.html\n");
      const { page, text, complaints } = await read("math.html");
      expect(text).toContain(percent(score.math));
      expect(text).toContain("1 of 3 problems right.");
      expect(text).toContain("3 wrong: answer 3, gold 1/3");
      expect(await page.locator("details math mfrac").count()).toBe(3);
      expect(complaints).toEqual([]);
    });
  });

  it("holds no script, no key, no path of this machine, and asks for nothing else", async () => {
    await makeRun(folder, "safe", rows, completions);
    await assay(["report", join("runs", "safe")], "", folder);
    const html = await readFile(join(folder, "safe.html"), "utf8");
    expect(html).not.toMatch(/<script|<img|<iframe|<link|<a [^>]*href|javascript:[^<]*"/i);
    expect(html).toContain("&lt;script");
    expect(html).toContain("default-src 'none'");
    expect(html).not.toContain(key);
    expect(html).toContain("[key]");
    expect(html).not.toContain(folder);
    expect(html.match(/<\/style>/g)).toHaveLength(1);
  });

  it("replaces no file, writes into no run, and wants one run", async () => {
    await makeRun(folder, "one", rows.slice(0, 2), completions.slice(0, 4));
    await makeRun(folder, "two", rows.slice(0, 2), completions.slice(0, 4));
    const report = (...args: string[]) => assay(["report", ...args], "", folder);
    await writeFile(join(folder, "mine.html"), "mine");
    const there = await report(join("runs", "one"), "--output", "mine.html");
    expect(there.code).toBe(1);
    expect(there.stderr).toContain("mine.html exists already");
    expect(await readFile(join(folder, "mine.html"), "utf8")).toBe("mine");
    expect((await report(join("runs", "one"), "--output", "mine.html", "--force")).code).toBe(0);
    const before = await readdir(join(folder, "runs", "one"));
    const inside = await report(join("runs", "one"), "--output", join("runs", "one", "report.html"));
    expect(inside.stderr).toContain("is inside the run");
    expect(await readdir(join(folder, "runs", "one"))).toEqual(before);
    const many = await report("runs");
    expect(many.code).toBe(1);
    expect(many.stderr).toMatch(/runs holds \d runs .*name one of them/);
    expect((await report("data")).stderr).toContain("there is no run at data");
    expect((await report()).code).toBe(2);
  });
});
