import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsIn } from "../terminal/columns.ts";
import { mostBelow, terminalLines } from "./progress.ts";

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
