import { expect, it } from "vitest";
import { UsageError } from "../command.ts";
import { command } from "./reward.ts";

it.each([
  [[], "which reward?"],
  [["nope"], "there is no reward 'nope'; there are r1_zero, "],
  [["r1_zero", "qa_f1"], "one reward at a time: 'qa_f1' is one name too many"],
  [["r1_zero", "--workers", "none"], "--workers must be a whole number from 1 on, not 'none'"],
  [["r1_zero", "--workers", "0"], "--workers must be a whole number from 1 on, not '0'"],
  [["r1_zero", "--on-unscored", "maybe"], "--on-unscored is one of null, zero, fail"],
  [["r1_zero", "--timeout", "3"], "--timeout is for --module"],
  [["--module", "no-such-file.mjs"], "--module no-such-file.mjs: there is no such file"],
  [["--module", "package.json", "--timeout", "0"], "--timeout must be a number of seconds above 0, not '0'"],
  [["r1_zero", "--resume"], "--resume needs --output FILE"],
  [["r1_zero", "--json"], "--json needs --output FILE"],
  [["r1_zero", "--colour"], "--colour"],
])("%j is wrong usage, in a sentence", async (argv, sentence) => {
  const run = command.run(argv);
  await expect(run).rejects.toThrow(UsageError);
  await expect(run).rejects.toThrow(sentence);
});
