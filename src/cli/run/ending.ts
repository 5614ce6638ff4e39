// How a run ends on the command line, whatever its kind: figures of a run that is not whole never look like a result,
// what is missing is said with how to get it, and the exit code says it to programs.

import { count } from "../../outgoing/counted.ts";
import {
  type Completeness,
  countsFailures,
  gradedIn,
  isWhole,
  missingWords,
  notAsked,
} from "../../runs/figure.ts";
import type { RunEnd } from "../../runs/lifecycle.ts";
import { lengthHint } from "../eval/length-hint.ts";
import { paint } from "../terminal/colour.ts";
import { viewLine } from "../terminal/view-line.ts";
import { duration } from "./run-progress.ts";

export interface Ending extends RunEnd, Completeness {
  /** For example `eval`. */
  command: string;
  /** The exit code of whoever was asked to end. */
  endedBy: number | undefined;
  seconds: number;
  /** The folder to look at. */
  folder: string;
  /** For example `the run is in runs/x`. */
  where: string;
  /** For example `'assay eval runs/x' asks for them`. */
  goOn: string;
  /** The option that limits the tokens of a request, to be named when a server refuses the length. */
  lengthFlag: string;
  /** Whether every model was asked what it is before the run. */
  isAsked: boolean;
}

/** What `--json` says of it. */
export const completenessJson = (whole: Completeness) => ({
  complete: isWhole(whole),
  done: whole.done,
  of: whole.of,
  ...(isWhole(whole) ? {} : { failed: whole.failed, not_asked: notAsked(whole) }),
});

/**
 * What stands over the figures of a run that is not whole; nothing over those of one that is.
 * @param countsAll whether the figures count everything that is missing as wrong, whatever it is
 */
export const incompleteHeading = (whole: Completeness, countsAll = countsFailures(whole)): string =>
  isWhole(whole) ? "" : `${incompleteWords(whole)}\n${missingWords(whole)}${figuresAre(whole, countsAll)}\n`;

function figuresAre(whole: Completeness, countsAll: boolean): string {
  if (gradedIn(whole) === 0) return "";
  if (countsAll) return "; counted as wrong in the figures";
  return `; figures are over ${whole.did === "finished" ? "the finished searches" : `what was ${whole.did}`}`;
}

/** For example `INCOMPLETE 200/480 samples`. */
export const incompleteWords = ({ unit, done, of }: Completeness): string =>
  `${paint("unscored", "INCOMPLETE")} ${count(done)}/${count(of)} ${unit}`;

/** Says how it ended; the exit code. */
export function tellEnding(ending: Ending): number {
  const { command, unit, done, of, stopped, lastFailure, endedBy } = ending;
  const say = (sentence: string) => process.stderr.write(`${sentence}\n`);
  const warn = (sentence: string) => say(`assay ${command}: ${sentence}`);
  const { completeSince } = ending;
  if (completeSince === undefined) say(`${duration(ending.seconds)}; ${ending.where}`);
  else {
    const asked = ending.isAsked ? "" : "; the server was not asked";
    const since = `${completeSince.slice(0, 19).replace("T", " ")} UTC`;
    say(`complete since ${since}, nothing was sent${asked}; ${ending.where}`);
  }
  say(viewLine(ending.folder));
  if (stopped) warn(`stopped before the end${stopped.by === "request" ? "" : `: ${stopped.why}`}`);
  if (done === of) return 0;
  const failure = stopped?.by === "provider" ? stopped.why : lastFailure;
  if (lastFailure !== undefined && lastFailure !== stopped?.why) warn(`the last failure: ${lastFailure}`);
  const hint = failure === undefined ? undefined : lengthHint(failure, ending.lengthFlag);
  if (hint) warn(hint);
  const missing = of - done;
  const are = missing === 1 ? `${unit.replace(/s$/, "")} is` : `${unit} are`;
  say(`${count(missing)} ${are} missing; ${ending.goOn}`);
  return endedBy ?? 1;
}
