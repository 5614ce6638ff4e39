import { describe, expect, it } from "vitest";
import { count, counted, thingFor } from "./counted.ts";

describe("a number of things", () => {
  it("is in the singular for one alone", () => {
    expect(counted(0, "sample")).toBe("0 samples");
    expect(counted(1, "sample")).toBe("1 sample");
    expect(counted(2, "sample")).toBe("2 samples");
    expect(counted(12_345, "request")).toBe("12,345 requests");
  });

  it("has commas where the language's own way of writing has them", () => {
    for (const number of [
      0,
      7,
      12,
      999,
      1000,
      12_345,
      123_456,
      1_234_567,
      10 ** 12,
      -1,
      -999,
      -1000,
      -123_456,
    ])
      expect(count(number)).toBe(number.toLocaleString("en"));
  });

  it("has its plural as English writes it", () => {
    expect(counted(3, "retry")).toBe("3 retries");
    expect(counted(3, "key")).toBe("3 keys");
    expect(counted(3, "search")).toBe("3 searches");
    expect(counted(3, "process")).toBe("3 processes");
    expect(thingFor(1, "retry")).toBe("retry");
  });
});
