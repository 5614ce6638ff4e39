import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.ts"],
    testTimeout: 60_000,
    // Files of tests make runs and start servers before their first test.
    hookTimeout: 60_000,
    // Many tests wait for servers and processes of their own, so that three files at once pay even on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // What the command line remembers of the user is kept apart.
    env: { XDG_STATE_HOME: join(tmpdir(), `assay-test-state-${process.pid}`) },
  },
});
