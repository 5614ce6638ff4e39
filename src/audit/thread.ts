// The worker thread of an audit: it unpacks and reads records, grades their rows, and compares the two verdicts. All
// content of a log is read here, under the pool's watch, so a record that hangs or takes too much memory affects only
// itself.

import { createHash } from "node:crypto";
import type { FieldFrom } from "../datasets/row-fields.ts";
import { lineTexts } from "../jsonl/answer-lines.ts";
import { hasRuled, type Judgement, rightOf, toldOf, verdictWord } from "../judge/question.ts";
import { type Policies, readPolicies } from "../math/index.ts";
import { gradeLogged, type LoggedGrade, theirsColumn, theirWords } from "../tasks/logged.ts";
import type { JobContext } from "../workers/serve-jobs.ts";
import { serveJobs } from "../workers/serve-jobs.ts";
import type { AnsweredRow, Block, Difference, Kind } from "./block.ts";
import { formatNamed } from "./formats.ts";
import { type GoldsByPrompt, goldOf } from "./golds.ts";
import { parsePythonJson } from "./python.ts";
import { type Entry, isRecord, type LeftOut, type LoggedRow, lastUser, type Reading, rowOf } from "./row.ts";
import { unpack } from "./zip.ts";

export interface AuditThread {
  gradingOptions: object;
  fields: FieldFrom[];
  golds?: GoldsByPrompt | undefined;
  /** Whether a judge decides what the rules leave open. */
  isJudged: boolean;
  /** Whether lines of a run are written. */
  isKept: boolean;
  /** The start of the audit, for the journal. */
  at: string;
}

/** Texts of a difference are shortened for display; the journal has them whole. */
const longestText = 2_000;
/** The same form as in the verdicts of every run. */
const longestAnswer = 200;

await serveJobs((data: AuditThread) => {
  const policies = readPolicies(data.gradingOptions);
  return {
    answer: (block: Block, context) => [...answers(block, data, policies, context)],
  };
});

function* answers(
  block: Block,
  data: AuditThread,
  policies: Policies,
  context: JobContext,
): Generator<AnsweredRow> {
  const format = formatNamed(block.format);
  const { golds, fields } = data;
  for (const { number, entry } of entries(block, context)) {
    if (typeof entry === "string") {
      yield { id: `row ${number}`, left_out: entry, isUnread: true };
      continue;
    }
    const reading: Reading = {
      number,
      begun: block.begun,
      fields,
      goldOf: golds && ((prompt) => goldOf(golds, prompt)),
    };
    let place = 0;
    // A record may make its reading fail, for example by thousands of values inside one another; the others are audited.
    try {
      for (const found of [format.rows(entry, reading)].flat()) {
        const row = rowOf(found, entry, reading);
        const id = idOf(row, number, place++);
        yield "left_out" in row
          ? { id, left_out: row.left_out, isUnread: false }
          : answered(row, id, block, data, policies);
      }
    } catch (error) {
      const left_out = `its reading or grading failed: ${(error as Error).message}`;
      yield { id: `row ${number}`, left_out, isUnread: true };
    }
  }
}

const idOf = (row: LoggedRow | LeftOut, number: number, place: number): string =>
  ("id" in row ? row.id : undefined) ?? (place === 0 ? `row ${number}` : `row ${number}, ${place}`);

/** Each record with its number, or the reason why it cannot be read. */
function* entries(
  { format, first, records }: Block,
  { at, failed }: JobContext,
): Generator<{ number: number; entry: Entry | string }> {
  const ended = (place: number): string | undefined =>
    failed[place] === undefined ? undefined : `its reading or grading ${failed[place]}`;
  if (records.of === "object") {
    at(0);
    // The whole file failed before its first record.
    let whole: Entry | string | undefined = ended(0);
    let beside: Entry | undefined;
    try {
      whole ??= joined(records.parts.map((part) => objectIn(part)));
      beside = records.beside && objectIn(records.beside);
    } catch (error) {
      whole = `not readable: ${(error as Error).message}`;
    }
    if (typeof whole === "string") {
      yield { number: 1, entry: whole };
      return;
    }
    let place = 0;
    for (const entry of formatNamed(format).records?.(whole, beside) ?? []) {
      at(++place);
      const number = place;
      yield { number, entry: ended(place) ?? (isRecord(entry) ? entry : "not an object") };
    }
    return;
  }
  if (records.of === "members") {
    for (const [place, member] of records.members.entries()) {
      at(place);
      const reason = ended(place) ?? member.reason;
      yield { number: first + place, entry: reason ?? read(() => unpack(member.bytes, member)) };
    }
    return;
  }
  let place = 0;
  for (const text of lineTexts(records.bytes)) {
    at(place);
    const reason = ended(place) ?? records.reason ?? (text === null ? "not UTF-8" : undefined);
    if (reason === undefined && text!.trim() === "") {
      place++;
      continue;
    }
    yield { number: first + place++, entry: reason ?? read(() => text!) };
  }
}

function read(take: () => string | Buffer): Entry | string {
  try {
    const taken = take();
    const value = parsePythonJson(typeof taken === "string" ? taken : taken.toString("utf8"));
    return isRecord(value) ? value : "not a JSON object";
  } catch (error) {
    return error instanceof SyntaxError ? "not JSON" : `not readable: ${(error as Error).message}`;
  }
}

function objectIn(bytes: Uint8Array): Entry {
  const value = parsePythonJson(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"),
  );
  if (!isRecord(value)) throw new Error("it is not a JSON object");
  return value;
}

/** Each part numbers its members from 0. */
function joined(parts: Entry[]): Entry {
  if (parts.length === 1) return parts[0]!;
  return Object.fromEntries(parts.flatMap((part) => Object.values(part)).entries());
}

function answered(
  row: LoggedRow,
  id: string,
  { task, told }: Block,
  data: AuditThread,
  policies: Policies,
): AnsweredRow {
  const golds = [row.gold].flat();
  const rules = gradeLogged(golds, row.response, row.theirs, policies);
  const statement = lastUser(row.prompt);
  const question = data.isJudged &&
    rules.question && { ...rules.question, ...(statement ? { problem: statement } : {}) };
  const judgement = toldOf(told, question || undefined);
  const grade = judgement && hasRuled(judgement) ? judgedGrade(rules, row.theirs, judgement) : rules;
  if (grade.isGoldUnreadable && (!question || judgement))
    return { id, left_out: "the gold cannot be read", isUnread: false };
  const kind = kindOf(row.theirs, grade);
  return {
    id,
    kind,
    theirs: row.theirs,
    ...(question && !judgement ? { question } : {}),
    ...(judgement ? { judged: judgement.outcome, isOpenByRules: rules.isOpen } : {}),
    difference:
      kind === "both_right" || kind === "both_wrong" ? undefined : differenceOf(row, id, kind, grade),
    lines: data.isKept ? [journalLine(row, id, task, data.at), verdictLine(id, task, grade)] : undefined,
  };
}

/** A judge's verdict is not a proof: if it contradicts the tool's verdict, or is inconclusive, the row stays open. */
function judgedGrade(grade: LoggedGrade, theirs: boolean, judgement: Judgement): LoggedGrade {
  const right = rightOf(judgement);
  return {
    ...grade,
    right: right === true,
    isOpen: right !== theirs || judgement.outcome === "inconclusive",
    isGoldUnreadable: false,
    by: "judge",
    certainty: null,
    verdict: verdictWord(judgement),
    reason: judgement.reason,
  };
}

function kindOf(theirs: boolean, { right, isOpen }: Pick<LoggedGrade, "right" | "isOpen">): Kind {
  if (isOpen) return "open";
  if (right === theirs) return right ? "both_right" : "both_wrong";
  return theirs ? "false_reward" : "false_zero";
}

function differenceOf(row: LoggedRow, id: string, kind: Difference["kind"], grade: LoggedGrade): Difference {
  const { by, verdict, certainty, extracted, reason } = grade;
  const golds = [row.gold].flat().map(cut);
  return {
    problem: id,
    kind,
    by,
    verdict,
    certainty,
    theirs: row.theirs ? theirWords.right : theirWords.wrong,
    gold: golds.length === 1 ? golds[0]! : golds,
    answer: extracted === null ? null : cut(extracted.trim()),
    their_answer: row.extracted === undefined ? undefined : cut(row.extracted),
    reason,
  };
}

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

/** A record in the form of a run's journal: one draw of one sample. */
function journalLine(row: LoggedRow, id: string, task: string, at: string): string {
  const { prompt, response, gold, theirs, extracted } = row;
  const key = `${task}/${id}#0`;
  const columns = {
    [theirsColumn]: theirs ? theirWords.right : theirWords.wrong,
    ...(extracted === undefined ? {} : { "their answer": extracted }),
  };
  return JSON.stringify({
    v: 1,
    id: key,
    kind: "draw",
    input: {
      task,
      problem: id,
      statement: lastUser(prompt),
      gold,
      columns,
      prompt,
      samples: [0],
      seeds: [0],
    },
    outcome: {
      completions: [{ key, sample: 0, text: response, finish: null }],
      failures: [],
      usage: { inputTokens: 0, outputTokens: 0 },
    },
    time: { at, ms: 0 },
  });
}

function verdictLine(
  problem: string,
  task: string,
  { right, extracted, at, by, reason, isOpen }: LoggedGrade,
): string {
  const isLong = extracted !== null && extracted.length > longestAnswer;
  const answer = isLong ? `${extracted.slice(0, longestAnswer)}…` : extracted;
  const group = isLong ? createHash("sha256").update(extracted).digest("hex") : undefined;
  const undecided = isOpen ? true : undefined;
  return JSON.stringify({
    task,
    problem,
    sample: 0,
    right,
    answer,
    group,
    at,
    by,
    reason: reason?.slice(0, longestAnswer),
    undecided,
    truncated: false,
  });
}
