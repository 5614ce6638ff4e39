// Searches as a kind of run. Each is beside its result file, and a folder may contain several slices of a data set.

import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StorageError } from "../jsonl/errors.ts";
import { snakeNames } from "../outgoing/snake-names.ts";
import { compareSets, type ScoredSets, type SetComparison } from "../runs/compare.ts";
import { readJournal } from "../runs/engine/journal.ts";
import type { Completeness } from "../runs/figure.ts";
import type { MergedPlace, MergedRun } from "../runs/merge.ts";
import { kindNameIn } from "../runs/run-folder.ts";
import { type FactsOfRun, nameOfModel, type RunKind } from "../runs/run-kind.ts";
import { keyOf, type SetMember } from "../runs/shard.ts";
import { problemOf } from "../tasks/problem.ts";
import type { Conversation, Task } from "../tasks/task.ts";
import { SearchHistory } from "./history.ts";
import { readIteration } from "./iteration.ts";
import { iterationsFileName, readSearchRun, type SearchRun, searchDifferences } from "./run-file.ts";
import {
  type FindTask,
  finishedIn,
  isFinished,
  failureKinds as kindsOfFailure,
  type ScoredProblem,
  scoredResults,
} from "./score.ts";
import { concludeSearch, gradedResults, type SearchResult, searchFolder } from "./search.ts";

export const searchKind: RunKind<SearchRun> = {
  name: "search",
  words: "a search",
  journal: iterationsFileName,
  metric: "accuracy",
  read: readSearchRun,
  folders: allSearchFoldersAt,
  facts: factsOfSearch,
  differences: searchDifferences,
  problemOf(record) {
    const input = readIteration(record)?.input;
    return input && keyOf(input.task, input.problem);
  },
  merged: ({ own: _, ...first }: SearchRun) => first,
  mergedFolder: (out, _, { config }) => searchFolder(out, config),
  results: async (path, { find }) => ({ ...(await scoredSearches(path, find)), samples: 1 }),
};

export function factsOfSearch({ config }: Pick<SearchRun, "config">, version: string): FactsOfRun {
  const { policy, reward, strategy, n, width, temperature, seed, aggregate } = config;
  const { maxSteps, stepTokens, solutionTokens } = config;
  const { api, extraBody, completionField } = policy;
  const growsMany = strategy === "beam" || strategy === "dvts";
  const drawsSteps = growsMany || strategy === "greedy";
  return {
    version,
    model: nameOfModel(policy),
    reward_model: typeof reward?.model === "string" ? reward.model : null,
    strategy,
    sampling: snakeNames({
      n,
      ...(growsMany ? { width } : {}),
      ...{ temperature, seed },
      ...(drawsSteps ? { maxSteps, stepTokens } : { solutionTokens }),
      ...{ aggregate, api, extraBody, completionField },
    }),
  };
}

export type SearchComparison = SetComparison;

/** A problem without a record is left out. */
const isKnown = (problem: ScoredProblem): boolean =>
  isFinished(problem) && problem.failure !== "grading_failed";

const failureKinds = kindsOfFailure.filter(
  (kind) => kind !== "provider" && kind !== "not_finished" && kind !== "grading_failed",
);

/** By data set, for those that both have. @throws {DifferentDataError} @throws {StorageError} */
export const compareSearches = async (
  a: string,
  b: string,
  findTask: FindTask,
): Promise<Record<string, SearchComparison>> =>
  compareSets((await scoredSearches(a, findTask)).sets, (await scoredSearches(b, findTask)).sets, {
    singles: true,
  });

interface ScoredSearches {
  sets: ScoredSets;
  whole: Completeness;
}

/** The results of searches by problem. @throws {StorageError} */
async function scoredSearches(path: string, findTask: FindTask): Promise<ScoredSearches> {
  const results = await scoredResults(path, findTask);
  const task = results.size === 1 ? await taskAt(path) : undefined;
  const sets = [...results].map(([name, problems]) => {
    const items = problems.filter(isKnown).map(({ id, statement, failure }) => ({
      problem: id,
      statement,
      share: failure === null ? 1 : 0,
      failures: failure === null ? [] : [failure],
    }));
    return [task ?? name, { failureKinds, items }] as const;
  });
  return { sets: new Map(sets), whole: finishedIn([...results.values()].flat()) };
}

/** A single data set is named by its task, if the run has it, because its folder may have any name. */
async function taskAt(path: string): Promise<string | undefined> {
  const [folder] = await allSearchFoldersAt(path);
  const run = folder === undefined ? undefined : await readSearchRun(folder).catch(() => undefined);
  return run?.task;
}

/** The folders of searches at a path: itself, the one beside a result file, or those in it. */
export async function searchFoldersAt(given: string): Promise<string[]> {
  const path = given.replace(/result-(\d+-(?:\d+|None))\.json$/, "search-$1");
  if ((await kindNameIn(path)) === "search") return [path];
  const names = await readdir(path).catch(() => []);
  return names
    .filter((name) => /^search-\d+-(?:\d+|None)$/.test(name))
    .sort((a, b) => Number(a.split("-")[1]) - Number(b.split("-")[1]))
    .map((name) => join(path, name));
}

/** Including those in its subfolders, if the folder has many data sets. */
async function allSearchFoldersAt(path: string): Promise<string[]> {
  const here = await searchFoldersAt(path);
  if (here.length > 0) return here;
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found = await Promise.all(names.sort().map((name) => searchFoldersAt(join(path, name))));
  return found.flat();
}

export interface MergedSearch extends MergedRun<SearchRun> {
  result: SearchResult;
  conversations: Conversation[];
  isMissing(member: SetMember): boolean;
}

/** A merged search: writes the result file of all problems. @throws {StorageError} */
export async function readMergedSearch(
  merged: MergedRun<SearchRun>,
  task: Task,
  place: MergedPlace,
): Promise<MergedSearch> {
  const started = performance.now();
  const { folder, run, set } = merged;
  const history = new SearchHistory(run.config.aggregate);
  await readJournal(join(folder, iterationsFileName), (record) => {
    const read = readIteration(record);
    if (read) history.add(read);
  });
  const conversations = set.members.map(conversationIn);
  const concluded = concludeSearch(dirname(folder), run.config, conversations.map(problemOf), history);
  return {
    ...merged,
    result: {
      ...concluded,
      results: place.final(concluded.results),
      ...gradedResults(concluded.problems, task, conversations),
      seconds: (performance.now() - started) / 1000,
    },
    conversations,
    isMissing: ({ id }) => history.of(id).conclusion === undefined,
  };
}

function conversationIn({ id, about }: SetMember): Conversation {
  const { problem, answer, messages } = (about ?? {}) as Partial<Conversation>;
  if (typeof problem !== "string" || answer === undefined || !Array.isArray(messages))
    throw new StorageError(`the set of the shard has '${id}', which is not a problem of the search`);
  return { id, problem, answer, messages };
}
