// `assay rewards`: lists the rewards, the fields of their rows and of their results.

import { z } from "zod";
import { type Reward, rewards } from "../rewards/index.ts";
import { type Command, readOptions } from "./command.ts";
import { jsonOption } from "./options/shared-options.ts";

const options = { json: jsonOption("each reward with the schema of its fields") };

export const command: Command = {
  usage: ["[--json]"],
  examples: [
    { does: "list the rewards and the fields of their rows", typed: "assay rewards" },
    { does: "list them with the schemas of their fields", typed: "assay rewards --json" },
  ],
  options,
  async run(argv) {
    const { values } = readOptions(argv, options);
    process.stdout.write(values.json ? `${JSON.stringify({ rewards: rewards.map(describe) })}\n` : inWords());
    return 0;
  },
};

function describe({ name, aliases, description, fields, keys, example }: Reward) {
  return { name, aliases, description, fields: z.toJSONSchema(fields), result: keys, example };
}

function inWords(): string {
  const names = rewards.flatMap(({ fields }) => Object.keys(fields.shape));
  const width = names.reduce((most, { length }) => Math.max(most, length + 3), 0);
  return rewards
    .map(({ name, aliases, description, fields, keys }) => {
      const rows = Object.entries(fields.shape).map(([field, schema]) => {
        const mark = schema instanceof z.ZodOptional ? "?" : "";
        return `    ${`${field}${mark}`.padEnd(width)}${(schema as z.ZodType).description ?? ""}`;
      });
      const names = [name, ...aliases].join(", ");
      return `${names}\n  ${description}\n${rows.join("\n")}\n    → ${keys.join(", ")}\n`;
    })
    .join("\n");
}
