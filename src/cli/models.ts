// assay models: lists the models in the configuration.

import { loadConfig, type ModelSource } from "../config/index.ts";
import { baseUrlsOf } from "../models/open-model.ts";
import { versions } from "../runs/versions.ts";
import { type Command, readOptions } from "./command.ts";
import { withUsualKey } from "./options/model-source.ts";
import { jsonOption } from "./options/shared-options.ts";
import { textTable } from "./terminal/show-table.ts";

const options = { json: jsonOption("version, config, models: name, kind, model, where, key") };

async function run(argv: readonly string[]): Promise<number> {
  const { values } = readOptions(argv, options);
  const { path, sources } = await loadConfig();
  const models = Object.entries(sources).map(([name, source]) => ({ name, ...described(source) }));
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ version: versions().assay, config: path ?? null, models })}\n`);
    return 0;
  }
  if (models.length === 0) {
    process.stdout.write(
      path === undefined
        ? "no configuration was read, so there are no models to list\n"
        : `${path} names no models\n`,
    );
    return 0;
  }
  const rows = models.map(({ name, kind, model, where, key }) => [
    name,
    kind,
    model ?? "",
    where.join(", "),
    key,
  ]);
  process.stdout.write(`${textTable([["name", "kind", "model", "where", "key"], ...rows])}\n`);
  return 0;
}

/** Never the key itself: only whether its variable is set. */
function described(source: ModelSource) {
  const { kind, model, path } = source;
  const { apiKeyEnv } = withUsualKey(source);
  const key = apiKeyEnv === undefined ? "none" : `${apiKeyEnv}${process.env[apiKeyEnv] ? "" : " (not set)"}`;
  return { kind, model, where: path === undefined ? baseUrlsOf(source) : [path], key };
}

export const command: Command = {
  usage: ["[--json]"],
  examples: [
    { does: "list the models in assay.config.*", typed: "assay models" },
    { does: "list those of a different configuration", typed: "assay models --config ../assay.config.json" },
  ],
  options,
  notes: [
    "Any OpenAI-compatible server can be used without a configuration: --base-url URL --model NAME. So can the " +
      "two models of the package, -i embedded:policy and -i embedded:prm, and any other that " +
      "'assay serve-model' can serve: -i embedded:PATH.",
  ],
  run,
};
