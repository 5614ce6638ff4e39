// Rows on other machines: the output equals that of one process that answers all of them in order, whatever order the
// results arrive in, and an interrupted run requests the same blocks again.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { carriedRows } from "../../src/cli/lines/carried-rows.ts";
import { hashOfModule } from "../../src/cli/lines/module-hash.ts";
import { contextOfRows, rowsWork } from "../../src/cli/lines/rows-work.ts";
import { open as openRewards } from "../../src/cli/reward/lines-reward.ts";
import { answerLines } from "../../src/jsonl/answer-lines.ts";
import { asPlainAnswer, readPlainBlock } from "../../src/jsonl/plain-block.ts";
import { runLines } from "../../src/jsonl/run-lines.ts";
import type { Executor, RunContext } from "../../src/runs/engine/executor.ts";
import { type Unit, UnitFailure } from "../../src/runs/engine/unit.ts";
import { testFolder } from "../runs/folder.ts";

const failed = { twice: null };
const twice = (row: Record<string, unknown>) => {
  if (typeof row.n !== "number") throw new Error("no number");
  return { add: { twice: 2 * row.n }, count: row.n % 2 === 0 ? "even" : "odd", figures: { n: row.n } };
};

const context: RunContext = { hash: "c0ffee", kind: "rows", data: {} };

const rows = Buffer.concat(
  Array.from({ length: 3_500 }, (_, i) => {
    if (i === 1_234) return Buffer.from([0x7b, 0xff, 0x7d, 0x0a]);
    return Buffer.from(i % 700 === 3 ? "not JSON\n" : `{"n": ${i}, "word": "zwölf"}\n`);
  }),
);

/** The readable part of a name: the rows. */
const placeOf = (id: string): string => /^rows#\d+\+\d+(?=:[0-9a-f]{32}$)/.exec(id)![0];

/** Units end in a different order. */
function elsewhere(lost: (unit: Unit) => boolean = () => false) {
  const begun: string[] = [];
  const written: string[] = [];
  const executor: Executor = {
    /** Workers start and stop. */
    get places() {
      return 1 + (begun.length % 3);
    },
    written: (id) => written.push(placeOf(id)),
    async do(unit) {
      begun.push(placeOf(unit.id));
      const { input } = JSON.parse(JSON.stringify(unit)) as Unit;
      for (let turns = 3 - (begun.length % 4); turns > 0; turns--) await new Promise(setImmediate);
      if (lost(unit)) throw new UnitFailure("worker_lost", "its worker was lost three times");
      const value = asPlainAnswer(await answerLines(readPlainBlock(input), twice, failed));
      return JSON.parse(JSON.stringify({ value })) as { value: unknown };
    },
  };
  return { executor, begun, written };
}

async function run(
  folder: string,
  executor: Executor,
  more: { resume?: boolean; signal?: AbortSignal } = {},
) {
  const summary = await runLines({
    input: join(folder, "in.jsonl"),
    output: join(folder, "out.jsonl"),
    worker: new URL("file:///nowhere.js"),
    work: "twice",
    openExecutor: async () => carriedRows({ executor, context, failed }),
    ...more,
  });
  return { summary, output: await readFile(join(folder, "out.jsonl")) };
}

async function prepared() {
  const folder = await testFolder();
  await writeFile(join(folder, "in.jsonl"), rows);
  const whole = await answerLines({ bytes: rows, first: 1 }, twice, failed);
  return { folder, whole };
}

describe("rows that are carried elsewhere", () => {
  it("come back in order, with the numbers of their lines and the counts of all", async () => {
    const { folder, whole } = await prepared();
    const { executor, begun, written } = elsewhere();
    const { summary, output } = await run(folder, executor);
    expect(written).toEqual(begun);
    expect(output.equals(whole.bytes)).toBe(true);
    expect(summary).toMatchObject({ lines: 3_500, failed: whole.problems.length, counts: whole.counts });
    expect(begun).toEqual(["rows#1+1000", "rows#1001+1000", "rows#2001+1000", "rows#3001+500"]);
  });

  it("are asked for again from where the output ends, under the same names", async () => {
    const { folder, whole } = await prepared();
    const lines = Buffer.from(whole.bytes).toString().split("\n");
    await writeFile(
      join(folder, "out.jsonl"),
      `${lines.slice(0, 1_000).join("\n")}\n${lines[1_000]!.slice(0, 5)}`,
    );
    const { executor, begun } = elsewhere();
    const { summary, output } = await run(folder, executor, { resume: true });
    expect(output.equals(whole.bytes)).toBe(true);
    expect(summary).toMatchObject({ lines: 3_500, resumed: 1_000 });
    expect(begun).toEqual(["rows#1001+1000", "rows#2001+1000", "rows#3001+500"]);
  });

  it("are handed to workers that come while a slow block is under way", async () => {
    const { folder, whole } = await prepared();
    const { executor } = elsewhere();
    let [places, begun] = [1, 0];
    let tell = () => {};
    let release = () => {};
    const others = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: Executor = {
      get places() {
        return places;
      },
      onChange(listener) {
        tell = listener;
      },
      async do(unit, control) {
        begun++;
        if (begun === 4) release();
        if (begun === 2)
          setImmediate(() => {
            places = 4;
            tell();
          });
        if (placeOf(unit.id).startsWith("rows#1+")) await others;
        return executor.do(unit, control);
      },
    };
    const { output } = await run(folder, slow);
    expect(output.equals(whole.bytes)).toBe(true);
  });

  it("fail with the reason where a block was lost, and the others are answered", async () => {
    const { folder, whole } = await prepared();
    const { executor } = elsewhere(({ id }) => placeOf(id) === "rows#1001+1000");
    const { summary, output } = await run(folder, executor);
    const [all, right] = [output, Buffer.from(whole.bytes)].map((bytes) => bytes.toString().split("\n"));
    expect(all!.slice(0, 1_000)).toEqual(right!.slice(0, 1_000));
    expect(all!.slice(2_000)).toEqual(right!.slice(2_000));
    expect(JSON.parse(all![1_000]!)).toEqual({
      n: 1_000,
      word: "zwölf",
      twice: null,
      error: "line 1001: its worker was lost three times",
    });
    expect(summary.failed).toBeGreaterThanOrEqual(1_000);
  });

  it("end the run where nothing can be answered at all", async () => {
    const { folder } = await prepared();
    const executor: Executor = {
      do: () => Promise.reject(new UnitFailure("rows", "no such reward", { stopsRun: true })),
    };
    await expect(run(folder, executor)).rejects.toThrow("no such reward");
  });
});

const fields: never[] = [];

it("names units by their rows and their work, so that no answer is taken for another's", async () => {
  const names = async (line: string, hash: string) => {
    const folder = await testFolder();
    await writeFile(join(folder, "in.jsonl"), line);
    const ids: string[] = [];
    const { executor } = elsewhere();
    const noting: Executor = {
      do(unit, control) {
        ids.push(unit.id);
        return executor.do(unit, control);
      },
    };
    await runLines({
      input: join(folder, "in.jsonl"),
      output: join(folder, "out.jsonl"),
      worker: new URL("file:///nowhere.js"),
      work: "twice",
      openExecutor: async () => carriedRows({ executor: noting, context: { ...context, hash }, failed }),
    });
    return ids[0];
  };
  const [first, same, otherRow, otherWork] = await Promise.all([
    names('{"n":1}\n', "a"),
    names('{"n":1}\n', "a"),
    names('{"n":2}\n', "a"),
    names('{"n":1}\n', "b"),
  ]);
  expect(same).toBe(first);
  expect(new Set([first, otherRow, otherWork]).size).toBe(3);
});

describe("what a worker makes of a foreign context", () => {
  const opened = (data: unknown, modules?: string[]) =>
    rowsWork({ hash: "", kind: "rows", data }, { modules });
  const reward = (data: object) => ({ command: "reward", timeoutMs: 1000, data: { fields, ...data } });

  it.each([
    [{ command: "exec", timeoutMs: 1000, data: {} }, "command"],
    [reward({ name: "r1_zero", onUnscored: "null", worker: "file:///x.js" }), "worker"],
    [reward({ name: "no_such", onUnscored: "null" }), "there is no reward 'no_such' here"],
    [reward({ module: "file:///etc/x.js", onUnscored: "null" }), "--module FILE"],
    [reward({ module: "a".repeat(64), onUnscored: "null" }), "--module FILE"],
  ])("refuses %j", async (data, said) => {
    await expect(opened(data, [fileURLToPath(import.meta.url)])).rejects.toThrow(said);
  });

  it("opens a module that it has been given, by the hash that its file has now", async () => {
    const path = join(await testFolder(), "own.mjs");
    await writeFile(path, "export const score = () => 1;\n");
    const data = reward({ module: await hashOfModule(path), onUnscored: "zero" });
    await (await opened(data, [path])).close();
    await writeFile(path, "export const score = () => 0;\n");
    await expect(opened(data, [path])).rejects.toThrow("this worker was not given the same file");
  });

  it("loads no module that has changed since", async () => {
    const path = join(await testFolder(), "own.mjs");
    await writeFile(path, "export const score = () => 1;\n");
    const lines = { name: undefined, module: pathToFileURL(path).href, onUnscored: "null", fields };
    await expect(openRewards({ ...lines, hash: "a".repeat(64) })).rejects.toThrow("has changed since");
    await openRewards({ ...lines, hash: await hashOfModule(path) });
  });

  it("opens what it knows", async () => {
    const context = contextOfRows({
      command: "grade",
      timeoutMs: 1000,
      data: { options: {}, extract: "auto", fields },
    });
    await (await rowsWork(context)).close();
  });
});
