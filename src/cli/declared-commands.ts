// All commands with their declarations, for help and for shell completion. This module loads all of them.

import { helpText } from "../options/help.ts";
import { commonOptions } from "./command.ts";
import { commands } from "./commands.ts";

/** Each command's declaration, with the common options. */
export const declaredCommands = () =>
  Promise.all(
    Object.entries(commands).map(async ([name, { about, load }]) => {
      const { command } = await load();
      return { name, about, declared: { ...command, options: { ...command.options, ...commonOptions } } };
    }),
  );

/**
 * The help of each command. The build writes these texts into files, so help is shown without loading the command's
 * modules.
 */
export async function helpTexts(): Promise<{ name: string; help: string }[]> {
  const all = await declaredCommands();
  return all.map(({ name, about, declared }) => ({ name, help: helpText(name, about, declared) }));
}

/** docs/commands.md: the help of every command, with a list of them first. */
export async function commandReference(): Promise<string> {
  const all = await declaredCommands();
  const list = all.map(({ name, about }) => `| [\`assay ${name}\`](#assay-${name}) | ${about} |`);
  const pages = all.map(
    ({ name, about, declared }) =>
      `## assay ${name}\n\n\`\`\`text\n${helpText(name, about, declared).trimEnd()}\n\`\`\``,
  );
  const about =
    "This page has the help of every command, as `assay eval --help` prints it; `npm run reference` writes the page. The exit code is 0\n" +
    "if a command did its work, 1 if it failed, 2 if it was called wrongly, and 3 if `assay audit` found more differences than\n" +
    "`--fail-over` allows.";
  const table = ["| command | does |", "| --- | --- |", ...list].join("\n");
  return `${["# Commands", about, table, ...pages].join("\n\n")}\n`;
}
