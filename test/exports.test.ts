// Every value that a file exports is used by a different file, or by users of the package. Types are not checked: a
// type that occurs in an export may be useful to a reader.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Called by a computed name, or kept for executors in other processes. */
const reached = new Set(["initialize", "evalWork", "searchWork"]);

const exported = /^export (?:abstract )?(?:async )?(?:const|let|function\*?|class) ([\w$]+)/gm;

type Sources = ReadonlyMap<string, string>;

/** `src/a.ts exports x` for each value that no other file uses. */
function unused(sources: Sources): string[] {
  const namedBy = new Map<string, Set<string>>();
  for (const [file, text] of sources)
    for (const [word] of text.matchAll(/[\w$]+/g))
      namedBy.set(word, (namedBy.get(word) ?? new Set()).add(file));
  // Tests contain the texts of files, and export nothing.
  const showing = [...sources].filter(([file]) => !file.endsWith(".test.ts"));
  return showing.flatMap(([file, text]) =>
    [...text.matchAll(exported)]
      .map(([, name]) => name!)
      .filter((name) => !reached.has(name) && namedBy.get(name)!.size < 2)
      .map((name) => `${file} shows ${name}`),
  );
}

function readSources(): Sources {
  const paths = ["src", "web", "bench", "scripts", "test"].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map(
      (path) => `${folder}/${path.replaceAll("\\", "/")}`,
    ),
  );
  const files = paths.filter((path) => /\.(?:ts|tsx|mjs)$/.test(path));
  return new Map(files.map((path) => [path, readFileSync(`${root}${path}`, "utf8")]));
}

describe("what files show", () => {
  it("is used by another file", () => expect(unused(readSources())).toEqual([]));

  it("is found where nobody uses it", () => {
    const sources = new Map([
      [
        "src/a.ts",
        "export const one = 1;\nexport function two() {}\nexport class Three {}\nconst four = one;",
      ],
      ["src/b.ts", 'import { two } from "./a.ts";\nexport { two };'],
    ]);
    expect(unused(sources)).toEqual(["src/a.ts shows one", "src/a.ts shows Three"]);
  });
});
