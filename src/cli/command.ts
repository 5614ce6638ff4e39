// The common form of all commands, and how their options are read.

import type { Declaration } from "../options/help.ts";
import { flag, group, type Options, text } from "../options/option.ts";
import { type Read, readOptions as readDeclared, UsageError } from "../options/read-options.ts";
import { counted } from "../outgoing/counted.ts";

export { UsageError };

/** A command: its declaration, and its function. */
export interface Command extends Declaration {
  /** Runs with the words after the command's name; returns the exit code. */
  run(argv: readonly string[]): Promise<number>;
}

/** Prints sentences of a command on standard error. */
export const warnAs = (command: string) => (sentence: string) =>
  void process.stderr.write(`assay ${command}: ${sentence}\n`);

/** The outcome of a command: its exit code, and its result for a command that continues with it. */
export interface Performed<Result> {
  code: number;
  /** Undefined if nothing was done, as in a dry run. */
  result?: Result | undefined;
}

const memories = new Set<{ clear(): void }>();

/** Caches that live as long as a command, such as the servers that were found; the next command starts without them. */
export function forOneCommand<Memory extends { clear(): void }>(memory: Memory): Memory {
  memories.add(memory);
  return memory;
}

export function forgetLastCommand(): void {
  for (const memory of memories) memory.clear();
}

/** The options of every command. */
export const commonOptions = group("Every command", {
  config: text({
    value: "FILE|none",
    completes: "file",
    usually: "assay.config.* in the working folder",
    help: "Read this configuration file, or none.",
  }),
  help: flag({ short: "h", help: "Show this help." }),
});

/** The words that belong to no option: what they are, in the singular, and how many there may be. */
interface Positionals {
  what: string;
  least?: number;
  most?: number;
}

/** Reads a command's options. Words that belong to none are refused unless the command takes some. @throws {UsageError} */
export function readOptions<O extends Options>(
  argv: readonly string[],
  options: O,
  { what, least = 0, most = Number.POSITIVE_INFINITY }: Positionals = { what: "", most: 0 },
): Read<O> {
  const read = readDeclared(argv, { ...options, ...commonOptions });
  const { length } = read.positionals;
  if (most === 0 && length > 0)
    throw new UsageError(`unexpected argument '${read.positionals[0]}': this command takes only options`);
  if (length < least) throw new UsageError(`name ${least === 1 ? `a ${what}` : counted(least, what)}`);
  if (length > most)
    throw new UsageError(
      `'${read.positionals[most]}' is one name too many: name ${most === 1 ? `one ${what}` : counted(most, what)}`,
    );
  return read as unknown as Read<O>;
}
