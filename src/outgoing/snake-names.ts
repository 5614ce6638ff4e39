// Members as programs read them: everything that is printed as JSON has names in one style, whatever they are called inside.

/** The object with its own members called by snake_case names; what they hold stays as it is. */
export const snakeNames = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [snakeName(name), value]));

/** `stopReason` and `stop reason` are `stop_reason`. */
const snakeName = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/\s+/g, "_")
    .toLowerCase();
