// The mathematics runs in a browser: bundled to one file, it only needs the language itself.

import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, it } from "vitest";

const entry = fileURLToPath(new URL("../src/math/index.ts", import.meta.url));

let code = "";
let chunks = 0;
let imports: string[] = [];

beforeAll(async () => {
  const bundle = await rolldown({ input: entry, platform: "browser" });
  const { output } = await bundle.generate({ format: "iife", name: "assay" });
  await bundle.close();
  chunks = output.length;
  const [first] = output;
  code = first.code;
  imports = [...first.imports, ...first.dynamicImports];
});

describe("the bundle of the mathematics", () => {
  it("is one file without imports", () => {
    expect(chunks).toBe(1);
    expect(imports).toEqual([]);
    expect(/^\s*import\b|\bimport\s*\(/m.exec(code)?.[0]).toBeUndefined();
  });
  it.each([/["'`]node:/, /\brequire\s*\(/, /\bprocess\./, /\bBuffer\b/, /\b__dirname\b/, /\bimport\.meta\b/])(
    "does not mention %s",
    (name) => expect(name.exec(code)?.[0]).toBeUndefined(),
  );
  it("grades where there is nothing but the language", () => {
    const context = createContext(Object.create(null));
    for (const name of [
      "process",
      "require",
      "Buffer",
      "setTimeout",
      "performance",
      "TextEncoder",
      "fetch",
    ]) {
      expect(runInContext(`typeof ${name}`, context)).toBe("undefined");
    }
    runInContext(code, context);
    const run = (expression: string): unknown =>
      JSON.parse(runInContext(`JSON.stringify(${expression})`, context));
    expect(run(String.raw`assay.verify("\\frac{1}{2}", "0.5")`)).toMatchObject({
      verdict: "equal",
      equal: true,
    });
    expect(run(`assay.verify("0.5", "0.51")`)).toMatchObject({ verdict: "different", equal: false });
    expect(run(String.raw`assay.verify("\\sqrt{8}", "2\\sqrt{2}").equal`)).toBe(true);
    expect(run(`assay.verify("(x+1)^2", "x^2+2x+1").equal`)).toBe(true);
    expect(run(`assay.verify("5", "5 or 6").equal`)).toBe(false);
    expect(run(`assay.verify("5", "(").unparsed`)).toBe("answer");
    expect(run(String.raw`assay.extractAnswer("so \\boxed{42}.").answer`)).toBe("42");
    expect(run(`assay.printLatex(assay.parse("½").tree)`)).toBe("\\frac{1}{2}");
  });
});
