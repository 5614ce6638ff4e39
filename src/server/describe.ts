// GET /v1/rewards: the list of rewards, from the schemas that check their rows, so that it is always true.

import { z } from "zod";
import { type Reward, rewards } from "../rewards/index.ts";
import type { RewardNames } from "./requests.ts";

export const schemaOf = (schema: z.ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
};

const numberOrNull = { type: ["number", "null"] };

/** The content of a result: numbers, or nulls with the reason. */
export function resultSchema(keys: readonly string[]): object {
  const members = Object.fromEntries(keys.map((key) => [key, numberOrNull]));
  return {
    type: "object",
    properties: { ...members, unscored: { type: "string" }, error: { type: "string" } },
    required: keys,
  };
}

/** The values of fields that a row does not give. */
const fieldDefaults = { grading: "strict", language: "en", format_score: 0 };

const defaultsOf = ({ fields }: Reward): object =>
  Object.fromEntries(Object.entries(fieldDefaults).filter(([name]) => name in fields.shape));

const builtIn = rewards.map((reward) => {
  const { name, aliases, description, fields, keys, example } = reward;
  const schemas = { fields: schemaOf(fields), result: resultSchema(keys) };
  return { name, aliases, description, ...schemas, defaults: defaultsOf(reward), example };
});

/** A module does not describe its rows; the members of its results are known from the first one on. */
function ownReward(name: string, keys: readonly string[] | undefined): object {
  const result = resultSchema(keys ?? ["reward"]);
  return {
    name,
    aliases: [],
    description: "the user's own module",
    fields: { type: "object", description: "whatever the module's score(row) reads; it is not checked here" },
    result:
      keys === undefined
        ? { ...result, description: "its other members are known once it has scored an item" }
        : result,
    defaults: {},
  };
}

/** `ownKeys`: the members of the results of the user's own reward, once they are known. */
export function rewardList({ standard, own }: RewardNames, ownKeys: readonly string[] | undefined): object {
  const users = own === undefined ? [] : [ownReward(own, ownKeys)];
  return { default: standard, rewards: [...builtIn, ...users] };
}
