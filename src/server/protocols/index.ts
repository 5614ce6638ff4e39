// The trainers' protocols by the path they are asked at.

import { nemoGym } from "./nemo-gym.ts";
import { openRlhf } from "./openrlhf.ts";
import type { Protocol } from "./protocol.ts";
import { slime } from "./slime.ts";

export const protocols: Readonly<Record<string, Protocol>> = {
  openrlhf: openRlhf,
  slime,
  "nemo-gym": nemoGym,
};
