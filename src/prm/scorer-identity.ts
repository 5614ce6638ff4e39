// A scorer's identity holds all that a score depends on, and so it also says how the scorer is asked. Whoever has it and
// the model can open the same scorer again, in another process or on another machine.

import { z } from "zod";
import { ModelError } from "../models/provider-error.ts";
import { badField } from "../outgoing/bad-field.ts";
import { type ScorerOptions, scorerInterfaces } from "./open-scorer.ts";
import { type PooledScores, readPooledScores } from "./scorers/pooled-scores.ts";

/** How tokens are drawn, as an identity has it. */
export const samplingOfIdentity = z.strictObject({
  maxTokens: z.int().min(1).optional(),
  temperature: z.number().min(0).optional(),
  topP: z.number().optional(),
  topK: z.number().optional(),
  stop: z.array(z.string()).optional(),
  topLogprobs: z.int().min(0).optional(),
});

const scorerIdentity = z.object({
  interface: z.enum([...scorerInterfaces, "recorded"]),
  prompt: z.string().optional(),
  sampling: samplingOfIdentity.optional(),
  threshold: z.number().optional(),
  labels: z.array(z.tuple([z.string(), z.string()])).optional(),
  "label token ids": z.tuple([z.int(), z.int()]).optional(),
  separator: z.string().optional(),
  scores: z
    .string()
    .transform((text) => readPooledScores(text))
    .pipe(z.custom<PooledScores>((scores) => scores !== undefined, "is not a supported kind"))
    .optional(),
});

/** How the scorer is asked; the model itself is the opener's. @throws {ModelError} where it is no scorer's identity */
export function scorerAskedAs(identity: unknown): Omit<ScorerOptions, "source"> {
  const {
    interface: asked,
    "label token ids": labelTokenIds,
    ...rest
  } = readIdentity(scorerIdentity, identity);
  // A record is read in the same way, however its model was asked.
  return { ...rest, labelTokenIds, interface: asked === "recorded" ? "text" : asked };
}

/** @throws {ModelError} */
export function readIdentity<T>(schema: z.ZodType<T>, identity: unknown): T {
  const { data, error } = schema.safeParse(identity);
  if (error) throw new ModelError(`the identity of the judge: ${badField(error.issues[0]!, identity)}`);
  return data;
}
