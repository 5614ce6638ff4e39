// A server whose context is too short for a task's default: the message names a length, and that length works.

import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { assay } from "../command-line.ts";
import { choices, TestServer } from "../models/server.ts";
import { testFolder } from "./folder.ts";
import { sumTexts, writeSums } from "./sums.ts";

it("a refused length is answered with the flag that shortens it", async () => {
  const server = await TestServer.start((asked) =>
    Number(asked.body.max_tokens) > 4000
      ? { status: 400, body: { message: "This model's maximum context length is 4096 tokens." } }
      : choices(asked, sumTexts(asked)),
  );
  onTestFinished(() => server.close());
  const folder = await testFolder();
  const rows = await writeSums(folder, 2);
  const args = ["eval", "--base-url", server.url, "--model", "m", "-a", rows];
  const refused = await assay([...args, "--out", join(folder, "long")]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("ask for fewer tokens with -m, for example -m 3072");
  // There are no answers, so the folder may be used with a different length.
  const shorter = await assay([...args, "--out", join(folder, "long"), "-m", "3072"]);
  expect(shorter.code).toBe(0);
  const longer = await assay([...args, "--out", join(folder, "long"), "-m", "3000"]);
  expect([longer.code, longer.stderr.includes("max-tokens of sums: 3072 → 3000")]).toEqual([1, true]);
});
