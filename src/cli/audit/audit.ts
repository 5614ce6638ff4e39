// assay audit: was the grader of another tool right? Its logs are graded again, and the two verdicts compared with each other.

import { existsSync, readdirSync } from "node:fs";
import { Audit, type AuditedFile, findLogs } from "../../audit/audit.ts";
import { readGolds } from "../../audit/golds.ts";
import { goldRows } from "../../audit/open-log.ts";
import { mostFilesKept, RunWriter } from "../../audit/write-run.ts";
import type { FieldFrom } from "../../datasets/row-fields.ts";
import { ExpectedError } from "../../errors/expected-error.ts";
import type { Judgement, Question } from "../../judge/question.ts";
import { didYouMean } from "../../options/nearest.ts";
import { group, number, repeated, text, textAs } from "../../options/option.ts";
import { count } from "../../outgoing/counted.ts";
import { type JudgeOfRun, keepJudgement } from "../../runs/grading/judged.ts";
import { intoPlace } from "../../runs/merge.ts";
import { writeResults, writeRunJson } from "../../runs/run-folder.ts";
import { type Command, readOptions, UsageError } from "../command.ts";
import { gradingOptionsOf, policyOptions } from "../grade/grade-options.ts";
import { readField } from "../lines/lines-options.ts";
import { judgeOptions } from "../options/judge-options.ts";
import { gradingOptions, jsonOption, workersOption } from "../options/shared-options.ts";
import { judgeOfRunFrom, judgeWords, openJudge } from "../run/open-judge.ts";
import { StatusLine } from "../terminal/terminal.ts";
import { auditJson, auditText } from "./audit-report.ts";

const fieldNames = ["response", "gold", "theirs", "prompt", "id", "extracted"] as const;

const options = {
  out: text({
    value: "FOLDER",
    completes: "folder",
    help:
      "Store the audit as a run that view, show, compare and report can open, with all differences " +
      "in differences.jsonl.",
  }),
  json: jsonOption(
    "files: [{ path, format, rows, audited, left_out, theirs, ours, difference, agree, false_rewards, false_zeros, open }], total",
  ),
  failOver: number({
    value: "X",
    least: 0,
    most: 1,
    help: "Exit with code 3 if more than this share of the audited rows are false rewards or false zeros.",
  }),
  workers: workersOption({ help: "Use at most N threads." }),
  ...group("Columns", {
    field: repeated(
      textAs(readField, {
        value: "NAME=COLUMN",
        help:
          `Take the field NAME (${fieldNames.join(", ")}) from this column; with response, gold and ` +
          "theirs, rows of any format can be audited.",
      }),
    ),
    golds: text({
      value: "FILE",
      completes: "file",
      needs: "goldField",
      help: "Take the golds from this file if a log has none; rows are matched by their prompt.",
    }),
    goldField: text({ value: "COLUMN", needs: "golds", help: "Take the gold from this column of --golds." }),
  }),
  ...gradingOptions,
  ...policyOptions,
  ...judgeOptions,
};

/** The exit code that a shell reports for a program that Ctrl-C ended. */
const interrupted = 130;

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, options, { what: "file or folder", least: 1 });
  const fields = checkedFields(values.field ?? []);
  const grading = gradingOptionsOf(values);
  const golds =
    values.golds === undefined
      ? undefined
      : await readGolds(goldRows(values.golds), values.goldField!, values.golds);
  const found = await findLogs(positionals);
  if (found.length === 0) throw new ExpectedError(`${positionals.join(", ")}: there are no files`);
  const judgements: Judgements = { keep: () => {} };
  const opened = await openJudge(values, "audit", {
    onJudged: (question, judgement) => judgements.keep(question, judgement),
  });
  const control = new AbortController();
  const stop = () => control.abort();
  process.once("SIGINT", stop);
  const progress = new StatusLine(process.stderr, 200);
  const setup: Setup = {
    found,
    progress,
    judge: opened && { of: judgeOfRunFrom(opened), judgements },
    audit: {
      fields,
      golds,
      judge: opened?.judge,
      gradingOptions: grading ?? {},
      timeoutMs: values.gradingTimeout * 1000,
      workers: values.workers,
      signal: control.signal,
      onProgress: (rows) => progress.show(`${count(rows)} rows`),
    },
  };
  try {
    const files =
      values.out === undefined ? await auditAll(setup) : await auditInto(values.out, setup, grading);
    if (opened) progress.say(judgeWords(opened));
    return await report(files, values);
  } catch (error) {
    if (control.signal.aborted) return interrupted;
    throw error;
  } finally {
    progress.clear();
    process.off("SIGINT", stop);
    await opened?.close();
  }
}

function checkedFields(fields: readonly FieldFrom[]): readonly FieldFrom[] {
  const unknownField = fields.find(({ name }) => !(fieldNames as readonly string[]).includes(name));
  if (unknownField)
    throw new UsageError(
      `--field: there is no field '${unknownField.name}'; the fields are ${fieldNames.join(", ")}.${didYouMean(unknownField.name, fieldNames)}`,
    );
  return fields;
}

/** Where the judgements go: nowhere, or into the run that is kept. */
interface Judgements {
  keep(question: Question, judgement: Judgement): void;
}

interface Setup {
  found: { path: string; isNamed: boolean }[];
  /** With a judge: its entry in run.json, and its judgements. */
  judge: { of: JudgeOfRun; judgements: Judgements } | undefined;
  progress: StatusLine;
  audit: ConstructorParameters<typeof Audit>[0];
}

/** One file after the other; files in a folder that are not logs are skipped and named. */
async function auditAll({ found, progress, audit: options }: Setup): Promise<AuditedFile[]> {
  const audit = new Audit(options);
  const files: AuditedFile[] = [];
  const passedOver: AuditedFile[] = [];
  try {
    for (const { path, isNamed } of found) {
      const file = await audit.file(path);
      if (file.isOther && !isNamed) passedOver.push(file);
      else files.push(file);
      if (file.error !== undefined && !(file.isOther && !isNamed)) progress.say(`${path}: ${file.error}`);
    }
  } finally {
    await audit.close();
  }
  const names = passedOver.slice(0, shownNames).map(({ path }) => path);
  const more = passedOver.length - names.length;
  if (files.length === 0 && passedOver.length > 0)
    throw new ExpectedError(
      `none of the ${count(passedOver.length)} files is a log in a supported format. ${passedOver[0]!.path}: ${passedOver[0]!.error}`,
    );
  if (names.length > 0)
    progress.say(
      `skipped, because they are not logs: ${names.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`,
    );
  return files;
}

const shownNames = 8;

/** The same, stored as a run, which appears when it is complete. */
async function auditInto(
  out: string,
  setup: Setup,
  grading: ReturnType<typeof gradingOptionsOf>,
): Promise<AuditedFile[]> {
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new UsageError(`${out} exists and is not empty; name a different folder with --out`);
  if (setup.found.length > mostFilesKept)
    throw new UsageError(
      `--out supports at most ${count(mostFilesKept)} files, and there are ${count(setup.found.length)}: audit them in parts`,
    );
  return intoPlace(out, async ({ draft }) => {
    if (setup.judge)
      setup.judge.judgements.keep = (question, judgement) => keepJudgement(draft, question, judgement);
    const writer = new RunWriter(
      draft,
      setup.found.map(({ path }) => path),
    );
    try {
      const files = await auditAll({ ...setup, audit: { ...setup.audit, keep: writer } });
      if (!files.some(({ tally }) => tally.audited > 0))
        throw new ExpectedError("no row could be audited, so there is no run to keep");
      const run = await writer.end(files, grading);
      writeResults(draft, auditJson(files));
      writeRunJson(draft, { ...run, ...(setup.judge ? { judge: setup.judge.of } : {}) });
      return files;
    } finally {
      writer.close();
    }
  });
}

async function report(
  files: readonly AuditedFile[],
  { json, out, failOver }: { json: boolean; out?: string | undefined; failOver?: number | undefined },
): Promise<number> {
  const { total } = auditJson(files);
  process.stdout.write(json ? `${JSON.stringify(auditJson(files))}\n` : auditText(files, out));
  const wrong = total.false_rewards + total.false_zeros;
  if (failOver !== undefined && total.audited === 0) {
    process.stderr.write("assay audit: no row could be audited, so --fail-over has nothing to check\n");
    return 1;
  }
  if (failOver !== undefined && wrong / total.audited > failOver) {
    process.stderr.write(
      `assay audit: ${count(wrong)} of ${count(total.audited)} audited rows are false rewards or false zeros, which is more than ${failOver} (--fail-over)\n`,
    );
    return 3;
  }
  return files.some(({ error, tally }) => error !== undefined || tally.unread > 0) ? 1 : 0;
}

export const command: Command = {
  usage: ["PATH… [--out FOLDER] [--json] [options]"],
  examples: [
    { does: "audit everything in a folder of logs", typed: "assay audit logs/ --out runs/audit" },
    {
      does: "audit a trainer's log, with the golds of its training rows",
      typed: "assay audit completions/ --golds train.jsonl --gold-field answer",
    },
    {
      does: "audit your own rows, and fail if over 1% of the verdicts are proven wrong",
      typed:
        "assay audit mine.jsonl --field response=output --field gold=answer \\\n" +
        "--field theirs=score --fail-over 0.01",
    },
  ],
  options,
  names: "file",
  notes: [
    "The format of a file is recognised by its content: lm-eval, lighteval, Inspect (.eval and .json), " +
      "OpenCompass, " +
      "verl, TRL, NeMo Gym, verifiers, Qwen2.5-Math, ToRA, EvalScope, SkyRL, Every Eval Ever, and " +
      "assay serve --log. A pickle is not opened; the command prints Python code that converts it. docs/audit.md has a recipe for each.",
    "In a false reward, the tool says right, but the answer is proven different from the gold; in a false zero, " +
      "it says wrong, but the answer is proven equal. A difference without a proof is open, and counts for neither side.",
    "Exit codes: 0 done, 1 if something could not be read or --fail-over has nothing to check, 2 for wrong usage, " +
      "3 if --fail-over is exceeded, 130 after Ctrl-C.",
  ],
  run,
};
