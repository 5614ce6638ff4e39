// A folder for a test, removed when the test is over.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-run-"));
  // An index may still write its cache in the background, so that the folder is not empty at the first attempt.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
