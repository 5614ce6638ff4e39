// A command line read by the declarations of its options: values checked, contradictions refused.

import { flagOf, type Given, type Option, type Options, type Values } from "./option.ts";
import { parseWords } from "./parse-words.ts";
import { readValue } from "./read-value.ts";
import { UsageError } from "./usage-error.ts";

export interface Read<O extends Options> {
  values: Values<O>;
  /** Only what was said, without defaults. */
  given: Given<O>;
  positionals: string[];
}

/** @throws {UsageError} */
export function readOptions<O extends Options>(argv: readonly string[], options: O): Read<O> {
  const words = parseWords(argv, options);
  const given: Record<string, unknown> = {};
  for (const { key, shown, text = "" } of words.options) {
    const option = options[key]!;
    given[key] = option.list
      ? [...((given[key] as unknown[] | undefined) ?? []), ...readList(option, text, shown)]
      : readValue(option, text, shown);
  }
  refuseContradictions(options, given);
  const values = Object.fromEntries(
    Object.entries(options).map(([key, option]) => [key, given[key] ?? option.default]),
  );
  return { values: values as Values<O>, given: given as Given<O>, positionals: words.positionals };
}

function readList(option: Option, text: string, shown: string): unknown[] {
  const { cut } = option.list!;
  if (!cut) return [readValue(option, text, shown)];
  return text.split(cut).map((part) => {
    if (part.trim() === "") throw new UsageError(`${shown}: a name is missing in '${text}'`);
    return readValue(option, part.trim(), shown);
  });
}

function refuseContradictions(options: Options, given: Readonly<Record<string, unknown>>): void {
  const shown = (key: string): string => flagOf(key, options[key] ?? {});
  for (const [key, option] of Object.entries(options)) {
    if (option.required && given[key] === undefined)
      throw new UsageError(`${shown(key)} is missing: ${option.help.replace(/\.$/, "")}`);
    if (given[key] === undefined) continue;
    const against = option.excludes?.find((other) => given[other] !== undefined);
    if (against !== undefined)
      throw new UsageError(`${shown(key)} cannot be used with ${shown(against)}: give one of them`);
    if (option.needs !== undefined && given[option.needs] === undefined)
      throw new UsageError(`${shown(key)} needs ${shown(option.needs)}, which is not given`);
  }
}
