// POST /v1/steps: a process reward model scores each step of a solution. The model is a server or an embedded model, so
// the work is done elsewhere; it is stopped when the client no longer waits for the answer.

import { z } from "zod";
import { messageOf } from "../errors/expected-error.ts";
import { checkMediaType, parseBody, readBody } from "../http/body.ts";
import { HttpError } from "../http/http-error.ts";
import type { Route } from "../http/router.ts";
import { writeFloats } from "../jsonl/write-floats.ts";
import { badField } from "../outgoing/bad-field.ts";
import type { Dispatcher } from "./dispatcher.ts";

interface Solution {
  problem: string;
  steps: string[];
}

/** The outcome of each step. */
interface ScoredStep {
  reward: number | null;
  verdict: "right" | "wrong" | null;
  /** The probabilities of both labels, if the reward was computed from them. */
  masses?: object | undefined;
}

export interface StepModel {
  score(solution: Solution, signal: AbortSignal): Promise<readonly ScoredStep[]>;
  close(): Promise<void>;
}

/** Larger solutions are not parsed on the thread that answers requests. */
const mostBytes = 1024 * 1024;
/** Characters that a model is asked about for one solution: each step is asked with those before it. */
const mostAsked = 16 * 1024 * 1024;
/** What the prompt adds to a step, about. */
const turnCharacters = 100;

const body = z.strictObject({
  items: z.array(z.object({ problem: z.string(), steps: z.array(z.string()).min(1) })),
});

export function stepsRoute(dispatcher: Dispatcher, model: StepModel | undefined): Route {
  return {
    method: "POST",
    path: "/v1/steps",
    async handler(exchange) {
      if (!model)
        throw new HttpError(404, "no reward model for steps is configured; start with --steps SOURCE");
      checkMediaType(exchange.request, ["application/json"]);
      dispatcher.admit(exchange, 1);
      const { items } = readItems(await readBody(exchange.request, mostBytes));
      // Each step is a request to the model.
      dispatcher.admit(
        exchange,
        items.reduce((sum, { steps }) => sum + steps.length, 0),
      );
      const unwanted = new AbortController();
      exchange.onUnwanted = () => unwanted.abort();
      const results = await Promise.all(items.map((item) => scored(model, item, unwanted.signal)));
      exchange.json(200, `{"results":[${results.map(writeFloats).join(",")}]}`);
    },
  };
}

function readItems(bytes: Buffer): z.infer<typeof body> {
  const value = parseBody(bytes);
  const read = body.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0]!;
  throw new HttpError(400, badField(issue, value), { param: issue.path.join(".") || undefined });
}

async function scored(model: StepModel, item: Solution, signal: AbortSignal): Promise<object> {
  const none = { rewards: null, verdicts: null };
  if (askedCharacters(item) > mostAsked)
    return { ...none, error: "the steps, each with those before it, are too much to ask a model about" };
  try {
    const steps = await model.score(item, signal);
    // A step after one without a score has no score either.
    const of = item.steps.map((_, i) => steps[i] ?? { reward: null, verdict: null });
    return { rewards: of.map(ownReward), verdicts: of.map(({ verdict }) => verdict) };
  } catch (error) {
    return { ...none, error: messageOf(error) };
  }
}

function askedCharacters({ problem, steps }: Solution): number {
  let [before, sum] = [problem.length, 0];
  for (const step of steps) {
    before += step.length + turnCharacters;
    sum += before;
  }
  return sum;
}

/** A search continues with 0.5 if the model's reply cannot be read; a trainer must not take that for a score. */
const ownReward = ({ reward, verdict, masses }: ScoredStep): number | null =>
  verdict === null && !masses ? null : reward;
