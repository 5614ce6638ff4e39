// A problem of a search in one row: its result, and its doubtful choices.

import { falseEquations } from "../../math/index.ts";
import type { AuditedCandidate, AuditedChoice, AuditedSearch } from "../../search/audit.ts";
import type { Problem } from "../../tasks/problem.ts";
import { valueWithin } from "../../workers/within-time.ts";
import type { Worklist } from "../search-tree.ts";

export interface ListedChoice {
  iteration: number;
  tree?: number | undefined;
  lists: Worklist[];
  headline: string;
}

export interface SearchRow {
  problem: string;
  /** Its first words. */
  statement: string;
  gold: string[];
  answer: string | null;
  /** Open while the search is in progress. */
  state: "right" | "wrong" | "unscored" | "open";
  /** Why it is unscored: a server failed, the gold cannot be used, or the grading failed. */
  unscored?: "provider" | "gold" | "grading" | undefined;
  /** How it ended, or why it is not scored. */
  ended: string;
  iterations: number;
  /** The number of candidates, and of distinct ones: equal steps after equal ones count once. */
  drawn: number;
  distinct: number;
  /** Candidates that end with a right answer. */
  rights: number;
  listed: ListedChoice[];
}

/** Whether an answer is right; null if the gold cannot be used. */
export type IsRight = (answer: string) => boolean | null | "grading failed";

export interface AskedSearch {
  problem: Problem;
  answer: string | null;
  /** Undefined while it is in progress. */
  ended: string | undefined;
  /** The last failure, if it could not continue. */
  error?: string | undefined;
}

const shownWords = 160;

export function searchRow(asked: AskedSearch, audit: AuditedSearch, isRight: IsRight): SearchRow {
  const { problem, answer, ended, error } = asked;
  const candidates = audit.iterations.flatMap((iteration) => iteration.candidates);
  const right = answer === null ? false : isRight(answer);
  const isOver = ended !== undefined && ended !== "not finished" && ended !== "provider";
  const unscored = isOver
    ? right === null
      ? "gold"
      : right === "grading failed"
        ? "grading"
        : undefined
    : ended === "provider" || error !== undefined
      ? "provider"
      : undefined;
  const state = unscored ? "unscored" : !isOver ? "open" : right ? "right" : "wrong";
  return {
    problem: problem.id,
    statement: problem.statement.slice(0, shownWords),
    gold: [problem.gold].flat(),
    answer,
    state,
    unscored,
    ended: error ?? ended ?? "not finished",
    iterations: audit.iterations.length,
    drawn: candidates.length,
    distinct: new Set(
      audit.iterations.flatMap(({ iteration, candidates }) =>
        candidates.map(({ path, steps }) => JSON.stringify([iteration, path, steps])),
      ),
    ).size,
    rights: candidates.filter((each) => each.answer !== null && isRight(each.answer) === true).length,
    listed: [
      ...listedChoices(audit, state === "right" ? undefined : isRight),
      ...listedFinal(audit, state === "right" ? undefined : isRight),
    ],
  };
}

/** @param isRight undefined if the search came to a right answer, so that nothing was lost */
function listedChoices({ iterations }: AuditedSearch, isRight: IsRight | undefined): ListedChoice[] {
  return iterations.flatMap(({ iteration, candidates, choices }) =>
    choices.flatMap((choice) => {
      const group = candidates.filter(({ tree }) => tree === choice.tree);
      const lists = listsOf(choice, group, isRight);
      const { tree, headline } = choice;
      return lists.length > 0 ? [{ iteration, tree, lists, headline }] : [];
    }),
  );
}

/** A right solution that was kept to the end but not chosen. */
function listedFinal({ iterations, final }: AuditedSearch, isRight: IsRight | undefined): ListedChoice[] {
  const taken = final?.ends.find(({ isTaken }) => isTaken);
  if (!final || !taken || !isRight) return [];
  const isPassed = final.ends.some(({ iteration, place }) => {
    const answer = iterations.find((each) => each.iteration === iteration)?.candidates[place]?.answer ?? null;
    return answer !== null && isRight(answer) === true;
  });
  return isPassed
    ? [{ iteration: taken.iteration, lists: ["passed"], headline: `final choice: ${final.headline}` }]
    : [];
}

const isTaken = ({ fate }: AuditedCandidate): boolean => fate === "led" || fate === "kept";

function listsOf(
  { best, margin }: AuditedChoice,
  candidates: readonly AuditedCandidate[],
  isRight: IsRight | undefined,
): Worklist[] {
  const ends = (each: AuditedCandidate) => each.answer !== null && isRight?.(each.answer) === true;
  const isPassed =
    candidates.some((each) => each.fate === "passed" && ends(each)) &&
    !candidates.some((each) => isTaken(each) && ends(each));
  const isFalse = candidates.some(
    (each) =>
      isTaken(each) && each.steps.some((step) => valueWithin(() => falseEquations(step).length > 0, false)),
  );
  return [
    ...(best !== null && best < 0.5 ? (["low"] as const) : []),
    ...(margin !== null && margin < 0.01 ? (["close"] as const) : []),
    ...(isPassed ? (["passed"] as const) : []),
    ...(isFalse ? (["false"] as const) : []),
  ];
}
