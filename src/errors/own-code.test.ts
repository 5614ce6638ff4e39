import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { mistakeIn } from "./own-code.ts";

const folder = mkdtempSync(join(tmpdir(), "own-code-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function mistake(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, text);
  return import(/* @vite-ignore */ pathToFileURL(path).href).then(
    () => "none",
    (error: unknown) => mistakeIn(path, error),
  );
}

describe("a mistake in a user's module", () => {
  it("that it throws while it is loaded has its line", async () => {
    expect(await mistake("throws.mjs", "export const a = 1;\n\nthrow new Error('boo');\n")).toBe(
      `boo (${join(folder, "throws.mjs")}:3)`,
    );
  });
  it("that keeps it from being parsed has its line, which its error does not tell", () => {
    const path = join(folder, "unparsed.mjs");
    writeFileSync(path, "export const a = 1;\nexport const b = {;\n");
    const told = mistakeIn(path, new SyntaxError("Unexpected token ';'"));
    expect(told).toBe(`Unexpected token ';' (${path}:2)`);
  });
  it("that stands in no line of it is told alone", () => {
    expect(mistakeIn(join(folder, "other.mjs"), new TypeError("boo"))).toBe("boo");
    expect(mistakeIn(join(folder, "other.mjs"), "thrown")).toBe("thrown");
  });
});
