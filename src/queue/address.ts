// The address of the queue. It may contain a password, so it is never printed as given.

import { keepSecret } from "../outgoing/secrets.ts";
import { QueueError } from "./queue-error.ts";

/** @throws {QueueError} if it is not an address of a Redis server */
export function readAddress(text: string, from: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    // Reported below, without the text, which may contain a password.
  }
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === "")
    throw new QueueError(
      `${from} must hold an address such as redis://HOST:6379, or rediss://HOST:6379 for TLS`,
    );
  keepSecret(url.password);
  decoded(url.username, from);
  keepSecret(decoded(url.password, from));
  if (!/^\/?\d*$/.test(url.pathname))
    throw new QueueError(
      `${from} must end with the number of a database, as in redis://HOST:6379/0, and not with ${url.pathname}`,
    );
  return url;
}

/** @throws {QueueError} */
function decoded(part: string, from: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new QueueError(
      `${from} holds a '%' in its user or password that does not begin an escape sequence; write it as '%25'`,
    );
  }
}

/** The address without the user and the password. */
export const shownAddress = ({ protocol, host, pathname }: URL): string =>
  `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
