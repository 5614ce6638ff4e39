// The index of a search: all slices of a folder as one, each problem in one row, with the positions of its lines in the
// journals. A journal that grows is read further. Without a journal, only the result file is used.

import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { loadConfig } from "../../config/index.ts";
import { recordedProblem } from "../../runs/draw.ts";
import { type Completeness, countsFailures, type Figure } from "../../runs/figure.ts";
import { type AuditedSearch, auditSearch } from "../../search/audit.ts";
import { auditResult } from "../../search/audit-results.ts";
import { type IterationRecord, readIteration } from "../../search/iteration.ts";
import {
  gradeAnswer,
  problemOfResult,
  type ReadResult,
  readResults,
  type SliceName,
  slicesIn,
} from "../../search/result.ts";
import { iterationsFileName, readSearchRun, type SearchRun } from "../../search/run-file.ts";
import { finishedOf, searchFigure, taskOfSlice } from "../../search/score.ts";
import { settingsOf } from "../../search/search.ts";
import { conversationOf, type Problem } from "../../tasks/problem.ts";
import { findTask } from "../../tasks/registry.ts";
import { isFailedGrade } from "../../tasks/rule.ts";
import type { Task } from "../../tasks/task.ts";
import { valueWithin } from "../../workers/within-time.ts";
import type { FoundRun } from "./find-runs.ts";
import {
  Following,
  journalAt,
  type LinePlace,
  linesAt,
  type ReadSoFar,
  readLinesOn,
} from "./journal-lines.ts";
import { type EndedProblem, type JudgedEnds, judgedEnds } from "./reward-worth.ts";
import { type AskedSearch, type IsRight, type SearchRow, searchRow } from "./search-row.ts";

interface Source extends SliceName {
  /** The folder of the journal; undefined if there is only the result file. */
  journal: string | undefined;
  run: SearchRun | undefined;
  task: Task;
  so: ReadSoFar;
  /** The index of its file. */
  stamp: string;
  /** The lines of each problem, by iteration. */
  places: Map<string, LinePlace[]>;
  /** Records without the judge's replies, of problems in progress. */
  pending: Map<string, IterationRecord[]>;
  rows: Map<string, SearchRow>;
  /** How the candidates of each problem ended. */
  ends: Map<string, JudgedEnds>;
  /** Whether candidates are whole solutions. */
  drawsSolutions: boolean;
}

/** A problem with all data of its page. */
export interface ReadSearch {
  row: SearchRow;
  problem: Problem;
  audit: AuditedSearch;
  isRight: IsRight;
}

export class SearchIndex extends Following {
  private sources: Source[] = [];

  constructor(private readonly found: Pick<FoundRun, "folder" | "file">) {
    super();
  }

  /** Of the first slice that has one. */
  get run(): SearchRun | undefined {
    return this.sources.find(({ run }) => run)?.run;
  }

  get rows(): SearchRow[] {
    return [...new Map(this.sources.flatMap(({ rows }) => [...rows])).values()];
  }

  /** The number of searches that have ended, and the number that should. */
  get completeness(): Completeness {
    const { rows } = this;
    const unscored = (why: SearchRow["unscored"]) => rows.filter((row) => row.unscored === why).length;
    const open = rows.filter(({ state }) => state === "open").length;
    const of = Math.max(rows.length, problemsOf(this.sources.flatMap(({ run }) => run ?? [])));
    return finishedOf({
      of,
      failed: unscored("provider"),
      rest: open + of - rows.length,
      ungraded: unscored("grading"),
    });
  }

  /** The problems that figures count. */
  get counted(): SearchRow[] {
    const { rows, completeness } = this;
    if (countsFailures(completeness)) return rows;
    return rows.filter(
      ({ state, unscored }) => state !== "open" && unscored !== "provider" && unscored !== "grading",
    );
  }

  /** The problems that ended with a verdict, and how their candidates ended. */
  get ended(): EndedProblem[] {
    const ends = new Map(this.sources.flatMap(({ ends }) => [...ends]));
    return this.rows.flatMap(({ problem, state }) =>
      state === "right" || state === "wrong" ? [{ ...ends.get(problem)!, isRight: state === "right" }] : [],
    );
  }

  /** Whether its candidates are whole solutions, which show the results of the policy alone. */
  get drawsSolutions(): boolean {
    return this.sources.some(({ drawsSolutions }) => drawsSolutions);
  }

  /** The share of right answers. */
  figure(name: string): Figure {
    const { rows, completeness } = this;
    const right = rows.filter(({ state }) => state === "right").length;
    return searchFigure(name, completeness, right, rows.filter(({ unscored }) => unscored === "gold").length);
  }

  get notes(): string[] {
    return this.sources.flatMap(({ so }) => so.notes.map(({ message }) => message));
  }

  /** Undefined if there is no such problem. */
  async read(id: string): Promise<ReadSearch | undefined> {
    const source = this.sources.findLast(({ rows }) => rows.has(id));
    const row = source?.rows.get(id);
    if (!source || !row) return undefined;
    if (source.journal === undefined) {
      const { problem, result } = (await this.results(source)).find((each) => each.problem.id === id)!;
      return { row, problem, audit: auditResult(result), isRight: isRightBy(source.task, problem) };
    }
    const values = await linesAt(join(source.journal, iterationsFileName), source.places.get(id)!);
    const records = values.map((value) => readIteration(value as Parameters<typeof readIteration>[0])!);
    const problem = recordedProblem(records[0]!.input);
    const audit = auditOf(latest(records), source.run!);
    return { row, problem, audit, isRight: isRightBy(source.task, problem) };
  }

  /** The content of the result file. */
  private async results({ file, begin }: Source): Promise<{ problem: Problem; result: ReadResult }[]> {
    const results = await readResults(join(this.found.folder, file));
    return results.map((result, place) => ({ result, problem: problemOfResult(result, begin + place + 1) }));
  }

  protected async readNew(): Promise<void> {
    const known = new Map(this.sources.map((source) => [source.file, source]));
    const slices = await this.slices();
    const { tasks } = await loadConfig();
    const find = (name: string) => findTask(name, { tasks, modules: [] });
    this.sources = [];
    for (const slice of slices) {
      const journal = join(this.found.folder, slice.file.replace(/^result-(.*)\.json$/, "search-$1"));
      const path = join(journal, iterationsFileName);
      const hasJournal = this.found.file === undefined && (await journalAt(path));
      const stats = hasJournal || (await stat(join(this.found.folder, slice.file)));
      const stamp = hasJournal ? `${stats.dev}:${stats.ino}` : `${stats.size}:${stats.mtimeMs}`;
      const before = known.get(slice.file);
      const isSame = before?.stamp === stamp && before.so.bytes <= stats.size;
      const source =
        isSame && before
          ? before
          : {
              ...slice,
              journal: hasJournal ? journal : undefined,
              run: hasJournal ? await readSearchRun(journal) : undefined,
              task: await taskOfSlice(
                basename(this.found.folder),
                { ...slice, folder: this.found.folder },
                find,
              ),
              so: { bytes: 0, lines: 0, notes: [] },
              stamp,
              places: new Map(),
              pending: new Map(),
              rows: new Map(),
              ends: new Map(),
              drawsSolutions: false,
            };
      this.sources.push(source);
      if (source.journal !== undefined) await readJournalOn(source, path);
      else if (!isSame) await this.readResultFile(source);
    }
  }

  /** The names of result files, written or not; covered trials first, so that the whole counts. */
  private async slices(): Promise<SliceName[]> {
    const { folder, file } = this.found;
    if (file !== undefined) return [slicesIn([file])[0] ?? { file, begin: 0, end: Number.POSITIVE_INFINITY }];
    const names = (await readdir(folder)).map((name) =>
      name.replace(/^search-(\d+-(?:\d+|None))$/, "result-$1.json"),
    );
    return slicesIn([...new Set(names)]).sort(
      (a, b) => a.end - a.begin - (b.end - b.begin) || a.begin - b.begin,
    );
  }

  private async readResultFile(source: Source): Promise<void> {
    for (const { problem, result } of await this.results(source)) {
      const { pred_answer: answer, ended = "reason unknown", error } = result;
      takeProblem(source, { problem, answer, ended, error }, auditResult(result));
    }
  }
}

/** The number of problems of the runs; a slice that is covered by a different one, such as a first trial, adds none. */
const problemsOf = (runs: readonly SearchRun[]): number =>
  runs
    .filter((run) => !runs.some((other) => other !== run && covers(other, run)))
    .reduce((sum, { problems, own = problems }) => sum + own, 0);

const covers = ({ config: a }: SearchRun, { config: b }: SearchRun): boolean => {
  const [endA, endB] = [a.end ?? Number.POSITIVE_INFINITY, b.end ?? Number.POSITIVE_INFINITY];
  return a.begin <= b.begin && endA >= endB && (a.begin < b.begin || endA > endB);
};

async function readJournalOn(source: Source, path: string): Promise<void> {
  const touched = new Set<string>();
  await readLinesOn(source.so, path, (value, place) => {
    const record = readIteration(value as Parameters<typeof readIteration>[0]);
    if (!record) return;
    const { problem } = record.input;
    touched.add(problem);
    source.places.set(problem, [...(source.places.get(problem) ?? []), place]);
    source.pending.set(problem, [...(source.pending.get(problem) ?? []), withoutWords(record)]);
  });
  for (const problem of touched) {
    const records = latest(source.pending.get(problem)!);
    const audit = auditOf(records, source.run!);
    const { answer = null, why: ended } = audit.conclusion ?? {};
    const asked = { problem: recordedProblem(records[0]!.input), answer, ended };
    const row = takeProblem(source, { ...asked, error: records.at(-1)!.error }, audit);
    if (row.state !== "open") source.pending.delete(problem);
  }
}

function takeProblem(source: Source, asked: AskedSearch, audit: AuditedSearch): SearchRow {
  const { problem } = asked;
  const isRight = isRightBy(source.task, problem);
  const row = searchRow(asked, audit, isRight);
  source.rows.set(problem.id, row);
  source.ends.set(problem.id, judgedEnds(audit, isRight));
  source.drawsSolutions = audit.draws === "solutions";
  return row;
}

const auditOf = (records: readonly IterationRecord[], { config }: SearchRun): AuditedSearch =>
  auditSearch(records, { ...settingsOf(config), strategy: config.strategy });

/** If an iteration failed and was repeated later, the later one; in order. */
function latest(records: readonly IterationRecord[]): IterationRecord[] {
  const byIteration = new Map(records.map((record) => [record.input.iteration, record]));
  return [...byIteration.values()].sort((a, b) => a.input.iteration - b.input.iteration);
}

/** Each answer is graded once. */
function isRightBy(task: Task, problem: Problem): IsRight {
  const known = new Map<string, ReturnType<IsRight>>();
  const conversation = conversationOf(problem);
  return (answer) => {
    let right = known.get(answer);
    if (right === undefined) {
      right = valueWithin(() => {
        const grade = gradeAnswer(task, conversation, answer);
        return isFailedGrade(grade) ? "grading failed" : grade.right;
      }, "grading failed");
      known.set(answer, right);
    }
    return right;
  };
}

function withoutWords(record: IterationRecord): IterationRecord {
  const { outcome } = record;
  if (!outcome) return record;
  const candidates = outcome.candidates.map(({ judged, ...candidate }) => candidate);
  return { ...record, outcome: { ...outcome, candidates } };
}
