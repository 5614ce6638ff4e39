// Finds the model of a command: a source of the configuration by its name, recorded completions by their path, or an
// embedded model; and the entry about it in a run.

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config, ModelSource } from "../../config/index.ts";
import { packagedModels } from "../../embedded/find-model.ts";
import { isLoopback } from "../../http/origin.ts";
import { baseUrlsOf, usualKeyOf } from "../../models/open-model.ts";
import { keyHeaderIn } from "../../models/provider-error.ts";
import { didYouMean } from "../../options/nearest.ts";
import { defined, type Values } from "../../options/option.ts";
import type { modelSettings } from "../../runs/eval-settings.ts";
import type { ModelOfRun } from "../../runs/run-file.ts";
import { UsageError } from "../command.ts";

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

/** A model of the package by its name, or a different one by its path. @throws {UsageError} */
export async function embeddedPath(flag: string, name: string): Promise<string> {
  if (packagedModels.includes(name)) return name;
  const path = resolve(name);
  if (await stat(path).catch(() => undefined)) return path;
  const meant = didYouMean(name, packagedModels);
  throw new UsageError(
    `${flag}: there is no folder ${name}; the models of the package are ${packagedModels.join(" and ")}${meant && `.${meant}`}`,
  );
}

type SourceChanges = Partial<Omit<Values<typeof modelSettings>, "source">>;

/** A source with the request options; fields of `--extra-body` override its own. */
export const sentAs = (
  source: ModelSource,
  { extraBody, api, completionField, timeoutSeconds, maxTries }: SourceChanges,
): ModelSource => ({
  ...source,
  ...defined({
    extraBody: extraBody && { ...source.extraBody, ...extraBody },
    ...{ api, completionField, timeoutSeconds, maxTries },
  }),
});

/** A source overridden by options, or one that options alone describe. */
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
 * Adds the variable of the usual key to a source that names none. The addresses come from the command line or from the
 * configuration, never from a run's file. Because the user has not named this key, it is sent only to this machine or
 * over TLS. A header of the configuration that holds a key is not changed.
 */
export function withUsualKey(source: ModelSource, environment = process.env): ModelSource {
  const usual = usualKeyOf(source);
  if (source.kind !== "openai" || source.apiKeyEnv !== undefined || !environment[usual]) return source;
  if (keyHeaderIn(source.headers ?? {}) !== undefined) return source;
  return baseUrlsOf(source).every(isUnread) ? { ...source, apiKeyEnv: usual } : source;
}

/** Whether others on the network cannot read requests to this address. */
function isUnread(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
}

/** A request can be shown without the key. */
export const withoutKey = ({ apiKeyEnv: _, ...source }: ModelSource): ModelSource => source;

export function modelOfRun(name: string | undefined, source: ModelSource): ModelOfRun {
  const { kind, model, path, apiKeyEnv, api = "chat", extraBody, prices, timeoutSeconds, maxTries } = source;
  const { completionField } = source;
  const urls = baseUrlsOf(source);
  // The order of the fields is that of run.json.
  return defined({
    ...{ source: name, kind, model, path },
    baseUrls: urls.length > 0 ? urls : undefined,
    ...{ apiKeyEnv, api, extraBody, completionField, prices, timeoutSeconds, maxTries },
  });
}
