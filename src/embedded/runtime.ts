// onnxruntime-web, which is loaded only when a model is opened: it is large, and who only grades does without it.

import type * as Ort from "onnxruntime-web";
import { EmbeddedError } from "./embedded-error.ts";

export type Runtime = typeof Ort;

export async function loadRuntime(): Promise<Runtime> {
  let runtime: Runtime;
  try {
    runtime = await import("onnxruntime-web");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new EmbeddedError(
      "runtime",
      "embedded models run on onnxruntime-web, which is not installed; install it with 'npm install onnxruntime-web'",
    );
  }
  // Sums are then always made in the same order, and no helper thread keeps the process alive.
  runtime.env.wasm.numThreads = 1;
  return runtime;
}
