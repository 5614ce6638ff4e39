// The Python client's own tests, each file run by a real python3.

import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { clientTests, python, runsPython } from "./python.ts";

const files = readdirSync(clientTests).filter((name) => /^test_.*\.py$/.test(name));

describe.runIf(runsPython("clients/python"))("clients/python", () => {
  it("has tests", () => expect(files.length).toBeGreaterThan(4));

  it.each(files)("%s", async (file) => {
    const { code, stdout, stderr } = await python(["-W", "error::ResourceWarning", `${clientTests}${file}`]);
    if (stdout !== "") console.warn(stdout.trim());
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Ran [1-9]\d* tests? in/);
    expect(stderr).not.toContain("ResourceWarning");
  });
});
