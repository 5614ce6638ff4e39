// All tasks by name: the benchmarks, the configuration's additions and changes, and files by their path.

import { basename, extname, resolve } from "node:path";
import type { TaskConfig } from "../config/index.ts";
import { isFile } from "../datasets/cache.ts";
import { formatOf } from "../datasets/data-files.ts";
import { didYouMean } from "../options/nearest.ts";
import { type Benchmark, defineBenchmark } from "./benchmark.ts";
import { aime2024, aime2025, aime2025I, aime2025II } from "./benchmarks/aime.ts";
import { arith } from "./benchmarks/arith.ts";
import { gpqaDiamond } from "./benchmarks/gpqa.ts";
import { gsm8k } from "./benchmarks/gsm8k.ts";
import { anyMathArena, mathArena } from "./benchmarks/matharena.ts";
import { mmluPro, superGpqa } from "./benchmarks/mmlu-pro.ts";
import { olympiadBench } from "./benchmarks/olympiad-bench.ts";
import { amc23, collegeMath, math500, minerva, moreSets, polyMath } from "./benchmarks/sets.ts";
import { loggedPrefix, loggedTask } from "./logged.ts";
import { importTask } from "./module-task.ts";
import { readWorkedProblem } from "./row-problem.ts";
import type { Task } from "./task.ts";
import { TaskError, UnnamedModuleError } from "./task-error.ts";

export const benchmarks: readonly Benchmark[] = [
  aime2024,
  aime2025,
  aime2025I,
  aime2025II,
  gsm8k,
  math500,
  amc23,
  minerva,
  olympiadBench,
  collegeMath,
  ...mathArena,
  ...moreSets,
  polyMath("en"),
  gpqaDiamond,
  mmluPro,
  superGpqa,
  arith,
];

/** Sets in one layout, which are named by a prefix and their own name. */
const families: Readonly<Record<string, (name: string) => Benchmark>> = {
  matharena: anyMathArena,
  polymath: polyMath,
};

function findBenchmark(name: string): Benchmark | undefined {
  const listed = benchmarks.find((each) => isOneOf(name, [each.name, ...each.aliases]));
  const [, family = "", member = ""] = /^(\w+):([\w.-]+)$/.exec(name) ?? [];
  return listed ?? (Object.hasOwn(families, family) ? families[family]!(member) : undefined);
}

export interface FindOptions {
  /** The configuration's tasks. */
  tasks?: Readonly<Record<string, TaskConfig>> | undefined;
  /** The folder that paths are relative to. */
  cwd?: string | undefined;
  /**
   * Set if the name comes from a run and not from the user: the modules that the user has named. No other code is
   * loaded for it.
   */
  modules?: readonly string[] | undefined;
  /** The revision of the data, which overrides the configuration's. */
  revision?: string | undefined;
}

/** Finds a task by its name in any case, by an alias, or by the path of rows or of a module. */
export async function findTask(nameOrPath: string, options: FindOptions = {}): Promise<Task> {
  if (nameOrPath.startsWith(loggedPrefix)) return loggedTask(nameOrPath);
  const benchmark = findBenchmark(nameOrPath);
  const names = benchmark ? [nameOrPath, benchmark.name, ...benchmark.aliases] : [nameOrPath];
  const configured = Object.entries(options.tasks ?? {}).find(([name]) => isOneOf(name, names));
  const changes = {
    ...configured?.[1],
    ...(options.revision === undefined ? {} : { revision: options.revision }),
  };
  if (changes.path !== undefined && isModule(changes.path)) return importTask(changes.path);
  if (benchmark) return benchmark.open(changes);
  if (configured) return ownTask(configured[0], changes);
  const path = resolve(options.cwd ?? process.cwd(), nameOrPath);
  // A run names files that existed when it was made. Its rows are graded without them, because the run has the golds.
  const wasThere = options.modules !== undefined && (isModule(path) || formatOf(path) !== undefined);
  if (!wasThere && !(await isFile(path))) throw unknownTask(nameOrPath, options);
  if (isModule(path)) return importTask(options.modules ? namedModule(path, options.modules) : path);
  return ownTask(basename(path, extname(path)), { ...changes, path });
}

/** A name from a run is not a typo, but may belong to the configuration of a different folder. */
function unknownTask(name: string, options: FindOptions): TaskError {
  const hint = options.modules
    ? "The run names it; if an assay.config.* defines it, run the command in the folder of that file."
    : didYouMean(name, allNames(options)).trim();
  const sentence = `there is no task and no file '${name}'; 'assay tasks' lists the tasks.`;
  return new TaskError(`${sentence} ${hint}`.trim());
}

/** The name that the user probably meant. */
const allNames = ({ tasks = {} }: FindOptions): string[] => [
  ...benchmarks.flatMap(({ name, aliases }) => [name, ...aliases]),
  ...Object.keys(tasks),
];

/** A run's path to a module may be from a different machine, so the user's module is found by the file name. */
function namedModule(path: string, named: readonly string[]): string {
  const mine = named.filter((each) => basename(each) === basename(path));
  if (mine.length === 1) return resolve(mine[0]!);
  throw new UnnamedModuleError(path);
}

/** Whether a name is a benchmark's main name, and not an alias or a path. */
export const isBenchmark = (name: string): boolean => findBenchmark(name)?.name === name;

const isOneOf = (name: string, names: readonly string[]): boolean =>
  names.some((each) => each.toLowerCase() === name.toLowerCase());

const isModule = (path: string): boolean => /^\.[mc]?[jt]s$/.test(extname(path));

/** A task that consists only of rows. */
function ownTask(name: string, changes: TaskConfig): Task {
  const where = changes.path ?? changes.dataset;
  if (where === undefined)
    throw new TaskError(`the task '${name}' in the configuration has neither a path nor a dataset`);
  return defineBenchmark({
    name,
    description: `rows of ${where}`,
    maxNewTokens: 16_384,
    parts: [],
    read: readWorkedProblem,
  }).open(changes);
}
