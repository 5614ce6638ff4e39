// From the words of a command line to options and their texts, for all commands alike. An option that needs a value takes
// the next word whatever it looks like, so that `--answer -1` works, unless that word is itself one of the command's
// options.

import { didYouMean } from "./nearest.ts";
import { nameOf, type Options } from "./option.ts";
import { UsageError } from "./usage-error.ts";

/** An option as it was written, with its text; a flag has none. */
export interface Word {
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

/** @throws {UsageError} with a sentence for whoever typed the words */
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

/** Whether a word can be an option and nothing else: `--gold`, `-x`, but not `-x^2`. */
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
  const [name] = word.split("=") as [string];
  const known = Object.entries(options).flatMap(([key, option]) =>
    option.hidden ? [] : [nameOf(key, option), ...(option.aliases ?? [])],
  );
  const meant = didYouMean(
    name,
    known.map((each) => `--${each}`),
  );
  return new UsageError(`there is no option '${name}'.${meant}`);
}
