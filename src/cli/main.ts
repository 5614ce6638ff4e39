// The door of the command line: finds the command, runs it, and turns what went wrong into one sentence and
// an exit code. 0 done, 1 failed, 2 wrong usage.

import { readFileSync } from "node:fs";
import { ReaderGoneError } from "../jsonl/errors.ts";
import { listing, wrap } from "../options/help.ts";
import { didYouMean } from "../options/nearest.ts";
import { readOptions } from "../options/read-options.ts";
import { forgetSecrets } from "../outgoing/secrets.ts";
import { type Command, commonOptions, forgetLastCommand, UsageError } from "./command.ts";
import { commands } from "./commands.ts";
import { tellOfCode } from "./config-notice.ts";
import { errorText } from "./terminal/error-text.ts";
import { guardTerminal } from "./terminal/terminal.ts";

const overview = (): string => `assay says whether a language model's reasoning is right.

Usage: assay COMMAND [options]

Commands:
${listing(Object.entries(commands).map(([name, { about }]) => [name, about]))}

${wrap(
  "'assay COMMAND --help' explains a command. Every command takes --config FILE to read another file " +
    "than assay.config.* in the working folder, or --config none to read none. Exit codes: 0 done, 1 " +
    "failed, 2 wrong " +
    "usage.",
).join("\n")}
`;

export async function main(argv: readonly string[]): Promise<void> {
  forgetLastCommand();
  forgetSecrets();
  guardTerminal();
  process.on("uncaughtException", endOnMistake);
  process.stdout.on("error", endWithReader);
  process.exitCode = await run(argv);
}

/** Said through the gate, as all else; where nobody reads what we say, nothing is said of that. */
function endOnMistake(error: unknown): void {
  if ((error as NodeJS.ErrnoException)?.code !== "EPIPE")
    process.stderr.write(errorText("assay", error, version));
  process.exit(1);
}

/** Whoever stopped reading our output, as `head` does, has all that they wanted. A command at its end still says its code. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") endOnMistake(error);
  setImmediate(() => process.exit());
}

async function run(argv: readonly string[]): Promise<number> {
  const [name, ...words] = argv;
  if (name === "help" && words[0] !== undefined) return run([words[0], "--help"]);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(overview());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v" || name === "-V" || name === "version") {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!listed) {
    const meant = didYouMean(name, Object.keys(commands));
    process.stderr.write(`assay: there is no command '${name}'.${meant} 'assay --help' lists them\n`);
    return 2;
  }
  if (asksForHelp(words)) {
    process.stdout.write(helpOf(name));
    return 0;
  }
  const { command } = await listed.load();
  try {
    const config = configOf(words, command);
    if (config !== undefined) process.env.ASSAY_CONFIG = config;
    if (!listed.isConfigless) await tellOfCode((sentence) => process.stderr.write(`assay: ${sentence}\n`));
    return await command.run(words);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`assay ${name}: ${error.message}\n'assay ${name} --help' shows the options\n`);
      return 2;
    }
    if (error instanceof ReaderGoneError) return 0;
    process.stderr.write(errorText(`assay ${name}`, error, version));
    return 1;
  }
}

/** Whatever else is wrong with the words. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const before = end < 0 ? words : words.slice(0, end);
  return before.includes("--help") || before.includes("-h");
}

/** As the build wrote it, which is many times faster than loading the command. */
const helpOf = (name: string): string =>
  readFileSync(new URL(`../help/${name}.txt`, import.meta.url), "utf8");

/** Every command takes `--config FILE|none`. */
const configOf = (words: readonly string[], { options }: Command): string | undefined =>
  readOptions(words, { ...options, ...commonOptions }).values.config;

function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
