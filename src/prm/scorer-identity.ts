// A scorer's identity contains everything that a score depends on, including the interface. With the identity and the
// model, the same scorer can be opened in a different process or on a different machine.

import { z } from "zod";
import { ModelError } from "../models/provider-error.ts";
import { badField } from "../outgoing/bad-field.ts";
import { type ScorerOptions, scorerInterfaces } from "./open-scorer.ts";
import { type PooledScores, readPooledScores } from "./scorers/pooled-scores.ts";

/** The sampling settings in an identity. */
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

/** The settings of the scorer; the caller provides the model. @throws {ModelError} if it is not a scorer's identity */
export function scorerAskedAs(identity: unknown): Omit<ScorerOptions, "source"> {
  const {
    interface: asked,
    "label token ids": labelTokenIds,
    ...rest
  } = readIdentity(scorerIdentity, identity);
  // A record is read in the same way, whichever interface its model had.
  return { ...rest, labelTokenIds, interface: asked === "recorded" ? "text" : asked };
}

/** @throws {ModelError} */
export function readIdentity<T>(schema: z.ZodType<T>, identity: unknown): T {
  const { data, error } = schema.safeParse(identity);
  if (error) throw new ModelError(`the identity of the judge: ${badField(error.issues[0]!, identity)}`);
  return data;
}
