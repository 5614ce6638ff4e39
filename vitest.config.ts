import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** A test that replaces a module must be alone with it. */
const replacesModules = ["src/datasets/no-links.test.ts"];

export default defineConfig({
  test: {
    projects: [
      // Tests of single modules share what they load, which is most of their time.
      {
        extends: true,
        test: {
          name: "modules",
          include: ["src/**/*.test.ts", "web/**/*.test.ts"],
          exclude: replacesModules,
          pool: "threads",
          isolate: false,
        },
      },
      { extends: true, test: { name: "parts", include: ["test/**/*.test.ts", ...replacesModules] } },
    ],
    setupFiles: ["test/processes/end-with-file.ts"],
    globalSetup: ["test/processes/none-left.ts"],
    testTimeout: 60_000,
    // Files of tests make runs and start servers before their first test.
    hookTimeout: 60_000,
    // Many tests wait for servers and processes of their own, so that three files at once pay even on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // What the command line remembers of the user is kept apart.
    env: { XDG_STATE_HOME: join(tmpdir(), `assay-test-state-${process.pid}`) },
  },
});
