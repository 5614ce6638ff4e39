// The model's name, held against the names that its server lists.

import { ModelError } from "./model-error.ts";

/** Nobody says which of a server's models is meant: name it. */
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
}

/**
 * The name that is asked for: the given one, or the only one there is.
 * @param isUsual whether the name was not given but is the customary one
 * @throws {ModelError} when there is no name, or one that a server of a single model does not have
 */
export function listedModel(
  name: string | undefined,
  models: readonly string[] | undefined,
  { flag, isUsual = false }: { flag: string; isUsual?: boolean },
): ListedModel {
  if (name === undefined) {
    if (models?.length === 1) return { name: models[0]! };
    const there = models?.length
      ? `the server lists ${named(models)}`
      : "the server does not list its models";
    throw new UnnamedModelError(`which model? Give ${flag} NAME; ${there}`);
  }
  if (!models?.length || models.some((model) => model === name || model.endsWith(`/${name}`)))
    return { name };
  if (models.length > 1)
    return { name, doubt: `the server does not list '${name}'; it lists ${named(models)}` };
  if (isUsual) return { name: models[0]! };
  throw new ModelError(
    `the server has no model '${name}'; it lists '${models[0]}' only, which is used if ${flag} is left out`,
  );
}

const mostNamed = 20;

function named(models: readonly string[]): string {
  const more = models.length > mostNamed ? ` and ${models.length - mostNamed} more` : "";
  return models.slice(0, mostNamed).join(", ") + more;
}
