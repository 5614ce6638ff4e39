// The trainers' own protocols, each under its own path, so that a user pastes one URL.

import { checkMediaType, readBody } from "../http/body.ts";
import type { Exchange } from "../http/exchange.ts";
import { HttpError } from "../http/http-error.ts";
import type { Route } from "../http/router.ts";
import type { Row } from "../jsonl/line-module.ts";
import type { Asked, Dispatcher } from "./dispatcher.ts";
import { type Graded, gradedOf, unscoredItem } from "./graded.ts";
import type { Call } from "./operation.ts";
import type { Lines } from "./parts.ts";
import { handedOver, type SpreadItems } from "./perform.ts";
import { gymPaths, gymPrefixes, protocols, reverifyPath } from "./protocols/index.ts";
import {
  type Answer,
  needsMore,
  type OnUnscored,
  onUnscoredChoices,
  type Refused,
  type TrainerQuery,
} from "./protocols/protocol.ts";
import { isExplained, RewardNames } from "./requests.ts";

export interface TrainerParts {
  dispatcher: Dispatcher;
  names: RewardNames;
  /** Whether `--reward` was given: then it applies to NeMo Gym too. */
  hasReward: boolean;
  onUnscored: OnUnscored;
  /** NeMo Gym's paths at the root. */
  nemoGym: boolean;
}

interface TrainerWork extends Asked {
  call: Extract<Call, { op: "score" }>;
  shape: { kind: "trainer"; protocol: string; query: TrainerQuery; most: number };
}

/** A trainer's body is parsed whole, by the thread that grades it. */
const mostBodyBytes = 64 * 1024 * 1024;
/** NeMo Gym separates the reasoning, so there are no tags to require. */
const nemoGymReward = "r1_zero_boxed";

export function trainerRoutes(parts: TrainerParts): Route[] {
  const { names } = parts;
  const boxed = parts.hasReward ? names : new RewardNames(nemoGymReward, names.own, names.gradingOptions);
  const post = (path: string, protocol: string, rewards: RewardNames): Route => ({
    method: "POST",
    path,
    handler: (exchange) =>
      answerTrainer(parts, protocol, rewards, exchange).catch((error: unknown) => {
        // Trainers log only the status line, so the reason is there too.
        throw error instanceof HttpError ? error.inStatusLine() : error;
      }),
  });
  const gym = Object.entries(gymPaths).map(([path, protocol]) => post(path, protocol, boxed));
  gym.push({ method: "GET", path: reverifyPath, handler: (exchange) => exchange.json(200, '"stateless"') });
  return [
    post("/openrlhf", "openrlhf", names),
    post("/slime", "slime", names),
    ...gymPrefixes(parts.nemoGym).flatMap((prefix) =>
      gym.map((route) => ({ ...route, path: `${prefix}${route.path}` })),
    ),
  ];
}

/** @throws {HttpError} if the request is invalid, or an item could not be scored */
async function answerTrainer(
  { dispatcher, onUnscored }: TrainerParts,
  protocol: string,
  names: RewardNames,
  exchange: Exchange,
): Promise<void> {
  const { hasItems = true } = protocols[protocol]!;
  checkMediaType(exchange.request, ["application/json"]);
  const reward = hasItems ? rewardOf(exchange, names) : names.find(undefined);
  const explain = isExplained(exchange);
  const call = { op: "score" as const, reward, options: names.optionsOf(reward), explain };
  const query = hasItems ? queryOf(exchange, onUnscored) : { onUnscored };
  dispatcher.tag(exchange, call);
  dispatcher.admit(exchange, 1);
  const body = handedOver(await readBody(exchange.request, mostBodyBytes));
  const shape = { kind: "trainer" as const, protocol, query, most: dispatcher.mostItems };
  const { refused, answer } = hasItems
    ? await graded(dispatcher, { call, ...body, shape }, exchange)
    : // The one operation that needs no reward, so no user's module is waited for.
      await dispatcher.grade({ call: { op: "extract" }, ...body, shape }, 1, exchange);
  if (refused) throw new HttpError(refused.status ?? 400, refused.message, { param: refused.param });
  if ("problem" in answer!) throw new HttpError(422, answer.problem);
  exchange.json(200, answer!.text);
}

/** The outcomes of the items; their counts are added. */
async function graded(
  dispatcher: Dispatcher,
  work: TrainerWork,
  exchange: Exchange,
): Promise<{ refused?: Refused | undefined; answer?: Answer | undefined }> {
  const performed = await dispatcher.grade(work, 1, exchange);
  if (performed.spread) return gradeSpread(dispatcher, work, performed.spread, exchange);
  if (!performed.refused) dispatcher.count(performed);
  return performed;
}

/**
 * Several items of the user's own reward are spread over the threads like those of a batch, because each of them may
 * take long.
 */
async function gradeSpread(
  dispatcher: Dispatcher,
  { call, shape }: TrainerWork,
  { lines, unscored }: SpreadItems,
  exchange: Exchange,
): Promise<{ answer: Answer }> {
  const items = unscored.filter((reason) => reason === null).length;
  const bytes = Buffer.from(lines);
  const results = await gradeRows(dispatcher, call, { bytes, items, first: 1 }, exchange);
  const keys = dispatcher.ownMembers ?? [];
  let next = 0;
  const graded = unscored.map((reason): Graded => {
    if (reason === null) return results[next++]!;
    const item = unscoredItem(keys, reason);
    dispatcher.stats.add(call.reward, item);
    return item;
  });
  return { answer: protocols[shape.protocol]!.answerOf!(graded, shape.query.onUnscored, keys) };
}

async function gradeRows(
  dispatcher: Dispatcher,
  call: Call,
  lines: Lines,
  exchange: Exchange,
): Promise<Graded[]> {
  const shape = { kind: "lines" as const, first: 1, strict: true };
  const parts = [...dispatcher.partsOf(call, lines)];
  const performed = await Promise.all(
    parts.map((part) =>
      dispatcher.grade({ call, data: part.bytes, shape, isSmall: false }, part.items, exchange),
    ),
  );
  for (const each of performed) dispatcher.count(each);
  return performed
    .filter(({ items }) => items > 0)
    .flatMap((each) => dispatcher.textOf(each).split("\n").map(gradedFrom));
}

/** A result in the form that a thread has written. */
function gradedFrom(line: string): Graded {
  const { unscored, error, ...result } = JSON.parse(line) as Row;
  if (typeof error === "string") return { outcome: "error", result, reward: null, error };
  if (typeof unscored === "string") return { outcome: "unscored", result, reward: null, unscored };
  return gradedOf({ result: result as Record<string, number | null> }, undefined);
}

function rewardOf(exchange: Exchange, names: RewardNames): string {
  const reward = names.find(exchange.query.get("reward"));
  const field = needsMore(reward);
  if (field !== undefined)
    throw new HttpError(
      400,
      `${reward} needs '${field}', which this protocol does not carry; use /v1/score`,
      {
        param: "reward",
      },
    );
  return reward;
}

function queryOf(exchange: Exchange, standard: OnUnscored): TrainerQuery {
  const { query } = exchange;
  const given = query.get("on_unscored") ?? standard;
  const onUnscored = onUnscoredChoices.find((choice) => choice === given);
  if (onUnscored === undefined)
    throw new HttpError(400, `on_unscored is ${onUnscoredChoices.join(" or ")}, not '${given}'`, {
      param: "on_unscored",
    });
  return { onUnscored, key: query.get("key") ?? undefined };
}
