// Keeps web pages out. Any page that a person visits may send requests to this machine, also under a name of its own that
// leads here (DNS rebinding); a page that is not ours has no business with the model.

import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { ApiError } from "./api-error.ts";

export interface Known {
  /** The host that was asked to be listened on. */
  host: string;
  /** Whether requests have to show a key, which no page knows. */
  hasKey: boolean;
}

/** @throws {ApiError} */
export function refuseWebPages({ headers, method }: IncomingMessage, known: Known): void {
  const { host = "", origin } = headers;
  const site = headers["sec-fetch-site"];
  if (!known.hasKey && !isOurs(nameIn(host), known.host))
    throw new ApiError(
      403,
      `this server is not called '${nameIn(host)}'; start it with that --host, or with a key`,
    );
  if (origin !== undefined && origin !== `http://${host}`)
    throw new ApiError(403, "requests of web pages are not answered");
  if (site === "cross-site" || site === "same-site")
    throw new ApiError(403, "requests of web pages are not answered");
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (method === "POST" && type !== "application/json")
    throw new ApiError(415, "the body must be JSON, and its content-type application/json");
}

/** Without the port. */
const nameIn = (host: string): string =>
  host
    .replace(/:\d*$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase();

/** A name that is an address leads nowhere else; other names are ours where we know them. */
const isOurs = (name: string, host: string): boolean =>
  isIP(name) !== 0 ||
  name === "localhost" ||
  name === host.toLowerCase() ||
  name === hostname().toLowerCase();
