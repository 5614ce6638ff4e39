// Judging a solution at once: the model reads all paragraphs and names the first wrong one. Several critiques of a
// sample are drawn, and they vote. The draws are those of a benchmark run.

import type { Model, Sampling } from "../../models/model.ts";
import type { critiqueShape } from "../../prm/built-in-prompts.ts";
import { fill, type Prompt } from "../../prm/prompt-template.ts";
import { listOf } from "../../prm/step-list.ts";
import { drawUnit, drawWork, requestOf } from "../../runs/draw.ts";
import type { Conversation } from "../../tasks/task.ts";
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
    const conversation = conversationOf(prompt, sample);
    const unit = drawUnit(subset, conversation, { prompt: conversation.messages, samples: draws, seed });
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

function conversationOf(prompt: Prompt<typeof critiqueShape>, sample: Sample): Conversation {
  const { id, problem, steps, label } = sample;
  const paragraphs = steps
    .map((step, place) => `<paragraph_${place}>\n${step}\n</paragraph_${place}>`)
    .join("\n\n");
  const values = { problem, paragraphs, steps: listOf(prompt, steps), last: `${steps.length - 1}` };
  const question = fill(prompt.question!, values);
  const system =
    prompt.system === undefined ? [] : [{ role: "system" as const, content: fill(prompt.system, values) }];
  return { id, problem, answer: `${label}`, messages: [...system, { role: "user", content: question }] };
}
