import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.ts"],
    testTimeout: 60_000,
    // What the command line remembers of the user is kept apart.
    env: { XDG_STATE_HOME: join(tmpdir(), `assay-test-state-${process.pid}`) },
  },
});
