// The model's name, held against the names that its server lists.

import { didYouMean } from "../options/nearest.ts";
import { ModelError } from "./provider-error.ts";
import type { Reached, ServerFound } from "./reach.ts";

/** The server has several models, and none was named. */
export class UnnamedModelError extends ModelError {
  constructor(message: string) {
    super(message);
    this.name = "UnnamedModelError";
  }
}

export interface ListedModel {
  name: string;
  /** Where the server lists others: what is said, and added to the first refusal. */
  doubt?: string | undefined;
  /** Servers that do not have it, while a different one may. */
  without?: Reached["unusable"] | undefined;
}

/**
 * The name that is asked for: the given one, or the only one there is.
 * @param isUsual whether the name was not given but is the customary one
 * @throws {ModelError} when there is no name, or one that a server of a single model does not have
 */
export function listedModel(
  name: string | undefined,
  servers: readonly ServerFound[],
  { flag, isUsual = false }: { flag: string; isUsual?: boolean },
): ListedModel {
  const models = [...new Set(servers.flatMap((server) => server.models ?? []))];
  if (name === undefined) return { name: onlyModel(models, servers, flag) };
  if (isUsual && models.length === 1) return { name: models[0]! };
  const without = servers.filter((server) => server.models?.length && !isAmong(name, server.models));
  if (without.length < servers.length)
    return { name, ...(without.length ? { without: reasons(name, without) } : {}) };
  if (models.length > 1) {
    const meant = didYouMean(name, models);
    return { name, doubt: `${unlisted(name, models)}${meant && `.${meant}`}` };
  }
  throw new ModelError(
    `the server has no model '${name}'; it lists '${models[0]}' only, which is used if ${flag} is left out`,
  );
}

function onlyModel(models: readonly string[], servers: readonly ServerFound[], flag: string): string {
  if (models.length === 1) return models[0]!;
  const ask = `which model? Give ${flag} NAME`;
  if (models.length > 1) throw new UnnamedModelError(`${ask}; the server lists ${named(models)}`);
  const silent = servers.flatMap((server) => server.unlisted ?? []);
  const refusal = silent.find(({ isRefusal }) => isRefusal);
  if (refusal)
    throw new ModelError(`${refusal.why}. If only the list of models is refused, name one with ${flag} NAME`);
  throw new UnnamedModelError(`${ask}; ${silent[0]?.why ?? "the server does not list its models"}`);
}

const isAmong = (name: string, models: readonly string[]): boolean =>
  models.some((model) => model === name || model.endsWith(`/${name}`));

const unlisted = (name: string, models: readonly string[]): string =>
  `the server does not list '${name}'; it lists ${named(models)}`;

const reasons = (name: string, servers: readonly ServerFound[]): Reached["unusable"] =>
  servers.map(({ url, models = [] }) => ({ url, why: `${url}: ${unlisted(name, models)}` }));

const mostNamed = 20;

function named(models: readonly string[]): string {
  const more = models.length > mostNamed ? ` and ${models.length - mostNamed} more` : "";
  return models.slice(0, mostNamed).join(", ") + more;
}
