#!/usr/bin/env node
import { existsSync } from "node:fs";

const built = new URL("../dist/cli/main.js", import.meta.url);
if (!existsSync(built)) {
  process.stderr.write("assay: this is a source tree that is not built yet; 'npm run build' builds it\n");
  process.exit(1);
}
const { main } = await import(built.href);
await main(process.argv.slice(2));
