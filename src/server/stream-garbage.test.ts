import { describe, expect, it } from "vitest";
import { StreamGarbage } from "./stream-garbage.ts";

describe("what is left of a stream", () => {
  it("is collected every megabyte, in whatever pieces it comes", () => {
    for (const piece of [1_000, 65_536, 1 << 20]) {
      let collected = 0;
      const garbage = new StreamGarbage(() => collected++);
      const pieces = Math.ceil((10 << 20) / piece);
      for (let i = 0; i < pieces; i++) garbage.read(piece);
      expect(collected).toBeGreaterThanOrEqual(9);
      expect(collected).toBeLessThanOrEqual(10);
    }
  });

  it("is left to the runtime where nothing can be asked of it", () => {
    expect(() => new StreamGarbage(undefined).read(5 << 20)).not.toThrow();
  });
});
