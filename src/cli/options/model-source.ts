// Which model a command means: a source of the configuration by its name, a record of completions by its path, or an
// embedded model; and what a run writes down of it.

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config, ModelSource } from "../../config/index.ts";
import { packagedModels } from "../../embedded/find-model.ts";
import { baseUrlsOf } from "../../models/open-model.ts";
import type { ModelOfRun } from "../../runs/run-file.ts";
import { UsageError } from "../command.ts";
import { given, readUrl } from "./option-values.ts";

export async function findSource(flag: string, name: string, config: Config): Promise<ModelSource> {
  const known = Object.hasOwn(config.sources, name) ? config.sources[name] : undefined;
  if (known) return known;
  const embedded = /^embedded:(.+)$/.exec(name)?.[1];
  if (embedded !== undefined)
    return { kind: "embedded", path: packagedModels.includes(embedded) ? embedded : resolve(embedded) };
  const path = resolve(name);
  if (await stat(path).catch(() => undefined)) return { kind: "replay", path };
  const names = Object.keys(config.sources);
  const where =
    config.path === undefined
      ? "there is no assay.config.* here"
      : `${config.path} names ${names.join(", ") || "none"}`;
  throw new UsageError(`${flag}: there is no source '${name}'; ${where}`);
}

export interface SourceChanges {
  baseUrls?: readonly string[] | undefined;
  model?: string | undefined;
  apiKeyEnv?: string | undefined;
}

/** A source with what flags say over it, or one that flags alone describe. */
export function completeSource(
  described: ModelSource | undefined,
  { baseUrls, model, apiKeyEnv }: SourceChanges,
): ModelSource {
  const source: ModelSource = { ...(described ?? { kind: "openai" }) };
  if (baseUrls) {
    delete source.baseUrl;
    source.baseUrls = baseUrls.map((url) => readUrl("--base-url", url));
  }
  if (model !== undefined) source.model = model;
  if (apiKeyEnv !== undefined) source.apiKeyEnv = apiKeyEnv;
  if (source.kind === "openai") {
    if (described === undefined && baseUrlsOf(source).length === 0) {
      throw new UsageError("which model? Give -i SOURCE, or --base-url URL and --model NAME");
    }
    if (baseUrlsOf(source).length === 0) throw new UsageError("--base-url is missing");
  }
  return source;
}

/** Enough to show a request, which needs no key. */
export const withoutKey = ({ apiKeyEnv: _, ...source }: ModelSource): ModelSource => source;

export function modelOfRun(name: string | undefined, source: ModelSource): ModelOfRun {
  const { kind, model, path, apiKeyEnv, api, extraBody, prices, timeoutSeconds, maxTries } = source;
  const urls = baseUrlsOf(source);
  return {
    ...given("source", name),
    kind,
    ...given("model", model),
    ...given("path", path),
    ...(urls.length > 0 ? { baseUrls: urls } : {}),
    ...given("apiKeyEnv", apiKeyEnv),
    api: api ?? "chat",
    ...given("extraBody", extraBody),
    ...given("prices", prices),
    ...given("timeoutSeconds", timeoutSeconds),
    ...given("maxTries", maxTries),
  };
}
