// The limit on the grading of one answer, as an option. It stands apart, so that a command can show its help or grade one
// pair without loading what grades in threads.

import { number } from "../../options/option.ts";

export const gradingOptions = {
  gradingTimeout: number({
    value: "S",
    above: 0,
    most: 86_400,
    default: 10,
    group: "Grading",
    help: "Stop grading an answer after S seconds, and count it as wrong.",
  }),
};
