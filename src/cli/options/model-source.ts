// Which model a command means: a source of the configuration by its name, a record of completions by its path, or an
// embedded model; and what a run records of it.

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Api, CompletionField } from "../../config/apis.ts";
import type { Config, ModelSource } from "../../config/index.ts";
import { packagedModels } from "../../embedded/find-model.ts";
import { isLoopback } from "../../http/origin.ts";
import { baseUrlsOf, usualKeyOf } from "../../models/open-model.ts";
import { keyHeaderIn } from "../../models/provider-error.ts";
import { didYouMean } from "../../options/nearest.ts";
import type { Json } from "../../options/option.ts";
import type { ModelOfRun } from "../../runs/run-file.ts";
import { UsageError } from "../command.ts";
import { given } from "./shared-options.ts";

export async function findSource(flag: string, name: string, config: Config): Promise<ModelSource> {
  const named = Object.hasOwn(config.sources, name) ? config.sources[name] : undefined;
  if (named) return named;
  const embedded = /^embedded:(.+)$/.exec(name)?.[1];
  if (embedded !== undefined) return { kind: "embedded", path: await embeddedPath(flag, embedded) };
  const path = resolve(name);
  if (await stat(path).catch(() => undefined)) return { kind: "replay", path };
  const names = Object.keys(config.sources);
  const where =
    config.path === undefined
      ? "there is no assay.config.* here"
      : `${config.path} names ${names.join(", ") || "none"}`;
  const meant = didYouMean(name, [...names, ...packagedModels.map((each) => `embedded:${each}`)]);
  throw new UsageError(`${flag}: there is no source '${name}'; ${where}${meant && `.${meant}`}`);
}

/** A model of the package by its name, or any other by its path. @throws {UsageError} */
export async function embeddedPath(flag: string, name: string): Promise<string> {
  if (packagedModels.includes(name)) return name;
  const path = resolve(name);
  if (await stat(path).catch(() => undefined)) return path;
  const meant = didYouMean(name, packagedModels);
  throw new UsageError(
    `${flag}: there is no folder ${name}; the models of the package are ${packagedModels.join(" and ")}${meant && `.${meant}`}`,
  );
}

interface SourceChanges {
  baseUrls?: readonly string[] | undefined;
  model?: string | undefined;
  apiKeyEnv?: string | undefined;
  api?: Api | undefined;
  extraBody?: Record<string, Json> | undefined;
  completionField?: CompletionField | undefined;
  timeoutSeconds?: number | undefined;
  maxTries?: number | undefined;
}

/** A source with how its requests are sent; fields of the body go over those that it has. */
export const sentAs = (
  source: ModelSource,
  {
    extraBody,
    api,
    completionField,
    timeoutSeconds,
    maxTries,
  }: Pick<SourceChanges, "api" | "extraBody" | "completionField" | "timeoutSeconds" | "maxTries">,
): ModelSource => ({
  ...source,
  ...given("extraBody", extraBody && { ...source.extraBody, ...extraBody }),
  ...given("api", api),
  ...given("completionField", completionField),
  ...given("timeoutSeconds", timeoutSeconds),
  ...given("maxTries", maxTries),
});

/** A source with what flags say over it, or one that flags alone describe. */
export function completeSource(described: ModelSource | undefined, changes: SourceChanges): ModelSource {
  const { baseUrls, model, apiKeyEnv } = changes;
  const source = sentAs(described ?? { kind: "openai" }, changes);
  if (baseUrls) {
    delete source.baseUrl;
    source.baseUrls = [...baseUrls];
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

/**
 * A source that names no key, with the variable of the usual one. The addresses come from the command line or from the
 * configuration, never from a run's file. The key goes to this machine or over TLS: nobody has named it, so it is not
 * sent where others on the network could read it. A header of the configuration that holds a key is left alone.
 */
export function withUsualKey(source: ModelSource, environment = process.env): ModelSource {
  const usual = usualKeyOf(source);
  if (source.kind !== "openai" || source.apiKeyEnv !== undefined || !environment[usual]) return source;
  if (keyHeaderIn(source.headers ?? {}) !== undefined) return source;
  return baseUrlsOf(source).every(isUnread) ? { ...source, apiKeyEnv: usual } : source;
}

/** Whether nobody else can read what is sent there. */
function isUnread(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
}

/** Enough to show a request, which needs no key. */
export const withoutKey = ({ apiKeyEnv: _, ...source }: ModelSource): ModelSource => source;

export function modelOfRun(name: string | undefined, source: ModelSource): ModelOfRun {
  const { kind, model, path, apiKeyEnv, api, extraBody, prices, timeoutSeconds, maxTries } = source;
  const { completionField } = source;
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
    ...given("completionField", completionField),
    ...given("prices", prices),
    ...given("timeoutSeconds", timeoutSeconds),
    ...given("maxTries", maxTries),
  };
}
