// Completion in the shells themselves. Bash is always available; zsh and fish are tested if they are installed.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { declaredCommands } from "../src/cli/commands.ts";
import { completionScript, type Shell, shells } from "../src/options/completion.ts";
import { nameOf } from "../src/options/option.ts";

const all = await declaredCommands();
const known = { task: ["GSM8K", "gsm8k", "MATH-500", "math500", "all"], reward: ["r1_zero", "qa_f1"] };

const folder = mkdtempSync(join(tmpdir(), "assay-completion-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const here = join(folder, "here");
mkdirSync(join(here, "runs"), { recursive: true });
for (const name of ["rows.jsonl", "my answers.jsonl"]) writeFileSync(join(here, name), "");
const scriptOf = (shell: Shell): string => join(folder, `assay.${shell}`);
for (const shell of shells) writeFileSync(scriptOf(shell), completionScript(shell, all, known));

const isThere = (shell: Shell): boolean =>
  shell === "bash" || spawnSync(shell, ["-c", "exit 0"]).status === 0;
for (const shell of shells)
  if (!isThere(shell)) console.warn(`${shell} is not installed; completion in it is not tested`);

/** Through the function that `complete -F` names, with words as bash splits them: also at `=`. */
const inBash = `source "$1"
set -- $2
function_name="$(complete -p assay | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
COMP_WORDS=("$@"); [ "$LAST_IS_EMPTY" = 1 ] && COMP_WORDS+=("")
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
"$function_name" assay "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "\${COMPREPLY[@]}"`;

const asked: Record<Shell, (line: string) => string[]> = {
  bash: (line) => ["-c", inBash, "bash", scriptOf("bash"), line.replaceAll("=", " = ")],
  zsh: (line) => ["-f", join(import.meta.dirname, "completion.zsh"), scriptOf("zsh"), line],
  fish: (line) => ["--no-config", "-c", 'source $argv[1]; complete -C "$argv[2]"', scriptOf("fish"), line],
};

/** The completions of a shell for the last word, in alphabetical order. */
function offered(shell: Shell, line: string): string[] {
  const { stdout, stderr, status } = spawnSync(shell, asked[shell](line), {
    encoding: "utf8",
    cwd: here,
    env: { ...process.env, HOME: folder, LAST_IS_EMPTY: /[ =]$/.test(line) ? "1" : "0" },
    timeout: 20_000,
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  const matches = stdout.split("\n").filter(Boolean);
  // Fish adds a description, completes the whole word, and adds a slash after a folder.
  return matches.map((match) => match.replace(/\t.*$|^--[\w-]+=|\/$/g, "").replace(/\t.*$/, "")).sort();
}

describe.each(shells.filter(isThere))("completion in %s", (shell) => {
  it.each([
    ["assay pro", ["processbench"]],
    ["assay help ev", ["eval"]],
    ["assay versi", ["version"]],
    ["assay eval --num", ["--num-samples"]],
    ["assay eval -a gs", ["gsm8k"]],
    ["assay eval --task-name al", ["all"]],
    ["assay eval --task-name=gs", ["gsm8k"]],
    ["assay search --strategy b", ["beam", "best-of-n"]],
    ["assay search --strategy=b", ["beam", "best-of-n"]],
    ["assay reward r1", ["r1_zero"]],
    ["assay fetch math5", ["math500"]],
    ["assay completion f", ["fish"]],
    ["assay completion ", ["bash", "fish", "zsh"]],
    ["assay grade --input ro", ["rows.jsonl"]],
    ["assay grade --input=ro", ["rows.jsonl"]],
    ["assay show ru", ["runs"]],
    // Numbers have no completion.
    ["assay eval --temperature ", []],
    // The options of the command, although the word after it is a different command's name.
    ["assay show grade --explai", []],
  ])("%j", (line, expected) => expect(offered(shell, line)).toEqual(expected));
});

describe.each(shells)("the script of %s", (shell) => {
  it("has every command and every option that is shown", () => {
    const script = completionScript(shell, all, known);
    for (const { name, declared } of all) {
      expect(script).toContain(name);
      for (const [key, option] of Object.entries(declared.options))
        if (!option.hidden) expect(script).toContain(nameOf(key, option));
    }
  });
});

describe.each((["zsh", "fish"] as const).filter(isThere))("%s", (shell) => {
  it("takes a name in any case, and offers it once", () => {
    expect(offered(shell, "assay eval -a GS")).toEqual(["gsm8k"]);
  });
});
