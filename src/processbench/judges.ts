// Opens a judge of ProcessBench from its description, or from the context of a run.

import { z } from "zod";
import type { ChatMessage, Model, Retry, Sampling } from "../models/model.ts";
import { openModel } from "../models/open-model.ts";
import { critiqueShape } from "../prm/built-in-prompts.ts";
import {
  builtInPrompt,
  openScorer,
  readIdentity,
  type ScorerOptions,
  samplingOfIdentity,
  scorerAskedAs,
  sourceIdentity,
} from "../prm/open-scorer.ts";
import { fill, listOf, type Prompt, PromptError, readPrompt } from "../prm/prompt-template.ts";
import type { StepScorer, StepsToScore } from "../prm/step-scorer.ts";
import { asUnitFailure, drawUnit, drawWork, requestOf } from "../runs/draw.ts";
import type { RunContext, WorkByKind } from "../runs/engine/executor.ts";
import type { Unit } from "../runs/engine/unit.ts";
import { expectedModels } from "../seen/seen.ts";
import { benchConfig, type JudgeName, type NoVerdict } from "./bench-file.ts";
import type { Judged } from "./judged.ts";
import type { Sample } from "./samples.ts";
import { type StepsInput, type StepsOutcome, sampleOf, stepsUnit } from "./step-unit.ts";

// The interface between a judge of whole samples and a run: the units for a sample, and the work on them.

export interface Judge {
  /** Everything that a judgement depends on. A run records it. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** The units for a sample, without those that exist already or follow from others. */
  units(subset: string, sample: Sample, judged: Judged): Unit[];
  /** Processes the units, by kind. Each contains everything that it needs of its sample. */
  work(onRetry: (retry: Retry) => void): WorkByKind;
  /** The first request about a sample, for display. */
  preview(subset: string, sample: Sample): object;
  close(): Promise<void>;
}

export interface JudgeOptions extends ScorerOptions {
  judge: JudgeName;
  /** Whether the steps after a wrong one are scored too; rewards are always requested for all. */
  allSteps?: boolean | undefined;
  /** The number of critiques of each sample. */
  votes?: number | undefined;
  /** How a step without a verdict counts. */
  noVerdict?: NoVerdict | undefined;
  seed: number;
}

export const defaultVotes = 8;

/** @throws {ModelError} @throws {PromptError} */
export async function openJudge(options: JudgeOptions): Promise<Judge> {
  const { judge, noVerdict, seed } = options;
  if (judge === "critique") return openCritique(options);
  // With rewards, the first wrong step is determined afterwards.
  const threshold = judge === "scalar" ? undefined : options.threshold;
  const scorer = await openScorer({ ...options, threshold });
  const allSteps = judge === "scalar" || options.allSteps === true;
  return stepsJudge({ scorer, allSteps, noVerdict, seed });
}

async function openCritique(options: JudgeOptions): Promise<Judge> {
  const { source, votes = defaultVotes, seed, prompt: text = builtInPrompt("critique") } = options;
  const drawn: Sampling = votes === 1 ? { temperature: 0 } : { temperature: 1, topP: 0.9 };
  const sampling = { ...drawn, maxTokens: 4096, ...options.sampling };
  const name = options.promptName ?? "the prompt";
  const prompt = readPrompt(text, critiqueShape, name);
  if (!/\{(?:paragraphs|steps)\}/.test(prompt.question!))
    throw new PromptError(`${name}: the section '=== question ===' must contain {paragraphs} or {steps}`);
  return critiqueJudge({
    model: await openModel(source, options),
    prompt,
    sampling,
    votes,
    seed,
    identity: { ...sourceIdentity(source), prompt: text, sampling },
  });
}

/** The settings that the judgements of a run share. */
export const benchContextSchema = benchConfig
  .pick({ model: true, judge: true, identity: true })
  .extend({ seen: expectedModels.optional() });
export type BenchContext = z.output<typeof benchContextSchema>;

const critiqueIdentity = z.object({ prompt: z.string(), sampling: samplingOfIdentity, seed: z.int() });
const stepsIdentity = z.object({
  "all steps": z.boolean(),
  "no verdict": z.literal("right").optional(),
  seed: z.int(),
});

/**
 * The judge of a run, from its context: it processes the run's units like the judge that started the run.
 * @param opened how the model is opened here
 * @throws {ModelError}
 * @throws {PromptError}
 */
export function judgeOfContext(
  { data }: RunContext,
  opened: Pick<JudgeOptions, "source" | "concurrency" | "environment" | "doubt" | "pauses">,
): Promise<Judge> {
  const { judge, identity } = data as BenchContext;
  if (judge === "critique") {
    const asked = readIdentity(critiqueIdentity, identity);
    return openJudge({ ...opened, ...asked, judge, interface: "text" });
  }
  const { seed, "all steps": allSteps, "no verdict": noVerdict } = readIdentity(stepsIdentity, identity);
  return openJudge({ ...opened, ...scorerAskedAs(identity), judge, allSteps, noVerdict, seed });
}

// Judging by steps. A judge with a request for each step has a unit for each, so no judgement is lost; one that scores
// a solution at once has a single unit.

interface StepsJudgeOptions {
  scorer: StepScorer;
  /** Whether the steps after a wrong one are scored too. */
  allSteps: boolean;
  /** If a step without a verdict counts as right, the next one is requested. */
  noVerdict?: NoVerdict | undefined;
  seed: number;
}

function stepsJudge({ scorer, allSteps, noVerdict, seed }: StepsJudgeOptions): Judge {
  const isInTurn = !allSteps && !scorer.asksOnce;

  const units = (subset: string, sample: Sample): Unit<StepsInput>[] => {
    const { length } = sample.steps;
    if (scorer.asksOnce) return [stepsUnit(subset, sample, 0, length)];
    if (isInTurn) return [stepsUnit(subset, sample, 0, 1)];
    return sample.steps.map((_, step) => stepsUnit(subset, sample, step, step + 1));
  };

  const questionOf = ({ subset, from, to }: StepsInput, { id, problem, steps }: Sample): StepsToScore => ({
    problem,
    steps: steps.slice(0, to),
    from,
    key: `${subset}/${id}`,
    seed,
  });

  return {
    identity: {
      ...scorer.identity,
      "all steps": allSteps,
      // The other settings do not change the requests.
      "no verdict": noVerdict === "right" ? noVerdict : undefined,
      seed,
    },
    units,
    work: (onRetry) => ({
      async steps(unit, { signal, drain }) {
        const input = unit.input as StepsInput; // Made by `stepsUnit`, or read from the run's own journal.
        const { subset, to } = input;
        const sample = sampleOf(input);
        try {
          const value: StepsOutcome = await scorer.score(questionOf(input, sample), {
            signal,
            drain,
            onRetry,
          });
          const verdict = value.scores.at(-1)?.verdict ?? noVerdict;
          const goesOn = isInTurn && verdict === "right" && to < sample.steps.length;
          return { value, ...(goesOn ? { next: [stepsUnit(subset, sample, to, to + 1)] } : {}) };
        } catch (error) {
          throw asUnitFailure(error);
        }
      },
    }),
    preview: (subset, sample) => scorer.preview(questionOf(units(subset, sample)[0]!.input, sample)),
    close: () => scorer.close(),
  };
}

// Judging a solution at once: the model reads all paragraphs and names the first wrong one. Several critiques of a
// sample are drawn, and they vote. The draws have the form of those of an evaluation.

interface CritiqueJudgeOptions {
  model: Model;
  prompt: Prompt<typeof critiqueShape>;
  sampling: Sampling;
  votes: number;
  seed: number;
  identity: Readonly<Record<string, unknown>>;
}

function critiqueJudge({ model, prompt, sampling, votes, seed, identity }: CritiqueJudgeOptions): Judge {
  const unitOf = (subset: string, sample: Sample, draws: readonly number[]) => {
    const { id, problem: statement, label } = sample;
    const asked = { prompt: messagesOn(prompt, sample), samples: draws, seed };
    const unit = drawUnit(subset, { id, statement, gold: `${label}` }, asked);
    // The prompt contains them as one text; they are stored separately so that a run can be read without its data.
    return { ...unit, input: { ...unit.input, steps: [...sample.steps] } };
  };
  const all = Array.from({ length: votes }, (_, draw) => draw);
  return {
    identity: { ...identity, seed },
    units(subset, sample, judged) {
      const missing = all.filter((draw) => !judged.votes.has(draw));
      return missing.length > 0 ? [unitOf(subset, sample, missing)] : [];
    },
    work: (onRetry) => ({ draw: drawWork(model, () => sampling, onRetry) }),
    preview: (subset, sample) => model.preview(requestOf(unitOf(subset, sample, all).input, sampling)),
    close: () => model.close(),
  };
}

function messagesOn(prompt: Prompt<typeof critiqueShape>, { problem, steps }: Sample): ChatMessage[] {
  const paragraphs = steps
    .map((step, place) => `<paragraph_${place}>\n${step}\n</paragraph_${place}>`)
    .join("\n\n");
  const values = { problem, paragraphs, steps: listOf(prompt, steps), last: `${steps.length - 1}` };
  const question = fill(prompt.question!, values);
  const system =
    prompt.system === undefined ? [] : [{ role: "system" as const, content: fill(prompt.system, values) }];
  return [...system, { role: "user", content: question }];
}
