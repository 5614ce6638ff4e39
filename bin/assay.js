#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";
import module from "node:module";

// An older Node would fail later, with a message about a part of itself that it lacks.
const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const least = engines.node.replace(">=", "");
const rank = (version) => version.split(".").reduce((sum, part, i) => sum + Number(part) / 1000 ** i, 0);
if (rank(process.versions.node) < rank(least)) {
  process.stderr.write(
    `assay: this is Node ${process.versions.node}, and Assay needs Node ${least} or newer\n`,
  );
  process.exit(1);
}
const built = new URL("../dist/bundle/main.js", import.meta.url);
if (!existsSync(built)) {
  const isInstalled = existsSync(new URL("../node_modules/rolldown", import.meta.url));
  const advice = isInstalled ? "'npm run build' builds it" : "'npm ci' installs what it needs and builds it";
  process.stderr.write(`assay: this is a source tree that is not built yet; ${advice}\n`);
  process.exit(1);
}
// Where Node can keep what it has compiled, the next start is faster.
module.enableCompileCache?.();
const { main } = await import(built.href);
await main(process.argv.slice(2));
