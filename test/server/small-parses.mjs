// Loaded before the service: JSON.parse of a large text throws in the thread that answers requests, but works in the
// others.
import { isMainThread } from "node:worker_threads";

const { parse } = JSON;
if (isMainThread)
  JSON.parse = (text, reviver) => {
    if (text.length > 256 * 1024) throw new Error("a large text is parsed where requests are answered");
    return parse(text, reviver);
  };
