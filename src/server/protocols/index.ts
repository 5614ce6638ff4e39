// The trainers' protocols: those with items by their path, and NeMo Gym's other requests.

import { aggregateMetrics } from "./aggregate.ts";
import { nemoGym } from "./nemo-gym.ts";
import { openRlhf } from "./openrlhf.ts";
import type { Protocol } from "./protocol.ts";
import { seedSession } from "./seed-session.ts";
import { slime } from "./slime.ts";

export const protocols: Readonly<Record<string, Protocol>> = {
  openrlhf: openRlhf,
  slime,
  "nemo-gym": nemoGym,
  seed_session: seedSession,
  aggregate_metrics: aggregateMetrics,
};

/** The paths that NeMo Gym requests, below a prefix, and their protocols. */
export const gymPaths: Readonly<Record<string, string>> = {
  "/verify": "nemo-gym",
  "/seed_session": "seed_session",
  "/aggregate_metrics": "aggregate_metrics",
};
/** Answers that rollouts can be verified again, because no state of a session is kept. */
export const reverifyPath = "/reverify_mode";

/** The prefixes of those paths; `atRoot` if the service itself is a resources server. */
export function gymPrefixes(atRoot: boolean): string[] {
  const rollout = "/ng-rollout/:rollout";
  return ["/nemo-gym", `/nemo-gym${rollout}`, ...(atRoot ? ["", rollout] : [])];
}
