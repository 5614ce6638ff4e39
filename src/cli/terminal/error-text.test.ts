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
    expect(text(refused)).toBe("assay eval: permission is missing\n");
    const taken = { code: "EADDRNOTAVAIL", syscall: "listen", address: "10.9.9.9", port: 80 };
    expect(text(Object.assign(new Error("listen EADDRNOTAVAIL: address not available"), taken))).toBe(
      "assay eval: cannot listen on 10.9.9.9:80: this machine has no such address\n",
    );
    const made = { code: "EEXIST", syscall: "mkdir", path: "runs" };
    expect(text(Object.assign(new Error("EEXIST: file already exists, mkdir 'runs'"), made))).toBe(
      "assay eval: runs: a file of that name is in the way\n",
    );
    const full = { code: "ENOSPC", syscall: "write" };
    expect(text(Object.assign(new Error("ENOSPC: no space left on device, write"), full))).toBe(
      "assay eval: the output cannot be written: the disk is full\n",
    );
    const odd = { code: "EINVAL", syscall: "open", path: "x" };
    expect(text(Object.assign(new Error("EINVAL: invalid argument, open 'x'"), odd))).toBe(
      "assay eval: x: invalid argument\n",
    );
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
