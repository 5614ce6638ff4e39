// The samples of an evaluation as columns: one row for each sample, in the order of the journal. Pure: the server keeps
// it, the page gets it in parts and adds to it while a run grows.

import { Column, Texts } from "./index/column.ts";

/** The state of a sample; 0 while it is not graded. */
export const states = ["ungraded", "right", "wrong", "unscored"] as const;
export type State = (typeof states)[number];
export const stateOf = (code: number): State => states[code]!;
export const codeOf = (state: State): number => states.indexOf(state);

/** The finish reason of a completion. */
export const ends = ["failed", "ended", "cut off"] as const;
const failed = 0;
const cutOff = 2;

export interface ProblemKey {
  task: string;
  /** Its id. */
  problem: string;
  gold: string[];
  /** Its first words. */
  statement: string;
  /** The short ones among the other columns of its row. */
  columns?: Readonly<Record<string, string>> | undefined;
}

/** The facts of a sample without its verdict. */
export interface RowFact {
  characters: number;
  end: number;
  /** The tokens of the request, if it drew one sample; else 0. */
  tokens: number;
  ms: number;
  /** The number of `\\boxed` in the completion, up to 255. */
  boxes: number;
  /** Unusual properties of its text, as bits; see odd.ts. */
  signs: number;
}

export const factNames = ["characters", "end", "tokens", "ms", "boxes", "signs"] as const;

export interface RowVerdict {
  right: boolean | null;
  answer: string | null;
  by: string;
  reason?: string | undefined;
  /** Undefined if it is the answer itself. */
  group?: string | undefined;
  at?: readonly [number, number] | undefined;
  /** Undecided; in an audit: not proven. */
  undecided?: boolean | undefined;
}

export const verdictColumns = [
  "state",
  "answer",
  "rule",
  "reason",
  "group",
  "atStart",
  "atEnd",
  "undecided",
] as const;

/** The index of a missing text. */
export const none = 0;

export class SampleTable {
  readonly problems: ProblemKey[] = [];
  /** Facts, one for each row. */
  readonly problem = new Column(32);
  readonly sample = new Column(32);
  readonly characters = new Column(32);
  readonly end = new Column(8);
  readonly tokens = new Column(32);
  readonly ms = new Column(32);
  readonly boxes = new Column(8);
  readonly signs = new Column(8);
  /** Verdicts, one for each row; texts are indexes into `texts`, 0 for none. */
  readonly state = new Column(8);
  readonly answer = new Column(32);
  readonly rule = new Column(32);
  readonly reason = new Column(32);
  /** Equal for equal answers, including long ones that are truncated; the page does not use it. */
  readonly group = new Column(32);
  /** The start and end of the answer in the completion, each plus one; 0 if unknown. */
  readonly atStart = new Column(32);
  readonly atEnd = new Column(32);
  /** 1 where the verdict is undecided. */
  readonly undecided = new Column(8);
  texts = new Texts([""]);
  /** The rows of each problem by the sample's number; a later row replaces an earlier one. */
  readonly rows: Map<number, number>[] = [];
  private readonly places = new Map<string, number>();

  get length(): number {
    return this.problem.length;
  }

  problemPlace(key: ProblemKey): number {
    const name = `${key.task}\n${key.problem}`;
    let place = this.places.get(name);
    if (place === undefined) {
      place = this.problems.length;
      this.places.set(name, place);
      this.problems.push(key);
      this.rows.push(new Map());
    }
    return place;
  }

  findProblem(task: string, problem: string): number | undefined {
    return this.places.get(`${task}\n${problem}`);
  }

  addRow(problem: number, sample: number, fact: RowFact): number {
    const row = this.length;
    this.problem.push(problem);
    this.sample.push(sample);
    for (const name of factNames) this[name].push(fact[name]);
    for (const column of this.verdictColumns()) column.push(0);
    this.rows[problem]!.set(sample, row);
    return row;
  }

  /** Whether the row was not replaced. */
  isCurrent(row: number): boolean {
    return this.rows[this.problem.at(row)]!.get(this.sample.at(row)) === row;
  }

  hasCompletion(row: number): boolean {
    return this.end.at(row) !== failed;
  }

  /** Whether the answer exists and was graded: it is right, wrong, or its gold is unusable. */
  hasVerdict(row: number): boolean {
    return this.state.at(row) !== codeOf("ungraded") && this.hasCompletion(row);
  }

  isCutOff(row: number): boolean {
    return this.end.at(row) === cutOff;
  }

  forgetVerdicts(): void {
    this.texts = new Texts([""]);
    for (const column of this.verdictColumns()) {
      column.clear();
      column.extend(this.length);
    }
  }

  setVerdict(row: number, { right, answer, by, reason, group, at, undecided }: RowVerdict): void {
    this.state.set(row, codeOf(right === null ? "unscored" : right ? "right" : "wrong"));
    this.answer.set(row, answer === null ? none : this.texts.placeOf(answer));
    this.rule.set(row, this.texts.placeOf(by));
    this.reason.set(row, reason === undefined ? none : this.texts.placeOf(reason));
    this.undecided.set(row, undecided ? 1 : 0);
    this.atStart.set(row, at ? at[0] + 1 : 0);
    this.atEnd.set(row, at ? at[1] + 1 : 0);
    this.group.set(row, group === undefined ? this.answer.at(row) : this.texts.placeOf(group));
  }

  private verdictColumns(): Column[] {
    return verdictColumns.map((name) => this[name]);
  }

  /** The position of a row's answer in its completion. */
  answerPlace(row: number): [number, number] | undefined {
    const start = this.atStart.at(row);
    return start === 0 ? undefined : [start - 1, this.atEnd.at(row) - 1];
  }

  text(place: number): string | undefined {
    return place === none ? undefined : this.texts.list[place];
  }
}

/** A part of a table for a page: rows from `from` on, and verdicts of all rows or of some. */
export interface TablePart {
  /** The page has the rows before this. */
  from: number;
  problems: { from: number; list: ProblemKey[] };
  facts: Record<"problem" | "sample" | keyof RowFact, number[]>;
  verdicts: {
    /** A new value means that all verdicts were made again. */
    generation: string;
    from: number;
    state: number[];
    answer: number[];
    rule: number[];
    reason: number[];
    undecided: number[];
    texts: { from: number; list: string[] };
  };
}

/** The parts that the page already has. */
export interface Known {
  rows: number;
  problems: number;
  generation: string;
  /** Verdicts up to here will not change within this generation. */
  graded: number;
  texts: number;
}

export const knowsNothing: Known = { rows: 0, problems: 0, generation: "", graded: 0, texts: 0 };

export function partOf(table: SampleTable, generation: string, known: Known): TablePart {
  const isSame = known.generation === generation;
  const from = Math.min(known.rows, table.length);
  const verdictsFrom = isSame ? Math.min(known.graded, table.length) : 0;
  const textsFrom = isSame ? known.texts : 0;
  return {
    from,
    problems: { from: known.problems, list: table.problems.slice(known.problems) },
    facts: {
      problem: table.problem.slice(from),
      sample: table.sample.slice(from),
      ...(Object.fromEntries(factNames.map((name) => [name, table[name].slice(from)])) as Record<
        keyof RowFact,
        number[]
      >),
    },
    verdicts: {
      generation,
      from: verdictsFrom,
      state: table.state.slice(verdictsFrom),
      answer: table.answer.slice(verdictsFrom),
      rule: table.rule.slice(verdictsFrom),
      reason: table.reason.slice(verdictsFrom),
      undecided: table.undecided.slice(verdictsFrom),
      texts: { from: textsFrom, list: table.texts.list.slice(textsFrom) },
    },
  };
}

/** The facts of one row, from the columns. */
export const factAt = (columns: Record<keyof RowFact, ArrayLike<number>>, row: number): RowFact =>
  Object.fromEntries(factNames.map((name) => [name, columns[name][row]!])) as unknown as RowFact;

/** Adds a part, and returns the parts that are there now. */
export function addPart(table: SampleTable, part: TablePart, known: Known): Known {
  const { facts, verdicts, problems } = part;
  for (const key of problems.list) table.problemPlace(key);
  facts.problem.forEach((problem, i) => {
    table.addRow(problem, facts.sample[i]!, factAt(facts, i));
  });
  if (verdicts.generation !== known.generation) table.forgetVerdicts();
  for (const text of verdicts.texts.list) table.texts.placeOf(text);
  verdicts.state.forEach((state, i) => {
    const row = verdicts.from + i;
    table.state.set(row, state);
    table.answer.set(row, verdicts.answer[i]!);
    table.rule.set(row, verdicts.rule[i]!);
    table.reason.set(row, verdicts.reason[i]!);
    table.undecided.set(row, verdicts.undecided[i]!);
  });
  return {
    rows: table.length,
    problems: table.problems.length,
    generation: verdicts.generation,
    graded: firstUngraded(table, verdicts.from),
    texts: table.texts.list.length,
  };
}

function firstUngraded(table: SampleTable, from: number): number {
  let row = from;
  while (row < table.length && table.state.at(row) !== 0) row++;
  return row;
}
