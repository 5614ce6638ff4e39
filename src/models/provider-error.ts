// Errors of model servers. A failure there is data for a run, and `isRetryable` tells a caller whether to try again.

import { ExpectedError } from "../errors/expected-error.ts";
import { noDescriptors } from "../jsonl/errors.ts";
import { withoutSecrets } from "../outgoing/secrets.ts";

export type ProviderFailure = "status" | "connection" | "timeout" | "response" | "stopped" | "missing";

export class ProviderError extends ExpectedError {
  readonly failure: ProviderFailure;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Whether no request has ever been answered, or none has succeeded, so that waiting would not help. */
  readonly isUnheard: boolean;

  constructor(
    message: string,
    details: {
      failure: ProviderFailure;
      status?: number | undefined;
      retryAfterMs?: number | undefined;
      isUnheard?: boolean | undefined;
    },
  ) {
    super(message);
    this.name = "ProviderError";
    this.failure = details.failure;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.isUnheard = details.isUnheard ?? false;
  }

  /** Whether the same request may succeed later. */
  get isRetryable(): boolean {
    if (this.isUnheard) return false;
    if (this.failure === "status") return retryableStatus(this.status!);
    return this.failure === "connection" || this.failure === "timeout" || this.failure === "response";
  }

  /** Whether the server is overloaded, so that fewer requests would help. */
  get isOverload(): boolean {
    return this.failure === "timeout" || [429, 503, 529].includes(this.status ?? 0);
  }

  /** Whether every other request would fail in the same way: wrong key, path or model, or nothing answers. */
  get isHopeless(): boolean {
    return this.isUnheard || this.status === 401 || this.status === 404;
  }
}

/**
 * Whether a key was sent, and its source, for the message of a refusal.
 * @param withheld the variable of a key that was not sent because others on the network could read it
 */
export function keyWords({ from, headers, withheld }: KeySent): string {
  if (from !== undefined)
    return from.startsWith("--")
      ? `the key that ${from} gives was sent`
      : `the key in the variable ${from} was sent`;
  const own = keyHeaderIn(headers);
  if (own !== undefined) return `no key was sent but the configured header '${own}'`;
  if (withheld === undefined) return `no key is configured, so the word '${noKey}' was sent as one`;
  return (
    `no key was sent but the word '${noKey}': the key in ${withheld} goes over plain http only if you name it ` +
    `(--api-key-env ${withheld})`
  );
}

/** The word that is sent instead of a key if none is configured. */
export const noKey = "EMPTY";

/** The header that holds a key, if there is one. */
export const keyHeaderIn = (headers: Readonly<Record<string, string>>): string | undefined =>
  Object.keys(headers).find((name) => /^(?:authorization|api-key|x-api-key)$/i.test(name));

interface KeySent {
  from: string | undefined;
  headers: Readonly<Record<string, string>>;
  withheld: string | undefined;
}

/** 501 and 505 mean that the server does not support the request; its other failures may be temporary. */
const retryableStatus = (status: number): boolean =>
  status >= 500 ? status !== 501 && status !== 505 : [408, 409, 425, 429].includes(status);

export const stoppedError = (): ProviderError =>
  new ProviderError("the request was stopped", { failure: "stopped" });

/** The model cannot be opened as described: correct the description that the message names. */
export class ModelError extends ExpectedError {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "ModelError";
  }
}

// A message of a server or the system in a form that can be printed: short, on one line, and without keys.

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

/** A server may echo what it was sent: known secrets, and those of this server. */
function withoutThese(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, "[key]"), withoutSecrets(text));
}
