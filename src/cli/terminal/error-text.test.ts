import { afterEach, describe, expect, it, vi } from "vitest";
import { ExpectedError } from "../../errors/expected-error.ts";
import { StorageError } from "../../jsonl/errors.ts";
import { errorText } from "./error-text.ts";

afterEach(() => vi.unstubAllEnvs());
const text = (error: unknown) => errorText("assay eval", error, () => "1.2.3");

describe("what a person is told of an error", () => {
  it("is the sentence of an expected one, and nothing else", () => {
    expect(text(new StorageError("no such folder"))).toBe("assay eval: no such folder\n");
  });
  it("is the sentence of what the system refuses", () => {
    const refused = Object.assign(new Error("EACCES: no"), { code: "EACCES", syscall: "open" });
    expect(text(refused)).toBe("assay eval: EACCES: no\n");
  });
  it("is the stack and the version of any other", () => {
    const told = text(new TypeError("x is not a function"));
    expect(told).toContain("an unexpected error, please report it: x is not a function\n");
    expect(told).toContain("error-text.test.ts");
    expect(told).toContain("assay 1.2.3, Node ");
  });
  it("is both with ASSAY_DEBUG=1, and the cause too", () => {
    vi.stubEnv("ASSAY_DEBUG", "1");
    const told = text(new ExpectedError("outer", { cause: new Error("inner") }));
    expect(told).toMatch(/^assay eval: outer\n/);
    expect(told).toContain("caused by Error: inner");
  });
  it("copes with what is no error at all", () => {
    expect(text("boo")).toContain("thrown: boo");
    expect(text(undefined)).toContain("thrown: undefined");
  });
});
