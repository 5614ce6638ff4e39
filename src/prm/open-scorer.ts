// Opens a step scorer from its description: the model and the interface.

import { z } from "zod";
import type { ModelSource } from "../config/config.ts";
import type { Sampling } from "../models/model.ts";
import { endpointOptions, type OpenOptions, openModel } from "../models/open-model.ts";
import { ModelError } from "../models/provider-error.ts";
import { badField } from "../outgoing/bad-field.ts";
import { openrShape, poolingShape, scoringShape, skyworkShape } from "./built-in-prompts.ts";
import { readStepPrompt } from "./conversation.ts";
import type { LabelPair } from "./labels.ts";
import { type PromptKind, promptsOf } from "./named-prompts.ts";
import { readPrompt } from "./prompt-template.ts";
import { chatScorer } from "./scorers/chat-scorer.ts";
import { type PooledScores, readPooledScores } from "./scorers/pooled-scores.ts";
import { RecordedScorer } from "./scorers/recorded-scorer.ts";
import { rlhflowScorer } from "./scorers/rlhflow-scorer.ts";
import type { StepScorer } from "./step-scorer.ts";

/**
 * The interfaces: a word, a word and its probability, a sign, rows, label probabilities, and the servers of OpenR and
 * of Skywork.
 */
export const scorerInterfaces = [
  "text",
  "logprobs",
  "rlhflow",
  "pooling",
  "scoring",
  "openr",
  "skywork",
] as const;
export type ScorerInterface = (typeof scorerInterfaces)[number];

export interface ScorerOptions extends OpenOptions {
  source: ModelSource;
  interface: ScorerInterface;
  /** A prompt in the format of `readPrompt`, instead of the built-in one. */
  prompt?: string | undefined;
  /** The name of the prompt in errors. */
  promptName?: string | undefined;
  /** Overrides the interface's own. */
  sampling?: Sampling | undefined;
  /**
   * The reward below which a step is wrong: 0.5; for `text` and `logprobs` undefined, because there the word decides.
   */
  threshold?: number | undefined;
  /** The pairs of words for right and wrong, for `text`, `logprobs` and `rlhflow`. */
  labels?: readonly LabelPair[] | undefined;
  /** The token ids for right and for wrong, which `scoring` needs. */
  labelTokenIds?: readonly [number, number] | undefined;
  /** The text after each step for `pooling` and `openr`. */
  separator?: string | undefined;
  /** The kind of values that a server sends for `pooling`. */
  scores?: PooledScores | undefined;
}

/** The kind of prompt of an interface. */
export const promptKindOf = (asked: ScorerInterface): PromptKind =>
  asked === "text" || asked === "logprobs" ? "step" : asked;

/** Whether its path is below the server's `/v1`, or at the root. */
export const isVersioned = (asked: ScorerInterface): boolean =>
  asked === "text" || asked === "logprobs" || asked === "rlhflow";

/** The default prompt. */
export const builtInPrompt = (kind: PromptKind): string => Object.values(promptsOf(kind))[0]!;

/** The specification's sampling for a judge that reasons, and one token for one that does not. */
const defaultSampling: Readonly<Partial<Record<ScorerInterface, Sampling>>> = {
  text: { temperature: 0.6, maxTokens: 4096 },
  logprobs: { temperature: 0.6, maxTokens: 4096, topLogprobs: 10 },
  rlhflow: { temperature: 0, maxTokens: 1, topLogprobs: 10 },
};

const defaultSeparators = { pooling: "<extra_0>", openr: "ки\n" };

/** @throws {ModelError} if the model cannot be opened as described @throws {PromptError} if the prompt is not usable */
export async function openScorer(options: ScorerOptions): Promise<StepScorer> {
  const { source, labels, scores, labelTokenIds } = options;
  const promptText = options.prompt ?? builtInPrompt(promptKindOf(options.interface));
  const name = options.promptName ?? "the prompt";
  const sampling: Sampling = { ...defaultSampling[options.interface], ...options.sampling };
  if (options.interface === "text") delete sampling.topLogprobs;
  const common = { interface: options.interface, ...sourceIdentity(source), prompt: promptText };
  const { threshold = 0.5 } = options;
  if (source.kind === "replay") {
    // A record is read in the same way, whichever interface its model had.
    const { prompt: _, interface: __, ...recorded } = common;
    const identity = { interface: "recorded", ...recorded, scores, labels, threshold };
    return RecordedScorer.open({ path: source.path!, scores, labels, threshold, identity });
  }
  switch (options.interface) {
    case "text":
    case "logprobs":
    case "rlhflow": {
      const settings = { sampling, labels };
      const prompt = readStepPrompt(promptText, name);
      const asked = { prompt, model: await openModel(source, options), ...settings };
      const identity = { ...common, ...settings };
      if (options.interface === "rlhflow")
        return rlhflowScorer({ ...asked, threshold, identity: { ...identity, threshold } });
      const own = { threshold: options.threshold };
      return chatScorer({ ...asked, ...own, identity: { ...identity, ...own } });
    }
    case "pooling": {
      const { separator = defaultSeparators.pooling } = options;
      const { PoolingScorer } = await import("./scorers/pooling-scorer.ts");
      return new PoolingScorer({
        ...serverOf(source, options),
        prompt: readPrompt(promptText, poolingShape, name),
        separator,
        scores,
        threshold,
        identity: { ...common, separator, scores, threshold },
      });
    }
    case "scoring": {
      if (!labelTokenIds) {
        throw new ModelError("the interface 'scoring' needs the token ids for right and for wrong");
      }
      const { ScoringScorer } = await import("./scorers/scoring-scorer.ts");
      return new ScoringScorer({
        ...serverOf(source, options),
        prompt: readPrompt(promptText, scoringShape, name),
        labelTokenIds,
        threshold,
        identity: { ...common, "label token ids": labelTokenIds, threshold },
      });
    }
    case "openr": {
      const { separator = defaultSeparators.openr } = options;
      const { OpenRScorer } = await import("./scorers/openr-scorer.ts");
      return new OpenRScorer({
        ...serverOf(source, options),
        prompt: readPrompt(promptText, openrShape, name),
        separator,
        threshold,
        identity: { ...common, separator, threshold },
      });
    }
    case "skywork": {
      const { SkyworkScorer } = await import("./scorers/skywork-scorer.ts");
      return new SkyworkScorer({
        ...serverOf(source, options),
        prompt: readPrompt(promptText, skyworkShape, name),
        threshold,
        identity: { ...common, threshold },
      });
    }
  }
}

/** The identity of a model, apart from where it is served. */
export const sourceIdentity = ({ kind, model, path, extraBody, completionField }: ModelSource) => ({
  "kind of model": kind,
  model: model ?? path,
  "extra body": extraBody,
  "completion field": completionField,
});

function serverOf(source: ModelSource, options: ScorerOptions) {
  if (source.kind !== "openai") {
    throw new ModelError(
      `the interface '${options.interface}' needs a server, and this is a model of kind '${source.kind}'`,
    );
  }
  return {
    endpoint: endpointOptions(source, options),
    model: source.model!,
    extraBody: source.extraBody,
  };
}

// A scorer's identity contains everything that a score depends on, including the interface. With the identity and the
// model, the same scorer can be opened in a different process or on a different machine.

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
