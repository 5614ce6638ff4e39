// Makes the pictures of docs/viewer.md and of the README from real runs: node scripts/screenshots.mjs FOLDER, where FOLDER
// holds the runs of 'assay demo --out FOLDER/demo' and, of the same embedded models over the first 24 problems of arith,
// 'assay search' with --strategy greedy --baseline in FOLDER/greedy/arith and --strategy dvts in FOLDER/dvts/arith, and
// 'assay processbench --judge scalar --output_prefix scalar' in FOLDER/processbench. It needs chromium.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const [given] = process.argv.slice(2);
if (given === undefined) throw new Error("name the folder of runs");
const folder = resolve(given);
const cache = mkdtempSync(join(tmpdir(), "assay-pictures-"));
const pictures = join(root, "docs", "pictures");
mkdirSync(pictures, { recursive: true });

const server = spawn(
  process.execPath,
  [join(root, "bin", "assay.js"), "view", basename(folder), "--port", "0"],
  {
    cwd: dirname(folder),
    env: { ...process.env, XDG_CACHE_HOME: cache },
    stdio: ["ignore", "pipe", "inherit"],
  },
);
const url = await new Promise((found) => {
  server.stdout.on("data", (text) => found(/listening on (\S+)/.exec(String(text))[1]));
});
const runs = async () => (await (await fetch(`${url}/api/runs`)).json()).runs;
while (!(await runs()).some(({ kind, figure }) => kind === "eval" && figure))
  await new Promise((go) => setTimeout(go, 100));
const { id } = (await runs()).find(({ kind, problems }) => kind === "eval" && problems >= 60);

const idOf = async (part, kind) => {
  const found = (await runs()).find((run) => run.kind === kind && run.id.includes(part));
  if (!found)
    throw new Error(`there is no ${kind} run with ${part} in its name; the first lines say how to make it`);
  return found.id;
};
while ((await (await fetch(`${url}/api/runs`)).json()).pending > 0)
  await new Promise((go) => setTimeout(go, 100));
const greedy = await idOf("greedy", "search");
const dvts = await idOf("dvts", "search");
const judged = await idOf("scalar", "processbench");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 780 };
const playground = new URLSearchParams({ gold: "\\sqrt{2}+\\sqrt{3}", answer: "\\sqrt{5+2\\sqrt{6}}" });
for (const [name, address, viewport, colorScheme] of [
  ["runs", "#/", { width: 1280, height: 360 }, "light"],
  ["evaluation", `#/run/${id}?sort=share`, wide, "light"],
  ["evaluation-dark", `#/run/${id}?sort=share`, wide, "dark"],
  ["sample", `#/run/${id}/arith/11/0?verdict=wrong`, { width: 1280, height: 680 }, "light"],
  ["sample-narrow", `#/run/${id}/arith/11/0`, narrow, "dark"],
  ["search", `#/run/${greedy}`, { width: 1280, height: 900 }, "light"],
  ["tree", `#/run/${dvts}/11?iteration=4`, { width: 1280, height: 900 }, "light"],
  ["tree-narrow", `#/run/${dvts}/11?iteration=4`, narrow, "dark"],
  ["processbench", `#/run/${judged}`, { width: 1280, height: 700 }, "light"],
  ["compare", `#/compare/${id}/${greedy}`, { width: 1280, height: 620 }, "light"],
  ["playground", `#/playground?${playground}`, { width: 1280, height: 600 }, "light"],
]) {
  const page = await browser.newPage({ viewport, colorScheme });
  await page.goto(`${url}/${address}`);
  await page.locator(".run-table, .rows, .verdict-panel .katex, .strip-chart").first().waitFor();
  await page.waitForTimeout(800);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  await page.close();
  console.log(join("docs", "pictures", `${name}.png`));
}
await browser.close();
server.kill();
rmSync(cache, { recursive: true, force: true });
