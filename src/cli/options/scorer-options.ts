// The interface to a process reward model, as options of every command that uses one.

import { readFile } from "node:fs/promises";
import type { ModelSource } from "../../config/index.ts";
import { reasonOf } from "../../jsonl/errors.ts";
import type { Sampling } from "../../models/model.ts";
import { didYouMean } from "../../options/nearest.ts";
import { choice, defined, flagOf, group, text, textAs, type Values, whole } from "../../options/option.ts";
import type { LabelPair } from "../../prm/labels.ts";
import { type PromptKind, promptsOf } from "../../prm/named-prompts.ts";
import { type ScorerInterface, scorerInterfaces } from "../../prm/open-scorer.ts";
import { type PooledScores, readPooledScores } from "../../prm/scorers/pooled-scores.ts";
import { UsageError } from "../command.ts";

export const scorerOptions = group("Judging", {
  interface: choice(scorerInterfaces, {
    value: "KIND",
    help:
      "Score steps by the verdict in the reply (text), the probability of the verdict's token " +
      "(logprobs), a single + or - (rlhflow), vLLM's /pooling (pooling), vLLM's /generative_scoring or " +
      "SGLang's /v1/score (scoring), OpenR's controller (openr), or Skywork's plug-in for vLLM (skywork).",
  }),
  labels: textAs(readLabels, {
    value: "RIGHT/WRONG,…",
    help: "Read these words as verdicts, for text, logprobs and rlhflow.",
  }),
  topLogprobs: whole({
    value: "K",
    least: 0,
    usually: "10; TGI allows 5",
    help: "Ask for K alternatives to each token.",
  }),
  separator: textAs((text) => text.replaceAll("\\n", "\n"), {
    usually: "<extra_0>; for openr, ки\\n",
    help: "Put this text after each step, for pooling and openr; \\n is a line break.",
  }),
  scores: textAs(readScores, {
    value: "KIND",
    help:
      "Read the values of a pooling server as probabilities, logits, two-class (the default for rows of " +
      "two values) or class:K (one of several classes).",
  }),
  labelTokenIds: textAs(readTokens, {
    value: "R,W",
    help: "Use these token ids for right and for wrong, for scoring.",
  }),
});

/** How a model is asked about a step. */
export const stepPromptOption = text({
  value: "NAME|FILE",
  completes: "file",
  help: "Use this prompt: steps, groundedprm, groundedprm-turns, r-prm, or your own file.",
});

export const judgementTokensOption = whole({
  least: 1,
  usually: "4096",
  help: "Allow N tokens in a judgement.",
});

/** A prompt by its name, or from a file. */
export async function readStepPrompt(
  flag: string,
  nameOrPath: string | undefined,
  kind: PromptKind,
): Promise<{ prompt?: string; promptName?: string }> {
  if (nameOrPath === undefined) return {};
  const named = promptsOf(kind);
  if (Object.hasOwn(named, nameOrPath)) return { prompt: named[nameOrPath]!, promptName: nameOrPath };
  const prompt = await readFile(nameOrPath, "utf8").catch((error: unknown) => {
    const names = Object.keys(named);
    const meant = didYouMean(nameOrPath, names);
    throw new UsageError(
      `${flag}: '${nameOrPath}' is not the name of a prompt for this judge (${names.join(", ")}), and cannot be read as a file: ` +
        `${reasonOf(error)}${meant && `.${meant}`}`,
    );
  });
  return { prompt, promptName: nameOrPath };
}

type ScorerValues = Omit<Values<typeof scorerOptions>, "interface">;

/** The settings of a scorer, besides its interface and its prompt. */
export const scorerSettings = (
  { labels, labelTokenIds, separator, scores, topLogprobs }: ScorerValues,
  { temperature, maxTokens, topP }: Sampling,
) => ({
  sampling: defined({ temperature, maxTokens, topP, topLogprobs }),
  ...{ labels, labelTokenIds, separator, scores },
});

/** The interfaces that use an option; recorded scores have their own form. */
const lookedAtBy: { [Name in keyof ScorerValues]: readonly ScorerInterface[] } = {
  labels: ["text", "logprobs", "rlhflow"],
  topLogprobs: ["logprobs", "rlhflow"],
  separator: ["pooling", "openr"],
  scores: ["pooling"],
  labelTokenIds: ["scoring"],
};

/** Refuses an option that would have no effect. @throws {UsageError} */
export function refuseIgnored(
  values: Readonly<Partial<ScorerValues>>,
  asked: ScorerInterface,
  { kind }: ModelSource,
): void {
  if (kind === "replay") return;
  for (const name of Object.keys(lookedAtBy) as (keyof ScorerValues)[]) {
    const interfaces = lookedAtBy[name];
    if (values[name] !== undefined && !interfaces.includes(asked))
      throw new UsageError(
        `${flagOf(name, scorerOptions[name])} is for --interface ${interfaces.join(" or ")}, not for '${asked}'`,
      );
  }
}

/** For example `yes/no,good/bad`. */
function readLabels(text: string): LabelPair[] {
  return text.split(",").map((pair) => {
    const [right, wrong, ...more] = pair.split("/").map((label) => label.trim().toLowerCase());
    if (!right || !wrong || more.length > 0)
      throw new Error(`'${pair}' must be the word for right, a slash, and the word for wrong`);
    const mark = [right, wrong].find((label) => /^[\s*_`"'“”.!。]+$/.test(label));
    if (mark) throw new Error(`'${mark}' is a mark that may follow any word, so it cannot be a label`);
    return [right, wrong];
  });
}

/** The kind of values that a pooling server sends. */
function readScores(text: string): PooledScores {
  const scores = readPooledScores(text);
  if (scores === undefined)
    throw new Error(`'${text}' is not one of probabilities, logits, two-class, class:K`);
  return scores;
}

function readTokens(text: string): [number, number] {
  const found = /^(\d+),(\d+)$/.exec(text);
  if (!found) throw new Error(`'${text}' must be two token ids, as in 5413,9581`);
  return [Number(found[1]), Number(found[2])];
}
