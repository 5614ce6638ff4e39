// How the memory of a process that serves rewards is kept small: it reads and drops a hundred megabytes a second.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * What outlives an item by a moment is garbage too, and V8 would let it pile up in each thread to several times what is
 * in use before it looks. Megabytes at which it looks first, and percent by which a heap may then grow.
 */
const heapFlags = ["--initial-old-space-size=24", "--heap-growing-percent=40"];

/** For threads that are started from now on. */
export function limitHeaps(): void {
  for (const flag of heapFlags) setFlagsFromString(flag);
}

/** How garbage is collected when it is asked for. */
export interface Collector {
  /** What has just become garbage. */
  young(): void;
  /** All of it, and the space that it took is given back. */
  all(): void;
}

/** Undefined where nobody can ask for it. */
export function openCollector(): Collector | undefined {
  try {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as (options?: { type: "minor" }) => void;
    return {
      young: () => collect({ type: "minor" }),
      all() {
        setFlagsFromString("--optimize-for-size");
        collect();
        setFlagsFromString("--no-optimize-for-size");
      },
    };
  } catch {
    return undefined;
  }
}
