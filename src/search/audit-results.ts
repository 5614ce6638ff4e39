// Reads a result file for display if there is no journal: a file of the reference, or a file that was sent alone. It
// has no replies of the judge and does not show which solution a candidate continues. Files of Assay have all
// candidates in `iterations`; older ones have them in `iteration_history`.

import { z } from "zod";
import { type AuditedCandidate, type AuditedIteration, type AuditedSearch, decide } from "./audit.ts";
import { boxedAnswer, stepEnd } from "./candidate.ts";
import type { ReadResult } from "./result.ts";

const candidate = z.object({
  candidate_step: z.string(),
  reward: z.number().nullish(),
  step_rewards: z.array(z.number().nullable()).optional(),
  dropped: z.string().optional(),
  cut_off: z.boolean().optional(),
  note: z.string().optional(),
});

const pastIteration = z.object({
  candidates_info: z.array(candidate),
  chosen_step_index: z.int().nullish(),
  kept_step_indexes: z.array(z.int()).optional(),
});

const drawnIteration = z
  .object({
    candidates: z.array(candidate),
    chosen: z.int().nullish(),
    kept: z.array(z.int()).optional(),
  })
  .transform(({ candidates, chosen, kept }) => ({
    candidates_info: candidates,
    chosen_step_index: chosen,
    kept_step_indexes: kept,
  }));

type PastCandidate = z.output<typeof candidate>;

/** Unreadable parts are left out. */
export function auditResult({
  iteration_history,
  iterations: drawn,
}: Pick<ReadResult, "iteration_history" | "iterations">): AuditedSearch {
  const past = (drawn ?? iteration_history).flatMap((each) => {
    const read = drawn ? drawnIteration.safeParse(each) : pastIteration.safeParse(each);
    return read.success ? [read.data] : [];
  });
  const isWhole = past.some(({ candidates_info }) => candidates_info.some((each) => each.step_rewards));
  const iterations = past.map((each, place) => auditPast(each, place + 1, past[place - 1], isWhole));
  return { draws: isWhole ? "solutions" : "steps", iterations };
}

function auditPast(
  { candidates_info, chosen_step_index: led, kept_step_indexes }: z.output<typeof pastIteration>,
  iteration: number,
  before: z.output<typeof pastIteration> | undefined,
  isWhole: boolean,
): AuditedIteration {
  const kept = new Set(isWhole ? [] : kept_step_indexes);
  if (typeof led === "number") kept.add(led);
  const first = new Map<string, number>();
  candidates_info.forEach(({ candidate_step }, place) => {
    if (!first.has(candidate_step)) first.set(candidate_step, place);
  });
  // The chosen candidate represents those that are equal to it.
  if (typeof led === "number" && candidates_info[led]) first.set(candidates_info[led].candidate_step, led);
  const isFirst = ({ candidate_step }: PastCandidate, place: number) =>
    isWhole || first.get(candidate_step) === place;
  const options = candidates_info.flatMap((each, place) =>
    each.dropped === undefined && isFirst(each, place) ? [{ place, value: each.reward ?? null }] : [],
  );
  const { choice, ranks } = decide(undefined, options, kept);
  const from =
    typeof before?.chosen_step_index === "number"
      ? { iteration: iteration - 1, candidate: before.chosen_step_index }
      : undefined;
  const candidates = candidates_info.map((each, place): AuditedCandidate => {
    const { candidate_step: step, reward = null, step_rewards, dropped, note } = each;
    const as = first.get(step)!;
    const isRepeat = !isFirst(each, place);
    const steps = isWhole ? step.split(stepEnd) : [step];
    const answer = boxedAnswer(step);
    return {
      place,
      path: 0,
      from,
      steps,
      rewards: step_rewards ?? [reward],
      value: reward,
      rank: ranks.get(place)?.rank ?? null,
      fate:
        dropped !== undefined || isRepeat
          ? "dropped"
          : place === led
            ? "led"
            : kept.has(place)
              ? "kept"
              : "passed",
      dropped: isRepeat ? { why: "the same", as } : dropped === undefined ? undefined : { why: dropped },
      count: isWhole ? 1 : candidates_info.filter((other) => other.candidate_step === step).length,
      margin: ranks.get(place)?.margin ?? null,
      ends: answer === null ? null : "answer",
      answer,
      isCut: each.cut_off === true,
      judged: note === undefined ? [] : [{ verdict: null, text: null, note }],
    };
  });
  return { iteration, candidates, choices: [choice] };
}
