import fc from "fast-check";
import { expect, it } from "vitest";
import { IdSet } from "./journal.ts";

it("holds what a set would, however many parts it needs", () => {
  const ids = fc.array(fc.string({ unit: fc.constantFrom(..."ab"), maxLength: 4 }), { maxLength: 40 });
  fc.assert(
    fc.property(ids, ids, fc.integer({ min: 1, max: 5 }), (added, asked, most) => {
      const [plain, parted] = [new Set(added), new IdSet(most)];
      for (const id of added) parted.add(id);
      expect(parted.size).toBe(plain.size);
      for (const id of [...added, ...asked]) expect(parted.has(id)).toBe(plain.has(id));
    }),
    { numRuns: 300 },
  );
});
