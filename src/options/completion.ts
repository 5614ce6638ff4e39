// Scripts for command-line completion in shells, made from the declarations. They contain all names, so the tab key
// starts no program.

import type { Declaration } from "./help.ts";
import { type Completes, nameOf, type Option } from "./option.ts";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

interface CompletedCommand {
  name: string;
  about: string;
  declared: Declaration;
}

/** Names that need no quoting. */
type KnownNames = Readonly<Record<"task" | "reward", readonly string[]>>;

export function completionScript(
  shell: Shell,
  commands: readonly CompletedCommand[],
  known: KnownNames,
): string {
  return { bash, zsh, fish }[shell](commands, known);
}

/** What a value may be: some words, a path, or anything, which cannot be completed. */
type Expected = readonly string[] | "paths" | "anything";

function expectedBy(completes: Completes | readonly string[] | undefined, known: KnownNames): Expected {
  if (completes === undefined) return "anything";
  if (typeof completes !== "string") return completes;
  return completes === "file" || completes === "folder" ? "paths" : known[completes];
}

const expectedValue = ({ kind, completes }: Option, known: KnownNames): Expected =>
  kind.kind === "choice" ? kind.choices : expectedBy(completes, known);

/** The typed forms of an option: `-n`, `--num-samples`. */
const spellings = (key: string, option: Option): string[] => [
  ...(option.short === undefined ? [] : [`-${option.short}`]),
  `--${nameOf(key, option)}`,
  ...(option.aliases ?? []).map((alias) => `--${alias}`),
];

const shown = ({ declared }: CompletedCommand): [string, Option][] =>
  Object.entries(declared.options).filter(([, option]) => !option.hidden);

/** The common part of bash and zsh: they check the command and the previous word. */
interface Dialect {
  before: string[];
  after: string[];
  /** The lines that complete words, or paths. */
  offer(words: readonly string[]): string;
  paths: string;
}

const plain = (word: string): string => word.replace(/[^A-Za-z0-9_.,:/+@-]/g, "");

function byCase(commands: readonly CompletedCommand[], known: KnownNames, dialect: Dialect): string {
  const offer = (expected: Expected): string =>
    expected === "anything" ? ":" : expected === "paths" ? dialect.paths : dialect.offer(expected.map(plain));
  const names = commands.map(({ name }) => name);
  const values = commands.flatMap((command) =>
    shown(command)
      .filter(([, { kind }]) => kind.kind !== "flag")
      .map(([key, option]) => {
        const patterns = spellings(key, option).map((spelling) => `"${command.name} ${spelling}"`);
        return `    ${patterns.join("|")}) ${offer(expectedValue(option, known))}; return ;;`;
      }),
  );
  const options = commands.map((command) => {
    const all = shown(command).map(([key, option]) => `--${nameOf(key, option)}`);
    return `    "${command.name} -"*) ${dialect.offer(all)}; return ;;`;
  });
  const words = commands.map(
    ({ name, declared }) => `    "${name}") ${offer(expectedBy(declared.names, known))}; return ;;`,
  );
  return [
    ...dialect.before,
    `  if [ "$at" -eq 1 ] || { [ "$at" -eq 2 ] && [ "$cmd" = help ]; }; then`,
    `    ${dialect.offer([...names, "help", "version"])}`,
    "    return",
    "  fi",
    `  case "$cmd $prev" in`,
    ...values,
    "  esac",
    `  case "$cmd $cur" in`,
    ...options,
    "  esac",
    `  case "$cmd" in`,
    ...words,
    "  esac",
    ...dialect.after,
    "",
  ].join("\n");
}

/** Names that differ only in case are offered once, in a shell that ignores case. */
const inAnyCase = (known: KnownNames): KnownNames => ({
  task: onceInAnyCase(known.task),
  reward: onceInAnyCase(known.reward),
});

/** The last of equal names: a task's name as users type it. */
const onceInAnyCase = (words: readonly string[]): string[] => [
  ...new Map(words.map((word) => [word.toLowerCase(), word])).values(),
];

const bash = (commands: readonly CompletedCommand[], known: KnownNames): string =>
  byCase(commands, known, {
    before: [
      `# In ~/.bashrc: eval "$(assay completion bash)"`,
      "_assay() {",
      `  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"`,
      `  local cmd="\${COMP_WORDS[1]}" at="$COMP_CWORD" IFS=$' \\t\\n'`,
      "  COMPREPLY=()",
      "  # Bash takes --option=value for three words.",
      `  if [ "$cur" = "=" ]; then cur=""`,
      `  elif [ "$prev" = "=" ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi`,
    ],
    after: ["}", "complete -F _assay assay"],
    offer: (words) => `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$cur"))`,
    paths: `IFS=$'\\n'; compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur"))`,
  });

const zsh = (commands: readonly CompletedCommand[], known: KnownNames): string =>
  byCase(commands, inAnyCase(known), {
    before: [
      "#compdef assay",
      `# In ~/.zshrc, after compinit: eval "$(assay completion zsh)"`,
      "_assay() {",
      `  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" cmd="\${words[2]}"`,
      "  local at=$((CURRENT - 1))",
      `  if [[ $cur == --*=* ]] && compset -P '*='; then prev="\${cur%%=*}" cur="\${cur#*=}"; fi`,
    ],
    // In a folder of fpath, the file is the function itself, which is called with this body.
    after: ["}", `if [ "$funcstack[1]" = _assay ]; then _assay "$@"; else compdef _assay assay; fi`],
    offer: (words) => `compadd -M 'm:{a-zA-Z}={A-Za-z}' -- ${words.join(" ")}`,
    paths: "_files",
  });

const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

function fish(commands: readonly CompletedCommand[], known: KnownNames): string {
  const names = inAnyCase(known);
  const lines = [
    "# In ~/.config/fish/config.fish: assay completion fish | source",
    "function __assay_words_are",
    "  set -l words (commandline -opc)",
    "  test (count $words) -eq $argv[1]",
    "end",
    "function __assay_command_is",
    "  set -l words (commandline -opc)",
    `  test (count $words) -gt 1; and test "$words[2]" = $argv[1]`,
    "end",
    "complete -c assay -f",
    ...commands.map(
      ({ name, about }) => `complete -c assay -n '__assay_words_are 1' -a ${name} -d ${quoted(about)}`,
    ),
    `complete -c assay -n '__assay_words_are 1' -a help -d 'show the help of a command'`,
    `complete -c assay -n '__assay_words_are 1' -a version -d 'show the version'`,
    `complete -c assay -n '__assay_words_are 2; and __assay_command_is help' -a ${quoted(commands.map(({ name }) => name).join(" "))}`,
  ];
  for (const command of commands) {
    const here = `complete -c assay -n '__assay_command_is ${command.name}'`;
    const offered = (expected: Expected): string =>
      expected === "anything"
        ? ""
        : expected === "paths"
          ? " -F"
          : ` -a ${quoted(expected.map(plain).join(" "))}`;
    for (const [key, option] of shown(command)) {
      const spelt = spellings(key, option).map((spelling) =>
        spelling.startsWith("--") ? ` -l ${spelling.slice(2)}` : ` -s ${spelling.slice(1)}`,
      );
      const expected = expectedValue(option, names);
      // Without -f, fish offers files for every value.
      const value =
        option.kind.kind === "flag" ? "" : ` -r${expected === "paths" ? "" : " -f"}${offered(expected)}`;
      lines.push(`${here}${spelt.join("")}${value} -d ${quoted(option.help)}`);
    }
    const words = offered(expectedBy(command.declared.names, names));
    if (words !== "") lines.push(`${here}${words}`);
  }
  return `${lines.join("\n")}\n`;
}
