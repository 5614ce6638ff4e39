// GET /openapi.json and GET /v1/rewards: made from the schemas that check the requests and their rows, so that they are
// always true.

import { z } from "zod";
import { type Reward, rewards } from "../rewards/index.ts";
import { gymPaths, gymPrefixes, protocols, reverifyPath } from "./protocols/index.ts";
import { bodies, type NativeName, type RewardNames } from "./requests.ts";

const schemaOf = (schema: z.ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
};

const numberOrNull = { type: ["number", "null"] };

/** The content of a result: numbers, or nulls with the reason. */
function resultSchema(keys: readonly string[]): object {
  const members = Object.fromEntries(keys.map((key) => [key, numberOrNull]));
  return {
    type: "object",
    properties: { ...members, unscored: { type: "string" }, error: { type: "string" } },
    required: keys,
  };
}

const text = { type: "string" };
const error = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: { message: text, type: text, param: text },
      required: ["message", "type"],
    },
  },
};

const content = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });
const lines = (of: string) => ({
  "application/x-ndjson": { schema: { ...text, description: `JSON Lines: one ${of} on each` } },
});
const failed = { default: { description: "an error of the whole request", ...content(error) } };
const answers = (schema: object, more: object = {}) => ({
  200: { description: "the answer", ...content(schema) },
  ...more,
  ...failed,
});

const textOrNumber = { type: ["string", "number"] };
const textOrNull = { type: ["string", "null"] };
const placeOrNull = { type: ["integer", "null"] };

interface Native {
  summary: string;
  item: object;
  result: object;
}

const refTo =
  (kind: string) =>
  ({ name }: Reward) => ({ $ref: `#/components/schemas/${name}_${kind}` });

const anyOf = (kind: string) => ({ type: "object", anyOf: rewards.map(refTo(kind)) });

const natives: Record<NativeName, Native> = {
  score: { summary: "Scores items with a reward", item: anyOf("item"), result: anyOf("result") },
  grade: {
    summary: "Whether answers equal their golds",
    item: {
      type: "object",
      properties: { gold: textOrNumber, answer: textOrNumber },
      required: ["gold", "answer"],
    },
    result: {
      type: "object",
      properties: {
        equal: { type: ["boolean", "null"] },
        verdict: { enum: ["equal", "different", "undecided", null] },
        by: textOrNull,
        certainty: textOrNull,
        gold: { ...textOrNull, description: "as it was read" },
        answer: { ...textOrNull, description: "as it was read" },
        unparsed: { ...textOrNull, description: "the side that is not mathematics" },
        reason: textOrNull,
        error: text,
      },
    },
  },
  extract: {
    summary: "The final answer in a response",
    item: {
      type: "object",
      properties: {
        response: text,
        numbers: { type: "boolean", description: "whether a number will do where nothing is marked" },
      },
      required: ["response"],
    },
    result: {
      type: "object",
      properties: { answer: textOrNull, start: placeOrNull, end: placeOrNull, mark: textOrNull, error: text },
    },
  },
};

const query = (name: string, schema: object = text) => ({ name, in: "query", schema });
/** Results give the reason for the reward. */
const explain = query("explain", { enum: ["1"] });
const unscored = { 422: { description: "an item that cannot be scored", ...content(error) } };

/** The members of a user's own reward are not known, but its items and results are objects. */
const ownScore: Native = { ...natives.score, item: { type: "object" }, result: { type: "object" } };

function nativePath(name: NativeName, { summary, item, result }: Native): object {
  const body = schemaOf(bodies[name]) as { properties: { items: object } };
  const properties = { ...body.properties, items: { ...body.properties.items, items: item } };
  const results = { type: "object", properties: { results: { type: "array", items: result } } };
  const asked = content({ ...body, properties }).content;
  const answered = content(results).content;
  return {
    post: {
      summary,
      parameters: name === "score" ? [query("reward"), explain] : [],
      requestBody: { required: true, content: { ...asked, ...lines("item") } },
      responses: {
        200: {
          description: "the results in the order of the items, in the form of the request",
          content: { ...answered, ...lines("result") },
        },
        ...failed,
      },
    },
  };
}

function trainerPath(name: string, parameters: readonly object[], more: object): object {
  const { summary, body, answer } = protocols[name]!;
  const requestBody = { required: true, ...content(schemaOf(body)) };
  return { post: { summary, parameters, requestBody, responses: answers(schemaOf(answer), more) } };
}

/** NeMo Gym's paths below each of their prefixes. */
function gymEntries(atRoot: boolean, scoring: readonly object[]): [string, object][] {
  return gymPrefixes(atRoot).flatMap((prefix) => {
    const rollout = prefix.includes(":rollout")
      ? [{ name: "rollout", in: "path", required: true, schema: text }]
      : [];
    const pathOf = (path: string) => `${prefix}${path}`.replace(":rollout", "{rollout}");
    const posts = Object.entries(gymPaths).map(([path, name]): [string, object] => {
      const parameters = name === "nemo-gym" ? [...rollout, ...scoring] : rollout;
      return [pathOf(path), trainerPath(name, parameters, {})];
    });
    const summary = "NeMo Gym: whether rollouts can be verified again";
    const get = { summary, parameters: rollout, responses: answers({ const: "stateless" }) };
    return [...posts, [pathOf(reverifyPath), { get }]];
  });
}

function trainerEntries(nemoGym: boolean): [string, object][] {
  const onUnscored = query("on_unscored", { enum: ["fail", "zero"] });
  const scoring = [query("reward"), onUnscored, explain];
  return [
    ["/openrlhf", trainerPath("openrlhf", scoring, unscored)],
    ["/slime", trainerPath("slime", [...scoring, query("key")], unscored)],
    ...gymEntries(nemoGym, [query("reward")]),
  ];
}

const get = (path: string, summary: string, type = "application/json"): [string, object] => [
  path,
  { get: { summary, responses: { 200: { description: "the answer", ...content({}, type) } } } },
];

export interface Described {
  /** Whether NeMo Gym's paths are at the root too. */
  nemoGym: boolean;
  /** Whether there is a reward of the user's own. */
  hasOwn: boolean;
  /** Whether a model scores steps. */
  hasSteps: boolean;
}

/** Only with `--steps`. */
function stepsEntry(): [string, object] {
  const list = (items: object) => ({ type: "array", items });
  const item = {
    type: "object",
    properties: { problem: text, steps: list(text) },
    required: ["problem", "steps"],
  };
  const of = (type: object) => ({ anyOf: [list(type), { type: "null" }] });
  const result = {
    type: "object",
    properties: { rewards: of({ type: ["number", "null"] }), verdicts: of(textOrNull), error: text },
  };
  const request = { type: "object", properties: { items: list(item) }, required: ["items"] };
  const answer = { type: "object", properties: { results: list(result) } };
  const summary = "A reward for each step of a solution, by the reward model that --steps names";
  return [
    "/v1/steps",
    { post: { summary, requestBody: { required: true, ...content(request) }, responses: answers(answer) } },
  ];
}

export function openApi(version: string, { nemoGym, hasOwn, hasSteps }: Described): object {
  const native = Object.entries({ ...natives, ...(hasOwn ? { score: ownScore } : {}) });
  const schemas = rewards.flatMap(({ name, fields, keys }) => [
    [`${name}_item`, schemaOf(fields)],
    [`${name}_result`, resultSchema(keys)],
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Assay's reward service", version },
    paths: Object.fromEntries([
      ...native.map(([name, each]) => [`/v1/${name}`, nativePath(name as NativeName, each)]),
      ...(hasSteps ? [stepsEntry()] : []),
      ...trainerEntries(nemoGym),
      get("/v1/rewards", "The rewards there are"),
      get("/openapi.json", "This description"),
      get("/v1/stats", "The counters that the page shows"),
      get("/metrics", "The counters for Prometheus", "text/plain"),
      get("/healthz", "Whether the process lives"),
      get("/readyz", "Whether threads are ready"),
    ]),
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        basic: { type: "http", scheme: "basic" },
      },
    },
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
