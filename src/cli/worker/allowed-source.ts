// The models that a worker may use. A run's context comes from Redis, and everyone who can write there could name any
// server and any variable. A worker therefore uses only the sources of its own configuration, and those that its owner
// allows.

import type { Config, ModelSource } from "../../config/index.ts";
import { packagedModels } from "../../embedded/find-model.ts";
import { baseUrlsOf } from "../../models/open-model.ts";
import { defined } from "../../options/option.ts";
import { keepSecretMembers } from "../../outgoing/secrets.ts";
import { RefusedRunError } from "../../queue/queue-error.ts";
import type { ModelOfRun } from "../../runs/run-file.ts";
import { withUsualKey } from "../options/model-source.ts";

export interface Allowed {
  sources: Config["sources"];
  /** Servers that a run may name, as in `http://127.0.0.1:8000`. */
  origins: readonly string[];
  /** Variables that a run may name for a key. */
  variables: readonly string[];
}

/** The model of a run as this worker asks it. @throws {RefusedRunError} */
export function allowedSource(model: ModelOfRun, allowed: Allowed): ModelSource {
  const { source: name, kind, path } = model;
  if (name !== undefined && Object.hasOwn(allowed.sources, name)) return ownSource(name, model, allowed);
  if (kind === "embedded" && path !== undefined && packagedModels.includes(path)) return { kind, path };
  if (kind !== "openai")
    throw new RefusedRunError(
      `it names a model of kind '${kind}' by a path; a worker opens only models that its configuration names`,
    );
  return namedServers(model, allowed);
}

/** The address and the key come from the worker; the content of the request comes from the run. */
function ownSource(name: string, model: ModelOfRun, { sources }: Allowed): ModelSource {
  const own = sources[name]!;
  if (own.kind !== model.kind)
    throw new RefusedRunError(
      `the source ${name} is of kind '${own.kind}' here, and of '${model.kind}' there`,
    );
  // A server may repeat what it was sent, and answers go to Redis.
  keepSecretMembers(own.extraBody);
  return withUsualKey({ ...own, ...asked(model) });
}

function namedServers(model: ModelOfRun, { origins, variables }: Allowed): ModelSource {
  const { baseUrls = [], apiKeyEnv } = model;
  const source: ModelSource = { kind: "openai", baseUrls, ...asked(model), ...defined({ apiKeyEnv }) };
  for (const url of baseUrlsOf(source)) {
    const origin = originOf(url);
    if (origin === undefined || !origins.includes(origin))
      throw new RefusedRunError(
        `it asks ${origin ?? "a server without an address"}, which this worker may not; --allow-origin allows it, or a ` +
          "source of its configuration",
      );
  }
  if (apiKeyEnv !== undefined && !variables.includes(apiKeyEnv))
    throw new RefusedRunError(
      `it uses the key in ${apiKeyEnv}, which this worker may not use; --allow-env ${apiKeyEnv} allows it`,
    );
  const usual = withUsualKey(source);
  return usual.apiKeyEnv === undefined || variables.includes(usual.apiKeyEnv) ? usual : source;
}

function asked(run: ModelOfRun): Partial<ModelSource> {
  const { model, api, extraBody, completionField, timeoutSeconds, maxTries } = run;
  return defined({ model, api, extraBody, completionField, timeoutSeconds, maxTries });
}

export function originOf(address: string): string | undefined {
  try {
    const { protocol, origin } = new URL(address);
    return /^https?:$/.test(protocol) ? origin : undefined;
  } catch {
    return undefined;
  }
}
