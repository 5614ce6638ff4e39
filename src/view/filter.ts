// One filter for the grid, the list and the previous/next links: the selected samples and their order. Pure, over
// columns, so that 100,000 samples take milliseconds in the page.

import { isOdd, type Oddity } from "./odd.ts";
import { codeOf, none, type SampleTable, type State, stateOf } from "./sample-table.ts";

/** The maximum number of runs that a page compares. */
export const mostCompared = 12;

export const sorts = ["order", "share", "share-down", "length", "length-down"] as const;
export type Sort = (typeof sorts)[number];

/** In an audit, the two verdicts; an open row counts for neither side. */
export const auditKinds = ["both_right", "false_reward", "false_zero", "both_wrong", "open"] as const;
export type AuditKind = (typeof auditKinds)[number];

export interface Filter {
  task?: string | undefined;
  verdict?: State | undefined;
  truncated?: boolean | undefined;
  rule?: string | undefined;
  reason?: string | undefined;
  /** The extracted answer; empty for samples without one. */
  answer?: string | undefined;
  /** One problem alone, by its id. */
  problem?: string | undefined;
  /** Characters of a completion. */
  least?: number | undefined;
  most?: number | undefined;
  /** Rows that contain a text, as found by the server. */
  rows?: ReadonlySet<number> | undefined;
  /** Rows of problems that contain a text. */
  inProblems?: ReadonlySet<number> | undefined;
  odd?: Oddity | undefined;
  /** Rows with the selected label. */
  labelled?: ReadonlySet<number> | undefined;
  /** In an audit: the relation of the two verdicts. */
  audit?: AuditKind | undefined;
}

/** The matching rows, in the order of the table; replaced rows are left out. */
export function passing(table: SampleTable, filter: Filter): number[] {
  const { least = 0, most = Number.POSITIVE_INFINITY, rows, truncated } = filter;
  const state = filter.verdict === undefined ? undefined : codeOf(filter.verdict);
  const rule = placeOf(table, filter.rule);
  const reason = placeOf(table, filter.reason);
  const answer = filter.answer === "" ? none : placeOf(table, filter.answer);
  const passed: number[] = [];
  for (let row = 0; row < table.length; row++) {
    if (state !== undefined && table.state.at(row) !== state) continue;
    if (truncated !== undefined && table.isCutOff(row) !== truncated) continue;
    if (rule !== undefined && table.rule.at(row) !== rule) continue;
    if (reason !== undefined && table.reason.at(row) !== reason) continue;
    if (answer !== undefined && table.answer.at(row) !== answer) continue;
    const characters = table.characters.at(row);
    if (characters < least || characters > most) continue;
    if (rows && !rows.has(row)) continue;
    if (filter.labelled && !filter.labelled.has(row)) continue;
    if (filter.inProblems && !filter.inProblems.has(row)) continue;
    if (filter.odd !== undefined && !isOdd(table, row, filter.odd)) continue;
    if (filter.audit !== undefined && auditKind(table, row) !== filter.audit) continue;
    const { task, problem } = table.problems[table.problem.at(row)]!;
    if (filter.task !== undefined && task !== filter.task) continue;
    if (filter.problem !== undefined && problem !== filter.problem) continue;
    if (table.isCurrent(row)) passed.push(row);
  }
  return passed;
}

/**
 * The relation of the verdict of the tool that logged a row to ours; undefined if the run is not an audit, or ours is
 * not there yet. A verdict that contradicts theirs counts only if it is proven, which that of a judge is not.
 */
export function auditKind(table: SampleTable, row: number): AuditKind | undefined {
  const theirs = table.problems[table.problem.at(row)]!.columns?.theirs;
  const ours = stateOf(table.state.at(row));
  if ((theirs !== "right" && theirs !== "wrong") || (ours !== "right" && ours !== "wrong")) return undefined;
  const isJudged = table.text(table.rule.at(row)) === "judge";
  if (table.undecided.at(row) === 1 || (isJudged && ours !== theirs)) return "open";
  if (ours === theirs) return ours === "right" ? "both_right" : "both_wrong";
  return ours === "right" ? "false_zero" : "false_reward";
}

/** A text that no sample has matches no row. */
function placeOf(table: SampleTable, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const place = table.texts.list.indexOf(text, 1);
  return place < 0 ? Number.POSITIVE_INFINITY : place;
}

/** A problem in the grid: its matching rows, and its share of right samples among all. */
export interface GridRow {
  problem: number;
  /** The matching rows, by the sample's number. */
  rows: number[];
  right: number;
  samples: number;
}

const natural = new Intl.Collator("en", { numeric: true });

/** The problems of some rows, sorted; within a problem, samples are in the order of their numbers. */
export function gridRows(table: SampleTable, rows: readonly number[], sort: Sort): GridRow[] {
  const byProblem = new Map<number, number[]>();
  for (const row of rows) {
    const problem = table.problem.at(row);
    const known = byProblem.get(problem);
    if (known) known.push(row);
    else byProblem.set(problem, [row]);
  }
  const right = codeOf("right");
  const grid = [...byProblem].map(([problem, ofProblem]): GridRow => {
    let [rights, samples] = [0, 0];
    for (const row of table.rows[problem]!.values()) {
      if (table.state.at(row) === right) rights++;
      if (table.hasVerdict(row)) samples++;
    }
    ofProblem.sort((a, b) => table.sample.at(a) - table.sample.at(b));
    return { problem, rows: ofProblem, right: rights, samples };
  });
  return grid.sort((a, b) => order(table, a, b, sort) || byName(table, a.problem, b.problem));
}

function order(table: SampleTable, a: GridRow, b: GridRow, sort: Sort): number {
  const share = ({ right, samples }: GridRow) => right / Math.max(1, samples);
  const length = ({ rows }: GridRow) =>
    rows.reduce((most, row) => Math.max(most, table.characters.at(row)), Number.NEGATIVE_INFINITY);
  if (sort === "share") return share(a) - share(b);
  if (sort === "share-down") return share(b) - share(a);
  if (sort === "length") return length(a) - length(b);
  if (sort === "length-down") return length(b) - length(a);
  return 0;
}

function byName(table: SampleTable, a: number, b: number): number {
  const [first, second] = [table.problems[a]!, table.problems[b]!];
  return first.task === second.task
    ? natural.compare(first.problem, second.problem)
    : natural.compare(first.task, second.task);
}

/** The samples in the order of the previous/next links: problem by problem, as in the grid. */
export const walk = (grid: readonly GridRow[]): number[] => grid.flatMap(({ rows }) => rows);

interface AnswerCount {
  /** Undefined if there is no answer. */
  answer: string | undefined;
  count: number;
  state: number;
}

/** The answers of a problem with their counts, the most frequent first. */
export function answersOf(table: SampleTable, problem: number): AnswerCount[] {
  const counts = new Map<string, AnswerCount>();
  for (const row of table.rows[problem]!.values()) {
    // Where the server failed, there is no answer to count.
    if (!table.hasCompletion(row)) continue;
    const [answer, state] = [table.answer.at(row), table.state.at(row)];
    const key = `${answer} ${state}`;
    const known = counts.get(key);
    if (known) known.count++;
    else counts.set(key, { answer: table.text(answer), count: 1, state });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
