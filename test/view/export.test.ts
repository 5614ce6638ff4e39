// A static site, opened from its folder in a real browser without a server: it shows the figures of the command line.
// False equations are tested on the same pages.

import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { madeSamples, stepIn, writeSubsets } from "../processbench/made-samples.ts";
import { startPrmServer } from "../servers/prm-server.ts";
import { eventually, hasBrowser, openPage, useBrowser } from "./chromium.ts";
import { folderOfTests, makeRun, type Recorded, type Row } from "./served.ts";

const rows: Row[] = Array.from({ length: 12 }, (_, i) => ({
  id: `p${i + 1}`,
  problem: `What is $${i} + ${i}$?`,
  answer: `${2 * i}`,
}));

const key = "sk-not-to-be-sent-1234";

const completions: Recorded[] = rows.flatMap(({ id, answer }, i) =>
  [0, 1].map((sample) => ({
    problem: id,
    sample,
    text:
      i === 2 && sample === 1
        ? `So 12 × 7 = 94, and \\(3 + 4 \\cdot 2 = 14\\). The key is ${key}. The answer is \\boxed{5}.`
        : sample <= i % 2
          ? `We add: \\(${i} + ${i} = ${answer}\\). The answer is $\\boxed{${answer}}$.`
          : `I count turnips 家😀. The answer is \\boxed{${Number(answer) + 1}}`,
  })),
);

const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;

describe("the export", () => {
  let folder: string;
  let site: string;
  let printed: string;
  let figures: { avg_at_k: { value: number }; pass_at_k: Record<string, number> };
  const exportTo = (...args: string[]) => assay(["view", "runs", "--export", ...args], "", folder);

  beforeAll(async () => {
    folder = await folderOfTests();
    process.env.XDG_CACHE_HOME = join(folder, "cache");
    process.env.SOME_API_KEY = key;
    const made = await makeRun(folder, "sums", rows, completions);
    await makeRun(folder, "other", rows.slice(0, 3), completions.slice(0, 6));
    figures = JSON.parse((await assay(["regrade", made.run, "--json"], "", folder)).stdout).tasks.sums;
    site = join(folder, "site");
    printed = (await exportTo("site")).stdout;
  });

  it("says what was written, and writes nothing else", async () => {
    expect(printed).toContain("wrote 2 runs");
    expect(printed).toContain(`open ${join("site", "index.html")}`);
    expect((await readdir(folder)).sort()).toEqual(["cache", "data", "runs", "site"]);
    expect((await readdir(site)).sort()).toEqual(["data", "icon.svg", "index.html", "page.css", "page.js"]);
  });

  it("holds no key and no path of this machine", async () => {
    const names = await readdir(join(site, "data"));
    const texts = await Promise.all(
      names.map(async (name) => {
        const script = await readFile(join(site, "data", name), "utf8");
        return gunzipSync(Buffer.from(/"(.*)"/.exec(script)![1]!, "base64")).toString("utf8");
      }),
    );
    const all = texts.join("");
    expect(all).toContain("The key is [key].");
    expect(all).not.toContain(key);
    expect(all).not.toContain(folder);
  });

  it("leaves a folder alone that holds something, unless told", async () => {
    await mkdir(join(folder, "full"), { recursive: true });
    await writeFile(join(folder, "full", "mine.txt"), "mine");
    const refused = await exportTo("full");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("full is not empty");
    expect(await readdir(join(folder, "full"))).toEqual(["mine.txt"]);
    expect((await exportTo("full", "--force")).code).toBe(0);
    expect(await readFile(join(folder, "full", "mine.txt"), "utf8")).toBe("mine");
    expect((await exportTo("full", "--force")).code).toBe(0);
    await rm(join(folder, "full"), { recursive: true });
  });

  it("never writes into a run, nor through a link to another folder", async () => {
    const inside = await exportTo(join("runs", "sums", "site"));
    expect(inside.code).toBe(1);
    expect(inside.stderr).toContain("is inside the run");
    await mkdir(join(folder, "linked"), { recursive: true });
    await mkdir(join(folder, "elsewhere"), { recursive: true });
    await symlink(join(folder, "elsewhere"), join(folder, "linked", "data"));
    const linked = await exportTo("linked", "--force");
    expect(linked.code).toBe(1);
    expect(await readdir(join(folder, "elsewhere"))).toEqual([]);
    for (const name of ["linked", "elsewhere"]) await rm(join(folder, name), { recursive: true });
  });

  it.each([[["--open"], "--open needs a server"]])("refuses %s", async (more, said) => {
    const { code, stderr } = await exportTo("new", ...more);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });

  it("says so where there is no run", async () => {
    await mkdir(join(folder, "data", "none"), { recursive: true });
    const { code, stderr } = await assay(["view", "data/none", "--export", "new"], "", folder);
    expect(code).toBe(1);
    expect(stderr).toContain("there is no run below data/none");
  });

  describe.runIf(hasBrowser)("in a browser, from its folder", () => {
    useBrowser();
    const open = (address = "") => openPage(`${pathToFileURL(join(site, "index.html"))}${address}`);
    const openSums = async () => {
      const opened = await open();
      await opened.page.getByRole("link", { name: "sums", exact: true }).click();
      await opened.page.locator(".result-line").waitFor();
      return opened;
    };

    it("shows the figures that the command line prints", async () => {
      const { page, complaints } = await open();
      const row = page.getByRole("row").filter({ hasText: "12 × 2" });
      await row.waitFor();
      expect(await row.innerText()).toContain(percent(figures.avg_at_k.value));
      await row.getByRole("link", { name: "sums" }).click();
      await eventually(() => page.innerText("main")).toContain(percent(figures.pass_at_k["2"]!));
      expect(await page.innerText("main")).toContain(percent(figures.avg_at_k.value));
      expect(complaints).toEqual([]);
    });

    it("filters, finds a phrase in all completions, and keeps that in the address", async () => {
      const { page, complaints } = await openSums();
      await page.keyboard.press("/");
      await page.keyboard.type("turnips 家😀");
      const wanted = completions.filter(({ text }) => text.includes("turnips")).length;
      await eventually(() => page.locator(".result-line").innerText()).toContain(`${wanted} samples`);
      await page.reload();
      await eventually(() => page.locator(".result-line").innerText()).toContain(`${wanted} samples`);
      expect(complaints).toEqual([]);
    });

    it("underlines false equations, in text and in formulas, with the true value", async () => {
      const { page, complaints } = await openSums();
      await page.locator("a[href*='/p3/1']").first().click();
      const inText = page.locator("p > .false-equation:not(.formula)");
      await inText.waitFor();
      expect(await inText.textContent()).toBe("12 × 7 = 94 (false: the true value is 84) ");
      expect(await inText.getAttribute("title")).toBe("false: the true value is 84");
      const inFormula = page.locator(".katex-html .false-equation").first();
      await inFormula.waitFor();
      expect(await inFormula.getAttribute("title")).toBe("false: the true value is 11");
      expect(await page.locator(".formula + .spoken").first().textContent()).toContain(
        "the true value is 11",
      );
      await page.keyboard.press("r");
      await eventually(() => page.locator("pre.raw .false-equation").count()).toBe(2);
      expect(complaints).toEqual([]);
    });

    it("holds the pages of searches, ProcessBench runs and comparisons", async () => {
      const results = [
        {
          id: "2",
          question: "What is $\\frac{1}{2}$?",
          gt_answer: "0.5",
          pred_answer: "1/2",
          final_steps: [],
        },
        { id: "3", question: "What is $\\frac{1}{3}$?", gt_answer: "1/3", pred_answer: "3", final_steps: [] },
      ];
      for (const name of ["one", "two"]) {
        await mkdir(join(folder, "found", name), { recursive: true });
        await writeFile(join(folder, "found", name, "result-0-None.json"), JSON.stringify(results));
      }
      const samples = madeSamples("made", 6);
      const server = await startPrmServer({
        flavour: "vllm",
        judge: ({ newest }) => (samples[stepIn(newest).number]!.label === stepIn(newest).step ? 0.1 : 0.9),
      });
      const data = await writeSubsets(join(folder, "bench"), { made: samples });
      const args = ["--api_url", server.url, "--model_name", "judge", "--data", data];
      const out = join(folder, "found", "bench");
      await assay(["processbench", ...args, "--output_dir", out], "", folder);
      await server.close();
      expect((await assay(["view", "found", "--export", "all"], "", folder)).stdout).toContain(
        "wrote 3 runs",
      );
      const { page, complaints } = await openPage(pathToFileURL(join(folder, "all", "index.html")).href);
      await page.getByRole("link", { name: "one", exact: true }).click();
      await eventually(() => page.innerText("main")).toContain("50.0%");
      await page.locator("main a[href*='/3']").first().click();
      await eventually(() => page.innerText("main")).toContain("answer 3, gold 1/3");
      await page.goto(pathToFileURL(join(folder, "all", "index.html")).href);
      await page.getByRole("link", { name: /run_step/ }).click();
      await eventually(() => page.innerText("main")).toContain("100.0");
      await page.locator("main a[href*='made-1']").first().click();
      await eventually(() => page.innerText("main")).toContain("In made, sample 1, step 0");
      await page.goto(pathToFileURL(join(folder, "all", "index.html")).href);
      await page.getByRole("link", { name: "two", exact: true }).waitFor();
      const ids = await page
        .locator("tbody a[href^='#/run/']")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")!.slice("#/run/".length)));
      const [a, b] = ["one", "two"].map((name) => ids.find((id) => id.startsWith(`${name}-`))!);
      await page.goto(`${pathToFileURL(join(folder, "all", "index.html")).href}#/compare/${a}/${b}`);
      await eventually(() => page.innerText("main")).toContain("2 problems answered in both");
      expect(complaints).toEqual([]);
    });

    it("grades in the playground", async () => {
      const { page, complaints } = await open("#/playground?gold=1/2&answer=0.5");
      await eventually(() => page.innerText("main")).toContain("Equal");
      expect(complaints).toEqual([]);
    });

    it("says which file is missing", async () => {
      await assay(["view", "runs", "--export", "broken"], "", folder);
      const data = join(folder, "broken", "data");
      for (const name of await readdir(data)) if (name !== "0.js") await rm(join(data, name));
      const { page } = await openPage(pathToFileURL(join(folder, "broken", "index.html")).href);
      await eventually(() => page.innerText("main")).toMatch(/data\/\d+\.js is missing/);
    });
  });
});
