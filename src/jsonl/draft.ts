// Where something is written before it is moved into its place: beside it, under a name that nobody can guess. What
// processes of this machine left when they were killed is removed by the next one that writes to the same place.

import { createHash, randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";

/** The path of a new draft of a file or folder. */
export function newDraft(path: string): string {
  removeAbandoned(path);
  return `${path}.${here}-${process.pid}-${randomBytes(8).toString("hex")}.draft`;
}

/** Of this machine: on a disk that several share, whether another's process still lives cannot be known. */
const here = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

function removeAbandoned(path: string): void {
  const folder = dirname(path);
  const start = `${basename(path)}.${here}-`;
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(start)) continue;
      const [, pid] = /^(\d+)-[0-9a-f]{16}\.draft$/.exec(name.slice(start.length)) ?? [];
      if (pid !== undefined && !isRunning(Number(pid)))
        rmSync(join(folder, name), { force: true, recursive: true });
    }
  } catch {
    // They are only in the way; what matters is told by the writing itself.
  }
}

/** Whether a process of this machine has the number. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
