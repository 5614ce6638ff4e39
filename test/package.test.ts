// The package as users install it: packed, unpacked beside its dependencies, its types resolved in both ways, each
// subpath imported, the command line run, and the checks of publint.

import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  exports: Record<string, unknown>;
  dependencies: Record<string, string>;
};
const subpaths = Object.keys(manifest.exports).filter((name) => name !== "./package.json");
const specifier = (subpath: string): string => `assay${subpath.slice(1)}`;

let folder: string;
const installed = () => join(folder, "node_modules", "assay");

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-package-"));
  execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
    cwd: root,
    stdio: "pipe",
  });
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz"))!);
  mkdirSync(installed(), { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed()]);
  for (const name of [...Object.keys(manifest.dependencies), "@types/node"]) {
    const place = join(folder, "node_modules", name);
    mkdirSync(join(place, ".."), { recursive: true });
    symlinkSync(join(root, "node_modules", name), place, "dir");
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A consumer's code: every subpath, and the main functions by their types. */
const consumer = `
${subpaths.map((subpath, i) => `import * as m${i} from "${specifier(subpath)}";`).join("\n")}
import { explain, verify, r1ZeroReward, type Verification } from "assay";
import { type Node, parse } from "assay/math";
import { defineReward, rewards } from "assay/rewards";
import { mathRule, type Rule } from "assay/tasks";
import { type LoadedRows, loadFileRows } from "assay/datasets";
import { type Model, OpenAiModel } from "assay/models";
import { passAtK } from "assay/runs";
import { type Config, type ConfigInput, loadConfig } from "assay/config";
import { readVerdict, type StepScorer } from "assay/prm";
import { readCritique } from "assay/processbench";
import { strategies, type Strategy } from "assay/search";
import { type LanguageModel, openEmbedded } from "assay/embedded";
import { type Check, modelChecks, rewardChecks, scorerChecks, strategyChecks } from "assay/testing";
export const all = [${subpaths.map((_, i) => `m${i}`).join(", ")}];
export const found: Verification = verify("1/2", "0.5", { units: "required" });
export const by: "rational" | string = explain("1", "2").by;
export const reward: number | null = r1ZeroReward("</think> <answer>1</answer>", "1").reward;
const parsed = parse("x+1");
export const tree: Node | undefined = parsed.ok ? parsed.tree : undefined;
export const checks: Check[] = [rewards[0]!].flatMap(rewardChecks);
export const more = [defineReward, modelChecks, scorerChecks, strategyChecks];
// @ts-expect-error A reward is no strategy.
strategyChecks(rewards[0]!);
export const rule: Rule = mathRule();
// @ts-expect-error A rule says why a gold is unusable.
export const noRule: Rule = { grade: rule.grade };
export const rows: Promise<LoadedRows> = loadFileRows("rows.jsonl");
// @ts-expect-error Rows are found by a path.
void loadFileRows(5);
export const model: Model = new OpenAiModel({ model: "m", baseUrls: ["http://127.0.0.1:1/v1"], concurrency: 1 });
// @ts-expect-error A model closes.
export const noModel: Model = { name: "m", generate: model.generate, preview: model.preview };
export const pass: number = passAtK(4, 2, 1);
// @ts-expect-error Counts are numbers.
passAtK("4", 2, 1);
export const config: Promise<Config> = loadConfig();
// @ts-expect-error A model is found by its name.
export const source: ConfigInput = { models: [] };
export const verdict: "right" | "wrong" | undefined = readVerdict("[Right]")?.verdict;
// @ts-expect-error A scorer scores.
export const noScorer: StepScorer = { identity: {}, preview: () => ({}), close: async () => {} };
export const wrongStep: number | null = readCritique("\\boxed{2}");
// @ts-expect-error A critique is a text.
readCritique(2);
export const greedy: Strategy = strategies.greedy;
// @ts-expect-error A strategy that does not exist.
strategies.lucky;
export const embedded: Promise<LanguageModel> = openEmbedded("policy");
// @ts-expect-error A model is named by a text.
void openEmbedded(5);
// @ts-expect-error An option that does not exist.
verify("1", "1", { unit: "required" });
// @ts-expect-error A verdict that does not exist.
export const wrong: Verification["verdict"] = "maybe";
`;

describe("the packed package", () => {
  it.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("has types for every subpath (module %s, resolution %s)", (module, resolution) => {
    writeFileSync(join(folder, "consumer.ts"), consumer);
    const options = {
      module,
      moduleResolution: resolution,
      target: "es2023",
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: ["node"],
    };
    const project = join(folder, `tsconfig.${resolution}.json`);
    writeFileSync(project, JSON.stringify({ compilerOptions: options, files: ["consumer.ts"] }));
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    let said = "";
    try {
      execFileSync(process.execPath, [tsc, "-p", project], { stdio: "pipe", encoding: "utf8" });
    } catch (error) {
      said = (error as { stdout: string }).stdout;
    }
    expect(said).toBe("");
  });

  it("carries the documents that its README points at, and no tests", () => {
    const files = readdirSync(installed(), { recursive: true, encoding: "utf8" });
    expect(files).toContain("README.md");
    expect(files.filter((name) => /\.test\./.test(name))).toEqual([]);
    const readme = readFileSync(join(installed(), "README.md"), "utf8");
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, path]) => path);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((path) => !files.includes(path!))).toEqual([]);
  });

  it("is in order, says publint", async () => {
    const { messages } = await publint({ pkgDir: installed(), pack: false });
    expect(messages.filter(({ type }) => type !== "suggestion")).toEqual([]);
  });
});

/** These depend on the version of Node: `.ci/run` runs them on newer ones too. */
describe("the packed package on this Node", () => {
  it("can be imported by every subpath", () => {
    writeFileSync(
      join(folder, "import.mjs"),
      `for (const name of ${JSON.stringify(subpaths.map(specifier))}) if (Object.keys(await import(name)).length === 0 && name !== "assay/config") throw new Error(name + " is empty");\nconsole.log("done");`,
    );
    const said = execFileSync(process.execPath, ["import.mjs"], { cwd: folder, encoding: "utf8" });
    expect(said).toBe("done\n");
  });

  it("runs its command line", () => {
    const assay = (...words: string[]) =>
      execFileSync(process.execPath, [join(installed(), "bin", "assay.js"), ...words], {
        cwd: folder,
        encoding: "utf8",
      });
    expect(assay("grade", "--gold", "1/2", "--answer", "0.5")).toBe("equal (by rational)\n");
    expect(assay("rewards")).toContain("r1_zero");
  });

  it("loads a reward from a folder that has no packages, which imports assay and zod; docs/testing.md has it", () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "assay-elsewhere-"));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    const page = readFileSync(join(root, "docs", "testing.md"), "utf8");
    writeFileSync(join(elsewhere, "brevity.mjs"), /```js\n(\/\/ brevity\.mjs.*?)```/s.exec(page)![1]!);
    writeFileSync(join(elsewhere, "rows.jsonl"), '{"response":"42","gold":"042"}\n');
    const words = ["reward", "--module", "brevity.mjs", "--input", "rows.jsonl", "--output", "-"];
    const said = execFileSync(process.execPath, [join(installed(), "bin", "assay.js"), ...words], {
      cwd: elsewhere,
      encoding: "utf8",
      stdio: "pipe",
    });
    expect(JSON.parse(said).result).toEqual({ reward: 1 });
  });
});
