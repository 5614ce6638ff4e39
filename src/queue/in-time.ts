// An answer of Redis that does not come, though the connection seems to be there, must not be waited for without end.

import { QueueError } from "./queue-error.ts";

/** Beyond what a Redis that works takes. */
const patienceMs = 10_000;

/** @throws {QueueError} where it is not there by then */
export function inTime<T>(answer: Promise<T>, ms = patienceMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new QueueError("Redis does not answer in time")), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
