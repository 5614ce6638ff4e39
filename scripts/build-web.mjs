// Builds the viewer's page: plain files that any web server can give out, with nothing from elsewhere and nothing inline,
// so that they run under a strict content security policy.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Every browser of today reads woff2; the two older kinds of KaTeX's fonts would be another megabyte. */
const woff2Alone = {
  name: "woff2-alone",
  enforce: "pre",
  transform(code, id) {
    if (!/katex[^/]*\.css$/.test(id.split("?")[0])) return null;
    return { code: code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("[^"]*"\)/g, ""), map: null };
  },
};

export function buildWeb(outDir) {
  return build({
    configFile: false,
    root: join(root, "web"),
    base: "./",
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    plugins: [woff2Alone],
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
}
