// Opens a model from its folder.

import { Engine } from "./engine.ts";
import { modelFolderOf } from "./find-model.ts";
import type { LanguageModel } from "./language-model.ts";
import { ThreadedModel } from "./threaded.ts";

export interface OpenOptions {
  /** False runs the model in the thread that asks, which then does nothing else while it computes. */
  ownThread?: boolean | undefined;
}

/**
 * By the name of a model of the package (`policy`, `prm`), by the path of a folder, or of an ONNX file in one.
 * @throws {EmbeddedError}
 */
export function openEmbedded(
  nameOrPath: string,
  { ownThread = true }: OpenOptions = {},
): Promise<LanguageModel> {
  const path = modelFolderOf(nameOrPath);
  return ownThread ? ThreadedModel.open(path) : Engine.open(path);
}
