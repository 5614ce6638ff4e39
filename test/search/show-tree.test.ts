// `assay show` of a search: a readable tree for every strategy and for journals of every version.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import type { Writer } from "../servers/policy-server.ts";
import { search, startServers } from "./servers.ts";
import { writeSteps } from "./world.ts";

/** Of its candidates every second one is the first again. */
const writeTwice: Writer = (asked) => writeSteps({ ...asked, choice: asked.choice % 2 });

interface Told {
  mark: string;
  id: string;
  count: number;
  from: string[];
  tree: string | undefined;
}

/** The lines of candidates, in their order. */
const toldIn = (text: string): Told[] =>
  [
    ...text.matchAll(
      /^([→+·-]) (\d+\.\d+)(?: ×(\d+))?(?: from (\d+\.\d+(?: and \d+\.\d+)*))?(?: in tree (\d+))? {2}[\d.nd]/gm,
    ),
  ].map(([, mark, id, count = "1", from, tree]) => ({
    mark: mark!,
    id: id!,
    count: Number(count),
    from: from?.split(" and ") ?? [],
    tree,
  }));

/** In the form of a version before origins and trees. */
async function makeOld(outputDir: string): Promise<void> {
  const path = join(outputDir, "search-0-None", "iterations.jsonl");
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  const old = lines.map((line) => {
    const record = JSON.parse(line);
    for (const solution of [...record.input.state.open, ...record.input.state.ended]) {
      delete solution.from;
      delete solution.tree;
    }
    for (const candidate of record.outcome.candidates)
      if (candidate.dropped)
        candidate.dropped =
          candidate.dropped.as === undefined
            ? candidate.dropped.why
            : `${candidate.dropped.why} as candidate ${candidate.dropped.as}`;
    return `${JSON.stringify(record)}\n`;
  });
  await writeFile(path, old.join(""));
}

describe("the tree of a search", () => {
  it.each(["greedy", "beam", "dvts", "best-of-n"] as const)("of %s can be followed", async (strategy) => {
    const servers = await startServers({ write: writeTwice });
    const { outputDir, problems } = await search(servers, { problems: 2, config: { strategy } });
    const text = (await assay(["show", outputDir, "--problem", "2"])).stdout;
    const [tree, ending] = text.split("[among the solutions that ended]") as [string, string | undefined];
    const told = toldIn(tree);

    // Every candidate that was drawn is in exactly one line.
    const { iterations } = problems.find(({ id }) => id === "2")!;
    for (const { iteration_index, candidates } of iterations) {
      const here = told.filter(({ id }) => id.startsWith(`${iteration_index}.`));
      expect(here.reduce((sum, { count }) => sum + count, 0)).toBe(candidates.length);
      const texts = new Set(candidates.map(({ candidate_step }) => candidate_step));
      expect(here.length).toBeLessThan(candidates.length);
      if (strategy !== "dvts") expect(here.length).toBe(texts.size);
    }

    // Every continued candidate was kept before, and the parents lead to the beginning.
    const kept = new Map(
      told.filter(({ mark }) => mark === "→" || mark === "+").map((each) => [each.id, each]),
    );
    for (const { id, from } of told) {
      const isFirst = id.startsWith("1.");
      expect(from.length > 0, id).toBe(!isFirst);
      for (const parent of from) {
        expect([...kept.keys()]).toContain(parent);
        expect(Number(parent.split(".")[0])).toBe(Number(id.split(".")[0]) - 1);
      }
    }
    const led = told.filter(({ mark }) => mark === "→");
    expect(led).toHaveLength(iterations.length);
    if (strategy === "dvts") {
      expect(new Set(told.map(({ tree: number }) => number))).toEqual(new Set(["1", "2"]));
      for (const { from, tree: number } of told)
        for (const parent of from) expect(kept.get(parent)!.tree).toBe(number);
    } else expect(told.every(({ tree: number }) => number === undefined)).toBe(true);

    // The legend says what the marks mean, and of two solutions that ended one was taken.
    for (const mark of new Set(told.map(({ mark }) => mark)))
      expect(tree.split("[iteration 1]")[0]).toContain(`${mark} `);
    if (strategy === "dvts") expect(ending).toMatch(/\n→ \d+\.\d+ {2}[\d.]+\n· \d+\.\d+ {2}[\d.]+/);
    expect(text).toMatch(/answer \d+: (?:right|wrong)/);

    await makeOld(outputDir);
    expect((await assay(["show", outputDir, "--problem", "2"])).stdout).toBe(text);
  });

  it("without a choice is a list, one line a problem, in order", async () => {
    const { outputDir, problems } = await search(await startServers(), { problems: 12 });
    const { stdout } = await assay(["show", outputDir]);
    const [head, ...lines] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^problem +answer +gold +right +iterations$/);
    expect(lines).toHaveLength(12);
    for (const [i, { id, gt_answer, pred_answer, iteration_history }] of problems.entries()) {
      const isRight = pred_answer === gt_answer ? "yes" : "no";
      expect(lines[i]!.split(/ {2,}/)).toEqual([
        id,
        pred_answer,
        gt_answer,
        isRight,
        `${iteration_history.length}`,
      ]);
    }
    // For programs it stays one object for each problem.
    const json = await assay(["show", outputDir, "--json"]);
    expect(json.stdout.trimEnd().split("\n")).toHaveLength(12);
  });
});
