// The trainers' own protocols, each under its own path, so that a user pastes one URL.

import { checkMediaType, readBody } from "../http/body.ts";
import type { Exchange } from "../http/exchange.ts";
import { HttpError } from "../http/http-error.ts";
import type { Route } from "../http/router.ts";
import type { Desk } from "./desk.ts";
import { handedOver } from "./perform.ts";
import { gymPaths, gymPrefixes, reverifyPath } from "./protocols/index.ts";
import {
  type Answer,
  needsMore,
  type OnUnscored,
  onUnscoredChoices,
  type Refused,
  type TrainerQuery,
} from "./protocols/protocol.ts";
import { isExplained, RewardNames } from "./requests.ts";
import { gradeSpread, type TrainerWork } from "./spread-trainer.ts";

export interface TrainerParts {
  desk: Desk;
  names: RewardNames;
  /** Whether `--reward` was given: then it holds for NeMo Gym too. */
  hasReward: boolean;
  onUnscored: OnUnscored;
  /** NeMo Gym's paths at the root. */
  nemoGym: boolean;
}

/** A trainer's body is parsed whole, by the thread that grades it. */
const mostBodyBytes = 64 * 1024 * 1024;
/** NeMo Gym splits the reasoning off, so that there are no tags to ask for. */
const nemoGymReward = "r1_zero_boxed";

export function trainerRoutes(parts: TrainerParts): Route[] {
  const boxed = parts.hasReward
    ? parts.names
    : new RewardNames(nemoGymReward, parts.names.own, parts.names.gradingOptions);
  const gym: Route[] = Object.entries(gymPaths).map(([path, protocol]) => ({
    method: "POST",
    path,
    handler: protocol === "nemo-gym" ? trainer(parts, protocol, boxed) : beside(parts, protocol, boxed),
  }));
  gym.push({ method: "GET", path: reverifyPath, handler: (exchange) => exchange.json(200, '"stateless"') });
  return [
    { method: "POST", path: "/openrlhf", handler: trainer(parts, "openrlhf", parts.names) },
    { method: "POST", path: "/slime", handler: trainer(parts, "slime", parts.names) },
    ...gymPrefixes(parts.nemoGym).flatMap((prefix) =>
      gym.map((route) => ({ ...route, path: `${prefix}${route.path}` })),
    ),
  ];
}

function trainer(parts: TrainerParts, protocol: string, names: RewardNames) {
  return async (exchange: Exchange): Promise<void> => {
    try {
      await answerTrainer(parts, protocol, names, exchange);
    } catch (error) {
      throw inStatusLine(error);
    }
  };
}

/** What a trainer asks beside its rewards: there are no items, and nothing to count. */
function beside({ desk, onUnscored }: TrainerParts, protocol: string, names: RewardNames) {
  return async (exchange: Exchange): Promise<void> => {
    try {
      checkMediaType(exchange.request, ["application/json"]);
      const reward = names.find(undefined);
      desk.tag(exchange, { op: "score", reward, options: names.optionsOf(reward) });
      desk.admit(exchange, 1);
      const body = handedOver(await readBody(exchange.request, mostBodyBytes));
      const shape = { kind: "trainer" as const, protocol, query: { onUnscored }, most: desk.mostItems };
      // Of the operations the one that needs no reward, so that no user's module is waited for.
      const { refused, answer } = await desk.grade({ call: { op: "extract" }, ...body, shape }, 1, exchange);
      answerWith(exchange, refused, answer);
    } catch (error) {
      throw inStatusLine(error);
    }
  };
}

/** Trainers log the status line alone, so that the reason stands there too. */
const inStatusLine = (error: unknown): unknown => (error instanceof HttpError ? error.inStatusLine() : error);

/** @throws {HttpError} where the request is no good, or an item could not be scored */
function answerWith(exchange: Exchange, refused: Refused | undefined, answer: Answer | undefined): void {
  if (refused) throw new HttpError(refused.status ?? 400, refused.message, { param: refused.param });
  if ("problem" in answer!) throw new HttpError(422, answer.problem);
  exchange.json(200, answer!.text);
}

async function answerTrainer(
  { desk, onUnscored }: TrainerParts,
  protocol: string,
  names: RewardNames,
  exchange: Exchange,
): Promise<void> {
  const { request } = exchange;
  checkMediaType(request, ["application/json"]);
  const reward = rewardOf(exchange, names);
  const call: TrainerWork["call"] = {
    op: "score",
    reward,
    options: names.optionsOf(reward),
    explain: isExplained(exchange),
  };
  const query = queryOf(exchange, onUnscored);
  desk.tag(exchange, call);
  desk.admit(exchange, 1);
  const body = handedOver(await readBody(request, mostBodyBytes));
  const shape = { kind: "trainer" as const, protocol, query, most: desk.mostItems };
  const { refused, answer } = await graded(desk, { call, ...body, shape }, exchange);
  answerWith(exchange, refused, answer);
}

/** What became of the items; what was counted of them is added. */
async function graded(
  desk: Desk,
  work: TrainerWork,
  exchange: Exchange,
): Promise<{ refused?: Refused | undefined; answer?: Answer | undefined }> {
  const performed = await desk.grade(work, 1, exchange);
  if (performed.spread) return gradeSpread(desk, work, performed.spread, exchange);
  if (!performed.refused) desk.count(performed);
  return performed;
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
