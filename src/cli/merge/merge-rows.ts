// The merging of rewarded or graded rows as a user meets it: one file in the order of the input, and its summary.

import { mergeOutputs } from "../../jsonl/merge-outputs.ts";
import { measureOutput } from "../../jsonl/output.ts";
import type { Values } from "../../options/option.ts";
import { count, counted } from "../../outgoing/counted.ts";
import { snakeNames } from "../../outgoing/snake-names.ts";
import { versions } from "../../runs/versions.ts";
import { recount as recountGrade } from "../grade/grade.ts";
import { earlierLines, refuseOverwriting } from "../lines/lines.ts";
import { dataOfWork } from "../lines/lines-options.ts";
import { recount as recountReward } from "../reward/lines-reward.ts";
import { figuresOf, rewardMembers } from "../reward/reward.ts";
import type { mergeOptions } from "./merge.ts";

export async function mergeRowsCommand(
  files: readonly string[],
  { out, json }: Values<typeof mergeOptions>,
): Promise<number> {
  await refuseOverwriting("-", out, "name another file with --out");
  const { lines, work, twice } = await mergeOutputs(files, out);
  const isReward = work.startsWith("assay reward ");
  const tally = await earlierLines(out, isReward ? recountReward : recountGrade);
  const { failed } = await measureOutput(out);
  const figures = isReward ? figuresOf(tally) : { words: [], members: {} };
  const which = isReward ? rewardMembers(dataOfWork(work)) : {};
  if (json)
    process.stdout.write(
      `${JSON.stringify({
        version: versions().assay,
        lines,
        failed,
        counts: snakeNames(tally.counts),
        ...which,
        ...figures.members,
      })}\n`,
    );
  else {
    const counts = Object.entries(tally.counts).map(([name, number]) => `${count(number)} ${name}`);
    const parts = [counted(lines, "line"), `${count(failed)} failed`, ...counts];
    process.stderr.write(`${[parts.join(", "), ...figures.words].join("\n")}\n`);
  }
  if (twice > 0) process.stderr.write(`assay merge: ${twice} files hold shards that other files hold too\n`);
  return failed > 0 ? 1 : 0;
}
