// A folder for a test, removed when the test is over.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-run-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
