import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsIn } from "../terminal/columns.ts";
import { mostBelow, runProgressShown, terminalLines } from "./progress.ts";

describe("what is told on a terminal", () => {
  const parts = ["1/3 samples", "1 right", "5 s"];
  it("is one line where it fits", () => {
    expect(terminalLines({ parts }, 40)).toEqual(["1/3 samples, 1 right, 5 s"]);
  });
  it("goes on in a second line with whole parts", () => {
    expect(terminalLines({ parts }, 20)).toEqual(["1/3 samples, 1 right", "5 s"]);
  });
  it("gives the lines below to the last failure, as a whole", () => {
    const below = "2 retries, the last: status 503\nbusy";
    expect(terminalLines({ parts, below }, 20)).toEqual([
      "1/3 samples, 1 right",
      "2 retries, the last:",
      "status 503 busy",
    ]);
    expect(terminalLines({ parts, below }, 80)[1]).toBe("2 retries, the last: status 503 busy");
  });
  it("never takes more lines than it may, nor more than the width", () => {
    const text = fc.string({ unit: fc.constantFrom("a", " ", "题", "🙂", "é"), minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 8 }),
        fc.option(text),
        fc.integer({ min: 4, max: 60 }),
        (said, below, columns) => {
          const lines = terminalLines({ parts: said, below: below ?? undefined }, columns);
          expect(lines.length).toBeLessThanOrEqual(below === null ? 2 : 1 + mostBelow);
          for (const line of lines) expect(columnsIn(line)).toBeLessThanOrEqual(columns);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const tokens = { inputTokens: 1200, outputTokens: 5000 };
const facts = { unit: "samples", total: 100, done: 30, resumed: 10, said: ["12 right (40.0%)"], tokens };

describe("how far a run is", () => {
  it("tells what is done, for how long, how fast, and what is left", () => {
    const { parts, below } = runProgressShown(facts, { inFlight: 0, retries: 0 }, 10);
    expect(parts).toEqual([
      "30/100 samples",
      "12 right (40.0%)",
      "10 s",
      "2.0/s",
      "35 s left",
      "1,200 tokens in",
      "5,000 out",
    ]);
    expect(below).toBeUndefined();
  });
  it("tells what is in flight and since when, as the clock has it", () => {
    const oldestSince = performance.now() - 65_000;
    const { parts } = runProgressShown(facts, { inFlight: 20, oldestSince, retries: 0 }, 10);
    expect(parts).toContain("20 in flight");
    expect(parts).toContain("oldest 1 min 5 s");
  });
  it("counts what waits for another try apart", () => {
    const now = performance.now();
    const retriesAt = [now - 1, now + 60_000, now + 60_000];
    const { parts } = runProgressShown(facts, { inFlight: 5, retries: 3, retriesAt }, 10);
    expect(parts).toEqual(expect.arrayContaining(["3 in flight", "2 waiting to be tried again"]));
    const all = runProgressShown(facts, { inFlight: 1, retries: 3, retriesAt }, 10).parts;
    expect(all).toContain("1 waiting to be tried again");
    expect(all.join()).not.toContain("in flight");
  });
  it("tells the cost where prices are known, and the last failure as a whole", () => {
    const lastRetry = { why: "status 503: busy", tries: 1, delayMs: 5 };
    const { parts, below } = runProgressShown(
      { ...facts, cost: 1.5, currency: "USD" },
      { inFlight: 1, retries: 1, lastRetry },
      10,
    );
    expect(parts).toContain("cost 1.50 USD");
    expect(below).toBe("1 retry, the last: status 503: busy");
  });
});
