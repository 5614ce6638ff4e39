// What every command of the command line is, and how its options are read.

import type { ParseArgsConfig, parseArgs } from "node:util";
import { ExpectedError } from "../errors/expected-error.ts";
import { type Flag, parseWords } from "./options/parse-words.ts";

export interface Command {
  /** The text of `--help`. */
  help: string;
  /** Runs with what stands behind the command's name; the result is the exit code. */
  run(argv: readonly string[]): Promise<number>;
}

/** What a command came to: its exit code, and its result for another command that goes on with it. */
export interface Performed<Result> {
  code: number;
  /** Nothing where nothing was done, as in a dry run. */
  result?: Result | undefined;
}

/** The command was called in a way that it does not understand. Exit code 2. */
export class UsageError extends ExpectedError {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

type Options = NonNullable<ParseArgsConfig["options"]>;
type Read<T extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: boolean; strict: true }>
>;

/** Reads options, and words a mistake for a person. */
export function readOptions<T extends Options>(
  argv: readonly string[],
  options: T,
  allowPositionals = false,
): Read<T> {
  try {
    const words = parseWords(argv, options as Record<string, Flag>);
    const [unexpected] = words.positionals;
    if (unexpected !== undefined && !allowPositionals)
      throw new Error(`'${unexpected}' belongs to no option, and this command takes nothing else`);
    return words as unknown as Read<T>;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
