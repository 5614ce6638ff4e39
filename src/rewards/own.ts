// Rewards that users bring as modules: which of their exports is the reward, and what it may return.

import type { Outcome } from "./reward.ts";

type UserScore = (row: Record<string, unknown>) => unknown;

/** The export of the reward's name, or `score`, or the default. */
export async function userScore(module: string, name: string | undefined): Promise<UserScore> {
  const exported = (await import(module)) as Record<string, unknown>;
  const candidates = [...(name === undefined ? [] : [name]), "score", "default"];
  for (const candidate of candidates) {
    if (typeof exported[candidate] === "function") return exported[candidate] as UserScore;
  }
  throw new Error(`the module exports no function; it should export 'score(row)'`);
}

/** A number is the reward itself; an object holds numbers, and `unscored` where there are none to give. */
export function readOutcome(returned: unknown): Outcome {
  if (typeof returned === "number") return { result: { reward: finite(returned, "the reward") } };
  if (typeof returned !== "object" || returned === null || Array.isArray(returned)) {
    throw new TypeError("the module's score must return a number or an object of numbers");
  }
  const { unscored, ...rest } = returned as Record<string, unknown>;
  if (typeof unscored === "string") {
    const keys = Object.keys(rest);
    return {
      result: Object.fromEntries((keys.length > 0 ? keys : ["reward"]).map((key) => [key, null])),
      unscored,
    };
  }
  return {
    result: Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, finite(value, `'${key}'`)])),
  };
}

function finite(value: unknown, name: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new TypeError(`${name} must be a finite number; the module's score returned ${String(value)}`);
}
