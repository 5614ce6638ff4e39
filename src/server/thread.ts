// The entry of a worker thread: answers one piece of work after another, and shows which item it is at, so that one that
// never ends, or ends the thread, can be told from the others.

import { parentPort, workerData } from "node:worker_threads";
import { findReward } from "../rewards/index.ts";
import { loadOwnReward, type OwnModule, type Taken } from "./own-reward.ts";
import { type Performed, perform, type Work } from "./perform.ts";

/** A reward that is computed again and again for a while. */
export interface WarmUp {
  reward: string;
  ms: number;
}

/** What a thread is started with. */
export interface ThreadData {
  own?: OwnModule | undefined;
  /** What is done at the start, so that the first requests find the code compiled. */
  warmUp?: WarmUp | undefined;
  /** One number, shared: the place of the item that is graded, counted from 1. */
  place: Int32Array;
}

export type ThreadMessage =
  | { kind: "ready"; taken?: Taken | undefined }
  | { kind: "broken"; reason: string }
  /** How many items the work at hand turned out to have. */
  | { kind: "size"; items: number }
  | { kind: "done"; performed: Performed }
  | { kind: "failed"; reason: string };

/** Answers of the kinds that training has; which of them are right does not matter here. */
const warmAnswers = [
  ...["42", "\\frac{1}{2}", "2\\sqrt{3}", "x^2-3x+2", "(1, 2)", "7\\pi", "x = 5", "1,000"],
  ...["[0, 12)", "2+3i", "y = 2x+1", "\\{1, 2\\}", "-7", "12.5", "2^{10}", "12 \\text{ cm}"],
];

const port = parentPort!;
const { own: module, warmUp, place } = workerData as ThreadData;
const say = (message: ThreadMessage, handed: ArrayBuffer[] = []) => port.postMessage(message, handed);
const done = (performed: Performed) =>
  say({ kind: "done", performed }, [performed.log.buffer as ArrayBuffer]);
const inWords = (error: unknown) => (error instanceof Error ? error.message : String(error));

try {
  const loaded = module && (await loadOwnReward(module));
  const own = loaded?.reward;
  const onItem = (at: number) => Atomics.store(place, 0, at + 1);
  const onSize = (items: number) => say({ kind: "size", items });
  if (warmUp) await getWarm(warmUp);
  port.on("message", (work: Work) => {
    perform(work, { own, onItem, onSize }).then(done, (error: unknown) =>
      say({ kind: "failed", reason: inWords(error) }),
    );
  });
  say({ kind: "ready", taken: module?.taken ? undefined : loaded?.taken });
} catch (error) {
  say({ kind: "broken", reason: inWords(error) });
}

/** Grades lines as requests have them for a moment. */
async function getWarm({ reward: name, ms }: WarmUp): Promise<void> {
  const reward = findReward(name);
  if (!reward) return;
  const { row } = reward.example;
  const lines = warmAnswers.map((answer) => {
    const said = { response: `Hm. </think> <answer>\\boxed{${answer}}</answer>`, prediction: answer };
    return `${JSON.stringify({ ...row, ...said, ground_truth: answer.replace("2", "3") })}\n`;
  });
  const bytes = Buffer.from(lines.join("").repeat(8));
  const call = { op: "score" as const, reward: reward.name, options: {} };
  const shape = { kind: "lines" as const, first: 1, strict: true };
  for (const end = performance.now() + ms; performance.now() < end; )
    await perform({ call, bytes, shape, failed: {} });
}
