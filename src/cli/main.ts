// The entry point of the command line: it finds the command, runs it, and turns an error into one sentence and an exit
// code: 0 done, 1 failed, 2 wrong usage.

import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { findConfig, ignoredConfig } from "../config/index.ts";
import { ReaderGoneError } from "../jsonl/errors.ts";
import { listing, wrap } from "../options/help.ts";
import { didYouMean } from "../options/nearest.ts";
import { readOptions } from "../options/read-options.ts";
import { forgetSecrets } from "../outgoing/secrets.ts";
import { type Command, commonOptions, forgetLastCommand, UsageError } from "./command.ts";
import { commands } from "./commands.ts";
import { errorText } from "./terminal/error-text.ts";
import { guardTerminal } from "./terminal/terminal.ts";

const overview = (): string => `assay checks whether the mathematics that a language model wrote is right.

Usage: assay COMMAND [options]

Commands:
${listing(Object.entries(commands).map(([name, { about }]) => [name, about]))}

${wrap(
  "'assay COMMAND --help' explains a command. Every command takes --config FILE to read a different file " +
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

/** Written through the filter, like all output. If our output is closed, there is no message about that. */
function endOnMistake(error: unknown): void {
  if ((error as NodeJS.ErrnoException)?.code !== "EPIPE")
    process.stderr.write(errorText("assay", error, version));
  process.exit(1);
}

/** The reader of our output has closed it, as `head` does. The exit code of a command that has ended stays the same. */
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
    if (!listed.isConfigless) await warnAboutCode((sentence) => process.stderr.write(`assay: ${sentence}\n`));
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

/** Whether the words ask for help, whatever else is wrong with them. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const before = end < 0 ? words : words.slice(0, end);
  return before.includes("--help") || before.includes("-h");
}

/** The text that the build wrote, which is many times faster than loading the command. */
const helpOf = (name: string): string =>
  readFileSync(new URL(`../help/${name}.txt`, import.meta.url), "utf8");

/** Every command takes `--config FILE|none`. */
const configOf = (words: readonly string[], { options }: Command): string | undefined =>
  readOptions(words, { ...options, ...commonOptions }).values.config;

function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

// A configuration that is a module is code, and runs with the user's rights. A folder may come from another source, so
// a message appears the first time, and again when the file has changed.

/** Prints that the folder's configuration is executed, if it is, and if this was not printed before. */
async function warnAboutCode(say: (sentence: string) => void): Promise<void> {
  const ignored = await ignoredConfig().catch(() => undefined);
  if (ignored !== undefined)
    say(`${ignored} is not read, since its folder holds a run; --config ${basename(ignored)} reads it`);
  const path = await findConfig().catch(() => undefined); // Errors in it are reported where it is read.
  if (path === undefined || path.endsWith(".json")) return;
  const line = lineOf(path);
  if (isKnown(line)) return;
  say(
    `${path} is code and will be executed; --config none ignores it. (This message appears once for each file, and again when it has changed.)`,
  );
  remember(line);
}

/** The record of a file: its content hash and its path. */
function lineOf(path: string): string {
  try {
    return `${createHash("sha256").update(readFileSync(path)).digest("hex")} ${path}`;
  } catch {
    return path; // It is then refused where it is read.
  }
}

const stateFolder = (): string =>
  join(process.env.XDG_STATE_HOME || join(homedir(), ".local", "state"), "assay");
const listName = "configurations";

function isKnown(line: string): boolean {
  try {
    return readFileSync(join(stateFolder(), listName), "utf8").split("\n").includes(line);
  } catch {
    return false;
  }
}

function remember(line: string): void {
  try {
    mkdirSync(stateFolder(), { recursive: true, mode: 0o700 });
    appendFileSync(join(stateFolder(), listName), `${line}\n`);
  } catch {
    // The message is then printed again.
  }
}
