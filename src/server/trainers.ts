// The trainers' own protocols, each under its own path, so that a user pastes one URL.

import { checkMediaType, parseBody, readBody } from "../http/body.ts";
import type { Exchange } from "../http/exchange.ts";
import { HttpError } from "../http/http-error.ts";
import type { Route } from "../http/router.ts";
import { aggregate } from "./aggregate.ts";
import type { Desk } from "./desk.ts";
import { smallBodyBytes, smallItems } from "./native.ts";
import { type Performed, perform } from "./perform.ts";
import { protocols } from "./protocols/index.ts";
import {
  type Answer,
  needsMore,
  type OnUnscored,
  onUnscoredChoices,
  type Refused,
  type TrainerQuery,
} from "./protocols/protocol.ts";
import { RewardNames } from "./requests.ts";
import { gradeSpread, hasSeveral, type TrainerWork } from "./spread-trainer.ts";

export interface TrainerParts {
  desk: Desk;
  names: RewardNames;
  /** Whether `--reward` was given: then it holds for NeMo Gym too. */
  hasReward: boolean;
  onUnscored: OnUnscored;
  /** NeMo Gym's paths at the root. */
  nemoGym: boolean;
}

/** A trainer's body is parsed whole. */
const mostBodyBytes = 64 * 1024 * 1024;
/** NeMo Gym splits the reasoning off, so that there are no tags to ask for. */
const nemoGymReward = "r1_zero_boxed";
/** Golds and scores make a body; cookies and ids come beside it. */
const rollout = "/ng-rollout/:rollout";

export function trainerRoutes(parts: TrainerParts): Route[] {
  const boxed = parts.hasReward ? parts.names : new RewardNames(nemoGymReward, parts.names.own);
  const verify = trainer(parts, "nemo-gym", boxed);
  const gym: Route[] = [
    { method: "POST", path: "/verify", handler: verify },
    { method: "POST", path: "/seed_session", handler: seedSession },
    { method: "POST", path: "/aggregate_metrics", handler: aggregateMetrics },
    { method: "GET", path: "/reverify_mode", handler: (exchange) => exchange.json(200, '"stateless"') },
  ];
  const prefixes = ["/nemo-gym", `/nemo-gym${rollout}`, ...(parts.nemoGym ? ["", rollout] : [])];
  return [
    { method: "POST", path: "/openrlhf", handler: trainer(parts, "openrlhf", parts.names) },
    { method: "POST", path: "/slime", handler: trainer(parts, "slime", parts.names) },
    ...prefixes.flatMap((prefix) => gym.map((route) => ({ ...route, path: `${prefix}${route.path}` }))),
  ];
}

function trainer(parts: TrainerParts, protocol: string, names: RewardNames) {
  return async (exchange: Exchange): Promise<void> => {
    try {
      await answerTrainer(parts, protocol, names, exchange);
    } catch (error) {
      // Trainers log the status line alone, so that the reason stands there too.
      throw error instanceof HttpError ? error.inStatusLine() : error;
    }
  };
}

async function answerTrainer(
  { desk, onUnscored }: TrainerParts,
  protocol: string,
  names: RewardNames,
  exchange: Exchange,
): Promise<void> {
  const { request } = exchange;
  checkMediaType(request, ["application/json"]);
  const call: TrainerWork["call"] = { op: "score", reward: rewardOf(exchange, names), options: {} };
  const query = queryOf(exchange, onUnscored);
  desk.tag(exchange, call);
  desk.admit(exchange, 1);
  const bytes = await readBody(request, mostBodyBytes);
  const shape = { kind: "trainer" as const, protocol, query, most: desk.mostItems };
  const { refused, answer } = await graded(desk, { call, bytes, shape }, exchange);
  if (refused) throw new HttpError(refused.status ?? 400, refused.message, { param: refused.param });
  if ("problem" in answer!) throw new HttpError(422, answer.problem);
  exchange.json(200, answer!.text);
}

/** What became of the items; what was counted of them is added. */
async function graded(
  desk: Desk,
  work: TrainerWork,
  exchange: Exchange,
): Promise<{ refused?: Refused | undefined; answer?: Answer | undefined }> {
  if (desk.isOwn(work.call) && hasSeveral(work)) return gradeSpread(desk, work, exchange);
  const performed = await gradeWhole(desk, work, exchange);
  if (!performed.refused) desk.count(performed);
  return performed;
}

function gradeWhole(desk: Desk, work: TrainerWork, exchange: Exchange): Promise<Performed> {
  const { bytes, shape } = work;
  if (bytes.length > smallBodyBytes || desk.isOwn(work.call)) return desk.gradeThere(work, 1, exchange);
  const body = parseBody(bytes);
  const size = protocols[shape.protocol]!.size(body);
  desk.admit(exchange, size);
  if (size > smallItems) return desk.gradeThere(work, size, exchange);
  return perform(
    { ...work, failed: {}, log: desk.logOf(size, exchange), slowFrom: desk.stats.slowFrom },
    { body },
  );
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

async function seedSession(exchange: Exchange): Promise<void> {
  checkMediaType(exchange.request, ["application/json"]);
  await readBody(exchange.request, mostBodyBytes);
  exchange.json(200, "{}");
}

async function aggregateMetrics(exchange: Exchange): Promise<void> {
  checkMediaType(exchange.request, ["application/json"]);
  const body = parseBody(await readBody(exchange.request, mostBodyBytes));
  exchange.json(200, JSON.stringify(aggregate(body)));
}
