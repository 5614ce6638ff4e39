// NeMo Gym starts a session before each rollout. There is no state to keep here, but an invalid body is refused.

import { z } from "zod";
import { type Protocol, readAs } from "./protocol.ts";

const body = z.looseObject({});

export const seedSession: Protocol = {
  body,
  answer: z.object({}),
  summary: "NeMo Gym: the start of a rollout",
  hasItems: false,
  read(given) {
    const read = readAs(body, given);
    return "body" in read ? { items: [], answer: () => ({ text: "{}" }) } : read;
  },
};
