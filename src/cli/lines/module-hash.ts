// The hash of a user's module: machines that share rows must have the same file.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

export async function hashOfModule(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}
