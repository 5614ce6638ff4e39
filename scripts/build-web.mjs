// Builds the viewer's pages: static files that any web server can serve, without external or inline resources, so that
// they work under a strict content security policy.
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/** All current browsers read woff2; the two older formats of KaTeX's fonts would add a megabyte. */
const woff2Alone = {
  name: "woff2-alone",
  enforce: "pre",
  transform(code, id) {
    if (!/katex[^/]*\.css$/.test(id.split("?")[0])) return null;
    return { code: code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("[^"]*"\)/g, ""), map: null };
  },
};

/**
 * The package declares that its modules have no side effects; those of the page have some, and a static site imports
 * them for these.
 */
const pageHasEffects = {
  name: "page-has-effects",
  transform: (_code, id) => (/\/web\/[^/]*\.tsx?$/.test(id) ? { moduleSideEffects: true } : null),
};

const page = {
  configFile: false,
  root: join(root, "web"),
  base: "./",
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [woff2Alone],
};

export async function buildWeb(outDir) {
  await build({
    ...page,
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // The page of the reward service, which also has the playground, without the viewer.
      rolldownOptions: {
        input: ["index.html", "playground.html", "rewards.html"].map((name) => join(root, "web", name)),
      },
    },
  });
  compressLarge(join(outDir, "assets"));
}

/** KaTeX and the grader are a sixth smaller than with gzip; Brotli at its best takes seconds, so it is done here. */
function compressLarge(folder) {
  const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));
  for (const path of scripts.map((name) => join(folder, name)))
    if (statSync(path).size > 20_000) writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)));
}

/**
 * The page of static sites. A browser loads neither modules nor fonts of other files into a page that was opened from a
 * folder, so it is one classic script and one style sheet that holds its fonts.
 */
export async function buildSite(outDir) {
  await build({
    ...page,
    plugins: [woff2Alone, pageHasEffects],
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 1 << 24,
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: {
        input: join(root, "web", "site.ts"),
        // Vite requests it around every import(), for files that do not exist.
        transform: { define: { "import.meta": "{}" } },
        output: {
          format: "iife",
          codeSplitting: false,
          entryFileNames: "page.js",
          assetFileNames: "page.[ext]",
        },
      },
    },
  });
  cpSync(join(root, "web", "site.html"), join(outDir, "index.html"));
  cpSync(join(root, "web", "public", "icon.svg"), join(outDir, "icon.svg"));
}

/** A report has no browser to typeset it: its formulas are MathML, and its marks are computed in advance. */
const inReport = {
  name: "in-report",
  enforce: "pre",
  resolveId(source, importer) {
    const name = /\/(formula\.tsx|marks\.ts)$/.exec(source)?.[1];
    if (name === undefined || importer === undefined || importer.includes("/web/report/")) return null;
    return join(root, "web", "report", name);
  },
};

/** The code that renders reports: the page's components, rendered to text by Node. */
export function buildReport(outDir) {
  return build({
    ...page,
    plugins: [inReport],
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(root, "web", "report", "report.tsx"),
      outDir,
      emptyOutDir: true,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "report.js", codeSplitting: false } },
    },
  });
}
