// What the viewer's server answers, as the page knows it. Types alone: both sides import them.

import type { RunKind } from "../kinds/kind-of-run.ts";
import type { Interval } from "../runs/interval.ts";
import type { TaskMetrics } from "../runs/metrics.ts";
import type { ProblemKey } from "./sample-table.ts";

export interface RunState {
  is: "running" | "finished" | "interrupted" | "not checked";
  done: number;
  expected: number;
  /** Where it may be running, where that cannot be checked here. */
  host?: string | undefined;
}

export interface MainFigure {
  name: string;
  value: number;
  interval: Interval;
}

export interface RunSummary {
  id: string;
  kind: RunKind;
  name: string;
  /** For commands that a person copies. */
  folder: string;
  model: string;
  task: string;
  problems: number;
  samples: number;
  created: string;
  state: RunState;
  figure?: MainFigure | undefined;
  /** Why it cannot be read, and what to do. */
  problem?: string | undefined;
}

export interface RunList {
  /** As they were named. */
  folders: string[];
  runs: RunSummary[];
  /** Runs that are still being read. */
  pending: number;
}

/** An evaluation beside its table. */
export interface EvalPage {
  run: RunSummary;
  tasks: Record<string, TaskMetrics>;
  /** What was asked for, line by line. */
  settings: [name: string, value: string][];
  grader?: string | undefined;
  /** Verdicts that are still to come. */
  ungraded: number;
  notes: string[];
}

export interface Message {
  role: string;
  content: string;
}

export interface SamplePage {
  task: string;
  problem: string;
  sample: number;
  statement: string;
  gold: string[];
  prompt: Message[];
  completion?: {
    text: string;
    reasoning?: string | undefined;
    finish: string | null;
    stopReason?: string | number | null | undefined;
  };
  failure?: string | undefined;
  /** Where the extracted answer stands in the text. */
  at?: [start: number, end: number] | undefined;
  verdict?:
    | { state: string; answer?: string | undefined; by: string; reason?: string | undefined }
    | undefined;
  /** How both sides are read today. */
  reading?: { gold: string; answer: string; certainty: string | null; agrees: boolean } | undefined;
  seed?: number | undefined;
  time: { at: string; ms: number };
  usage?: { inputTokens: number; outputTokens: number } | undefined;
  servedModel?: string | undefined;
  /** The request as it would be sent, made again from the run's file. */
  request: Record<string, unknown>;
}

export interface Found {
  rows: number[];
  /** Whether there are more than were looked for. */
  isCut: boolean;
}

export type { Interval, ProblemKey, RunKind, TaskMetrics };
