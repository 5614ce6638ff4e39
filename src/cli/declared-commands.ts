// All commands with everything that they say of themselves: for help and for shells that complete. This loads them all.

import { helpText } from "../options/help.ts";
import { commonOptions } from "./command.ts";
import { commands } from "./commands.ts";

/** Each command's declaration, with the options that all take. */
export const declaredCommands = () =>
  Promise.all(
    Object.entries(commands).map(async ([name, { about, load }]) => {
      const { command } = await load();
      return { name, about, declared: { ...command, options: { ...command.options, ...commonOptions } } };
    }),
  );

/**
 * The help of each command. The build writes these texts into files, so that help is shown without loading what the
 * command works with.
 */
export async function helpTexts(): Promise<{ name: string; help: string }[]> {
  const all = await declaredCommands();
  return all.map(({ name, about, declared }) => ({ name, help: helpText(name, about, declared) }));
}
