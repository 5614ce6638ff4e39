// Field names in JSON output: all are in one style, whatever they are called internally.

/** The object with its own fields renamed to snake_case; their values stay the same. */
export const snakeNames = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [snakeName(name), value]));

/** `stopReason` and `stop reason` are `stop_reason`. */
const snakeName = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/\s+/g, "_")
    .toLowerCase();
