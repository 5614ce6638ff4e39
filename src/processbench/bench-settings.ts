// What a ProcessBench run can be asked for and writes down as such; the rest of what a judgement depends on is told by
// the judge itself.

import { choice, group, number, text, whole } from "../options/option.ts";
import { concurrencySetting } from "../runs/eval-settings.ts";

const judgeNames = ["step", "critique", "scalar"] as const;
export type JudgeName = (typeof judgeNames)[number];

/** What a step without a verdict is taken for: nothing, so that its sample has no prediction, or a verdict. */
const noVerdicts = ["skip", "wrong", "right"] as const;
export type NoVerdict = (typeof noVerdicts)[number];

export const benchSettings = {
  ...group("How it judges", {
    judge: choice(judgeNames, {
      default: "step",
      identity: true,
      help:
        "Ask for one verdict a step up to the first wrong one (step), for a vote of critiques of the whole " +
        "solution (critique), or for a score of every step, held against a threshold (scalar).",
    }),
    votes: whole({
      short: "n",
      least: 1,
      identity: true,
      usually: "8",
      help: "Ask for N critiques of each sample, with --judge critique.",
    }),
    threshold: number({
      least: 0,
      most: 1,
      excludes: ["thresholdSubset"],
      help: "Take a step for wrong below X.",
    }),
    thresholdSubset: text({
      value: "NAME",
      usually: "gsm8k, or the first there is",
      help: "Choose the threshold on this subset, with --judge scalar.",
    }),
    noVerdict: choice(noVerdicts, {
      usually: "skip",
      help:
        "Take a step without a verdict for wrong (as published figures do) or right, or skip it, so that " +
        "its sample has no prediction.",
    }),
  }),
  ...group("The run", {
    desc: text({ help: "Keep your own words about the run in its run.json." }),
    concurrency: concurrencySetting,
  }),
};
