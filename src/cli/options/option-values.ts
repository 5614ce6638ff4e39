// What stands behind a flag, read as what it should be.

import { UsageError } from "../command.ts";

/** A member, where it has a value. */
export const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in Name]?: Value };

export function readNumber(flag: string, text: string | undefined, least: number, most = Number.MAX_VALUE) {
  if (text === undefined) return undefined;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!(value >= least && value <= most)) {
    const range = most === Number.MAX_VALUE ? `from ${least} on` : `from ${least} to ${most}`;
    throw new UsageError(`${flag}: '${text}' is not a number ${range}`);
  }
  return value;
}

export function readWhole(flag: string, text: string | undefined, least: number) {
  const value = readNumber(flag, text, least);
  if (value !== undefined && !Number.isSafeInteger(value))
    throw new UsageError(`${flag}: give a whole number`);
  return value;
}

export function readUrl(flag: string, text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw new UsageError(`${flag}: '${text}' is not a URL that begins with http:// or https://`);
  }
  if (/[?#@]/.test(text)) {
    const address = text.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");
    throw new UsageError(
      `${flag}: ${address} stands with a user or a query, perhaps a key, which would be kept in files; ` +
        "put the key into an environment variable, and name that as the API key's",
    );
  }
  return text;
}

export function readOneOf<const Name extends string>(
  flag: string,
  text: string | undefined,
  names: readonly Name[],
): Name | undefined {
  if (text === undefined) return undefined;
  const known = names.find((each) => each === text);
  if (known === undefined) throw new UsageError(`${flag}: there is ${names.join(", ")}, not '${text}'`);
  return known;
}
