// The versions of the program that made a run.

import { readFileSync } from "node:fs";

export function versions(): { assay: string; node: string } {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return { assay: (JSON.parse(text) as { version: string }).version, node: process.version };
}
