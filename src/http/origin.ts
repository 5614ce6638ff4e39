// Who may ask. A page in a browser on this machine can send requests to local ports, and a name that an attacker moves to
// 127.0.0.1 makes them look like its own (DNS rebinding). So a server that is bound to loopback and asks for no token
// answers to addresses and local names alone, and no server answers requests that a page of another origin makes.

import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { HttpError } from "./http-error.ts";

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);

/** @throws {HttpError} 403; `isLocal` says whether only local names will do */
export function checkOrigin(headers: IncomingHttpHeaders, isLocal: boolean): void {
  const { host, origin } = headers;
  if (isLocal && !isLocalName(nameOf(host ?? "")))
    throw new HttpError(403, `this server does not answer to the name '${host ?? ""}'`);
  if (origin === undefined) return;
  if (origin !== `http://${host}` && origin !== `https://${host}`)
    throw new HttpError(403, "pages of other origins may not ask this server");
}

/** An address cannot be moved as a name can. */
const isLocalName = (name: string): boolean =>
  name === "localhost" || name === "127.0.0.1" || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;

const nameOf = (host: string): string => host.replace(/:\d+$/, "").toLowerCase();
