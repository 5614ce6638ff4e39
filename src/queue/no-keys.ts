// What a run says of itself goes into Redis, which others may read: it must hold no key. The names of variables and of
// sources are enough for a worker, which has the keys itself.

import { withoutSecrets } from "../outgoing/secrets.ts";
import type { RunContext } from "../runs/engine/executor.ts";
import { QueueError } from "./queue-error.ts";

/** Members that hold a key wherever they stand; numbers of tokens are none. */
const secretNames =
  /authorization|api.?key|secret|passw|cookie|credential|^(?:access|auth|bearer|session).?token|^token$/i;
/** What keys look like: the prefixes that providers give them, or a long word of letters and digits. */
const keyShape =
  /^(?:Bearer\s|Basic\s|(?:sk|pk|rk|hf|gsk|xai|ghp|glpat)[-_])\S{8,}|^(?=\S*\d)(?=\S*[A-Za-z])[A-Za-z0-9_-]{32,}$/;
/** Shorter values of variables are words. */
const shortestKey = 8;

/** @throws {QueueError} that names the place, and never the key */
export function refuseKeys({ data }: RunContext, environment: NodeJS.ProcessEnv = process.env): void {
  const keys = Object.entries(environment)
    .filter(([name, value]) => /key|token|secret|passw|credential/i.test(name) && value !== undefined)
    .map(([, value]) => value!.trim())
    .filter((value) => value.length >= shortestKey);
  visit(data, [], (text, path) => {
    const name = path.at(-1) ?? "";
    const isKey =
      withoutSecrets(text) !== text ||
      keys.some((key) => text.includes(key)) ||
      hasMoreThanAnAddress(text) ||
      (path.some((each) => /^extra.?body$/i.test(each)) && (secretNames.test(name) || keyShape.test(text)));
    if (isKey)
      throw new QueueError(
        `${path.join(".")} may hold a key, and what a run says of itself is stored in Redis; put it into a source of ` +
          "assay.config.* on every worker, and name that source with -i",
      );
  });
}

function visit(
  value: unknown,
  path: readonly string[],
  look: (text: string, path: readonly string[]) => void,
) {
  if (typeof value === "string") look(value, path);
  else if (typeof value === "object" && value !== null)
    for (const [name, each] of Object.entries(value)) visit(each, [...path, name], look);
}

/** A URL with a user, a password or a query. */
function hasMoreThanAnAddress(text: string): boolean {
  if (!/^https?:\/\/\S+$/.test(text)) return false;
  try {
    const { username, password, search } = new URL(text);
    return username !== "" || password !== "" || search !== "";
  } catch {
    return false;
  }
}
