// Labelled pairs and golden vectors, if a copy is available (or where ASSAY_VECTORS points). They are not part of the
// repository; without them, only the project's own cases are tested.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { verify } from "../src/math/index.ts";

const folder = process.env.ASSAY_VECTORS ?? fileURLToPath(new URL("../../shared/vectors", import.meta.url));
const pairs = `${folder}/answer_pairs.jsonl`;

if (existsSync(pairs)) {
  it("labelled pairs are decided as labelled, none wrongly equal", () => {
    const wrong: string[] = [];
    for (const line of readFileSync(pairs, "utf8").trim().split("\n")) {
      const { gold, answer, equal } = JSON.parse(line) as { gold: string; answer: string; equal: boolean };
      if (verify(gold, answer).equal !== equal) wrong.push(`${gold} | ${answer} | ${equal}`);
    }
    expect(wrong).toEqual([]);
  });
} else {
  it("has no labelled pairs to read", () => {
    console.log(
      `no labelled pairs at ${pairs}: set ASSAY_VECTORS to the folder that holds answer_pairs.jsonl`,
    );
    expect(verify("1", "1").equal).toBe(true);
  });
}
