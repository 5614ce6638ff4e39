// Reads a command line by the declarations of its options: values are checked, contradictions refused.

import { ExpectedError } from "../errors/expected-error.ts";
import { didYouMean, distance, nearest } from "./nearest.ts";
import { flagOf, type Given, type Kind, nameOf, type Option, type Options, type Values } from "./option.ts";

export interface Read<O extends Options> {
  values: Values<O>;
  /** Only the given values, without defaults. */
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
    if (option.required && given[key] === undefined) throw new UsageError(`${shown(key)} is required`);
    if (given[key] === undefined) continue;
    const against = option.excludes?.find((other) => given[other] !== undefined);
    if (against !== undefined)
      throw new UsageError(`${shown(key)} cannot be used with ${shown(against)}: give one of them`);
    if (option.needs !== undefined && given[option.needs] === undefined)
      throw new UsageError(`${shown(key)} needs ${shown(option.needs)}, which is not given`);
  }
}

// Turns the words of a command line into options and their texts, for all commands. An option that needs a value takes
// the next word even if that begins with a hyphen, so `--answer -1` works, unless the word is itself one of the
// command's options.

export class UsageError extends ExpectedError {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

/** An option as it was typed, with its text; a flag has none. */
interface Word {
  key: string;
  shown: string;
  text: string | undefined;
}

export interface Words {
  options: Word[];
  positionals: string[];
}

/** `--data_begin` and `--data-begin` are one option. */
const canonical = (name: string): string => name.replaceAll("_", "-");

const looksLikeOption = (word: string): boolean => /^--?[A-Za-z]/.test(word);

/** @throws {UsageError} with a sentence for the user */
export function parseWords(argv: readonly string[], options: Options): Words {
  const find = finder(options);
  const words: Words = { options: [], positionals: [] };
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === "--") {
      words.positionals.push(...argv.slice(i + 1));
      break;
    }
    const found = find(word);
    if (!found) {
      if (looksLikeOption(word)) throw unknown(word, options);
      words.positionals.push(word);
    } else if (options[found.key]!.kind.kind === "flag") {
      if (found.text !== undefined) throw new UsageError(`${found.shown} takes no value`);
      words.options.push(found);
    } else {
      const text = found.text ?? argv[++i];
      if (text === undefined) throw new UsageError(`${found.shown} needs a value`);
      if (found.text === undefined && isWhole(text) && find(text))
        throw new UsageError(
          `${found.shown} needs a value, and '${text}' is another option; write ${found.shown}=${text} if you mean that text`,
        );
      words.options.push({ ...found, text });
    }
  }
  return words;
}

/** Whether a word can only be an option: `--gold`, `-x`, but not `-x^2`. */
const isWhole = (word: string): boolean => word.startsWith("--") || word.length === 2;

function finder(options: Options): (word: string) => Word | undefined {
  const byName = new Map<string, string>();
  const byShort = new Map<string, string>();
  for (const [key, option] of Object.entries(options)) {
    for (const name of [nameOf(key, option), ...(option.aliases ?? [])]) byName.set(canonical(name), key);
    if (option.short) byShort.set(option.short, key);
  }
  return (word) => {
    const long = /^--([^=]+)(?:=(.*))?$/s.exec(word);
    if (long) {
      const key = byName.get(canonical(long[1]!));
      return key === undefined ? undefined : { key, shown: `--${long[1]}`, text: long[2] };
    }
    const short = /^-([A-Za-z])=?(.*)$/s.exec(word);
    const key = short ? byShort.get(short[1]!) : undefined;
    if (!short || key === undefined) return undefined;
    if (options[key]!.kind.kind === "flag" && short[2] !== "") return undefined;
    return { key, shown: `-${short[1]}`, text: short[2] === "" ? undefined : short[2] };
  };
}

function unknown(word: string, options: Options): UsageError {
  const [flag] = word.split("=") as [string];
  const name = canonical(flag.replace(/^-+/, ""));
  const shown = Object.entries(options).filter(([, option]) => !option.hidden);
  const meant = shown.some(([, { short }]) => short === name)
    ? [`-${name}`]
    : meantNames(
        name,
        shown.map(([key, option]) => nameOf(key, option)),
        shown.flatMap(([, { aliases = [] }]) => aliases),
      ).map((each) => `--${each}`);
  const question = meant.length > 0 ? ` Did you mean ${meant.map((each) => `'${each}'`).join(" or ")}?` : "";
  return new UsageError(`there is no option '${flag}'.${question}`);
}

/**
 * The name that was misspelt, or else those that have all its words (`--policy-model-name` for `--model`), or else those
 * that end in the same words (`--step-tokens` for `--max-tokens`).
 */
function meantNames(name: string, names: readonly string[], aliases: readonly string[]): string[] {
  const near = name.length > 1 ? nearest(name, [...names, ...aliases]) : undefined;
  if (near !== undefined && distance(name, near) <= 2) return [near];
  const words = name.split("-");
  const longer = names.filter((each) => words.every((word) => each.split("-").includes(word)));
  if (longer.length > 0) return longer;
  const ends = names.map((each) => commonEnd(words, each.split("-")));
  const most = Math.max(0, ...ends);
  if (most > 0) return names.filter((_, i) => ends[i] === most);
  return near === undefined ? [] : [near];
}

/** The number of words at the end that are the same. */
function commonEnd(some: readonly string[], others: readonly string[]): number {
  let length = 0;
  while (length < some.length && some.at(-1 - length) === others.at(-1 - length)) length++;
  return length;
}

// The value of an option from its text, or the error.

/** @param shown the option as it was typed @throws {UsageError} */
function readValue({ kind }: Option, text: string, shown: string): unknown {
  const wrong = (what: string) => new UsageError(`${shown}: ${what}`);
  switch (kind.kind) {
    case "flag":
      return true;
    case "text":
      return kind.read ? readOwn(kind.read, text, wrong) : text;
    case "number":
    case "whole":
      return readNumber(kind, text, wrong);
    case "choice": {
      if (kind.choices.includes(text)) return text;
      const meant = didYouMean(text, kind.choices);
      throw wrong(`'${text}' is not one of ${kind.choices.join(", ")}.${meant}`);
    }
    case "url":
      return readUrl(text, wrong);
    case "json":
      return readObject(text, wrong);
  }
}

type Wrong = (what: string) => UsageError;

function readOwn(read: (text: string) => unknown, text: string, wrong: Wrong): unknown {
  try {
    return read(text);
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

function readNumber(
  kind: Extract<Kind, { kind: "number" | "whole" }>,
  text: string,
  wrong: Wrong,
): number | null {
  if (kind.kind === "whole" && kind.orNone && /^none$/i.test(text)) return null;
  const value = text.trim() === "" ? Number.NaN : Number(text);
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = kind;
  const { above = Number.NEGATIVE_INFINITY } = kind.kind === "number" ? kind : {};
  const isRight =
    Number.isFinite(value) &&
    value >= least &&
    value <= most &&
    value > above &&
    (kind.kind === "number" || Number.isSafeInteger(value));
  if (isRight) return value;
  throw wrong(`'${text}' is not a ${kind.kind === "whole" ? "whole number" : "number"}${rangeOf(kind)}`);
}

function rangeOf(kind: Extract<Kind, { kind: "number" | "whole" }>): string {
  const { least, most } = kind;
  const above = kind.kind === "number" ? kind.above : undefined;
  const from = above !== undefined ? ` above ${above}` : least !== undefined ? ` from ${least}` : "";
  if (most !== undefined) return `${from} ${above !== undefined ? "up " : ""}to ${most}`;
  return least !== undefined ? ` of at least ${least}` : from;
}

function readUrl(text: string, wrong: Wrong): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) {
    throw wrong(`'${text}' is not a URL that begins with http:// or https://`);
  }
  if (/[?#@]/.test(text)) {
    const address = text.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");
    throw wrong(
      `${address} has a user name or a query, which may hold a key and would be written into files; ` +
        "put the key into an environment variable, and name the variable with the option for the API key",
    );
  }
  return text;
}

function readObject(text: string, wrong: Wrong): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw wrong(`this is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong("give a JSON object, as in '{\"name\": 1}'");
  return value as Record<string, unknown>;
}
