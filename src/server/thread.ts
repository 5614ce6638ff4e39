// The entry point of a worker thread: loads the user's own reward if there is one, then does one piece of work after
// another.

import type { Row } from "../jsonl/line-module.ts";
import { findReward } from "../rewards/index.ts";
import { serveJobs } from "../workers/serve-jobs.ts";
import type { Routing } from "./operation.ts";
import { loadOwnReward, type OwnModule } from "./own-reward.ts";
import { packPerformed, perform, type SentPerformed, type SentWork, unpackWork } from "./perform.ts";
import { RewardNames, RewardTags } from "./requests.ts";

/** A reward that is computed repeatedly for a while. */
export interface WarmUp {
  reward: string;
  ms: number;
}

/** The data that a thread is started with. */
export interface ThreadData {
  /** The context for reading bodies. */
  version: string;
  reward: string;
  gradingOptions?: Row | undefined;
  routing?: Routing | undefined;
  own?: OwnModule | undefined;
  /** Work at the start, so that the first requests find compiled code. */
  warmUp?: WarmUp | undefined;
}

/** Answers of the kinds that occur in training; it does not matter which of them are right. */
const warmAnswers = [
  ...["42", "\\frac{1}{2}", "2\\sqrt{3}", "x^2-3x+2", "(1, 2)", "7\\pi", "x = 5", "1,000"],
  ...["[0, 12)", "2+3i", "y = 2x+1", "\\{1, 2\\}", "-7", "12.5", "2^{10}", "12 \\text{ cm}"],
];

await serveJobs(async ({ own: module, warmUp, version, reward, gradingOptions, routing }: ThreadData) => {
  const loaded = module && (await loadOwnReward(module));
  if (warmUp) await getWarm(warmUp);
  const native = {
    names: new RewardNames(reward, undefined, gradingOptions),
    tags: new RewardTags(version, undefined),
    opened: new Map(),
  };
  return {
    hello: module?.taken ? undefined : loaded?.taken,
    answer: async (sent: SentWork, { failed, at, note }) =>
      packPerformed(
        await perform(unpackWork(sent), {
          own: loaded?.reward,
          native,
          routing,
          failed,
          onItem: at,
          onSize: note,
        }),
      ),
    buffersOf: ({ log }: SentPerformed) => (log ? [log.buffer] : []),
  };
});

/** Grades lines like those of requests for a moment. */
async function getWarm({ reward: name, ms }: WarmUp): Promise<void> {
  const reward = findReward(name);
  if (!reward) return;
  const { row } = reward.example;
  const lines = warmAnswers.map((answer) => {
    const said = { response: `Hm. </think> <answer>\\boxed{${answer}}</answer>`, prediction: answer };
    return `${JSON.stringify({ ...row, ...said, ground_truth: answer.replace("2", "3") })}\n`;
  });
  const data = Buffer.from(lines.join("").repeat(8));
  const call = { op: "score" as const, reward: reward.name, options: {} };
  const shape = { kind: "lines" as const, first: 1, strict: true };
  for (const end = performance.now() + ms; performance.now() < end; ) await perform({ call, data, shape });
}
