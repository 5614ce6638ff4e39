// A call with more than about a hundred thousand arguments throws a RangeError. A list whose length is not under our
// control is therefore never spread into a call: `Math.max(...rewards)`, `list.push(...rows)`.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A spread among the arguments of a call that takes any number of them. */
const spread =
  /(?:Math\.(?:min|max|hypot)|\.(?:push|unshift)|String\.from(?:CharCode|CodePoint)|Array\.of)\((?:[^()[\]{}]|\([^()]*\))*?\.\.\.|\.splice\([^()]*\.\.\./;

/** Mathematics reads at most `limits.tokens` tokens and charges for its lists; the other lists are our own. */
const bounded = ["src/math/", "src/options/", "src/jsonl/csv-rows.ts", "src/processbench/metrics.ts"];

it("spreads no data into a call", () => {
  const found = ["src", "web"]
    .flatMap((folder) =>
      readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
    .filter((file) => !bounded.some((each) => file.startsWith(each)))
    .flatMap((file) =>
      readFileSync(`${root}/${file}`, "utf8")
        .split("\n")
        .flatMap((line, i) => (spread.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});
