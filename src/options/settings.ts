// Options that a run records. What a run is asked for is what was said now, else what the run that is continued
// has, else the default; and two runs are the same where all that belongs to their identity is.

import { type Given, nameOf, type Options } from "./option.ts";

type ValueOf<O> = O extends { readonly type?: infer Value } ? Value : never;

/** Settings as a run's file has them: what has no default may be missing. */
type Settings<O extends Options> = {
  [Key in keyof O as undefined extends ValueOf<O[Key]> ? never : Key]: ValueOf<O[Key]>;
} & {
  [Key in keyof O as undefined extends ValueOf<O[Key]> ? Key : never]?: ValueOf<O[Key]>;
};

export function settle<O extends Options>(
  options: O,
  given: Given<O>,
  before?: Readonly<Partial<Record<keyof O, unknown>>>,
): Settings<O> {
  const settled = Object.entries(options).flatMap(([key, option]) => {
    const value = (given as Record<string, unknown>)[key] ?? before?.[key] ?? option.default;
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(settled) as Settings<O>;
}

/** What must not change when a run is continued, by the names of the command line. */
export function identityOf<O extends Options>(
  options: O,
  settings: Readonly<Partial<Record<keyof O, unknown>>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options)
      .filter(([, option]) => option.identity)
      .map(([key, option]) => [nameOf(key, option), settings[key]]),
  );
}

/** What differs between two identities, for example `temperature: 0 → 0.6`. */
export function differences(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const shown = (value: unknown) => (value === undefined ? "none" : JSON.stringify(value));
  return names
    .filter((name) => shown(before[name]) !== shown(after[name]))
    .map((name) => `${name}: ${shown(before[name])} → ${shown(after[name])}`);
}
