// The files of a page, each read once: nothing in a URL is ever used as a path.

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

interface StaticFile {
  bytes: Buffer;
  etag: string;
  packed: Buffer | undefined;
}

function readStatic(file: URL): StaticFile {
  const bytes = readFileSync(file);
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 16)}"`;
  // Fonts are compressed already.
  return { bytes, etag, packed: extname(file.pathname) === ".woff2" ? undefined : gzipSync(bytes) };
}

/**
 * A route for each file of a folder; `files` maps a path of the server to a name in the folder. They are read now, or
 * each when it is first asked for, where most servers are never asked.
 */
export function staticRoutes(
  folder: URL,
  files: Readonly<Record<string, string>>,
  when: "now" | "asked" = "now",
): Route[] {
  return Object.entries(files).map(([path, name]) => {
    const url = new URL(name, folder);
    let file = when === "now" ? readStatic(url) : undefined;
    const type = types[extname(name)]!;
    return {
      method: "GET",
      path,
      handler(exchange) {
        file ??= readStatic(url);
        const { bytes, etag, packed } = file;
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
