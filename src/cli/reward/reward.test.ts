import { expect, it } from "vitest";
import { UsageError } from "../command.ts";
import { command } from "./reward.ts";

it.each([
  [[], "which reward?"],
  [["r1zero"], "Did you mean 'r1_zero'?"],
  [["r1_zero", "--field", "response"], "--field: 'response' is not a field, '=' and a column"],
  [["r1_zero", "--field", "response=a", "--answer-field", "b"], "'response' is taken from two columns"],
  [["r1_zero", "--field", "foo=answer"], "there is no field 'foo'; the fields are response, ground_truth"],
  [["r1_zero", "--field", "respones=a"], "Did you mean 'response'?"],
  [["r1_zero", "--output", "package.json"], "package.json exists; --resume continues it, --force"],
  [["r1_zero", "--resume", "--force", "--output", "x"], "--force cannot be used with --resume"],
  [["r1_zero", "--format", "parquet"], "--format parquet needs --input FILE"],
  [["nope"], "there is no reward 'nope'; there are r1_zero, "],
  [["r1_zero", "qa_f1"], "'qa_f1' is one name too many: name one reward"],
  [["r1_zero", "--workers", "none"], "--workers: 'none' is not a whole number of at least 1"],
  [["r1_zero", "--workers", "0"], "--workers: '0' is not a whole number of at least 1"],
  [["r1_zero", "--on-unscored", "maybe"], "--on-unscored: 'maybe' is not one of null, zero, fail"],
  [["r1_zero", "--timeout", "3"], "--timeout needs --module, which is not given"],
  [["--module", "no-such-file.mjs"], "--module no-such-file.mjs: there is no such file"],
  [["--module", "package.json", "--timeout", "0"], "--timeout: '0' is not a number above 0 up to 86400"],
  [["r1_zero", "--resume"], "--resume needs --output FILE"],
  [["r1_zero", "--json"], "--json needs --output FILE"],
  [["r1_zero", "--colour"], "--colour"],
])("%j is wrong usage, in a sentence", async (argv, sentence) => {
  const run = command.run(argv);
  await expect(run).rejects.toThrow(UsageError);
  await expect(run).rejects.toThrow(sentence);
});
