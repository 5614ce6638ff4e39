// GET /v1/rewards and /openapi.json: made from the schemas that check the requests, so that they cannot say anything else.

import { z } from "zod";
import { type Reward, rewards } from "../rewards/index.ts";
import { protocols } from "./protocols/index.ts";
import { bodies, type NativeName, type RewardNames } from "./requests.ts";

const schemaOf = (schema: z.ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
};

const numberOrNull = { type: ["number", "null"] };

/** What a result holds: numbers, or nulls with the reason beside them. */
function resultSchema(keys: readonly string[]): object {
  const members = Object.fromEntries(keys.map((key) => [key, numberOrNull]));
  return {
    type: "object",
    properties: { ...members, unscored: { type: "string" }, error: { type: "string" } },
    required: keys,
  };
}

/** The values that a field has where a row does not give it. */
const defaultsOf = ({ fields }: Reward): object => ("grading" in fields.shape ? { grading: "strict" } : {});

export function rewardList({ standard, own }: RewardNames): object {
  const known = rewards.map((reward) => {
    const { name, aliases, description, fields, keys, example } = reward;
    return {
      name,
      aliases,
      description,
      fields: schemaOf(fields),
      result: resultSchema(keys),
      defaults: defaultsOf(reward),
      example,
    };
  });
  const users = own === undefined ? [] : [{ name: own, aliases: [], description: "the user's own module" }];
  return { default: standard, rewards: [...known, ...users] };
}

const error = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        message: { type: "string" },
        type: { type: "string" },
        param: { type: "string" },
      },
      required: ["message", "type"],
    },
  },
};

const content = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });
const answers = (schema: object, more: object = {}) => ({
  200: { description: "the answer", ...content(schema) },
  ...more,
  default: { description: "an error of the whole request", ...content(error) },
});

const natives: Record<NativeName, { summary: string; result: object }> = {
  score: { summary: "Scores items with a reward", result: { type: "object" } },
  grade: { summary: "Whether answers equal their golds", result: { type: "object" } },
  extract: { summary: "The final answer in a response", result: { type: "object" } },
};

export function openApi(version: string): object {
  const rewardParameter = { name: "reward", in: "query", schema: { type: "string" } };
  const native = Object.entries(natives).map(([name, { summary, result }]) => {
    const body = content(schemaOf(bodies[name as NativeName]));
    const lines = { "application/x-ndjson": { schema: { type: "string" } } };
    const results = { type: "object", properties: { results: { type: "array", items: result } } };
    const post = {
      summary,
      parameters: name === "score" ? [rewardParameter] : [],
      requestBody: { required: true, content: { ...body.content, ...lines } },
      responses: answers(results),
    };
    return [`/v1/${name}`, { post }];
  });
  const unscored = { 422: { description: "an item that cannot be scored", ...content(error) } };
  const trainers = Object.entries(protocols).map(([name, { summary, body, answer }]) => {
    const onUnscored = { name: "on_unscored", in: "query", schema: { enum: ["fail", "zero"] } };
    const key = { name: "key", in: "query", schema: { type: "string" } };
    const post = {
      summary,
      parameters: [rewardParameter, onUnscored, ...(name === "slime" ? [key] : [])],
      requestBody: { required: true, ...content(schemaOf(body)) },
      responses: answers(schemaOf(answer), unscored),
    };
    return [name === "nemo-gym" ? "/nemo-gym/verify" : `/${name}`, { post }];
  });
  const get = (path: string, summary: string, type: string) => [
    path,
    {
      get: { summary, responses: { 200: { description: "the answer", ...content({}, type) } } },
    },
  ];
  return {
    openapi: "3.1.0",
    info: { title: "Assay's reward service", version },
    paths: Object.fromEntries([
      ...native,
      ...trainers,
      get("/v1/rewards", "The rewards there are", "application/json"),
      get("/v1/stats", "The counters that the page shows", "application/json"),
      get("/metrics", "The counters for Prometheus", "text/plain"),
      get("/healthz", "Whether the process lives", "application/json"),
      get("/readyz", "Whether threads are ready", "application/json"),
    ]),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        basic: { type: "http", scheme: "basic" },
      },
    },
  };
}
