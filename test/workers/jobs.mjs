// A worker for tests: each item of a job is a word that names an action.
import { setTimeout as wait } from "node:timers/promises";
import { threadId, workerData } from "node:worker_threads";
import { serveJobs } from "../../dist/workers/serve-jobs.js";

/** Whether a thread has died, and whether the slow ones may end. */
const flags = new Int32Array(workerData.data.shared);
let join;
const joined = new Promise((resolve) => {
  join = resolve;
});
const compute = (ms) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

await serveJobs(({ isBroken }) => {
  if (isBroken) throw new Error("there is no such reward");
  return {
    hello: threadId,
    async answer(items, { failed, at, note, signal }) {
      const answers = [];
      for (const [place, item] of items.entries()) {
        at(place);
        if (failed[place] !== undefined) answers.push(failed[place]);
        else answers.push(await done(item, note, signal));
      }
      return answers;
    },
  };
});

async function done(item, note, signal) {
  if (item === "hang") for (;;);
  if (item === "hang softly") await new Promise(() => {});
  if (item === "swell") for (let all = []; ; ) all.push(new Array(1e5).fill(all.length + 0.5));
  if (item === "die") process.exit(3);
  if (item === "die once" && Atomics.exchange(flags, 0, 1) === 0) process.exit(3);
  if (item === "throw") throw new RangeError("too deep");
  if (item === "note") note("noted");
  if (item === "until stopped") while (!signal.aborted) await wait(5);
  if (item === "slow") while (Atomics.load(flags, 1) === 0);
  if (item === "compute") compute(200);
  if (item === "until joined") await joined;
  if (item === "join") join();
  return `${item}!`;
}
