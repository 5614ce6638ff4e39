// The grading options on the command line, and as text.

import { type Policies, readPolicies } from "../../math/index.ts";
import { choice, group, json, number, type Values } from "../../options/option.ts";
import { UsageError } from "../command.ts";

const presets = ["strict", "science", "finance"] as const satisfies readonly Policies["preset"][];

/** Two grading options that many users need, with their own option names. */
export const presetOptions = group("Grading", {
  preset: choice(presets, {
    usually: "strict",
    help: "Grade by the rules of a field: science and finance accept rounded and converted values.",
  }),
  tolerance: number({
    least: 0,
    help: "Accept numbers within this fraction of the gold: 0.01 is one percent.",
  }),
});

/** All grading options. */
export const policyOptions = {
  ...presetOptions,
  gradingOptions: json({
    group: "Grading",
    help: 'Set grading options, for example \'{"units": "required"}\'; docs/grading.md lists them.',
  }),
};

type GivenPolicies = Partial<Values<typeof policyOptions>>;

/** `--preset`, `--tolerance` and `--grading-options` as one object of options; undefined if none is given. */
export function gradingOptionsOf({
  gradingOptions,
  ...short
}: GivenPolicies): GivenPolicies["gradingOptions"] {
  let all = gradingOptions;
  for (const name of ["preset", "tolerance"] as const) {
    const value = short[name];
    if (value === undefined) continue;
    if (gradingOptions?.[name] !== undefined && gradingOptions[name] !== value)
      throw new UsageError(`--${name} and --grading-options say different things about '${name}'`);
    all = { ...all, [name]: value };
  }
  try {
    readPolicies(all ?? {});
  } catch (error) {
    throw new UsageError(`--grading-options: ${(error as Error).message}`);
  }
  return all;
}
