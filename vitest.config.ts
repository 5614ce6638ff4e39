import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { quickToStart } from "./test/command-line.ts";

/** A test that replaces modules, functions or clocks must be alone with them; counting work replaces methods of strings and lists. */
const replacing = [
  "src/datasets/no-links.test.ts",
  ...readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name.replaceAll("\\", "/")}`)
    .filter((path) => /\bvi\.\w|"\.\/counted-work\.ts"/.test(readFileSync(path, "utf8"))),
];

/** These take longest. They begin first, so that at the end no process waits for one of them. */
const longest = [
  "test/queue/faults.test.ts",
  "test/server/ending.test.ts",
  "test/search/faults.test.ts",
  "test/runs/stuck.test.ts",
  "test/view/audit.test.ts",
  "test/server/module-flow.test.ts",
  "test/queue/several-runs.test.ts",
  "test/queue/endings.test.ts",
  "test/answers/law.test.ts",
  "test/processbench/real-data.test.ts",
  "test/view/pages.test.ts",
  "test/rewards/reward-command.test.ts",
  "test/server/steps.test.ts",
  "test/python/trainers.test.ts",
  "test/cross/cross.test.ts",
  "test/hostile/readers.test.ts",
  "test/processbench/faults.test.ts",
  "test/shards/rows.test.ts",
  "test/runs/faults.test.ts",
  "test/processbench/kill.test.ts",
  "test/judge/served.test.ts",
  "test/queue/rows.test.ts",
  "test/server/python-reward.test.ts",
  "test/search/search.test.ts",
  "test/queue/safety.test.ts",
  "test/view/live.test.ts",
  "test/server/hostile.test.ts",
  "test/view/hostile.test.ts",
  "test/identities/identities.test.ts",
  "test/server/operations.test.ts",
  "test/server/describe.test.ts",
  "test/server/batches.test.ts",
  "test/package.test.ts",
  "test/demo.test.ts",
  "test/queue/kinds.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((path) => moduleId.endsWith(path));
      return at < 0 ? longest.length : at;
    };
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((each) => each.project === project).sort((a, b) => place(a) - place(b)),
    );
  }
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "alone", include: replacing } },
      // Other files share what they load, and processes that have loaded the program: that is most of their time.
      {
        extends: true,
        test: {
          name: "modules",
          include: ["src/**/*.test.ts", "web/**/*.test.ts"],
          exclude: replacing,
          pool: "threads",
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "parts",
          include: ["test/**/*.test.ts"],
          exclude: replacing,
          isolate: false,
          execArgv: quickToStart,
        },
      },
    ],
    sequence: { sequencer: LongestFirst },
    setupFiles: ["test/processes/end-with-file.ts"],
    globalSetup: ["test/processes/none-left.ts"],
    // Only what hangs takes this long, also on a machine with much else to do.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Many tests wait for servers and processes of their own, so that three files at once pay even on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // What the command line remembers of the user is kept apart.
    env: { XDG_STATE_HOME: join(tmpdir(), `assay-test-state-${process.pid}`) },
  },
});
