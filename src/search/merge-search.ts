// Shards of a search as one search: the journals together, and the result file of all problems.

import { join } from "node:path";
import { StorageError } from "../jsonl/errors.ts";
import { readJournal } from "../runs/engine/journal.ts";
import { commonSet, firstBegun, type MergeOptions, makeMergedFolder, type ShardRun } from "../runs/merge.ts";
import { mergeJournals } from "../runs/merge-journals.ts";
import type { MergedPlace } from "../runs/merged-place.ts";
import { writeRunJson } from "../runs/run-folder.ts";
import { type ProblemSet, type SetMember, writeSet } from "../runs/shard.ts";
import { problemOf } from "../tasks/problem.ts";
import type { Conversation, Task } from "../tasks/task.ts";
import { SearchHistory } from "./history.ts";
import { readIteration } from "./iteration.ts";
import { iterationsFileName, type SearchRun, searchDifferences } from "./run-file.ts";
import { concludeSearch, gradedResults, type SearchResult, searchFolder } from "./search.ts";

export interface MergedSearch {
  run: SearchRun;
  result: SearchResult;
  conversations: Conversation[];
  set: ProblemSet;
  isMissing(member: SetMember): boolean;
}

/** @param outputDir as `--output-dir` of the command, in the place's draft. @throws {ExpectedError} */
export async function mergeSearch(
  runs: readonly ShardRun<SearchRun>[],
  outputDir: string,
  place: MergedPlace,
  task: Task,
  options?: MergeOptions,
): Promise<MergedSearch> {
  const started = performance.now();
  const set = await commonSet(runs, searchDifferences, options);
  const { shard: _, own: __, ...run } = firstBegun(runs);
  const folder = searchFolder(outputDir, run.config);
  await makeMergedFolder(folder, place);
  await mergeJournals({
    from: runs.map(({ folder }) => join(folder, iterationsFileName)),
    to: join(folder, iterationsFileName),
    problems: set.members.map(({ id }) => id),
    problemOf: (record) => readIteration(record)?.input.problem,
  });
  writeSet(folder, set);
  writeRunJson(folder, run);
  const history = new SearchHistory(run.config.aggregate);
  await readJournal(join(folder, iterationsFileName), (record) => {
    const read = readIteration(record);
    if (read) history.add(read);
  });
  const conversations = set.members.map(conversationIn);
  const concluded = concludeSearch(outputDir, run.config, conversations.map(problemOf), history);
  return {
    run,
    result: {
      ...concluded,
      results: place.final(concluded.results),
      ...gradedResults(concluded.problems, task, conversations),
      seconds: (performance.now() - started) / 1000,
    },
    conversations,
    set,
    isMissing: ({ id }) => history.of(id).conclusion === undefined,
  };
}

function conversationIn({ id, about }: SetMember): Conversation {
  const { problem, answer, messages } = (about ?? {}) as Partial<Conversation>;
  if (typeof problem !== "string" || answer === undefined || !Array.isArray(messages))
    throw new StorageError(`the set of the shard has '${id}', which is not a problem of the search`);
  return { id, problem, answer, messages };
}
