// Who may ask. A page in a browser on this machine can send requests to local ports, and a name that an attacker moves to
// 127.0.0.1 makes them look like its own (DNS rebinding). So a server that is bound to loopback answers to local names
// alone, and no server answers requests that a page of another origin makes.

import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "./http-error.ts";

const local = new Set(["localhost", "127.0.0.1", "[::1]"]);

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);

/** The names that requests may be addressed to; undefined where any may be. */
export function namesOf(host: string): ReadonlySet<string> | undefined {
  if (!isLoopback(host)) return undefined;
  return new Set([...local, host.includes(":") ? `[${host}]` : host]);
}

/** @throws {HttpError} 403 */
export function checkOrigin(headers: IncomingHttpHeaders, names: ReadonlySet<string> | undefined): void {
  const { host, origin } = headers;
  if (names !== undefined && !names.has(nameOf(host ?? "")))
    throw new HttpError(403, `this server does not answer to the name '${host ?? ""}'`);
  if (origin === undefined) return;
  if (origin !== `http://${host}` && origin !== `https://${host}`)
    throw new HttpError(403, "pages of other origins may not ask this server");
}

const nameOf = (host: string): string => host.replace(/:\d+$/, "").toLowerCase();
