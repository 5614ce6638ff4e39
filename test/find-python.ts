// The Python of the tests: the first on the path that has the required packages, else Debian's own.

import { spawnSync } from "node:child_process";

/** The command of a Python that can import all of these; undefined if there is none. */
export const findPython = (...modules: string[]): string | undefined =>
  ["python3", "/usr/bin/python3"].find(
    (python) =>
      spawnSync(python, ["-c", modules.length > 0 ? `import ${modules.join(", ")}` : ""]).status === 0,
  );
