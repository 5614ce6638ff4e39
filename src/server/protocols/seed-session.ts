// NeMo Gym seeds a session before each rollout. There is nothing to keep here, but a body that is none is said to be none.

import { z } from "zod";
import { type Protocol, readAs } from "./protocol.ts";

const body = z.looseObject({});

export const seedSession: Protocol = {
  body,
  answer: z.object({}),
  summary: "NeMo Gym: the start of a rollout",
  read(given) {
    const read = readAs(body, given);
    return "body" in read ? { items: [], answer: () => ({ text: "{}" }) } : read;
  },
};
