#!/usr/bin/env node
import { existsSync } from "node:fs";
import module from "node:module";

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
