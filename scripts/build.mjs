// Compiles src/ into dist/ from scratch, so that no file of an older build is left behind, and puts the new one in its
// place when it is whole. The command line is bundled into dist/bundle, the mathematics of the library into one file, what
// threads load into dist/threads: loading many small modules one by one would double a start. The help of the commands is
// written into dist/help. The viewer's page is built into dist/web, and once more for static sites into dist/web-site;
// what makes reports of its parts into dist/web-report. With --if-changed, nothing is built if dist/ was built from the
// same files with the same packages.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { buildReport, buildSite, buildWeb } from "./build-web.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const fresh = join(root, `dist.${process.pid}`);
const math = join(fresh, "math");
/** Not part of the package. */
const builtFrom = "built-from.txt";
const inputs = hashOfInputs();
if (process.argv.includes("--if-changed") && inputs !== undefined && inputs === inputsBefore()) {
  console.log("dist/ is up to date");
  process.exit();
}
process.on("exit", () => rmSync(fresh, { recursive: true, force: true }));
/** Packages that few commands need, or that users install themselves. */
const loadedWhereNeeded = [/^onnxruntime-web/, /^@huggingface\//, /^bullmq/, /^ioredis/];
/** The modules of each entry, found once. */
const loadedBy = new Map();
const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
// The output does not depend on type checks, which `npm run typecheck` does.
const toFresh = ["-p", "tsconfig.build.json", "--noCheck", "--outDir", fresh];
const { status } = spawnSync(process.execPath, [compiler, ...toFresh], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

// Before the mathematics becomes one file, because the command line shares some of its modules.
await bundleCommandLine();
const bundle = await rolldown({ input: join(math, "index.js"), platform: "neutral" });
const { output } = await bundle.generate({ format: "esm" });
await bundle.close();
for (const name of readdirSync(math, { recursive: true, encoding: "utf8" }))
  if (name.endsWith(".js")) rmSync(join(math, name));
writeFileSync(join(math, "index.js"), output[0].code);
nameByDist(join(math, "index.js"));
await bundleThreads([
  "server/thread.js",
  "runs/grading/thread.js",
  "jsonl/thread.js",
  "audit/thread.js",
  "cli/grade/grade-lines.js",
  "cli/reward/lines-reward.js",
]);
await writeHelp();
await buildWeb(join(fresh, "web"));
await buildSite(join(fresh, "web-site"));
await buildReport(join(fresh, "web-report"));
writeFileSync(join(fresh, "build.txt"), `${hashOf(fresh)}\n`);
if (inputs !== undefined) writeFileSync(join(fresh, builtFrom), inputs);
rmSync(dist, { recursive: true, force: true });
renameSync(fresh, dist);

/** Every file that a build reads, and the packages that are installed; nothing if those are not known. */
function hashOfInputs() {
  const installed = "node_modules/.package-lock.json";
  if (!existsSync(join(root, installed))) return undefined;
  const inFolders = ["src", "web", "scripts"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const hash = createHash("sha256");
  for (const name of [
    installed,
    "package.json",
    "tsconfig.json",
    "tsconfig.build.json",
    ...inFolders.sort(),
  ]) {
    const path = join(root, name);
    if (name.endsWith(".test.ts") || !statSync(path).isFile()) continue;
    hash.update(`${name}\n`).update(readFileSync(path)).update("\n");
  }
  return hash.digest("hex");
}

function inputsBefore() {
  const path = join(dist, builtFrom);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** The help of each command, so that showing it loads no command. */
async function writeHelp() {
  const { helpTexts } = await import(pathToFileURL(join(fresh, "cli", "commands.js")).href);
  mkdirSync(join(fresh, "help"));
  for (const { name, help } of await helpTexts()) writeFileSync(join(fresh, "help", `${name}.txt`), help);
}

/** The build hash by which programs at a queue recognise the same build. */
function hashOf(folder) {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort())
    if (name.endsWith(".js")) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
  return hash.digest("hex").slice(0, 16);
}

/**
 * The command line in a few files, one for each command and for what they share: loading hundreds of modules one by one
 * takes longer than running them. Threads and pages are found beside the modules that were bundled, which stay where
 * they are for users of the library.
 */
async function bundleCommandLine() {
  const folder = join(fresh, "bundle");
  const bundle = await rolldown({
    input: { main: join(fresh, "cli", "main.js") },
    platform: "node",
    preserveEntrySignatures: "allow-extension", // The chunks below ask for it.
    external: loadedWhereNeeded,
    plugins: [inPlaceFrom(folder)],
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    chunkFileNames: "[name].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: chunkOf, debugName: "chunks" }],
    },
  });
  await bundle.close();
  for (const name of readdirSync(folder)) nameByDist(join(folder, name));
}

/**
 * The entries of threads, each in one file and shared modules in others: a thread starts faster, and with a smaller
 * heap, because it only has the used parts of packages. Each original file becomes one line that loads the bundle.
 */
async function bundleThreads(entries) {
  const folder = join(fresh, "threads");
  const nameOf = (entry) => entry.replace(/\.js$/, "").replaceAll("/", "-");
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [nameOf(entry), join(fresh, entry)])),
    platform: "node",
    external: [join(math, "index.js"), ...loadedWhereNeeded],
    plugins: [inPlaceFrom(folder)],
  });
  const names = "threads/[name].js";
  await bundle.write({ dir: fresh, format: "esm", entryFileNames: names, chunkFileNames: names });
  await bundle.close();
  for (const name of readdirSync(folder)) nameByDist(join(folder, name));
  for (const entry of entries) {
    const from = relative(dirname(join(fresh, entry)), join(folder, `${nameOf(entry)}.js`)).replaceAll(
      "\\",
      "/",
    );
    writeFileSync(join(fresh, entry), `export * from "${from}";\n`);
  }
}

/** Modules find files next to their place before bundling. */
function inPlaceFrom(folder) {
  return {
    name: "modules know where they stand",
    transform(code, id) {
      if (!id.startsWith(fresh) || !code.includes("import.meta.url")) return undefined;
      const path = relative(folder, id).replaceAll("\\", "/");
      const from = path.startsWith(".") ? path : `./${path}`;
      return code.replaceAll("import.meta.url", `new URL(${JSON.stringify(from)}, import.meta.url).href`);
    },
  };
}

/** A bundle refers to its parts by their folder, which has a different name while it is built. */
function nameByDist(path) {
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(basename(fresh), "dist"));
}

/**
 * Modules that every start loads are one file, and those that all commands with models load are another. The
 * mathematics, with all that it imports, and packages are separate from both, because other commands need them without
 * the rest. For other modules, the bundler makes a file for each set of commands that share them.
 */
function chunkOf(id, modules) {
  const isLoadedBy = (command) => staticallyLoaded(join(fresh, "cli", command), modules).has(id);
  if (!id.startsWith(fresh) || staticallyLoaded(join(math, "index.js"), modules).has(id)) return null;
  if (isLoadedBy("main.js")) return "start";
  const asking = ["eval/eval.js", "search/search.js", "processbench/processbench.js"];
  return asking.every(isLoadedBy) ? "run" : null;
}

/** A module and everything that it imports statically. */
function staticallyLoaded(entry, modules) {
  const known = loadedBy.get(entry);
  if (known) return known;
  const found = new Set([entry]);
  for (const id of found)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  loadedBy.set(entry, found);
  return found;
}
