// The token that guards a server: as a Bearer token, or as the password of Basic authentication, since some clients can
// set no header and know only `http://x:TOKEN@host`.

import { createHash, timingSafeEqual } from "node:crypto";
import { HttpError } from "./http-error.ts";

export type CheckToken = (authorization: string | undefined) => void;

/** Whether a token can stand in a header: one with a space, a line end or letters beyond ASCII never arrives whole. */
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

/** Of one length whatever is shown, so that a comparison tells nothing. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
