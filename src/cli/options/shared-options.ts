// Options that mean the same in several commands.

import { type About, flag, number, repeated, text, whole } from "../../options/option.ts";

/** @param what the members of the object */
export const jsonHelp = (what: string): string => `Print one JSON object on standard output: ${what}.`;

export const jsonOption = (what: string) => flag({ help: jsonHelp(what) });

export const dryRunOption = flag({ help: "Show the first request as it would be sent, and send nothing." });

/** For commands that read evaluations; a run is grouped by its task's own columns unless it says otherwise. */
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

// A member of an object, where it has a value: what is not given is left out, and not written down as undefined.

export const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in Name]?: Value };

// The limit on the grading of one answer, as an option. It stands apart, so that a command can show its help or grade one
// pair without loading what grades in threads.

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

// What `--fail-below` comes to: a sentence and the exit code of a failure, for continuous integration.

/** Whether a figure is below the bar, which is said. What has no figure at all has not reached it. */
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
