// How critiques vote.

import { describe, expect, it } from "vitest";
import { majorityOf } from "./outcome.ts";

describe("a vote", () => {
  it("goes to what most say", () => expect(majorityOf([1, 2, 2, -1])).toBe(2));
  it("goes to the first seen where several are equal", () => expect(majorityOf([null, 3, 1, 1, 3])).toBe(3));
  it("leaves out who says nothing", () => expect(majorityOf([null, null, -1])).toBe(-1));
  it("has no outcome where nobody says anything", () => expect(majorityOf([null, null])).toBeNull());
});
