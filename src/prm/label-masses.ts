// How the masses of both labels stand in a journal, beside the reward that was made of them.

import { z } from "zod";

export const labelMasses = z.object({ right: z.number(), wrong: z.number() });
