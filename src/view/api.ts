// The answers of the viewer's server. Only types: the server and the page import them.

import type { Judgement } from "../judge/question.ts";
import type { StepScore } from "../prm/step-scorer.ts";
import type { BenchFigures, CurvePoint, RewardHistogram } from "../processbench/bench-figures.ts";
import type { F1Comparison } from "../processbench/bench-kind.ts";
import type { SubsetFigures, SubsetMetrics } from "../processbench/metrics.ts";
import type { Missing } from "../processbench/outcome.ts";
import type { PairedComparison } from "../runs/compare.ts";
import type { Figure, RunState } from "../runs/figure.ts";
import type { Interval } from "../runs/interval.ts";
import type { TaskMetrics } from "../runs/metrics.ts";
import type { KindName } from "../runs/run-kind.ts";
import type {
  AuditedCandidate,
  AuditedChoice,
  AuditedIteration,
  Fate,
  FinalChoice,
} from "../search/audit.ts";
import type { Groups } from "./eval-page.ts";
import type { RewardWorth } from "./index/reward-worth.ts";
import type { ListedChoice, SearchRow } from "./index/search-row.ts";
import type { PersonsNote } from "./person-note.ts";
import type { RolloutColumns, RolloutOutcome } from "./rollout-windows.ts";
import type { ProblemKey, SampleTable } from "./sample-table.ts";
import type { Worklist } from "./search-tree.ts";

/** The subject of a page: a run, or a log of rollouts. */
export type ViewedKind = KindName | "rollouts";

export interface RunSummary {
  id: string;
  kind: ViewedKind;
  name: string;
  /** For commands that the user copies. */
  folder: string;
  model: string;
  task: string;
  problems: number;
  samples: number;
  created: string;
  state: RunState;
  figure?: Figure | undefined;
  tags?: readonly string[] | undefined;
  /** Why it cannot be read, and what to do. */
  problem?: string | undefined;
}

export interface RunList {
  /** As given on the command line. */
  folders: string[];
  runs: RunSummary[];
  /** Runs that are still being read. */
  pending: number;
}

/** What the pages of runs have in common. */
interface RunPage {
  run: RunSummary;
  /** Settings, line by line. */
  settings: [name: string, value: string][];
  notes: string[];
}

/** An evaluation beside its table. */
export interface EvalPage extends RunPage {
  tasks: Record<string, TaskMetrics>;
  /** The figures of each value, by task and column of the rows. */
  groups?: Record<string, Groups> | undefined;
  grader?: string | undefined;
  /** The number of verdicts that are not there yet. */
  ungraded: number;
}

interface Message {
  role: string;
  content: string;
}

export interface SamplePage {
  task: string;
  problem: string;
  sample: number;
  statement: string;
  gold: string[];
  /** The columns of the problem's row that are not the problem, its gold or its id. */
  columns?: Record<string, unknown> | undefined;
  prompt: Message[];
  completion?: {
    text: string;
    reasoning?: string | undefined;
    finish: string | null;
    stopReason?: string | number | null | undefined;
  };
  failure?: string | undefined;
  /** The position of the extracted answer in the text. */
  at?: [start: number, end: number] | undefined;
  verdict?:
    | { state: string; answer?: string | undefined; by: string; reason?: string | undefined }
    | undefined;
  /** The judgement, if a judge made the verdict. */
  judge?: Judgement | undefined;
  /** How the current grader reads both sides. */
  reading?: { gold: string; answer: string; certainty: string | null; agrees: boolean } | undefined;
  seed?: number | undefined;
  time: { at: string; ms: number };
  usage?: { inputTokens: number; outputTokens: number } | undefined;
  servedModel?: string | undefined;
  /** The request as it would be sent, rebuilt from the run's file. */
  request: Record<string, unknown>;
}

/** The settings of a search that its tree needs. */
export interface SearchSettingsShown {
  strategy: string;
  aggregate: string;
  n: number;
}

/** A search beside its problems. */
export interface SearchPage extends RunPage {
  config: SearchSettingsShown;
  /** The search's own, then that of the policy without a reward model, if it was measured. */
  figures: Figure[];
  worth: RewardWorth;
  rows: SearchRow[];
}

export interface TreeCandidate extends AuditedCandidate {
  /** Whether it ends with a right answer; null if it ends with none, or if that is unknown. */
  right: boolean | null;
}

export interface TreeIteration extends Omit<AuditedIteration, "candidates"> {
  candidates: TreeCandidate[];
}

/** One problem of a search. */
export interface SearchProblem {
  row: SearchRow;
  statement: string;
  gold: string[];
  config: SearchSettingsShown;
  draws: "steps" | "solutions";
  final?: FinalChoice | undefined;
  /** The final solution. */
  steps: string[];
  iterations: TreeIteration[];
}

/** A sample of a ProcessBench run and its outcome. */
interface JudgedSample {
  subset: string;
  sample: string;
  statement: string;
  label: number;
  prediction: number | null;
  match: boolean;
  missing?: Missing | undefined;
}

export interface BenchRow extends JudgedSample {
  /** Their number; 0 if an older run does not have it. */
  steps: number;
}

export interface BenchPage extends BenchFigures, RunPage {
  /** The mean over the subsets, and the figures of each. */
  figures: { average: Figure; subsets: Record<string, SubsetFigures> };
  /** By subset. */
  rewards: Record<string, RewardHistogram>;
  rows: BenchRow[];
}

export interface BenchSample extends JudgedSample {
  reason?: string | undefined;
  /** A reward below this means wrong. */
  threshold?: number | undefined;
  /** The question that contained the solution, if its steps are not known one by one. */
  question?: string | undefined;
  steps: { text: string; score?: StepScore | undefined; failure?: string | undefined }[];
  /** Of whole critiques. */
  votes: { vote: number; index: number | null; text: string }[];
}

export interface ComparedProblem {
  problem: string;
  gold: string;
  /** The share of its samples that are right, in each of the two. */
  a: number;
  b: number;
  answers: [a: string, b: string];
}

export interface ComparedTask {
  /** Of ProcessBench runs, with the difference in F1. */
  comparison: PairedComparison & { f1?: F1Comparison | null };
  problems: ComparedProblem[];
}

export interface ComparePage {
  a: RunSummary;
  b: RunSummary;
  /** The metric of the shares, for example `avg@8`. */
  metric: string;
  /** Whether a problem is right or wrong as a whole in both, or by the share of its samples. */
  isByShares: boolean;
  /** By task, data set or subset. */
  tasks: Record<string, ComparedTask>;
  /** The settings in which the two differ. */
  settings: [name: string, a: string, b: string][];
}

/** A log of rollouts. */
export interface RolloutsPage extends Omit<RunPage, "settings"> {
  rewards: string[];
  columns: RolloutColumns;
}

export interface RolloutItem {
  row: number;
  time: string;
  request: string;
  reward: string;
  outcome: RolloutOutcome;
  prompt: string;
  response: string;
  gold: string;
  result: Record<string, unknown>;
}

/** The notes of all users. */
export interface NotesPage {
  /** Whether they are in a file of the server, and not in each browser. */
  isShared: boolean;
  notes: PersonsNote[];
}

/** The samples in which a phrase occurs, or in whose problems it occurs. */
export interface Found {
  rows: number[];
  /** Whether there are more than the search returned. */
  isCut: boolean;
}

export type {
  AuditedChoice,
  CurvePoint,
  Fate,
  Figure,
  FinalChoice,
  Interval,
  KindName,
  ListedChoice,
  PairedComparison,
  ProblemKey,
  RewardHistogram,
  RewardWorth,
  RunState,
  SearchRow,
  StepScore,
  SubsetFigures,
  SubsetMetrics,
  TaskMetrics,
  Worklist,
};

// The data of a report. Only types: the code that collects it and the code that renders it import them.

export interface Report extends RunPage {
  /** When it was written. */
  written: string;
  evaluation?: { tasks: Record<string, TaskMetrics>; problems: ReportedProblem[]; hidden: number };
  bench?: BenchPage;
  search?: { page: SearchPage; shown: SearchProblem[] };
}

export interface ReportedProblem {
  task: string;
  problem: string;
  right: number;
  /** The samples that have a verdict. */
  samples: number;
  /** For problems that are shown in full: a wrong sample and a right one, if they exist. */
  shown: SamplePage[];
}

/** Renders a report; the components of the page are built separately. */
export type RenderReport = (report: Report, table: SampleTable | undefined) => string;
