// The servers of a command, looked for before a run begins, and the model's name settled with what they list.

import type { ModelSource } from "../../config/index.ts";
import { listedModel, UnnamedModelError } from "../../models/listed-model.ts";
import { ModelError } from "../../models/model-error.ts";
import { type Reached, type ReachOptions, reachServers } from "../../models/reach.ts";
import { UsageError } from "../command.ts";

export interface ReachedModel {
  source: ModelSource;
  /** See `OpenOptions`. */
  doubt?: string | undefined;
}

export interface ReachSettings extends ReachOptions {
  /** The option that names the model. */
  flag: string;
  /** Whether the name is the customary one, which nobody gave. */
  isUsual?: boolean | undefined;
  /** Whether the run has answers already: then what is wrong is said, and the requests decide. */
  hasBegun?: boolean | undefined;
  say(sentence: string): void;
}

/** Each server is looked for once, however many ask. */
const known = new Map<string, Promise<Reached>>();

/** @throws {ModelError} when it cannot be reached as it is described */
export async function reached(source: ModelSource, settings: ReachSettings): Promise<ReachedModel> {
  if (source.kind !== "openai") return { source };
  const { flag, isUsual = false, hasBegun = false, say } = settings;
  try {
    const { models, unusable } = await lookFor(source, settings);
    for (const sentence of unusable) say(`${sentence}; the other servers are used`);
    const { name, doubt } = listedModel(source.model, models, { flag, isUsual });
    if (doubt !== undefined) say(doubt);
    if (name !== source.model) say(`the server lists one model, ${name}, which is used`);
    return { source: { ...source, model: name }, doubt };
  } catch (error) {
    if (!hasBegun || source.model === undefined || !(error instanceof ModelError)) throw error;
    say(error.message);
    return { source };
  }
}

function lookFor(source: ModelSource, options: ReachOptions): Promise<Reached> {
  const { baseUrl, baseUrls, apiKeyEnv, headers } = source;
  const key = JSON.stringify([baseUrl, baseUrls, apiKeyEnv, headers, options.isVersioned]);
  let found = known.get(key);
  if (!found) {
    found = reachServers(source, options);
    known.set(key, found);
  }
  return found;
}

/** A source with the name of its model, which may be left out where the server has only one. */
export async function withModel(source: ModelSource, flag = "--model"): Promise<ModelSource> {
  if (source.kind !== "openai" || source.model !== undefined) return source;
  const say = (sentence: string) => process.stderr.write(`${sentence}\n`);
  const found = await reached(source, { flag, say }).catch((error) => {
    throw error instanceof UnnamedModelError ? new UsageError(error.message) : error;
  });
  return found.source;
}
