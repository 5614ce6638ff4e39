// Which clients are allowed. A page in a browser on this machine can send requests to local ports, and an attacker can
// point a host name at this machine, so that they look like requests of that host (DNS rebinding). A server without a
// token therefore answers only requests to addresses and to its own names, and no server answers requests from pages of
// other origins.

import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { HttpError } from "./http-error.ts";

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);

/** The requirements of HTTP for every request. @throws {HttpError} 400 or 417 */
export function checkHead({ headers, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === "1.1")
    throw new HttpError(400, "the request has no Host header");
  const { expect } = headers;
  if (expect !== undefined && expect.toLowerCase() !== "100-continue")
    throw new HttpError(417, `'Expect: ${expect}' cannot be met here`);
}

/** @throws {HttpError} 403; `ours` is the host that the server listens on, if only its own names are accepted */
export function checkOrigin({ headers, method }: IncomingMessage, ours: string | undefined): void {
  const { host = "", origin } = headers;
  if (ours !== undefined && !isOurs(nameOf(host), ours))
    throw new HttpError(
      403,
      `this server is not called '${nameOf(host)}'; start it with that --host, or with a token`,
    );
  const site = headers["sec-fetch-site"];
  // A link that a person follows does not count as a request of the page that contains it.
  const isFollowed = method === "GET" && headers["sec-fetch-mode"] === "navigate";
  const isForeign = (site === "cross-site" || site === "same-site") && !isFollowed;
  const isOther = origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`;
  if (isForeign || isOther) throw new HttpError(403, "pages of other origins may not ask this server");
}

/** Without the port and the brackets of an address. */
const nameOf = (host: string): string =>
  host
    .replace(/:\d*$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase();

/**
 * The address that means all interfaces. It reaches this server too, but browsers do not treat it as trustworthy, and
 * do not report that a page of a different site made the request.
 */
const anyAddresses = ["0.0.0.0", "[::]", "[::ffff:0:0]"];

/**
 * Whether a name is an address, and not the one that means all interfaces, in any spelling: `::0` and `0:0::0` mean it
 * too.
 */
function isAddress(name: string): boolean {
  const kind = isIP(name);
  const address = `http://${kind === 6 ? `[${name}]` : name}`;
  return kind !== 0 && URL.canParse(address) && !anyAddresses.includes(new URL(address).hostname);
}

/** An address always leads to this machine; of other names, only our own are accepted. */
const isOurs = (name: string, host: string): boolean =>
  name === host.toLowerCase() || name === "localhost" || isAddress(name) || name === hostname().toLowerCase();

// The token that guards a server: as a Bearer token, or as the password of Basic authentication, because some clients
// can set no header and only support `http://x:TOKEN@host`.

export type CheckToken = (authorization: string | undefined) => void;

/**
 * Whether a token can be sent in a header: one with a space, a line end or non-ASCII letters never arrives unchanged.
 */
export const canBeSent = (token: string): boolean => /^[\x21-\x7e]+$/.test(token);

/** @throws {HttpError} 401, from the function that is returned */
export function tokenCheck(token: string, code?: string): CheckToken {
  const right = digest(token);
  return (authorization) => {
    const shown = shownToken(authorization ?? "");
    if (shown !== undefined && timingSafeEqual(digest(shown), right)) return;
    throw new HttpError(401, "the request has no token, or a wrong one", {
      code,
      headers: { "www-authenticate": 'Basic realm="assay", charset="UTF-8"' },
    });
  };
}

function shownToken(authorization: string): string | undefined {
  const [, scheme = "", value = ""] = /^(\S+) +(\S+) *$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "bearer") return value;
  if (scheme.toLowerCase() !== "basic") return undefined;
  const pair = Buffer.from(value, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/** Always the same length, so that the time of a comparison reveals nothing. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
