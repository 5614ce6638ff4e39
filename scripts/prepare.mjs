// Builds after `npm ci` in a clone. Where the development dependencies are left out there is nothing to build with, and
// nothing to complain about: whoever installs the packed package has dist/ already.

import { existsSync } from "node:fs";

const tools = ["typescript", "rolldown", "vite"].map(
  (name) => new URL(`../node_modules/${name}`, import.meta.url),
);
if (tools.every((tool) => existsSync(tool))) await import("./build.mjs");
