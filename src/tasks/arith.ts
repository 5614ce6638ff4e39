// Arithmetic told as short stories: generated, so that there is nothing to fetch. The embedded models are trained on
// problems of the same kind, and on none of these.

import { arithProblem, firstHeldOut } from "./arith-problem.ts";
import { type Benchmark, defineBenchmark } from "./benchmark.ts";
import { integerRule } from "./integer-rule.ts";
import { conversationOf } from "./problem.ts";
import { askWith } from "./prompt.ts";
import type { Conversation, Task } from "./task.ts";
import { TaskError } from "./task-error.ts";

const size = 500;

/** Goes up when any problem changes. */
const revision = "1";

/** The bare problem, since the embedded policy knows nothing else. */
const barePrompt = "{problem}";

const ofRows = defineBenchmark({
  name: "arith",
  description: `word problems of three to six operations, generated: ${size} problems with whole numbers as answers`,
  maxNewTokens: 4096,
  parts: [],
  rule: integerRule,
});

export const arith: Benchmark = {
  ...ofRows,
  isGenerated: true,
  open(changes = {}) {
    if (changes.path !== undefined || changes.dataset !== undefined) return ofRows.open(changes);
    if (changes.revision !== undefined && changes.revision !== revision)
      throw new TaskError(`arith is generated here in revision ${revision}, not ${changes.revision}`);
    const prompt = changes.prompt ?? barePrompt;
    const task: Task = {
      ...ofRows.open(changes),
      load: async () => ({
        task,
        source: { dataset: "arith", split: "test", revision, files: [] },
        conversations: Array.from({ length: size }, (_, i) => converse(i, prompt)),
      }),
    };
    return task;
  },
};

function converse(place: number, prompt: string): Conversation {
  const { text, steps, answer } = arithProblem(firstHeldOut + place);
  return conversationOf({ id: String(place + 1), statement: text, gold: String(answer) }, [
    { role: "user", content: askWith(prompt, text) },
    { role: "assistant", content: steps.join("\n\n") },
  ]);
}
