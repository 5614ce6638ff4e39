// The log of items: it contains complete lines, and counts those that it lost.

import { open, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ItemLog, LogFile, openLog } from "../../src/server/logs.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { post, serveFor, tagged, until } from "./served.ts";

const quiet = openLog("error", () => {});
const line = (i: number, length = 60) => `${JSON.stringify({ i, x: "y".repeat(length) })}\n`;
const numbers = (text: string): number[] =>
  text
    .trimEnd()
    .split("\n")
    .map((each) => (JSON.parse(each) as { i: number }).i);

/** From now on the disk accepts this many more bytes, until the returned function is called. */
async function fillDisk(room: number): Promise<() => void> {
  const any = await open(join(await temporaryFolder(), "any"), "w");
  const handles = Object.getPrototypeOf(any) as typeof any;
  await any.close();
  const write = handles.write as (bytes: Uint8Array, from: number, length?: number) => Promise<object>;
  const spy = vi.spyOn(handles, "write").mockImplementation(function (
    this: typeof any,
    bytes: unknown,
    from: unknown,
  ) {
    if (room === 0) return Promise.reject(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }));
    const taken = Math.min(room, (bytes as Uint8Array).length - (from as number));
    room -= taken;
    return write.call(this, bytes as Uint8Array, from as number, taken) as never;
  } as never);
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
}

describe("the log", () => {
  it("takes a whole batch at once, though it is larger than what is written at once", async () => {
    const file = join(await temporaryFolder(), "items.jsonl");
    const service = await serveFor(["--workers", "2", "--log", file]);
    const items = Array.from({ length: 8_192 }, (_, i) => ({
      response: tagged(String(i), "x".repeat(2_500)),
      ground_truth: String(i),
    }));
    expect((await post(`${service.url}/v1/score`, { items })).status).toBe(200);
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain("assay_log_dropped_total 0\n");
    service.kill("SIGTERM");
    await service.ended;
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    expect(lines.map((each) => JSON.parse(each).item.ground_truth)).toEqual(
      items.map(({ ground_truth }) => ground_truth),
    );
  });

  it("is put aside by size, and five are kept", async () => {
    const folder = await temporaryFolder();
    const file = join(folder, "items.jsonl");
    const log = new ItemLog({ file, every: 1, log: quiet, rotateBytes: 100 });
    for (let i = 0; i < 12; i++) {
      log.add(line(i));
      await until(async () => (await readFile(file, "utf8").catch(() => "")).includes(`"i":${i},`));
    }
    expect(await log.close()).toBe(true);
    expect((await readdir(folder)).sort()).toEqual(
      ["", ".1", ".2", ".3", ".4", ".5"].map((end) => `items.jsonl${end}`),
    );
    expect(numbers(await readFile(`${file}.5`, "utf8"))).toEqual([6]);
    expect(log.dropped).toBe(0);
  });

  it("holds whole lines after the disk was full, and counts exactly those that it does not hold", async () => {
    const file = join(await temporaryFolder(), "items.jsonl");
    const log = new ItemLog({ file, every: 1, log: quiet });
    const size = line(0).length;
    const hasRoom = await fillDisk(3 * size + 20);
    log.add(Array.from({ length: 9 }, (_, i) => line(i)).join(""));
    await until(() => log.dropped > 0);
    expect(log.dropped).toBe(6);
    expect(numbers(await readFile(file, "utf8"))).toEqual([0, 1, 2]);
    hasRoom();
    await log.close();
    const later = new ItemLog({ file, every: 1, log: quiet });
    later.add(line(9));
    await later.close();
    expect(numbers(await readFile(file, "utf8"))).toEqual([0, 1, 2, 9]);
  });

  it("goes on with a line of its own where a file ends in the middle of one", async () => {
    const file = join(await temporaryFolder(), "items.jsonl");
    await writeFile(file, `${line(0)}{"i": 1, "x`);
    const target = new LogFile(file, 1e9);
    expect(await target.append(Buffer.from(line(2)))).toEqual({ whole: line(2).length });
    await target.stop();
    expect((await readFile(file, "utf8")).split("\n")).toEqual([
      line(0).trim(),
      '{"i": 1, "x',
      line(2).trim(),
      "",
    ]);
  });

  it("keeps only so much for a disk that does not answer, and does not wait for it at the end", async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const never = new Promise<never>(() => {});
    const target = { append: () => never, stop: () => never };
    const log = new ItemLog({ file: "items.jsonl", every: 1, log: quiet, target });
    const megabyte = Buffer.from(line(0, (1 << 20) - 20));
    for (let i = 0; i < 100; i++) log.add(megabyte);
    expect(log.dropped).toBeGreaterThan(30);
    const closed = log.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await closed).toBe(false);
  });
});
