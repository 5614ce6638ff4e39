// Data that is sent to others, as a static site or a report: without keys that are in use on this machine, and without
// paths that show whose machine it is.

import { homedir } from "node:os";
import { sep } from "node:path";
import { keepSecret, withoutSecrets } from "../outgoing/secrets.ts";

const secretNames = /key|token|secret|passw|credential/i;

/** Answers of a server may repeat what it was sent, and a run may have used the keys of this shell. */
function keepEnvironment(): void {
  for (const [name, value] of Object.entries(process.env)) if (secretNames.test(name)) keepSecret(value);
}

/** A JSON text without keys and paths. */
export function redacted(json: string): string {
  keepEnvironment();
  let text = withoutSecrets(json);
  for (const [path, shown] of [
    [`${process.cwd()}${sep}`, ""],
    [homedir(), "~"],
  ] as const) {
    const written = JSON.stringify(path).slice(1, -1);
    if (written.length > 2) text = text.replaceAll(written, shown);
  }
  return text;
}
