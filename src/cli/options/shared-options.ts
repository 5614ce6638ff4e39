// Options that mean the same in several commands.

import { type About, flag, number, text, whole } from "../../options/option.ts";

/** @param what the members of the object */
export const jsonHelp = (what: string): string => `Print one JSON object on standard output: ${what}.`;

export const jsonOption = (what: string) => flag({ help: jsonHelp(what) });

export const dryRunOption = flag({ help: "Show the first request as it would be sent, and send nothing." });

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
