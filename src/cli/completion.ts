// assay completion: the scripts that complete commands, options and their values in a shell.

import { completionScript, shells } from "../options/completion.ts";
import { didYouMean } from "../options/nearest.ts";
import { rewards } from "../rewards/index.ts";
import { benchmarks } from "../tasks/registry.ts";
import { type Command, readOptions, UsageError } from "./command.ts";
import { declaredCommands } from "./commands.ts";

const options = {};

async function run(argv: readonly string[]): Promise<number> {
  const { positionals } = readOptions(argv, options, { what: "shell", least: 1, most: 1 });
  const name = positionals[0]!;
  const shell = shells.find((each) => each === name);
  if (!shell)
    throw new UsageError(`'${name}' is not one of ${shells.join(", ")}.${didYouMean(name, shells)}`);
  const known = {
    // Task names are not case-sensitive, but shells complete case-sensitively.
    task: [...new Set(benchmarks.flatMap(namesOf).flatMap((name) => [name, name.toLowerCase()])), "all"],
    reward: rewards.flatMap(namesOf),
  };
  process.stdout.write(completionScript(shell, await declaredCommands(), known));
  return 0;
}

const namesOf = ({ name, aliases }: { name: string; aliases: readonly string[] }): string[] => [
  name,
  ...aliases,
];

export const command: Command = {
  usage: ["bash|zsh|fish"],
  examples: [
    {
      does: "complete in this shell; add the line to ~/.bashrc for every shell",
      typed: 'eval "$(assay completion bash)"',
    },
    { does: "complete in fish", typed: "assay completion fish | source" },
  ],
  options,
  names: shells,
  run,
};
