// Judging a solution at once: the model reads all paragraphs and names the first wrong one. Several critiques of a
// sample are drawn, and they vote. The draws are those of a benchmark run.

import type { ChatMessage, Model, Sampling } from "../../models/model.ts";
import type { critiqueShape } from "../../prm/built-in-prompts.ts";
import { fill, type Prompt } from "../../prm/prompt-template.ts";
import { listOf } from "../../prm/step-list.ts";
import { drawUnit, drawWork, requestOf } from "../../runs/draw.ts";
import type { Sample } from "../samples.ts";
import type { Judge } from "./judge.ts";

export interface CritiqueJudgeOptions {
  model: Model;
  prompt: Prompt<typeof critiqueShape>;
  sampling: Sampling;
  votes: number;
  seed: number;
  identity: Readonly<Record<string, unknown>>;
}

export function critiqueJudge({
  model,
  prompt,
  sampling,
  votes,
  seed,
  identity,
}: CritiqueJudgeOptions): Judge {
  const unitOf = (subset: string, sample: Sample, draws: readonly number[]) => {
    const { id, problem: statement, label } = sample;
    const asked = { prompt: messagesOn(prompt, sample), samples: draws, seed };
    const unit = drawUnit(subset, { id, statement, gold: `${label}` }, asked);
    // The prompt holds them as one text, and a run should be readable without its data.
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
