// From the words of a command line to values, for all commands alike. An option that needs a value takes the next word
// whatever it looks like, so that `--answer -1` works, unless that word is itself one of the command's options.

import { didYouMean } from "./nearest.ts";

/** An option as `node:util`'s parseArgs has it. */
export interface Flag {
  type: "string" | "boolean";
  short?: string;
  multiple?: boolean;
}

export interface Words {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  positionals: string[];
}

/** `--data_begin` and `--data-begin` are one option. */
const canonical = (name: string): string => name.replaceAll("_", "-");

const looksLikeOption = (word: string): boolean => /^--?[A-Za-z]/.test(word);

interface Found {
  name: string;
  flag: Flag;
  /** As it was written. */
  shown: string;
  /** What stands in the same word. */
  value: string | undefined;
}

/** @throws with a sentence for whoever typed the words */
export function parseWords(argv: readonly string[], flags: Readonly<Record<string, Flag>>): Words {
  const find = finder(flags);
  const words: Words = { values: {}, positionals: [] };
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === "--") {
      words.positionals.push(...argv.slice(i + 1));
      break;
    }
    const found = find(word);
    if (!found) {
      if (looksLikeOption(word)) throw unknown(word, flags);
      words.positionals.push(word);
    } else if (found.flag.type === "boolean") {
      if (found.value !== undefined) throw new Error(`${found.shown} takes no value`);
      set(words, found, true);
    } else {
      const value = found.value ?? argv[++i];
      if (value === undefined) throw new Error(`${found.shown} needs a value`);
      if (found.value === undefined && isWhole(value) && find(value))
        throw new Error(
          `${found.shown} needs a value, and '${value}' is another option; write ${found.shown}=${value} if you mean that text`,
        );
      set(words, found, value);
    }
  }
  return words;
}

/** Whether a word can be an option and nothing else: `--gold`, `-x`, but not `-x^2`. */
const isWhole = (word: string): boolean => word.startsWith("--") || word.length === 2;

function finder(flags: Readonly<Record<string, Flag>>): (word: string) => Found | undefined {
  const byShort = new Map(
    Object.entries(flags).flatMap(([name, { short }]) => (short ? [[short, name]] : [])),
  );
  return (word) => {
    const long = /^--([^=]+)(?:=(.*))?$/s.exec(word);
    if (long) {
      const name = canonical(long[1]!);
      const flag = Object.hasOwn(flags, name) ? flags[name]! : undefined;
      return flag && { name, flag, shown: `--${long[1]}`, value: long[2] };
    }
    const short = /^-([A-Za-z])=?(.*)$/s.exec(word);
    const name = short ? byShort.get(short[1]!) : undefined;
    if (!short || name === undefined) return undefined;
    const flag = flags[name]!;
    if (flag.type === "boolean" && short[2] !== "") return undefined;
    return { name, flag, shown: `-${short[1]}`, value: short[2] === "" ? undefined : short[2] };
  };
}

function unknown(word: string, flags: Readonly<Record<string, Flag>>): Error {
  const [name] = word.split("=") as [string];
  const known = Object.keys(flags).map((each) => `--${each}`);
  return new Error(`there is no option '${name}'.${didYouMean(name, known)}`);
}

function set({ values }: Words, { name, flag }: Found, value: string | boolean): void {
  values[name] = flag.multiple ? [...((values[name] as string[] | undefined) ?? []), value as string] : value;
}
