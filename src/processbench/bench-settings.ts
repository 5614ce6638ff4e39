// What a ProcessBench run can be asked for and writes down as such; the rest of what a judgement depends on is told by
// the judge itself.

import { choice, group, number, text, whole } from "../options/option.ts";
import { concurrencySetting, mostSamples } from "../runs/eval-settings.ts";

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
        "Ask for a verdict on each step up to the first wrong one (step), for a vote of critiques of the " +
        "whole solution (critique), or for a score of every step, compared with a threshold (scalar).",
    }),
    votes: whole({
      short: "n",
      least: 1,
      most: mostSamples,
      identity: true,
      usually: "8",
      help: "Ask for N critiques of each sample, with --judge critique.",
    }),
    threshold: number({
      least: 0,
      most: 1,
      excludes: ["thresholdSubset"],
      help: "Count a step as wrong if its reward is below X.",
    }),
    thresholdSubset: text({
      value: "NAME",
      usually: "gsm8k, else the first subset",
      help: "Choose the threshold on this subset, with --judge scalar.",
    }),
    noVerdict: choice(noVerdicts, {
      usually: "skip",
      help:
        "Count a step without a verdict as wrong (as published figures do) or right, or skip it, which " +
        "leaves its sample without a prediction.",
    }),
  }),
  ...group("The run", {
    desc: text({ help: "Record this description in the run's run.json." }),
    concurrency: concurrencySetting,
  }),
};
