// The definition of a benchmark: its rows, their fields, and its rule. The configuration may change each of these, so a
// task is opened with changes.

import type { TaskConfig } from "../config/index.ts";
import {
  DatasetError,
  type HubData,
  type LoadedRows,
  loadFileRows,
  loadHubRows,
  type Row,
} from "../datasets/index.ts";
import { goldAnswer } from "../math/index.ts";
import { endsWithin, hereMs } from "../workers/within-time.ts";
import { integerRule } from "./integer-rule.ts";
import { mathRule } from "./math-rule.ts";
import { conversationOf } from "./problem.ts";
import { askWith, boxedPrompt, idealReply } from "./prompt.ts";
import { type Fields, type RowProblem, readProblem, usualFields } from "./row-problem.ts";
import { gradeBy, type Rule } from "./rule.ts";
import {
  type Conversation,
  checkedOptions,
  type GradingOptions,
  type LoadedTask,
  type Source,
  type Task,
} from "./task.ts";
import { TaskError } from "./task-error.ts";

/** A part of a benchmark's rows; a label goes before the row's number in a problem's id. */
export interface Part extends HubData {
  label?: string | undefined;
}

export interface Definition {
  name: string;
  /** Aliases, as guided search and other tools use them. */
  aliases?: readonly string[] | undefined;
  description: string;
  maxNewTokens: number;
  /** The source of the rows; undefined for a set that only exists as a file. */
  parts: readonly Part[];
  /** Fields that differ from the usual ones. */
  fields?: Partial<Fields> | undefined;
  read?: ((row: Row, fields: Fields) => RowProblem) | undefined;
  /** Rows that are left out. */
  skips?: ((row: Row) => boolean) | undefined;
  /** The only columns that stay with a problem, if the others would give the answer away or are long. */
  keeps?: readonly string[] | undefined;
  /** Columns whose values group the figures, unless the user names others. */
  groupBy?: readonly string[] | undefined;
  /** The prompt; `{problem}` stands for the problem. */
  prompt?: string | undefined;
  gradingOptions?: GradingOptions | undefined;
  /** Default: the rule of mathematics. */
  rule?: Rule | undefined;
}

export interface Benchmark {
  name: string;
  aliases: readonly string[];
  description: string;
  parts: readonly Part[];
  /** Its problems are generated, so there is no download and no split. */
  isGenerated?: boolean | undefined;
  open(changes?: TaskConfig): Task;
}

export function defineBenchmark(definition: Definition): Benchmark {
  const { name, aliases = [], description, parts, rule = mathRule() } = definition;
  const open = (changes: TaskConfig = {}) => openTask({ ...definition, rule }, changes);
  return { name, aliases, description, parts, open };
}

const rules: Record<NonNullable<TaskConfig["rule"]>, Rule> = { math: mathRule(), integer: integerRule };

function openTask(definition: Definition & { rule: Rule }, changes: TaskConfig): Task {
  const { name, description } = definition;
  const rule = changes.rule === undefined ? definition.rule : rules[changes.rule];
  if (changes.gradingOptions && !rule.takesOptions)
    throw new TaskError(`${name}: its rule compares whole numbers, and no grading option changes that`);
  const graded = (options: GradingOptions | undefined): Task => {
    const task: Task = {
      name,
      description,
      eval_type: "generative",
      maxNewTokens: changes.maxNewTokens ?? definition.maxNewTokens,
      prompt: changes.prompt ?? definition.prompt ?? boxedPrompt,
      groupBy: definition.groupBy,
      gradingOptions: options,
      ...(changes.judge ? { needsJudge: true } : {}),
      ...(rule.takesOptions ? { withOptions: graded } : {}),
      grade: (conversation, completion) => gradeBy(rule, conversation, completion, options),
      load: () => load(task, definition, changes),
    };
    return task;
  };
  const options = { ...definition.gradingOptions, ...changes.gradingOptions };
  return graded(Object.keys(options).length > 0 ? checkedOptions(name, options) : undefined);
}

/** The number of rows that are read under one time limit: setting a limit costs as much as reading a gold. */
const rowsAtOnce = 32;

async function load(task: Task, definition: Definition, changes: TaskConfig): Promise<LoadedTask> {
  const { read = readProblem, skips, keeps } = definition;
  const fields: Fields = { ...usualFields, ...definition.fields, ...chosenFields(changes) };
  const loaded = await loadParts(definition, changes);
  const conversations: Conversation[] = [];
  const seen = new Map<string, Row>();
  const add = (row: Row, number: number, label: string | undefined) => {
    if (skips?.(row)) return;
    const problem = keeping(read(row, fields), keeps);
    const id = label === undefined ? (problem.id ?? String(number)) : `${label}-${number}`;
    const before = seen.get(id);
    if (before) throw row.wrong(`has the id '${id}', which row ${before.number} has already`);
    seen.set(id, row);
    conversations.push(converse(id, problem, task.prompt!));
  };
  for (const { label, rows } of loaded)
    for (let at = 0; at < rows.length; ) {
      const end = Math.min(rows.length, at + rowsAtOnce);
      const isRead = endsWithin(hereMs, () => {
        for (; at < end; at++) add(rows[at]!, at + 1, label);
      });
      if (!isRead) throw rows[at]!.wrong(`takes longer than ${hereMs / 1000} s to read`);
    }
  return { task, source: sourceOf(loaded), conversations };
}

function keeping(problem: RowProblem, keeps: readonly string[] | undefined): RowProblem {
  if (!keeps || !problem.columns) return problem;
  const { columns, ...rest } = problem;
  const kept = Object.entries(columns).filter(([name]) => keeps.includes(name));
  return kept.length === 0 ? rest : { ...rest, columns: Object.fromEntries(kept) };
}

/** The prompt of the problem, and its ideal reply. */
function converse(
  id: string,
  { statement, gold, solution, columns }: RowProblem,
  prompt: string,
): Conversation {
  const golds = [gold].flat().map(goldAnswer);
  const [first = ""] = golds;
  return conversationOf({ id, statement, gold: typeof gold === "string" ? first : golds, columns }, [
    { role: "user", content: askWith(prompt, statement) },
    { role: "assistant", content: idealReply(first, solution) },
  ]);
}

function chosenFields({ fields = {} }: TaskConfig): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).map(([part, field]) => [part, [field]]));
}

type LoadedPart = LoadedRows & { label?: string | undefined };

async function loadParts({ name, parts }: Definition, changes: TaskConfig): Promise<LoadedPart[]> {
  if (changes.path !== undefined) return [await loadFileRows(changes.path)];
  const changed = changedParts(parts, changes);
  if (changed.length === 0)
    throw new DatasetError(
      "missing",
      name,
      `${name} has no known place on the hub; name a file of its rows as tasks: { "${name}": { path } } in ` +
        "assay.config.*, or give the file's path instead of the name",
    );
  const loaded: LoadedPart[] = [];
  for (const { label, ...data } of changed) {
    // A branch may move between two parts, so the first part's commit is used for all.
    const [first] = loaded;
    const revision = first?.dataset === data.dataset ? first.revision : data.revision;
    const rows = await loadHubRows({ ...data, revision }, { fetchCommand: `assay fetch ${name}` });
    loaded.push({ ...rows, label });
  }
  return loaded;
}

function changedParts(parts: readonly Part[], changes: TaskConfig): readonly Part[] {
  const { dataset, config, split, files, revision } = changes;
  if (dataset !== undefined) return [{ dataset, config, split, files, revision }];
  const elsewhere = config !== undefined || split !== undefined || files !== undefined;
  return (elsewhere ? parts.slice(0, 1) : parts).map((part) => ({
    ...part,
    revision: revision ?? part.revision,
    ...(elsewhere
      ? { config: config ?? part.config, split: split ?? part.split, files, label: undefined }
      : {}),
  }));
}

function sourceOf(parts: readonly LoadedPart[]): Source {
  const [first] = parts;
  const configs = parts.flatMap(({ config }) => config ?? []);
  return {
    dataset: first!.dataset,
    ...(configs.length > 0 ? { config: configs.join(", ") } : {}),
    ...(first!.split === undefined ? {} : { split: first!.split }),
    revision: first!.revision,
    files: parts.flatMap(({ files }) => files),
  };
}
