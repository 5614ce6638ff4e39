// Golden vectors are not in the repository. If they are available, the figures of parity are tested; otherwise the
// tests say so.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";

const folder =
  process.env.ASSAY_VECTORS ?? fileURLToPath(new URL("../../../shared/vectors", import.meta.url));

/** Describes tests over the rows of a file of vectors, if it is there. */
export function describeVectors<T>(file: string, body: (rows: T[]) => void): void {
  const path = join(folder, file);
  const isThere = existsSync(path);
  if (!isThere)
    console.warn(
      `${file}: not tested, because there are no golden vectors in ${folder} (ASSAY_VECTORS names another place)`,
    );
  describe.runIf(isThere)(file, () => {
    if (isThere) body(readRows<T>(path));
  });
}

function readRows<T>(path: string): T[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}
