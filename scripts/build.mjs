// Compiles src/ into dist/ from scratch, so that no file of an older build is left behind. The mathematics is then
// put into one file: it has many small modules, and loading them one by one would double the start of the command line.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const math = join(root, "dist", "math");
rmSync(join(root, "dist"), { recursive: true, force: true });
const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (status !== 0) process.exit(status ?? 1);

const bundle = await rolldown({ input: join(math, "index.js"), platform: "neutral" });
const { output } = await bundle.generate({ format: "esm" });
await bundle.close();
for (const name of readdirSync(math, { recursive: true, encoding: "utf8" }))
  if (name.endsWith(".js")) rmSync(join(math, name));
writeFileSync(join(math, "index.js"), output[0].code);
