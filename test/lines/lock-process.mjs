// A process that tries to take the given lock at the given time, reports whether it succeeded, and keeps it until the
// next round.

import { takeLock } from "../../dist/jsonl/lock.js";

let lock;

process.on("message", ({ path, at }) => {
  lock?.release();
  lock = undefined;
  while (Date.now() < at); // All start within the same millisecond.
  try {
    lock = takeLock(path);
    process.send({ has: true });
  } catch (error) {
    process.send({ has: false, why: error.message });
  }
});
process.send("ready");
