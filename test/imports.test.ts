// Which folder of src/ may import from which. An import against the arrows is a design error, and so is a folder that is not listed.

import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const below = [
  "errors",
  "words",
  "answers",
  "math",
  "rewards",
  "judge",
  "tasks",
  "datasets",
  "models",
  "config",
];

/** Each folder with the folders that it may import from, apart from itself. */
const allowed: Record<string, string[]> = {
  words: [],
  answers: ["words"],
  // Because it offers extraction together with its own functions.
  math: ["words", "answers"],
  errors: [],
  outgoing: [],
  options: ["errors"],
  workers: ["errors"],
  jsonl: ["outgoing", "errors", "workers"],
  http: ["errors"],
  config: ["errors", "outgoing"],
  datasets: ["outgoing", "errors", "jsonl"],
  embedded: ["http", "errors", "outgoing", "workers"],
  models: ["options", "errors", "outgoing", "jsonl", "config", "embedded"],
  rewards: ["words", "answers", "math", "errors", "outgoing", "options"],
  judge: ["words", "math", "rewards", "errors", "outgoing", "jsonl", "models"],
  tasks: [
    "options",
    "errors",
    "outgoing",
    "workers",
    "rewards",
    "judge",
    "datasets",
    "words",
    "answers",
    "math",
    "config",
  ],
  server: ["errors", "answers", "http", "jsonl", "rewards", "judge", "math", "outgoing", "workers"],
  // The identity of a model, before a run and in its file.
  seen: ["errors", "outgoing", "jsonl", "config", "embedded", "models"],
  runs: ["options", "outgoing", "jsonl", "seen", "workers", ...below],
  queue: ["errors", "outgoing", "jsonl", "runs"],
  prm: ["outgoing", "runs", "jsonl", "workers", ...below],
  processbench: ["seen", "options", "prm", "outgoing", "runs", "jsonl", "workers", ...below],
  search: ["seen", "options", "prm", "runs", "jsonl", "outgoing", "workers", ...below],
  kinds: ["runs", "prm", "processbench", "search", "jsonl", "outgoing", ...below],
  // Logs of other tools, graded again: an evaluation whose completions were drawn elsewhere.
  audit: ["errors", "outgoing", "jsonl", "workers", "datasets", "math", "rewards", "judge", "tasks", "runs"],
  // Checks for authors of models, rewards, scorers and strategies; no other folder needs them.
  testing: ["rewards", "models", "runs", "prm", "search"],
  view: ["kinds", "http", "outgoing", "jsonl", "workers", "runs", "prm", "processbench", "search", ...below],
  cli: [
    "audit",
    "kinds",
    "queue",
    "seen",
    "options",
    "view",
    "http",
    "server",
    "outgoing",
    "jsonl",
    "workers",
    "embedded",
    "runs",
    "prm",
    "processbench",
    "search",
    ...below,
  ],
};

/** The layers of a folder that has some: each with the layers that it may import from, apart from itself. "" is the folder itself. */
const layers: Record<string, Record<string, string[]>> = {
  math: {
    terms: [],
    ball: ["terms"],
    expression: ["ball", "terms"],
    functions: ["expression", "ball", "terms"],
    notation: ["functions", "terms"],
    read: ["functions", "notation", "terms"],
    exact: ["functions", "expression", "notation", "ball", "terms"],
    numeric: ["exact", "functions", "expression", "ball", "terms"],
    algebra: ["numeric", "exact", "expression", "notation", "ball", "terms"],
    identity: ["algebra", "numeric", "exact", "functions", "expression", "ball", "terms"],
    calculus: ["identity", "algebra", "numeric", "exact", "functions", "expression", "ball", "terms"],
    letters: ["identity", "exact", "expression", "notation", "terms"],
    claim: ["calculus", "exact", "expression", "read", "notation", "ball", "terms"],
    compare: [
      "claim",
      "letters",
      "identity",
      "algebra",
      "numeric",
      "exact",
      "functions",
      "expression",
      "read",
      "notation",
      "ball",
      "terms",
    ],
    arithmetic: ["exact", "expression", "read", "notation", "terms"],
    "": ["arithmetic", "compare", "letters", "claim", "exact", "expression", "read", "notation", "terms"],
  },
};

/** Files by their path from the root, `src/math/read/parse.ts`, with their text. */
type Sources = ReadonlyMap<string, string>;

const specifier = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"'\n]+)["']/g;

/** Everything that a file imports or re-exports, comments left out. */
function importsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(specifier)].map((match) => match[1]!);
}

/** The package's entry exports from several folders, and is in none. */
const entry = "src/index.ts";
const entryImports = ["math", "rewards", "judge"];

const folderOf = (path: string): string | undefined => /^src\/([^/]+)\/./.exec(path)?.[1];
const layerOf = (path: string): string => /^src\/[^/]+\/([^/]+)\/./.exec(path)?.[1] ?? "";

interface Import {
  file: string;
  folder: string;
  what: string;
  /** The folder that is imported from; undefined for a package. */
  target: string | undefined;
  /** The layer that is imported from, within the same folder. */
  layer: string | undefined;
}

function allImports(sources: Sources): Import[] {
  return [...sources].flatMap(([file, source]) =>
    importsOf(source).map((what) => {
      const folder = folderOf(file) ?? "none";
      if (!what.startsWith(".")) return { file, folder, what, target: undefined, layer: undefined };
      const path = posix.join(posix.dirname(file), what);
      const target = folderOf(path) ?? "outside src";
      return { file, folder, what, target, layer: target === folder ? layerOf(path) : undefined };
    }),
  );
}

/** A sentence for each import that goes against the arrows. */
function violations(sources: Sources): string[] {
  const found = [...sources.keys()]
    .filter((file) => file !== entry && !Object.hasOwn(allowed, folderOf(file) ?? ""))
    .map((file) => `${file} is in no known folder`);
  for (const { file, folder, what, target } of allImports(sources)) {
    const known = file === entry ? entryImports : allowed[folder];
    if (!known) continue;
    if (target === undefined) {
      if (folder === "math") found.push(`${file} imports ${what}, but math depends on nothing`);
    } else if (target !== folder && !known.includes(target))
      found.push(`${file} imports ${what}, but ${folder} does not know ${target}`);
  }
  return found;
}

/** A sentence for each import of a higher layer, and for each layer that is not listed. */
function layerViolations(sources: Sources): string[] {
  return allImports(sources).flatMap(({ file, folder, what, layer }) => {
    const plan = layers[folder];
    if (!plan) return [];
    const own = layerOf(file);
    const known = Object.hasOwn(plan, own) ? plan[own]! : undefined;
    if (!known) return [`${file} is in no known layer of ${folder}`];
    if (layer === undefined || layer === own || known.includes(layer)) return [];
    return [`${file} imports ${what}, but ${own || "the folder itself"} does not know ${layer || "it"}`];
  });
}

/** Folders that import each other in a circle, as `a → b → a`. */
function cycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found: string[] = [];
  const walk = (folder: string, path: string[]): void => {
    const at = path.indexOf(folder);
    if (at === 0) found.push([...path, folder].join(" → "));
    if (at < 0) for (const next of edges.get(folder) ?? []) walk(next, [...path, folder]);
  };
  for (const folder of edges.keys()) walk(folder, []);
  return found;
}

function folderEdges(sources: Sources): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { folder, target } of allImports(sources)) {
    if (target === undefined || target === folder) continue;
    edges.set(folder, (edges.get(folder) ?? new Set()).add(target));
  }
  return edges;
}

/** Layers whose files may import each other in a circle, because their subject is recursive. */
const nestedLayers = ["src/math/read/", "src/math/claim/"];

/** The files of folders with layers that import themselves through others, if that is not allowed. */
function filesInCircles(sources: Sources): string[] {
  const importedBy = (file: string): string[] =>
    importsOf(sources.get(file) ?? "")
      .filter((what) => what.startsWith("."))
      .map((what) => posix.join(posix.dirname(file), what));
  const reaches = (file: string): boolean => {
    const seen = new Set<string>();
    const open = importedBy(file);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next === file) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...importedBy(next));
    }
    return false;
  };
  return [...sources.keys()].filter(
    (file) =>
      Object.hasOwn(layers, folderOf(file) ?? "") &&
      !nestedLayers.some((layer) => file.startsWith(layer)) &&
      reaches(file),
  );
}

/** The built code; tests may import from any folder. */
function readSources(): Sources {
  const src = fileURLToPath(new URL("../src/", import.meta.url));
  const paths = readdirSync(src, { recursive: true, encoding: "utf8" }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  const files = paths.filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  return new Map(files.map((path) => [`src/${path}`, readFileSync(`${src}${path}`, "utf8")]));
}

describe("the folders", () => {
  const sources = readSources();
  it("are read at all", () => {
    expect(sources.size).toBeGreaterThan(10);
    expect(allImports(sources).length).toBeGreaterThan(sources.size);
  });
  it("import along the arrows only", () => expect(violations(sources)).toEqual([]));
  it("import from lower layers only", () => expect(layerViolations(sources)).toEqual([]));
  it("have layers without a circle", () => {
    for (const plan of Object.values(layers))
      expect(cycles(new Map(Object.entries(plan).map(([layer, known]) => [layer, new Set(known)])))).toEqual(
        [],
      );
  });
  it("have files in circles only where what is read and claimed is nested", () =>
    expect(filesInCircles(sources)).toEqual([]));
  it("import each other in no circle", () => expect(cycles(folderEdges(sources))).toEqual([]));
  it("could not do so by the list either", () =>
    expect(
      cycles(new Map(Object.entries(allowed).map(([folder, known]) => [folder, new Set(known)]))),
    ).toEqual([]));
  it("leave mathematics without packages and without Node", () => {
    const outside = allImports(sources).filter(
      ({ folder, what }) => folder === "math" && !what.startsWith("."),
    );
    expect(outside).toEqual([]);
  });
});

describe("the check", () => {
  const check = (files: Record<string, string>) => violations(new Map(Object.entries(files)));
  it("finds an import against the arrows", () => {
    expect(check({ "src/math/bad.ts": 'import { rewards } from "../rewards/index.ts";' })).toEqual([
      "src/math/bad.ts imports ../rewards/index.ts, but math does not know rewards",
    ]);
    expect(check({ "src/models/a/bad.ts": 'export * from "../../runs/engine.ts";' })).toHaveLength(1);
    expect(check({ "src/rewards/bad.ts": 'import type { Run } from "../cli/main.ts";' })).toHaveLength(1);
    expect(check({ "src/jsonl/bad.ts": 'import "../math/index.ts";' })).toHaveLength(1);
    expect(check({ "src/runs/bad.ts": 'const m = await import("../search/beam.ts");' })).toHaveLength(1);
    expect(check({ "src/rewards/bad.ts": 'import {\n  a,\n  b,\n} from "../tasks/a.ts";' })).toHaveLength(1);
  });
  it("finds an import of a higher layer, and a layer that is not listed", () => {
    const up = new Map([
      ["src/math/exact/bad.ts", 'import { compare } from "../compare/compare.ts";'],
      ["src/math/exact/good.ts", 'import { limits } from "../terms/limits.ts";\nimport "./bad.ts";'],
      ["src/math/attic/bad.ts", 'import "../terms/limits.ts";'],
    ]);
    expect(layerViolations(up)).toEqual([
      "src/math/exact/bad.ts imports ../compare/compare.ts, but exact does not know compare",
      "src/math/attic/bad.ts is in no known layer of math",
    ]);
  });
  it("finds an import from outside the folders", () => {
    expect(check({ "src/cli/bad.ts": 'import { table } from "../../test/grading-table.ts";' })).toHaveLength(
      1,
    );
    expect(check({ "src/utils/bad.ts": "" })).toEqual(["src/utils/bad.ts is in no known folder"]);
    expect(check({ "src/loose.ts": "" })).toEqual(["src/loose.ts is in no known folder"]);
    expect(check({ "src/constructor/bad.ts": "" })).toHaveLength(1);
  });
  it("finds packages and Node in mathematics only", () => {
    expect(check({ "src/math/bad.ts": 'import { readFileSync } from "node:fs";' })).toEqual([
      "src/math/bad.ts imports node:fs, but math depends on nothing",
    ]);
    expect(check({ "src/math/bad.ts": 'import { z } from "zod";' })).toHaveLength(1);
    expect(check({ "src/cli/good.ts": 'import { z } from "zod";\nimport fs from "node:fs";' })).toEqual([]);
  });
  it("lets the arrows be followed", () => {
    expect(
      check({
        "src/rewards/a.ts": 'import { verify } from "../math/index.ts";\nimport { b } from "./b.ts";',
        "src/tasks/a.ts": 'import { r } from "../rewards/index.ts";\n// import { c } from "../cli/main.ts";',
        "src/search/a.ts": 'import { run } from "../runs/engine.ts";',
        "src/cli/a.ts": 'import { s } from "../search/a.ts";',
      }),
    ).toEqual([]);
  });
  it("finds a circle of files in one layer, but not where it may be", () => {
    const files = new Map(
      ["compare", "read"].flatMap((layer) => [
        [`src/math/${layer}/a.ts`, 'import { b } from "./b.ts";'],
        [`src/math/${layer}/b.ts`, 'import type { C } from "./c.ts";\nimport "../terms/limits.ts";'],
        [`src/math/${layer}/c.ts`, 'export * from "./a.ts";'],
        [`src/math/${layer}/d.ts`, 'import "./a.ts";'],
      ]),
    );
    expect(filesInCircles(files)).toEqual(["a", "b", "c"].map((name) => `src/math/compare/${name}.ts`));
  });
  it("finds a circle", () => {
    const circle = new Map([
      ["src/rewards/a.ts", 'import "../math/b.ts";'],
      ["src/math/b.ts", 'import "../rewards/a.ts";'],
    ]);
    expect(cycles(folderEdges(circle))).toEqual(["rewards → math → rewards", "math → rewards → math"]);
  });
});
