// What a server or the system said, fit to be repeated: short, on one line, and without any key in it.

import { noDescriptors } from "../jsonl/errors.ts";
import { withoutSecrets } from "../outgoing/secrets.ts";

const mostCharacters = 400;

/** The message in a server's body; servers put it in different places, and some send plain text. */
export function serverWords(body: string, secrets: readonly string[]): string {
  const words = messageIn(body) ?? body;
  const line = withoutThese(words, secrets)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line === "") return "(no message)";
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line;
}

function messageIn(body: string): string | undefined {
  try {
    const read = JSON.parse(body) as Record<string, unknown> | null;
    for (const value of [read?.error, read?.message, read?.detail]) {
      if (typeof value === "string") return value;
      const inner = (value as { message?: unknown } | null | undefined)?.message;
      if (typeof inner === "string") return inner;
    }
  } catch {
    // Not JSON: the body is the message.
  }
  return undefined;
}

const reasons: Record<string, string> = {
  EMFILE: noDescriptors,
  ENFILE: noDescriptors,
  ECONNREFUSED: "nothing answers there (connection refused)",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  EPIPE: "the connection was cut",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name cannot be looked up now",
  EHOSTUNREACH: "the host cannot be reached",
};

export function connectionReason(error: unknown, secrets: readonly string[]): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code !== undefined && reasons[code]) || serverWords(message || code || "failed", secrets);
}

/** A server may echo what it was sent: what is a secret by all means, and what may be one of this server. */
function withoutThese(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, "[key]"), withoutSecrets(text));
}
