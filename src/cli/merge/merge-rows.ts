// Merges rewarded or graded rows into one file in the order of the input, with its summary.

import { mergeOutputs } from "../../jsonl/merge-outputs.ts";
import { measureOutput } from "../../jsonl/output.ts";
import type { Values } from "../../options/option.ts";
import { recount as recountGrade } from "../grade/grade.ts";
import { earlierLines, refuseOverwriting, summaryJson, summaryText } from "../lines/lines.ts";
import { dataOfWork } from "../lines/lines-options.ts";
import { recount as recountReward } from "../reward/lines-reward.ts";
import { figuresOf, rewardMembers } from "../reward/reward.ts";
import type { mergeOptions } from "./merge.ts";

export async function mergeRowsCommand(
  files: readonly string[],
  { out, json }: Values<typeof mergeOptions>,
): Promise<number> {
  const started = performance.now();
  await refuseOverwriting("-", out, "name a different file with --out");
  const { lines, work, twice } = await mergeOutputs(files, out);
  const isReward = work.startsWith("assay reward ");
  const tally = await earlierLines(out, isReward ? recountReward : recountGrade);
  const { failed } = await measureOutput(out);
  const figures = isReward ? figuresOf(tally) : { words: [], members: {} };
  const seconds = (performance.now() - started) / 1000;
  const summary = { lines, failed, resumed: 0, ...tally, stopped: false, seconds };
  const which = isReward ? rewardMembers(dataOfWork(work)) : {};
  if (json)
    process.stdout.write(`${JSON.stringify({ ...summaryJson(summary), ...which, ...figures.members })}\n`);
  else process.stderr.write(`${[summaryText(summary, out), ...figures.words].join("\n")}\n`);
  for (const { shard, taken, other, isSame } of twice)
    process.stderr.write(
      isSame
        ? `assay merge: ${taken} and ${other} hold the same rows of shard ${shard}\n`
        : `assay merge: ${taken} and ${other} both hold shard ${shard}, and differ; ${taken} is taken\n`,
    );
  return failed > 0 ? 1 : 0;
}
