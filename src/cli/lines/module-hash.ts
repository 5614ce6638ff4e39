// A module of a user's own by the hash of its file: machines that share rows must have the same one.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

export async function hashOfModule(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}
