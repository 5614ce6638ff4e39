// One sample as its page shows it, read from the one line of the journal that holds it.

import { extractAnswer, verify } from "../math/index.ts";
import { openAiPost } from "../models/openai-format.ts";
import { type DrawInput, readDraw, requestOf } from "../runs/draw.ts";
import type { UnitRecord } from "../runs/engine/unit.ts";
import { judgementOn } from "../runs/judged.ts";
import type { RunFile } from "../runs/run-file.ts";
import { stopsOf } from "../runs/template.ts";
import { valueWithin } from "../workers/within-time.ts";
import type { SamplePage } from "./api.ts";
import type { EvalIndex } from "./eval-index.ts";
import { stateOf } from "./sample-table.ts";

/** Undefined where there is no such sample. */
export async function samplePage(
  index: EvalIndex,
  task: string,
  problem: string,
  sample: number,
): Promise<SamplePage | undefined> {
  const { table } = index;
  const place = table.findProblem(task, problem);
  const row = place === undefined ? undefined : table.rows[place]!.get(sample);
  if (row === undefined) return undefined;
  const record = (await index.recordOf(row)) as UnitRecord;
  const draw = readDraw(record);
  if (!draw) return undefined;
  const { input, drawn } = draw;
  const completion = drawn?.completions.find((each) => each.sample === sample);
  const failure = record.error ?? drawn?.failures.find((each) => each.sample === sample);
  const state = stateOf(table.state.at(row));
  const answer = table.text(table.answer.at(row));
  const by = table.text(table.rule.at(row)) ?? "";
  const isJudged = by === "judge" && answer !== undefined;
  return {
    task,
    problem,
    sample,
    statement: input.statement,
    gold: [input.gold].flat(),
    columns: input.columns,
    prompt: typeof input.prompt === "string" ? [{ role: "prompt", content: input.prompt }] : input.prompt,
    ...(completion
      ? {
          completion: {
            text: completion.text,
            reasoning: completion.reasoning,
            finish: completion.finish,
            stopReason: completion.stopReason,
          },
        }
      : {}),
    failure: failure?.message,
    at:
      completion && answer !== undefined
        ? (table.answerPlace(row) ?? placeOf(completion.text, answer))
        : undefined,
    verdict:
      state === "ungraded" ? undefined : { state, answer, by, reason: table.text(table.reason.at(row)) },
    judge: isJudged ? await judgementOn(index.folder, input.statement, answer) : undefined,
    reading:
      answer === undefined || by === "provider" ? undefined : readingOf([input.gold].flat(), answer, state),
    seed: input.seeds[input.samples.indexOf(sample)],
    time: record.time,
    usage: drawn?.usage,
    servedModel: (record.outcome as { servedModel?: string } | undefined)?.servedModel,
    request: requestFor(input, index.run!),
  };
}

/** Where the answer stands, for verdicts that do not say: as it is found today where that gives the same answer, else where its text stands last. */
function placeOf(text: string, answer: string): [number, number] | undefined {
  const found = valueWithin(() => extractAnswer(text, { numbers: true }), undefined);
  if (found && found.answer === answer) return [found.start, found.end];
  const at = text.lastIndexOf(answer);
  return at < 0 ? undefined : [at, at + answer.length];
}

/** How gold and answer are read. The verdict is the run's own; where today's reading says another thing, it is said. */
function readingOf(golds: readonly string[], answer: string, state: string): SamplePage["reading"] {
  const results = valueWithin(() => golds.map((gold) => verify(gold, answer)), []);
  const result = results.find(({ equal }) => equal) ?? results[0];
  if (!result) return undefined;
  return {
    gold: result.gold,
    answer: result.answer,
    certainty: result.certainty,
    agrees: result.equal === (state === "right"),
  };
}

function requestFor(input: DrawInput, { config, data }: RunFile): Record<string, unknown> {
  const sampling = {
    maxTokens: config.maxNewTokens ?? data[input.task]?.maxNewTokens,
    temperature: config.temperature,
    topP: config.topP,
    topK: config.topK,
    stop: stopsOf(config.template),
  };
  const { model, path, extraBody } = config.model;
  return openAiPost(model ?? path ?? "", requestOf(input, sampling), extraBody ?? {}).body;
}
