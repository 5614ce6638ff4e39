// The entry of a worker thread: opens the module it was given, then answers one block after another.

import { parentPort, workerData } from "node:worker_threads";
import { answerLines, type Block } from "./answer-lines.ts";
import type { Handle, LineModule } from "./line-module.ts";
import type { ThreadMessage } from "./pool.ts";
import { Pulse } from "./pulse.ts";

const port = parentPort!;
const { module, data, shared } = workerData as { module: string; data: unknown; shared: SharedArrayBuffer };
const pulse = new Pulse(shared);

const say = (message: ThreadMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

try {
  const { open, failed, endedOf } = (await import(module)) as LineModule;
  const handle: Handle = await open(data);
  port.on("message", async (block: Block) => {
    const answered = await answerLines(block, handle, failed, (place) => pulse.beat(0, place));
    say({ kind: "answered", block: answered }, [answered.bytes.buffer as ArrayBuffer]);
  });
  say({ kind: "ready", failed: failed ?? {}, ended: endedOf?.(data) });
} catch (error) {
  say({ kind: "broken", reason: error instanceof Error ? error.message : String(error) });
}
