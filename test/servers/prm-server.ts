// Servers of process reward models, each with the paths, the formats and the limits of the one it imitates. The test
// decides the reward of a step.

import { type Answer, type Asked, type Reply, TestServer } from "../models/server.ts";

export const flavours = ["vllm", "sglang", "llama.cpp", "tgi"] as const;
/** Chat servers; and servers that only return rewards. */
export type Flavour = (typeof flavours)[number] | "openr" | "skywork";

/** A step as the server sees it. */
export interface Judged {
  /** The first turn, the question or the query, which contains the problem. */
  opening: string;
  /** The newest turn, step or item. */
  newest: string;
  /** All of the user's turns so far, in a conversation. */
  turns: readonly string[];
  /** The step's place in the solution. */
  index: number;
}

/** The probability that a step is right. */
export type Judge = (judged: Judged) => number;

export interface PrmServerOptions {
  flavour: Flavour;
  judge: Judge;
  /** The judge's reply; default: a verdict in brackets after a thought. */
  reply?: (chance: number, judged: Judged) => string;
  separator?: string;
  /** Called first; if it returns a value, that is the answer. */
  instead?: (asked: Asked, number: number) => ReturnType<Answer> | undefined;
}

export function startPrmServer(options: PrmServerOptions): Promise<TestServer> {
  return TestServer.start((asked, number) => options.instead?.(asked, number) ?? answer(asked, options));
}

const usage = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 };

function answer(asked: Asked, options: PrmServerOptions): Reply {
  const { path, body } = asked;
  const { flavour } = options;
  if (flavour === "openr") return openr(asked, options);
  if (flavour === "skywork") return skywork(asked, options);
  if (path === "/v1/chat/completions") return chat(asked, options);
  if (path === "/pooling" && flavour === "vllm") return pooling(body, options);
  if (path === "/generative_scoring" && flavour === "vllm") {
    const scores = itemChances(body, options);
    const data = scores.map((score, index) => ({ index, object: "score", score }));
    return { body: { id: "made-up", object: "list", data, usage } };
  }
  if (path === "/v1/score" && flavour === "sglang") {
    const scores = itemChances(body, options).map((chance) => [chance, 1 - chance]);
    return { body: { scores, model: body.model, usage: null, object: "scoring" } };
  }
  return { status: 404, body: flavour === "sglang" ? { detail: "Not Found" } : { error: "Not Found" } };
}

function chat({ body }: Asked, { flavour, judge, reply = verdictInBrackets }: PrmServerOptions): Reply {
  const turns = body.messages!.filter(({ role }) => role === "user").map(({ content }) => content);
  const judged = { opening: turns[0]!, newest: turns.at(-1)!, turns, index: turns.length - 1 };
  const chance = judge(judged);
  const top = body.top_logprobs as number | undefined;
  const most = flavour === "tgi" ? 5 : 20;
  if (top !== undefined && top > most && (flavour === "vllm" || flavour === "tgi")) {
    const message = `top_logprobs must be at most ${most}`;
    return flavour === "vllm"
      ? { status: 400, body: { object: "error", message, code: 400 } }
      : { status: 422, body: { error: message, error_type: "validation" } };
  }
  const isSign = body.max_tokens === 1;
  const text = isSign ? (chance >= 0.5 ? "+" : "-") : reply(chance, judged);
  const content = body.logprobs ? tokensOf(text, chance, top ?? 0) : undefined;
  return {
    body: {
      id: "made-up",
      object: "chat.completion",
      model: body.model,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: text },
          logprobs: content ? { content } : null,
          finish_reason: isSign ? "length" : "stop",
          ...(flavour === "vllm" ? { stop_reason: null } : {}),
          ...(flavour === "sglang" ? { matched_stop: 151645 } : {}),
        },
      ],
      usage,
    },
  };
}

const verdictInBrackets = (chance: number): string =>
  `Let me look at it.\n[${chance >= 0.5 ? "Right" : "Wrong"}]`;

const opposites = new Map(
  [
    ["Right", "Wrong"],
    ["correct", "incorrect"],
    ["+", "-"],
  ].flatMap(([right, wrong]) => [
    [right!, { right: right!, wrong: wrong! }],
    [wrong!, { right: right!, wrong: wrong! }],
  ]),
);

/** The tokens of a text, in which the word of a verdict is one token. */
function tokensOf(text: string, chance: number, top: number): object[] {
  const words = text.split(/(Right|Wrong|incorrect|correct|[+-])/).filter((word) => word !== "");
  return words.map((token) => {
    const pair = opposites.get(token);
    const odds: [string, number][] = pair
      ? [
          [pair.right, chance * 0.98],
          [pair.wrong, (1 - chance) * 0.98],
        ]
      : [[token, 0.99]];
    for (let i = odds.length; i < top; i++) odds.push([`other ${i}`, 0.001]);
    odds.sort(([, a], [, b]) => b - a);
    const listed = odds
      .slice(0, top)
      .map(([each, p]) => ({ token: each, logprob: Math.log(p), bytes: null }));
    const own = odds.find(([each]) => each === token)![1];
    return { token, logprob: Math.log(own), bytes: null, top_logprobs: listed };
  });
}

/** Qwen's reward model: a row with the probabilities of wrong and of right after each separator. */
function pooling(body: Asked["body"], { judge, separator = "<extra_0>" }: PrmServerOptions): Reply {
  const messages = body.messages ?? [];
  const opening = messages.find(({ role }) => role === "user")?.content ?? (body.input as string);
  const solution = messages.findLast(({ role }) => role === "assistant")?.content ?? (body.input as string);
  const steps = solution.split(separator).slice(0, -1);
  // As a conversation has them, whose first turn is the problem with its first step.
  const turns = steps.map((step, index) => (index === 0 ? `${opening}\n\n${step}` : step));
  const rows = steps
    .map((newest, index) => judge({ opening, newest, turns: turns.slice(0, index + 1), index }))
    .map((chance) => [1 - chance, chance]);
  return {
    body: { object: "list", model: body.model, data: [{ index: 0, object: "pooling", data: rows }], usage },
  };
}

/** OpenR's controller, which is its own worker here; a tag follows each step. */
function openr({ path, headers, body }: Asked, { judge, separator = "ки\n" }: PrmServerOptions): Reply {
  if (path === "/get_worker_address") return { body: { address: `http://${headers.host}` } };
  if (path !== "/worker_value_inference") return { status: 404, body: { detail: "Not Found" } };
  const input = body.input_str as string;
  const value = input
    .split(separator)
    .slice(0, -1)
    .map((newest, index) => judge({ opening: input, newest, turns: [], index }));
  return { body: { input, value } };
}

/** Skywork's plug-in: a token is a letter's code, and each has a logit; that of a newline belongs to its line. */
function skywork({ path, body }: Asked, { judge }: PrmServerOptions): Reply {
  if (path === "/tokenize") {
    const tokens = [...(body.prompt as string)].map((letter) => letter.codePointAt(0)!);
    return { body: { count: tokens.length, max_model_len: 4096, tokens } };
  }
  if (path !== "/v1/embeddings") return { status: 404, body: { detail: "Not Found" } };
  const [ids] = body.input as [number[]];
  const text = String.fromCodePoint(...ids);
  const embedding = ids.map((id, place) => {
    if (id !== 10) return 0.5;
    const before = text.slice(0, place);
    const newest = before.slice(before.lastIndexOf("\n") + 1);
    const index = before.split("\n").length - 2;
    // The first line is the problem.
    const chance = index < 0 ? 0.5 : judge({ opening: text, newest, turns: [], index });
    return Math.log(chance / (1 - chance));
  });
  return { body: { object: "list", model: body.model, data: [{ index: 0, embedding }], usage } };
}

function itemChances(body: Asked["body"], { judge }: PrmServerOptions): number[] {
  const items = body.items as string[];
  return items.map((newest, index) => judge({ opening: body.query as string, newest, turns: [], index }));
}
