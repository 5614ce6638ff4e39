// What a search can be asked for: options of the command line, and members of its file.

import { choice, group, number, text, whole, wholeOrNone } from "../options/option.ts";
import { mostSamples } from "../runs/eval-settings.ts";
import { aggregates } from "./aggregate.ts";
import { strategyNames } from "./strategies.ts";

export const searchSettings = group("The search", {
  data: text({
    value: "TASK|FILE",
    required: true,
    completes: "task",
    help: "Solve the problems of a task, or rows of your own.",
  }),
  begin: whole({
    name: "data-begin",
    value: "I",
    least: 0,
    default: 0,
    help: "Begin with problem I, counted from 0.",
  }),
  end: wholeOrNone({
    name: "data-end",
    value: "J",
    least: 1,
    help: "End before problem J; None solves all.",
  }),
  strategy: choice(strategyNames, { default: "greedy", identity: true, help: "Choose the strategy." }),
  aggregate: choice(aggregates, {
    value: "HOW",
    default: "last",
    identity: true,
    help: "Combine the scores of a solution's steps into one score.",
  }),
  n: whole({
    short: "n",
    least: 1,
    most: mostSamples,
    default: 8,
    identity: true,
    help: "Draw N candidates for each step, or N solutions.",
  }),
  width: whole({
    least: 1,
    default: 4,
    help: "Draw N candidates for each solution, with beam and dvts; n / width solutions grow.",
  }),
  maxSteps: whole({ least: 1, default: 30, identity: true, help: "End a search after N steps." }),
  stepTokens: whole({ least: 1, default: 512, identity: true, help: "Allow N tokens in a step." }),
  solutionTokens: whole({
    least: 1,
    default: 2048,
    identity: true,
    help: "Allow N tokens in a whole solution, for strategies that draw whole solutions.",
  }),
  temperature: number({
    short: "t",
    value: "T",
    least: 0,
    default: 0.7,
    identity: true,
    help: "Sample the policy at temperature T.",
  }),
  seed: whole({
    value: "S",
    least: 0,
    default: 0,
    identity: true,
    help: "Derive the seeds of the requests from S.",
  }),
});
