// The end of a run of any kind on the command line: incomplete figures never look like a result, the message says what
// is missing and how to get it, and the exit code tells programs.

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
import { quoted } from "../../view/quoted.ts";
import { paint } from "../terminal/colour.ts";
import { duration } from "./progress.ts";

export interface Ending extends RunEnd, Completeness {
  /** For example `eval`. */
  command: string;
  /** The exit code after a signal that asked the run to end. */
  endedBy: number | undefined;
  seconds: number;
  /** The folder of the run. */
  folder: string;
  /** For example `the run is in runs/x`. */
  where: string;
  /** For example `'assay eval runs/x' asks for them`. */
  goOn: string;
  /** The option that limits the tokens of a request, which is named when a server refuses the length. */
  lengthFlag: string;
  /** Whether every model was probed before the run. */
  isAsked: boolean;
}

/** Its JSON. */
export const completenessJson = (whole: Completeness) => ({
  complete: isWhole(whole),
  done: whole.done,
  of: whole.of,
  ...(isWhole(whole) ? {} : { failed: whole.failed, not_asked: notAsked(whole) }),
});

/**
 * The heading above the figures of an incomplete run; empty for a complete one.
 * @param countsAll whether the figures count everything that is missing as wrong, for any reason
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

/** Prints how the run ended, and returns the exit code. */
export function reportEnding(ending: Ending): number {
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

// The advice when a server refuses a request because of its length: tasks allow enough tokens for a long solution, and
// the context of a small model is shorter.

const refusals = [
  /maximum context length (?:is|of) (?<most>[\d,]+)/i,
  /max_model_len \(?(?<most>[\d,]+)/i,
  /max_new_tokens`? must be <= (?<most>[\d,]+)/i,
  /(?:context (?:size|window|length)|n_ctx)\D{0,20}(?<most>\d[\d,]*)/i,
  /(?:exceeds?|longer than|larger than|greater than|too (?:long|large)).{0,60}(?:context|max(?:imum)?[_ ](?:model|sequence|total|position))/i,
  /(?:context|max_tokens|max_new_tokens|max_completion_tokens).{0,60}(?:exceed|too (?:long|large|many)|at most|less than|<=)/i,
];

/** Undefined if the failure is about something else. @param flag the option that limits the tokens */
export function lengthHint(failure: string, flag: string): string | undefined {
  const found = refusals.map((refusal) => refusal.exec(failure)).find((match) => match !== null);
  if (!found) return undefined;
  const context = Number(found.groups?.most?.replaceAll(",", "") ?? Number.NaN);
  // A quarter of the context is left for the problem.
  const example = context >= 64 ? `, for example ${flag} ${Math.floor(context * 0.75)}` : "";
  return `the server refuses the length: ask for fewer tokens with ${flag}${example}`;
}

// The last message of a command, which says how to look at the run.

export const viewLine = (folder: string): string => `to look at it: assay view ${quoted(folder)}`;
