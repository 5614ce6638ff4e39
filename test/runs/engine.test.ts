// The engine and its journal: finished units are never repeated, unfinished ones never forgotten, and only one process
// writes.

import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type EngineOptions, runUnits } from "../../src/runs/engine/engine.ts";
import { executeHere } from "../../src/runs/engine/executor.ts";
import { Journal, readJournal } from "../../src/runs/engine/journal.ts";
import { type Unit, UnitFailure, type UnitRecord, type Work } from "../../src/runs/engine/unit.ts";
import { testFolder } from "./folder.ts";
import { startNode } from "./spawned.ts";

const units = (count: number): Unit[] =>
  Array.from({ length: count }, (_, i) => ({ id: `u${i}`, kind: "double", input: i }));
const double: Work = async ({ input }) => ({ value: 2 * (input as number) });

async function run(path: string, roots: Unit[], work: Work, options: Partial<EngineOptions> = {}) {
  const journal = await Journal.open(path);
  try {
    return await runUnits(roots, {
      journal,
      concurrency: 4,
      executor: executeHere({ double: work }),
      ...options,
    });
  } finally {
    await journal.close();
  }
}

async function recordsIn(path: string): Promise<UnitRecord[]> {
  const records: UnitRecord[] = [];
  await readJournal(path, (record) => records.push(record));
  return records;
}

function fail(isWrong: boolean): never {
  if (isWrong) throw new TypeError("a mistake");
  return undefined as never;
}

const journalPath = async () => join(await testFolder(), "journal.jsonl");

describe("a run of units", () => {
  it("records each with its input and outcome, in lines of version 1", async () => {
    const path = await journalPath();
    expect(await run(path, units(10), double)).toEqual({ done: 10, failed: 0, left: 0 });
    const records = await recordsIn(path);
    expect(records.map(({ outcome }) => outcome).sort()).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18].sort());
    expect(records[0]).toMatchObject({ v: 1, kind: "double", time: { at: expect.any(String) } });
  });

  it("does nothing twice", async () => {
    const path = await journalPath();
    await run(path, units(10), double);
    const again: string[] = [];
    await run(path, units(12), async (unit, context) => {
      again.push(unit.id);
      return double(unit, context);
    });
    expect(again).toEqual(["u10", "u11"]);
  });

  it("keeps to its concurrency, and takes the longest-waiting first", async () => {
    let [inFlight, most] = [0, 0];
    const order: string[] = [];
    const next = ({ id, input }: Unit): Unit[] =>
      (input as number) >= 100 ? [] : [{ id: `${id}'`, kind: "double", input: 100 }];
    await run(await journalPath(), units(9), async (unit) => {
      order.push(unit.id);
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 1));
      inFlight--;
      return { value: null, next: next(unit) };
    });
    expect(most).toBe(4);
    expect(order.slice(0, 9)).toEqual(units(9).map(({ id }) => id));
    expect(order).toHaveLength(18);
  });

  it("records a failure, and does the unit again on the next start", async () => {
    const path = await journalPath();
    const failing: Work = async (unit, context) => {
      if (unit.id === "u3") throw new UnitFailure("provider", "no");
      return double(unit, context);
    };
    expect(await run(path, units(5), failing)).toEqual({ done: 4, failed: 1, left: 0 });
    const failed = (await recordsIn(path)).filter(({ error }) => error);
    expect(failed).toMatchObject([{ id: "u3", error: { reason: "provider", message: "no" } }]);
    expect(await run(path, units(5), double)).toEqual({ done: 1, failed: 0, left: 0 });
  });

  it("tries a failure that may heal once more behind all others, where it may", async () => {
    const order: string[] = [];
    const healing: Work = async (unit, context) => {
      order.push(unit.id);
      if (unit.id === "u0" && order.length === 1) throw new UnitFailure("x", "y", { isRetryable: true });
      return double(unit, context);
    };
    const summary = await run(await journalPath(), units(3), healing, { attempts: 2, concurrency: 1 });
    expect(summary.done).toBe(3);
    expect(order).toEqual(["u0", "u1", "u2", "u0"]);
  });

  it("stops for a failure that all others would share, and records nothing of it", async () => {
    const path = await journalPath();
    const hopeless: Work = async () => {
      throw new UnitFailure("provider", "no such key", { stopsRun: true });
    };
    const summary = await run(path, units(100), hopeless);
    expect(summary).toMatchObject({ done: 0, failed: 0, left: 100, stoppedBy: { message: "no such key" } });
    expect(await recordsIn(path)).toEqual([]);
  });

  it("ends with an error of the program, and keeps what is done", async () => {
    const path = await journalPath();
    const faulty: Work = async (unit, context) => {
      if (unit.id === "u5") throw new TypeError("a mistake");
      return double(unit, context);
    };
    await expect(run(path, units(9), faulty, { concurrency: 1 })).rejects.toThrow("a mistake");
    expect(await recordsIn(path)).toHaveLength(5);
  });

  it("tells every record, in the order of the journal and before the run ends, also while units keep ending", async () => {
    const path = await journalPath();
    const told: string[] = [];
    let [ended, toldBeforeTheEnd] = [0, 0];
    await run(
      path,
      units(400),
      async (unit, context) => {
        await new Promise((resolve) => setImmediate(resolve));
        if (++ended === 400) toldBeforeTheEnd = told.length;
        return double(unit, context);
      },
      { onRecord: ({ id }) => void told.push(id) },
    );
    expect(told).toEqual((await recordsIn(path)).map(({ id }) => id));
    expect(told).toHaveLength(400);
    // They may accumulate, but only up to a limit.
    expect(toldBeforeTheEnd).toBeGreaterThan(300);
  });

  it("tells a record at once to whoever must know before anything else begins", async () => {
    const order: string[] = [];
    const next = ({ id, input }: Unit): Unit[] =>
      input === 0 ? [{ id: `${id}'`, kind: "double", input: 1 }] : [];
    await run(
      await journalPath(),
      units(1),
      async (unit) => {
        order.push(`begin ${unit.id}`);
        return { value: null, next: next(unit) };
      },
      {
        onWritten: ({ id }) => void order.push(`written ${id}`),
        onRecord: ({ id }) => void order.push(`told ${id}`),
      },
    );
    expect(order.filter((each) => !each.startsWith("told"))).toEqual([
      "begin u0",
      "written u0",
      "begin u0'",
      "written u0'",
    ]);
    expect(order.filter((each) => each.startsWith("told"))).toEqual(["told u0", "told u0'"]);
  });

  it.each(["onWritten", "onRecord"] as const)(
    "ends with an error of %s, and keeps what is done",
    async (name) => {
      const path = await journalPath();
      const faulty = ({ id }: UnitRecord) => {
        if (id === "u2") throw new TypeError("a listener's mistake");
      };
      await expect(run(path, units(9), double, { concurrency: 1, [name]: faulty })).rejects.toThrow(
        "a listener's mistake",
      );
      expect((await recordsIn(path)).length).toBeGreaterThanOrEqual(3);
      expect(await run(path, units(9), double)).toMatchObject({ failed: 0, left: 0 });
      expect(await recordsIn(path)).toHaveLength(9);
    },
  );

  it.each<[string, Partial<EngineOptions>, Work]>([
    ["a listener to its progress", { onProgress: ({ inFlight }) => fail(inFlight === 0) }, double],
    ["work that comes to nothing", {}, async () => undefined as never],
    ["work that throws before it begins", {}, () => fail(true)],
    ["work that names nothing as what follows", {}, async () => ({ value: 1, next: [null as never] })],
    ["an outcome that cannot be written", {}, async () => ({ value: 1n })],
  ])("ends with the mistake of %s, and does not hang", async (_, options, work) => {
    await expect(run(await journalPath(), units(9), work, options)).rejects.toThrow(TypeError);
  });

  it("begins nothing more while a listener is far behind", async () => {
    let [begun, told, mostAhead] = [0, 0, 0];
    const slow = () => {
      told++;
      const until = performance.now() + 1.5;
      while (performance.now() < until);
    };
    const large = "x".repeat(1_000_000);
    for (const [value, ahead] of [
      ["small", 8 * 4 + 2 * 4 + 4],
      [large, 16 + 2 * 4 + 4],
    ] as const) {
      [begun, told, mostAhead] = [0, 0, 0];
      const work: Work = async () => {
        mostAhead = Math.max(mostAhead, ++begun - told);
        await new Promise((resolve) => setImmediate(resolve));
        return { value };
      };
      await run(await journalPath(), units(150), work, { onRecord: slow });
      expect(told).toBe(150);
      expect(mostAhead).toBeLessThanOrEqual(ahead);
    }
  });

  it("hears a signal in a chain that waits for nothing", async () => {
    const drain = new AbortController();
    setTimeout(() => drain.abort(), 20);
    const chain: Work = async ({ id, input }) => {
      const number = (input as number) + 1;
      return {
        value: null,
        next: number < 200_000 ? [{ id: `${id[0]}${number}`, kind: "double", input: number }] : [],
      };
    };
    const { done } = await run(await journalPath(), units(1), chain, { drain: drain.signal });
    expect(done).toBeLessThan(200_000);
  });

  it("does not do again what another run on the same open journal has done", async () => {
    const journal = await Journal.open(await journalPath());
    const options = { journal, concurrency: 4, executor: executeHere({ double }) };
    expect(await runUnits(units(5), options)).toMatchObject({ done: 5 });
    expect(await runUnits(units(8), options)).toMatchObject({ done: 3 });
    await journal.close();
  });

  it("ends with the mistake of whoever makes the units", async () => {
    function* faulty() {
      yield* units(6);
      fail(true);
    }
    const path = await journalPath();
    const journal = await Journal.open(path);
    const running = runUnits(faulty(), { journal, concurrency: 2, executor: executeHere({ double }) });
    await expect(running).rejects.toThrow("a mistake");
    await journal.close();
    expect(await recordsIn(path)).toHaveLength(6);
  });

  it("lets units in flight end when it is drained, and gives them up when it is stopped", async () => {
    let [end, begun] = [new AbortController(), 0];
    const slow: Work = (unit, { signal }) =>
      new Promise((resolve, reject) => {
        if (++begun === 4) setTimeout(() => end.abort(), 5);
        const timer = setTimeout(() => resolve({ value: unit.input }), 30);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(new Error("given up"));
        });
      });
    for (const [way, done] of [
      ["drain", 4],
      ["stop", 0],
    ] as const) {
      [end, begun] = [new AbortController(), 0];
      const summary = await run(await journalPath(), units(20), slow, { [way]: end.signal });
      expect(summary).toEqual({ done, failed: 0, left: 20 - done });
    }
  });

  it("goes on with a chain of three steps after SIGKILL at any place", async () => {
    const path = await journalPath();
    const undisturbed = join(await testFolder(), "journal.jsonl");
    await startNode("chain-process.mjs", [undisturbed, "never", "3"]).ended;
    for (const place of [1, 2, 3].flatMap((step) => [
      `before chain 0 step ${step}`,
      `after chain 0 step ${step}`,
    ])) {
      const killed = await startNode("chain-process.mjs", [path, place, "3"]).ended;
      expect(killed).toMatchObject({ signal: "SIGKILL" });
    }
    const last = await startNode("chain-process.mjs", [path, "never", "3"]).ended;
    expect(last.code).toBe(0);
    const known = (records: UnitRecord[]) =>
      records.map(({ time: _, ...rest }) => JSON.stringify(rest)).sort();
    const records = await recordsIn(path);
    expect(known(records)).toEqual(known(await recordsIn(undisturbed)));
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });
});

describe("a journal", () => {
  const line = (id: string) =>
    `${JSON.stringify({ v: 1, id, kind: "double", input: 0, outcome: 0, time: { at: "", ms: 0 } })}\n`;

  it("loses a torn last line and nothing else", async () => {
    const path = await journalPath();
    for (let cut = 1; cut < line("u1").length - 1; cut += 7) {
      await writeFile(path, line("u0") + line("u1").slice(0, cut));
      const journal = await Journal.open(path);
      expect([...journal.done]).toEqual(["u0"]);
      await journal.close();
      expect(await readFile(path, "utf8")).toBe(line("u0"));
    }
  });

  it("keeps a last line that lacks nothing but its newline", async () => {
    const path = await journalPath();
    await writeFile(path, line("u0") + line("u1").trimEnd());
    const journal = await Journal.open(path);
    expect([...journal.done]).toEqual(["u0", "u1"]);
    await journal.close();
    expect(await readFile(path, "utf8")).toBe(line("u0") + line("u1"));
  });

  it("refuses a broken line in the middle, and names it", async () => {
    const path = await journalPath();
    await writeFile(path, `${line("u0")}{"v":2}\n${line("u1")}`);
    await expect(Journal.open(path)).rejects.toThrow(`${path}, line 2: this is not a line of a journal`);
    await writeFile(path, line("u0"));
    await (await Journal.open(path)).close(); // The lock was not left behind.
  });

  it("refuses a second writer, in this process and from another", async () => {
    const path = await journalPath();
    const journal = await Journal.open(path);
    await expect(Journal.open(path)).rejects.toThrow(`process ${process.pid} writes to this run`);
    const other = await startNode("chain-process.mjs", [path, "never", "1"]).ended;
    expect(other.code).not.toBe(0);
    expect(other.stderr).toContain(`process ${process.pid} writes to this run`);
    await journal.close();
    await expect(stat(`${path}.lock`)).rejects.toThrow();
  });

  it("takes over the lock of a process that is gone, but not one of another machine", async () => {
    const path = await journalPath();
    const gone = await startNode("chain-process.mjs", [path, "before chain 0 step 1", "1"]);
    await gone.ended;
    expect(JSON.parse(await readFile(`${path}.lock`, "utf8"))).toMatchObject({ pid: gone.pid });
    await (await Journal.open(path)).close();
    const reused = { pid: process.ppid, host: hostname(), began: "1" };
    await writeFile(`${path}.lock`, JSON.stringify(reused));
    await (await Journal.open(path)).close();
    await writeFile(`${path}.lock`, JSON.stringify({ ...reused, host: "elsewhere" }));
    await expect(Journal.open(path)).rejects.toThrow("on elsewhere writes to this run");
  });

  it("records a unit as failed whose outcome is too long for a line, and goes on", async () => {
    const path = await journalPath();
    const long = "x".repeat(140 * 1024 * 1024);
    const summary = await run(path, units(3), async ({ id }) => ({ value: id === "u1" ? long : 0 }));
    expect(summary).toMatchObject({ done: 2, failed: 1 });
    const [failed] = (await recordsIn(path)).filter(({ error }) => error !== undefined);
    expect(failed).toMatchObject({ id: "u1", error: { reason: "outcome" } });
    await (await Journal.open(path)).close();
  });

  it("keeps lines of any length and any letters", async () => {
    const path = await journalPath();
    const texts = ["", "ß∑😀", "\ud800", "x".repeat(70_000), "∑".repeat(100_000), "line\nline\u2028"];
    const roots = texts.map((input, i) => ({ id: `u${i}`, kind: "double", input }));
    await run(path, roots, async ({ input }) => ({ value: input }));
    const records = (await recordsIn(path)).sort((a, b) => a.id.localeCompare(b.id));
    expect(records.map(({ outcome }) => outcome)).toEqual(texts);
  });

  it("is appended to, whatever is in it", async () => {
    const path = await journalPath();
    await run(path, units(2), double);
    const before = await readFile(path, "utf8");
    await appendFile(path, line("other"));
    await run(path, units(4), double);
    expect((await readFile(path, "utf8")).startsWith(before + line("other"))).toBe(true);
  });
});
