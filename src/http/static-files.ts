// The files of a page, read once at the start: nothing in a URL is ever used as a path.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
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

/** Nothing from elsewhere, nothing inline, in no frame, and no text ever becomes a script. */
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

/** A route for each file of a folder; `files` maps a path of the server to a name in the folder. */
export function staticRoutes(folder: URL, files: Readonly<Record<string, string>>): Route[] {
  return Object.entries(files).map(([path, name]) => {
    const bytes = readFileSync(new URL(name, folder));
    const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 16)}"`;
    const type = types[extname(name)]!;
    // Fonts are compressed already.
    const packed = extname(name) === ".woff2" ? undefined : gzipSync(bytes);
    return {
      method: "GET",
      path,
      handler(exchange) {
        exchange.header("etag", etag);
        exchange.header("cache-control", "no-cache");
        exchange.header("content-security-policy", contentSecurityPolicy);
        exchange.header("x-content-type-options", "nosniff");
        exchange.header("referrer-policy", "no-referrer");
        if (exchange.request.headers["if-none-match"] === etag) return exchange.send(304, type, "");
        const isPacked = packed && /\bgzip\b/.test(String(exchange.request.headers["accept-encoding"] ?? ""));
        exchange.header("vary", "accept-encoding");
        if (isPacked) exchange.header("content-encoding", "gzip");
        exchange.send(200, type, isPacked ? packed : bytes);
      },
    };
  });
}
