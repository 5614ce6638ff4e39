// Connections share the limit on open files with everything else that the process has open. When it is reached, no
// thread can be started, and a server accepts connections and closes them silently. Fewer connections are therefore
// opened and accepted.

import { readFileSync } from "node:fs";
import type { Server } from "node:http";

/** The reserve for files, threads and other descriptors. */
const kept = 192;
const warnEveryMs = 60_000;

/** The number of connections that the process may have; infinity if the system has no limit. */
export function mostConnections(): number {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return files === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Number(files) - kept);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

export function limitConnections(server: Server, say: (sentence: string) => void): void {
  const most = mostConnections();
  if (!Number.isFinite(most)) return;
  server.maxConnections = most;
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.on("drop", () => {
    const now = performance.now();
    if (now - warnedAt < warnEveryMs) return;
    warnedAt = now;
    say(
      `${most} connections are open, and there is no file descriptor for another; raise the limit (ulimit -n)`,
    );
  });
}
