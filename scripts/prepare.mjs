// Builds after `npm ci` in a clone. Without the development dependencies it does nothing: the packed package contains dist/.
// `npx assay` in a clone, `npm pack` and `npm publish` run this script too, when dist/ is built already.

import { existsSync } from "node:fs";

const tools = ["typescript", "rolldown", "vite"].map(
  (name) => new URL(`../node_modules/${name}`, import.meta.url),
);
const isBuilt =
  ["exec", "pack", "publish"].includes(process.env.npm_command ?? "") &&
  existsSync(new URL("../dist/bundle/main.js", import.meta.url));
if (!isBuilt && tools.every((tool) => existsSync(tool))) await import("./build.mjs");
