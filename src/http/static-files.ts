// The files of a page, each read once: nothing in a URL is ever used as a path.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import type { Route } from "./router.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** No content from other hosts, no inline script, no frames, and no text that becomes a script. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

interface StaticFile {
  bytes: Buffer;
  etag: string;
  /** As the build compressed it, or as gzip; nothing for fonts, which are compressed already. */
  packed: { br?: Buffer; gzip: Buffer } | undefined;
}

function readStatic(file: URL): StaticFile {
  const bytes = readFileSync(file);
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 16)}"`;
  if (extname(file.pathname) === ".woff2") return { bytes, etag, packed: undefined };
  const brotli = new URL(`${file.href}.br`);
  const br = existsSync(brotli) ? { br: readFileSync(brotli) } : {};
  return { bytes, etag, packed: { ...br, gzip: gzipSync(bytes) } };
}

/** The smallest form of a file that a client accepts. */
function encoded({ bytes, packed }: StaticFile, accepted: string): { encoding?: string; body: Buffer } {
  if (packed?.br && /\bbr\b/.test(accepted)) return { encoding: "br", body: packed.br };
  if (packed && /\bgzip\b/.test(accepted)) return { encoding: "gzip", body: packed.gzip };
  return { body: bytes };
}

/**
 * A route for each file of a folder; `files` maps a path of the server to a name in the folder. The files are read at
 * once, or each on its first request, because most are never requested.
 */
export function staticRoutes(
  folder: URL,
  files: Readonly<Record<string, string>>,
  when: "now" | "asked" = "now",
): Route[] {
  const shown = Object.entries(files).filter(([, name]) => extname(name) !== ".br");
  return shown.map(([path, name]) => {
    const url = new URL(name, folder);
    let file = when === "now" ? readStatic(url) : undefined;
    const type = types[extname(name)]!;
    return {
      method: "GET",
      path,
      handler(exchange) {
        file ??= readStatic(url);
        const { etag } = file;
        exchange.header("etag", etag);
        exchange.header("cache-control", "no-cache");
        exchange.header("content-security-policy", contentSecurityPolicy);
        exchange.header("x-content-type-options", "nosniff");
        exchange.header("referrer-policy", "no-referrer");
        if (exchange.request.headers["if-none-match"] === etag) return exchange.send(304, type, "");
        const { encoding, body } = encoded(file, String(exchange.request.headers["accept-encoding"] ?? ""));
        exchange.header("vary", "accept-encoding");
        if (encoding !== undefined) exchange.header("content-encoding", encoding);
        exchange.send(200, type, body);
      },
    };
  });
}
