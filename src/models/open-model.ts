// Opens a model from its description in the configuration. The modules of each kind are loaded on demand, because
// clients and runtimes take long to load.

import type { ModelSource } from "../config/config.ts";
import { reasonOf } from "../jsonl/errors.ts";
import type { EndpointOptions } from "./endpoint.ts";
import { messagesVersion } from "./messages-format.ts";
import type { Model } from "./model.ts";
import { keyHeaderIn, ModelError, noKey } from "./provider-error.ts";

export const defaultConcurrency = 64;

export interface OpenOptions {
  concurrency?: number | undefined;
  /** The environment in which keys are looked up. */
  environment?: NodeJS.ProcessEnv | undefined;
  /** Why the model's name may be wrong; it is added to a refusal before any answer, which is then final. */
  doubt?: string | undefined;
  /** See `EndpointOptions`. */
  pauses?: EndpointOptions["pauses"];
}

/** @throws {ModelError} */
export async function openModel(source: ModelSource, options: OpenOptions = {}): Promise<Model> {
  switch (source.kind) {
    case "openai": {
      const endpoint = endpointOptions(source, options);
      const { OpenAiModel } = await import("./openai.ts");
      const { model, api, extraBody, completionField } = source;
      return new OpenAiModel({ ...endpoint, model: model!, api, extraBody, completionField });
    }
    case "replay": {
      const { ReplayModel } = await import("./replay.ts");
      try {
        return await ReplayModel.open(source.path!);
      } catch (error) {
        throw new ModelError(`the recorded completions of ${source.path} cannot be read: ${reasonOf(error)}`);
      }
    }
    case "embedded": {
      const { EmbeddedModel } = await import("./embedded.ts");
      try {
        return await EmbeddedModel.open(source.path!);
      } catch (error) {
        throw new ModelError(`the embedded model cannot be opened: ${(error as Error).message}`);
      }
    }
  }
}

/** The connection settings of a description. */
export function endpointOptions(source: ModelSource, options: OpenOptions = {}): EndpointOptions {
  const baseUrls = baseUrlsOf(source);
  for (const url of baseUrls) {
    const { username, password, search, hash, host } = new URL(url);
    if (username || password || search || hash) {
      throw new ModelError(
        `the URL of ${host} holds more than an address, perhaps a key: put it into an environment variable and name the variable as apiKeyEnv`,
      );
    }
  }
  const key = keyOf(source.apiKeyEnv, options.environment ?? process.env);
  return {
    baseUrls,
    ...(source.api === "messages"
      ? { headers: messagesHeaders(key, source.headers) }
      : { apiKey: key ?? customaryKey(source.headers), headers: source.headers }),
    apiKeyFrom: source.apiKeyEnv,
    withheldKey: withheldKey(source, baseUrls, options.environment ?? process.env),
    doubt: options.doubt,
    pauses: options.pauses,
    concurrency: options.concurrency ?? source.concurrency ?? defaultConcurrency,
    timeoutMs: source.timeoutSeconds === undefined ? undefined : source.timeoutSeconds * 1000,
    tries: source.maxTries,
  };
}

/** Anthropic's servers take the key in a separate header, and require the version of the API in every request. */
const messagesHeaders = (key: string | undefined, own: ModelSource["headers"]): Record<string, string> => ({
  "anthropic-version": messagesVersion,
  ...(key === undefined ? {} : { "x-api-key": key }),
  ...own,
});

/** The variable of the key if none is named. */
export const usualKeyOf = ({ api }: Pick<ModelSource, "api">): string =>
  api === "messages" ? "ANTHROPIC_API_KEY" : "OPENAI_API_KEY";

/**
 * The key that is sent if none is configured. Deployment scripts start vLLM with `--api-key EMPTY`, and common clients
 * send that word; a server without a key ignores it. A configured header that holds a key replaces it.
 */
const customaryKey = (headers: ModelSource["headers"]): string | undefined =>
  keyHeaderIn(headers ?? {}) === undefined ? noKey : undefined;

/** The usual key is for servers over TLS and on this machine; over plain http it is sent only if it is named. */
function withheldKey(source: ModelSource, urls: readonly string[], environment: NodeJS.ProcessEnv) {
  const usual = usualKeyOf(source);
  const isOpen = urls.some((url) => url.startsWith("http:"));
  return source.apiKeyEnv === undefined && environment[usual] && isOpen ? usual : undefined;
}

export const baseUrlsOf = (source: ModelSource): string[] =>
  source.baseUrls ?? (source.baseUrl === undefined ? [] : [source.baseUrl]);

function keyOf(variable: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  if (variable === undefined) return undefined;
  const key = environment[variable];
  if (!key)
    throw new ModelError(`the environment variable ${variable}, which should hold the key, is not set`);
  return key;
}
