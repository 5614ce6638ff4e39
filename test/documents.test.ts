// The tables of examples in the documents; each row is tested here.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { configSchema } from "../src/config/config.ts";
import { rules, verify } from "../src/math/index.ts";
import { explained, findReward, type Seen } from "../src/rewards/index.ts";

/** The cells of Markdown tables whose head begins with `gold | answer`; `\|` in a cell is a bar. */
function rows(file: string): { head: string[]; cells: string[] }[] {
  const found: { head: string[]; cells: string[] }[] = [];
  let head: string[] | undefined;
  for (const line of readFileSync(new URL(`../docs/${file}`, import.meta.url), "utf8").split("\n")) {
    if (!line.startsWith("|")) {
      head = undefined;
      continue;
    }
    const cells = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|"));
    if (cells[0] === "gold" && cells[1] === "answer") head = cells;
    else if (head && !/^-+$/.test(cells[0]!)) found.push({ head, cells });
  }
  return found;
}

const code = (cell: string): string => {
  const inner = /^`(.*)`$/.exec(cell)?.[1];
  if (inner === undefined) throw new Error(`no code in the cell ${cell}`);
  return inner;
};

describe("docs/grading.md", () => {
  const examples = rows("grading.md");
  it("has examples", () => expect(examples.length).toBeGreaterThan(60));
  it.each(examples.map(({ cells }) => [code(cells[0]!), code(cells[1]!), cells[2]!]))(
    "%s against %s: %s",
    (gold, answer, verdict) => {
      expect(verify(gold, answer).verdict).toBe(verdict);
    },
  );
});

describe("docs/units.md", () => {
  const presets = ["strict", "science", "finance"] as const;
  const examples = rows("units.md").flatMap(({ head, cells }) =>
    presets.map(
      (preset) => [code(cells[0]!), code(cells[1]!), preset, cells[head.indexOf(preset)]!] as const,
    ),
  );
  it("has examples", () => expect(examples.length).toBeGreaterThan(120));
  it.each(examples)("%s against %s, %s: %s", (gold, answer, preset, verdict) => {
    expect(["equal", "different"]).toContain(verdict);
    expect(verify(gold, answer, { preset }).equal).toBe(verdict === "equal");
  });
});

describe("the rules in docs/grading.md", () => {
  it("are those of the code, each with its sentence", () => {
    const text = readFileSync(new URL("../docs/grading.md", import.meta.url), "utf8");
    const section = text.slice(text.indexOf("## Rules"), text.indexOf("## Numbers"));
    const told = [...section.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, rule, says]) => [rule, says]);
    expect(told).toEqual(Object.entries(rules));
  });
});

describe("docs/parity.md", () => {
  const examples = rows("parity.md").filter(({ head }) => head.includes("Assay"));
  it("has rows", () => expect(examples.length).toBeGreaterThan(10));
  it.each(
    examples.map(({ head, cells }) => [code(cells[0]!), code(cells[1]!), cells[head.indexOf("Assay")]!]),
  )("%s against %s: %s", (gold, answer, verdict) => {
    expect(verify(gold, answer).verdict).toBe(verdict);
  });
});

describe("docs/architecture.md says where things live", () => {
  const text = readFileSync(new URL("../docs/architecture.md", import.meta.url), "utf8");
  /** The paths of a table's second column; functions stand in brackets after their file. */
  const paths = (heading: string): string[] => {
    const table = text.split(`${heading}\n`)[1]!.split(/\n#/)[0]!;
    const places = [...table.matchAll(/^\|.*\|(.*)\|$/gm)].map(([, place]) => place!);
    return places.flatMap((place) =>
      [...place.replace(/\((?:`\w+`(?:, )?)+\)/g, "").matchAll(/`([a-z0-9/-]+)`/g)].map(([, path]) =>
        path!.replace(/\/$/, ""),
      ),
    );
  };
  const isThere = (path: string) =>
    existsSync(new URL(`../src/${path}.ts`, import.meta.url)) ||
    existsSync(new URL(`../src/${path}/`, import.meta.url));

  it("in files and folders that are there", () => {
    const all = paths("## Where is it?");
    expect(all.length).toBeGreaterThan(80);
    expect(all.filter((path) => !isThere(path) && !["grade", "reward"].includes(path))).toEqual([]);
  });
  it("and names functions that are there", () => {
    const named = [...text.matchAll(/`([a-z0-9/-]+)` \(((?:`\w+`(?:, )?)+)\)/g)].flatMap(([, path, names]) =>
      [...names!.matchAll(/\w+/g)].map(([name]) => ({ path: path!, name })),
    );
    expect(named.length).toBeGreaterThan(15);
    const isMissing = ({ path, name }: { path: string; name: string }) => {
      const file = [`../src/${path}.ts`, `../src/math/${path}.ts`]
        .map((place) => new URL(place, import.meta.url))
        .find((place) => existsSync(place));
      return !file || !new RegExp(`\\b${name}\\b`).test(readFileSync(file, "utf8"));
    };
    expect(named.filter(isMissing)).toEqual([]);
  });
  it("also in the mathematics", () => {
    const all = paths("### Where is it in math/?");
    expect(all.length).toBeGreaterThan(30);
    expect(all.filter((path) => !isThere(`math/${path}`))).toEqual([]);
  });
});

describe("docs/configuration.md", () => {
  const text = readFileSync(new URL("../docs/configuration.md", import.meta.url), "utf8");
  it.each(["sources", "tasks"] as const)("has every field of %s, and no other", (part) => {
    const section = new RegExp(`^## ${part}:[^]*?(?=^## |(?![^]))`, "m").exec(text)![0];
    const named = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!);
    const fields = Object.keys(configSchema.shape[part].unwrap().valueType.shape);
    expect(named.sort()).toEqual(fields.sort());
  });

  it("has an example that is a configuration", () => {
    const example = /```js\n\/\/ assay\.config\.mjs\nexport default (.*?);\n```/s.exec(text)![1]!;
    expect(configSchema.safeParse(new Function(`return ${example}`)()).success).toBe(true);
  });
});

describe("docs/why-zero.md", () => {
  const text = readFileSync(new URL("../docs/why-zero.md", import.meta.url), "utf8");
  const cases = [...text.matchAll(/^\| `(.+?)` \| `(.+?)` \| `(.+?)` \| ([^|]*?) ?\|/gm)].map((row) =>
    row.slice(1),
  );
  it("has cases", () => expect(cases.length).toBeGreaterThan(8));
  it.each(cases)("%s for %s: %s, %s", (response, gold, by, reason) => {
    let seen: Seen | undefined;
    const row = { response, ground_truth: gold };
    const { result } = findReward("r1_zero_boxed")!.score(row, (what) => {
      seen = what;
    });
    expect(result.reward).toBe(0);
    expect(explained(seen).by).toBe(by);
    expect(explained(seen).reason ?? "").toMatch(new RegExp(`^${reason}`));
  });
});

describe("README.md", () => {
  const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const examples = [
    ...text.matchAll(/^\$ assay grade --gold '(.*)' --answer '(.*)'\n(\w+) \(by (\w+)\)/gm),
  ].map((example) => example.slice(1));
  it("has examples", () => expect(examples).toHaveLength(3));
  it.each(examples)("grades %s against %s: %s by %s", (gold, answer, verdict, by) => {
    expect(verify(gold!, answer!)).toMatchObject({ verdict, by });
  });
});

describe("links between the documents", () => {
  const root = new URL("../", import.meta.url);
  const pages = [
    ...readdirSync(new URL("docs/", root), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
    ...[
      "README.md",
      "CONTRIBUTING.md",
      "SECURITY.md",
      "CHANGELOG.md",
      "models/README.md",
      "clients/python/README.md",
    ],
  ];
  const prose = (url: URL): string => readFileSync(url, "utf8").replace(/```.*?```/gs, "");
  /** The anchors that GitHub makes of headings. */
  const anchors = (url: URL): string[] =>
    [...prose(url).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, "")
        .replaceAll(" ", "-"),
    );
  it.each(pages)("of %s lead to files and headings", (page) => {
    const here = new URL(page, root);
    const links = [...prose(here).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => new URL(link!, here))
      .filter(({ protocol }) => protocol === "file:");
    const isBroken = (link: URL): boolean => {
      const anchor = link.hash.slice(1);
      const file = new URL(link.pathname, link);
      return !existsSync(file) || (anchor !== "" && !anchors(file).includes(anchor));
    };
    expect(links.filter(isBroken).map(String)).toEqual([]);
  });
});
