// Options with the same meaning in several commands.

import { type About, flag, number, repeated, text, whole } from "../../options/option.ts";

/** @param what the members of the object */
export const jsonHelp = (what: string): string => `Print one JSON object on standard output: ${what}.`;

export const jsonOption = (what: string) => flag({ help: jsonHelp(what) });

/** For commands that read evaluations; by default, a run is grouped by its task's own columns. */
export const groupByOption = repeated(
  text({
    value: "COLUMN",
    help: "Print figures for each value of this column of the rows, for example level.",
  }),
  /,/,
);

/** For continuous integration. */
export const failBelowOption = (what: string) =>
  number({
    value: "X",
    least: 0,
    most: 1,
    help: `Exit with code 1 if ${what} is below X, a fraction from 0 to 1.`,
  });

export const portOption = (port: number) =>
  whole({
    value: "P",
    least: 0,
    most: 65_535,
    default: port,
    help: "Listen on port P; 0 takes any free port.",
  });

export const hostOption = text({
  value: "HOST",
  default: "127.0.0.1",
  help: "Listen on this address; 127.0.0.1 is this machine only.",
});

export const workersOption = (about: Pick<About, "help">) =>
  whole({ least: 1, usually: "all cores", ...about });

// The time limit for grading one answer, as an option. It is a separate object, so that a command can show its help or
// grade one pair without loading the grading threads.

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

// The effect of `--fail-below`: a sentence and the exit code of a failure, for continuous integration.

/** Prints a message and returns true if a figure is below the limit, or missing. */
export function isBelow(
  command: string,
  what: string,
  value: number | undefined,
  bar: number | undefined,
): boolean {
  if (bar === undefined || (value !== undefined && value >= bar)) return false;
  const shown = value === undefined ? "there is none" : `${Number(value.toPrecision(6))}`;
  process.stderr.write(`assay ${command}: ${what}: ${shown}, which is below ${bar} (--fail-below)\n`);
  return true;
}
