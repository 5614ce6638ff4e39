// The flags of `assay processbench`, the mission's among them, resolved into what a run is.

import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { Config, ModelSource } from "../../config/index.ts";
import type { Sampling } from "../../models/model.ts";
import { defaultConcurrency } from "../../models/open-model.ts";
import type { LabelPair } from "../../prm/labels.ts";
import { type PromptKind, promptsOf } from "../../prm/named-prompts.ts";
import {
  builtInPrompt,
  promptKindOf,
  type ScorerInterface,
  scorerInterfaces,
} from "../../prm/open-scorer.ts";
import { type PooledScores, readPooledScores } from "../../prm/scorers/pooled-scores.ts";
import { judgeNames, type NoVerdict, noVerdicts } from "../../processbench/bench-file.ts";
import { defaultVotes, type JudgeOptions } from "../../processbench/open-judge.ts";
import type { ResultFiles } from "../../processbench/result-files.ts";
import type { SubsetRequest } from "../../processbench/samples.ts";
import type { ModelOfRun } from "../../runs/run-file.ts";
import { readOptions, UsageError } from "../command.ts";
import { completeSource, findSource, modelOfRun } from "../options/model-source.ts";
import { readNumber, readOneOf, readWhole } from "../options/option-values.ts";
import { withModel } from "../run/reached.ts";

const flags = {
  source: { type: "string", short: "i" },
  "base-url": { type: "string", multiple: true },
  "api-url": { type: "string", multiple: true },
  model: { type: "string" },
  "model-name": { type: "string" },
  "api-key-env": { type: "string" },
  judge: { type: "string" },
  interface: { type: "string" },
  prompt: { type: "string" },
  "print-prompt": { type: "boolean" },
  data: { type: "string" },
  subset: { type: "string", multiple: true },
  "max-problems": { type: "string", short: "x" },
  temperature: { type: "string", short: "t" },
  "max-tokens": { type: "string", short: "m" },
  "top-p": { type: "string" },
  "top-logprobs": { type: "string" },
  votes: { type: "string", short: "n" },
  "all-steps": { type: "boolean" },
  "no-verdict": { type: "string" },
  threshold: { type: "string" },
  "threshold-subset": { type: "string" },
  separator: { type: "string" },
  scores: { type: "string" },
  "label-token-ids": { type: "string" },
  labels: { type: "string" },
  seed: { type: "string" },
  "output-dir": { type: "string" },
  "output-prefix": { type: "string" },
  desc: { type: "string" },
  concurrency: { type: "string" },
  "dry-run": { type: "boolean" },
  json: { type: "boolean" },
} as const;

type Values = ReturnType<typeof readOptions<typeof flags>>["values"];

export interface BenchRequest {
  judge: JudgeOptions & { concurrency: number };
  model: ModelOfRun;
  data: SubsetRequest;
  threshold: number | undefined;
  thresholdSubset: string | undefined;
  desc: string | undefined;
  /** Where the run is kept, and where the mission's files go. */
  folder: string;
  results: ResultFiles;
  dryRun: boolean;
  json: boolean;
}

/** A text is the prompt that was to be printed. */
export async function readBenchRequest(
  argv: readonly string[],
  config: Config,
): Promise<BenchRequest | string> {
  const { values } = readOptions(argv, flags);
  const judge = readOneOf("--judge", values.judge, judgeNames) ?? "step";
  const asked = readInterface(values.interface, judge);
  const kind = judge === "critique" ? judge : promptKindOf(asked);
  const prompt = await readStepPromptOption("--prompt", values.prompt, kind);
  if (values["print-prompt"]) return prompt.prompt ?? builtInPrompt(kind);
  const described = values.source === undefined ? undefined : await findSource("-i", values.source, config);
  const source = await withModel(
    completeSource(described, {
      baseUrls: values["base-url"] ?? values["api-url"],
      model: values.model ?? values["model-name"],
      apiKeyEnv: values["api-key-env"],
    }),
  );
  const threshold = readNumber("--threshold", values.threshold, 0, 1);
  const prefix = readName("--output_prefix", values["output-prefix"]) ?? judge;
  const recorded = source.kind === "replay" ? basename(source.path!, extname(source.path!)) : undefined;
  const modelFolder = folderName(source.model ?? recorded ?? values.source ?? basename(source.path!));
  const results = { folder: join(values["output-dir"] ?? "outputs", modelFolder), prefix };
  return {
    judge: {
      judge,
      source,
      interface: asked,
      ...prompt,
      sampling: readSampling(values),
      threshold,
      labels: readLabels(values.labels),
      labelTokenIds: readTokens(values["label-token-ids"]),
      separator: values.separator,
      scores: readScores(values.scores, asked, source),
      allSteps: values["all-steps"] === true,
      votes: judge === "critique" ? (readWhole("--votes", values.votes, 1) ?? defaultVotes) : undefined,
      noVerdict: readNoVerdict(values["no-verdict"], judge),
      seed: readWhole("--seed", values.seed, 0) ?? 0,
      concurrency:
        readWhole("--concurrency", values.concurrency, 1) ?? source.concurrency ?? defaultConcurrency,
    },
    model: modelOfRun(values.source, source),
    data: {
      data: values.data,
      names: values.subset?.flatMap((names) => names.split(",").map((name) => name.trim())),
      most: readWhole("--max-problems", values["max-problems"], 1),
    },
    threshold,
    thresholdSubset: values["threshold-subset"],
    desc: values.desc,
    folder: join(results.folder, `run_${prefix}`),
    results,
    dryRun: values["dry-run"] === true,
    json: values.json === true,
  };
}

function readInterface(text: string | undefined, judge: JudgeOptions["judge"]): ScorerInterface {
  const asked = readOneOf("--interface", text, scorerInterfaces);
  if (judge === "critique" && asked !== undefined && asked !== "text") {
    throw new UsageError(`--interface ${asked} scores steps; a critique is always text`);
  }
  if (judge === "scalar" && asked === "text") {
    throw new UsageError("--judge scalar needs an interface with scores, and 'text' has none");
  }
  return asked ?? (judge === "scalar" ? "logprobs" : "text");
}

function readNoVerdict(text: string | undefined, judge: JudgeOptions["judge"]): NoVerdict | undefined {
  const noVerdict = readOneOf("--no-verdict", text, noVerdicts);
  if (judge === "critique" && noVerdict !== undefined && noVerdict !== "skip") {
    throw new UsageError("--no-verdict is about single steps; a critique without an index has no prediction");
  }
  return noVerdict;
}

/** A prompt by its name, or in a file. */
export async function readStepPromptOption(
  flag: string,
  nameOrPath: string | undefined,
  kind: PromptKind,
): Promise<{ prompt?: string; promptName?: string }> {
  if (nameOrPath === undefined) return {};
  const named = promptsOf(kind);
  if (Object.hasOwn(named, nameOrPath)) return { prompt: named[nameOrPath]!, promptName: nameOrPath };
  const prompt = await readFile(nameOrPath, "utf8").catch((error: Error) => {
    const names = Object.keys(named).join(", ");
    throw new UsageError(
      `${flag}: ${nameOrPath} cannot be read: ${error.message}; the prompts with a name are here ${names}`,
    );
  });
  return { prompt, promptName: nameOrPath };
}

/** Only what was given, so that the rest is the interface's own. */
function readSampling(values: Values): Sampling {
  const sampling: Sampling = {
    temperature: readNumber("--temperature", values.temperature, 0),
    maxTokens: readWhole("--max-tokens", values["max-tokens"], 1),
    topP: readNumber("--top-p", values["top-p"], 0, 1),
    topLogprobs: readWhole("--top-logprobs", values["top-logprobs"], 0),
  };
  return Object.fromEntries(Object.entries(sampling).filter(([, value]) => value !== undefined));
}

/** For example `yes/no,good/bad`. */
export function readLabels(text: string | undefined): LabelPair[] | undefined {
  return text?.split(",").map((pair) => {
    const [right, wrong, ...more] = pair.split("/").map((label) => label.trim().toLowerCase());
    if (!right || !wrong || more.length > 0) {
      throw new UsageError(`--labels: '${pair}' is not the word for right, a slash, and the word for wrong`);
    }
    const mark = [right, wrong].find((label) => /^[\s*_`"'“”.!。]+$/.test(label));
    if (mark)
      throw new UsageError(`--labels: '${mark}' is a mark that may follow any word, and so is no label`);
    return [right, wrong];
  });
}

/** What the values of a pooling server are. */
export function readScores(
  text: string | undefined,
  asked: ScorerInterface,
  { kind }: ModelSource,
): PooledScores | undefined {
  if (text === undefined) return undefined;
  if (asked !== "pooling" && kind !== "replay")
    throw new UsageError(`--scores is for --interface pooling, not for '${asked}'`);
  const scores = readPooledScores(text);
  if (scores === undefined)
    throw new UsageError(`--scores: there is probabilities, logits, two-class, class:K, not '${text}'`);
  return scores;
}

export function readTokens(text: string | undefined): [number, number] | undefined {
  if (text === undefined) return undefined;
  const found = /^(\d+),(\d+)$/.exec(text);
  if (!found)
    throw new UsageError(`--label-token-ids: '${text}' is not two numbers of tokens, as in 5413,9581`);
  return [Number(found[1]), Number(found[2])];
}

function readName(flag: string, text: string | undefined): string | undefined {
  if (text !== undefined && !/^[^/\\\p{Cc}]+$/u.test(text)) {
    throw new UsageError(`${flag}: '${text}' cannot be a part of a file's name`);
  }
  return text;
}

/** A model's name as one folder. */
const folderName = (model: string): string => model.replace(/[/\\\p{Cc}]/gu, "_").replace(/^\.+$/, "_");
