// The help of every command, made from the declarations of its options.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandReference, declaredCommands } from "../src/cli/commands.ts";
import { columns, helpText } from "../src/options/help.ts";
import { nameOf } from "../src/options/option.ts";
import { parseWords } from "../src/options/read-options.ts";
import { benchmarks } from "../src/tasks/registry.ts";

const root = join(import.meta.dirname, "..");
const all = await declaredCommands();

describe.each(all)("the help of $name", ({ name, about, declared }) => {
  const help = helpText(name, about, declared);
  const options = Object.entries(declared.options);

  it("is what the built command prints", () => {
    expect(readFileSync(join(root, "dist", "help", `${name}.txt`), "utf8")).toBe(help);
  });

  it("fits the columns, and no line is blank where text should stand", () => {
    for (const line of help.split("\n")) {
      expect(line.length, line).toBeLessThanOrEqual(columns);
      expect(line).toBe(line.trimEnd());
    }
    expect(help).not.toMatch(/\n\n\n/);
  });

  it("has usage, two examples and every option with its default", () => {
    expect(help).toContain(`\nUsage:\n  assay ${name}`);
    expect(declared.examples.length).toBeGreaterThanOrEqual(2);
    for (const [key, option] of options.filter(([, { hidden }]) => !hidden)) {
      expect(help).toContain(`--${nameOf(key, option)}`);
      if (["string", "number"].includes(typeof option.default))
        expect(help.replace(/\s+/g, " ")).toContain(`(default: ${option.default})`);
    }
  });

  it("says of each option what it does, in a sentence that begins with a capital", () => {
    for (const [, { help: sentence }] of options) expect(sentence).toMatch(/^[A-Z][a-z]+ .+\.$/s);
  });

  it("has examples that the command understands", () => {
    for (const { typed } of declared.examples) {
      const [, command] = /\bassay ([\w-]+)/.exec(typed)!;
      expect(command).toBe(name);
      const shell = typed.replace(/^.*?\bassay [\w-]+/s, "").replace(/\)"$|\|.*$/s, "");
      const script = `for word in "$@"; do printf '%s\\0' "$word"; done`;
      const words = execFileSync("bash", ["-c", `set -- ${shell}\n${script}`], { encoding: "utf8" });
      expect(() => parseWords(words.split("\0").slice(0, -1), declared.options)).not.toThrow();
    }
  });

  it("names no option twice", () => {
    const names = options.flatMap(([key, option]) => [
      nameOf(key, option),
      ...(option.aliases ?? []),
      ...(option.short === undefined ? [] : [`-${option.short}`]),
    ]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("excludes and needs only options that exist", () => {
    const keys = options.map(([key]) => key);
    for (const [, { excludes = [], needs }] of options)
      for (const other of [...excludes, ...(needs === undefined ? [] : [needs])])
        expect(keys).toContain(other);
  });
});

it("is in docs/commands.md as it is; npm run reference writes the page", async () => {
  expect(readFileSync(join(root, "docs", "commands.md"), "utf8")).toBe(await commandReference());
});

it("names tasks in examples, here and in the README, that exist", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const typed = [...all.flatMap(({ declared }) => declared.examples.map((example) => example.typed)), readme];
  const named = typed.flatMap((text) =>
    [...text.matchAll(/(?:-a|--data|assay (?:fetch|validate|export)) ([\w.,/-]+)/g)].flatMap(([, names]) =>
      names!.split(","),
    ),
  );
  const tasks = benchmarks
    .flatMap(({ name, aliases }) => [name, ...aliases])
    .map((name) => name.toLowerCase());
  const unknown = named.filter((name) => !/[./]/.test(name) && !tasks.includes(name.toLowerCase()));
  expect(named.length).toBeGreaterThan(8);
  expect(unknown).toEqual([]);
});
