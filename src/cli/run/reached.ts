// The servers of a command, probed before a run starts, and the model's name, which may come from their lists.

import type { ModelSource } from "../../config/index.ts";
import { mostConnections } from "../../errors/open-files.ts";
import { noDescriptors } from "../../jsonl/errors.ts";
import { ModelError } from "../../models/provider-error.ts";
import {
  listedModel,
  type Reached,
  type ReachOptions,
  reachServers,
  type ServerFound,
  UnnamedModelError,
} from "../../models/reach.ts";
import { counted } from "../../outgoing/counted.ts";
import { forOneCommand, UsageError, warnAs } from "../command.ts";

export interface ReachedModel {
  source: ModelSource;
  /** See `OpenOptions`. */
  doubt?: string | undefined;
  /** The servers that can be used; undefined if none could be reached. */
  servers?: ServerFound[] | undefined;
}

interface ReachSettings extends ReachOptions {
  /** The option that names the model. */
  flag: string;
  /** Whether the name is the default and was not given. */
  isUsual?: boolean | undefined;
  /** Whether the run has answers already: then problems are only reported, and the requests decide. */
  hasBegun?: boolean | undefined;
  /** The requested number of simultaneous requests. */
  concurrency?: number | undefined;
  /** Whether workers send the requests: then it is not a failure if this process cannot reach a server. */
  isElsewhere?: boolean | undefined;
  say(sentence: string): void;
}

/** Each server is probed once, however many sources name it. */
const known = forOneCommand(new Map<string, Promise<Reached>>());

/** @throws {ModelError} if it cannot be used as described */
export async function reached(source: ModelSource, settings: ReachSettings): Promise<ReachedModel> {
  if (source.kind !== "openai") return { source };
  if (settings.isElsewhere)
    return { source, servers: (await lookFor(source, settings).catch(() => undefined))?.servers };
  const { flag, isUsual = false, hasBegun = false, concurrency = 1, say } = settings;
  const most = mostConnections();
  if (most < concurrency)
    sayOnce(say, `${counted(most, "request")} at once instead of ${concurrency}: ${noDescriptors}`);
  let found: Reached | undefined;
  try {
    found = await lookFor(source, settings);
    const { servers, unusable } = found;
    const { name, doubt, without = [] } = listedModel(source.model, servers, { flag, isUsual });
    const leftOut = [...unusable, ...without];
    for (const { why } of leftOut) sayOnce(say, `${why}; the other servers are used`);
    if (doubt !== undefined)
      sayOnce(say, `warning: ${doubt}${/\?$/.test(doubt) ? "" : "."} The run continues with it`);
    if (name !== source.model) sayOnce(say, `the server lists one model, ${name}, which is used`);
    const isLeftOut = new Set(leftOut.map(({ url }) => url));
    const used = servers.filter(({ url }) => !isLeftOut.has(url));
    return { source: { ...onlyAt(source, used, leftOut), model: name }, doubt, servers: used };
  } catch (error) {
    if (!hasBegun || source.model === undefined || !(error instanceof ModelError)) throw error;
    say(error.message);
    return { source, servers: found?.servers };
  }
}

/** A command that needs the model's name early probes twice. */
const said = forOneCommand(new Set<string>());

function sayOnce(say: (sentence: string) => void, sentence: string): void {
  if (!said.has(sentence)) say(sentence);
  said.add(sentence);
}

/** @param servers that were found and have the model */
function onlyAt(
  source: ModelSource,
  servers: readonly ServerFound[],
  leftOut: Reached["unusable"],
): ModelSource {
  if (leftOut.length === 0) return source;
  const { baseUrl: _, ...rest } = source;
  return { ...rest, baseUrls: servers.map(({ url }) => url) };
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

/** A source with the name of its model, which is optional if the server has only one. */
export async function withModel(source: ModelSource, command: string): Promise<ModelSource> {
  if (source.kind !== "openai" || source.model !== undefined) return source;
  const found = await reached(source, { flag: "--model", say: warnAs(command) }).catch((error) => {
    throw error instanceof UnnamedModelError ? new UsageError(error.message) : error;
  });
  return found.source;
}
