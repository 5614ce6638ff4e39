// Options that a run records. A setting is the value on the command line, else that of the run that is continued, else
// the default. Two runs are the same if all settings of their identity are equal.

import { type Given, nameOf, type Options } from "./option.ts";

type ValueOf<O> = O extends { readonly type?: infer Value } ? Value : never;

/** Settings in the form of a run's file: options without a default may be missing. */
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

/** The settings that must not change when a run is continued, by their option names. */
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

/** The differences between two identities, for example `temperature: 0 → 0.6`. */
export function differences(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const shown = (value: unknown) => (value === undefined ? "none" : JSON.stringify(value));
  return names
    .filter((name) => shown(before[name]) !== shown(after[name]))
    .map((name) => `${name}: ${shown(before[name])} → ${shown(after[name])}`);
}
