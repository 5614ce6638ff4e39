// assay grade: does this answer equal that gold?

import type { Answered, Row } from "../../jsonl/line-module.ts";
import { asJudged } from "../../judge/judge.ts";
import { type Judgement, questionOfResponse } from "../../judge/question.ts";
import { explain, readPolicies, verify } from "../../math/index.ts";
import { choice, flag, group, repeated, text } from "../../options/option.ts";
import { extractions, type Graded, gradeResponse, unreadableGold } from "../../rewards/grade-answer.ts";
import { versions } from "../../runs/versions.ts";
import { valueWithin } from "../../workers/within-time.ts";
import { type Command, readOptions, UsageError } from "../command.ts";
import { lineOptions, workText } from "../lines/lines-options.ts";
import { judgeOptions, namesJudge } from "../options/judge-options.ts";
import { oneLine } from "../terminal/columns.ts";
import { explanationText, paintVerdict } from "./explanation.ts";
import { countOf, endedOf, failed, type GradeLines } from "./grade-lines.ts";
import { gradingOptionsOf, policyOptions } from "./grade-options.ts";

const options = {
  ...group("One pair", {
    gold: repeated(
      text({
        excludes: ["input", "output"],
        help:
          "Compare with this gold answer; if it is a worked solution, with the answer that it marks. " +
          "With several golds, one match is enough.",
      }),
    ),
    answer: text({
      excludes: ["input", "output"],
      help: "Grade this answer; if it is a whole response, grade the answer in it.",
    }),
    explain: flag({
      excludes: ["input"],
      help: "Explain the verdict: how both sides were read, what was tried, and which option would change it.",
    }),
  }),
  ...lineOptions,
  ...group("Grading", {
    extract: choice(extractions, {
      value: "WHEN",
      default: "auto",
      help:
        'Find the answer in a longer text by its marks (answer tags, boxes, JSON, ####, "answer is"), else ' +
        "by its final value (auto), else also by its last number (always); or grade the whole text (never).",
    }),
  }),
  ...policyOptions,
  ...judgeOptions,
};

async function run(argv: readonly string[]): Promise<number> {
  const { values, given } = readOptions(argv, options);
  const policies = readPolicies(gradingOptionsOf(values) ?? {});
  const extraction = values.extract;
  if (values.gold === undefined && values.answer === undefined) {
    if (values.explain) throw new UsageError("--explain needs --gold and --answer");
    if (values.input === undefined && process.stdin.isTTY)
      throw new UsageError("give --gold and --answer, or rows: --input FILE, or through a pipe");
    const { fieldsFrom, openRowsJudge, runLineCommand } = await import("../lines/lines.ts");
    const fields = fieldsFrom(given, { gold: "gold", answer: "answer", known: ["gold", "answer"] });
    const judge = await openRowsJudge(values, "grade");
    const data: GradeLines = {
      options: policies,
      extract: extraction,
      ...(judge ? { judged: true } : {}),
      fields,
    };
    const timeoutMs = values.gradingTimeout * 1000;
    const { code } = await runLineCommand({
      values,
      worker: new URL("./grade-lines.js", import.meta.url),
      timeoutMs,
      data,
      failed,
      shared: () => ({ command: "grade", data: { ...data, options: { ...policies } }, timeoutMs }),
      work: workText("grade", judge ? { ...data, ...{ judge: judge.judge.stamp } } : data),
      judge,
      unreadable: unreadableGold,
      recount,
    });
    return code;
  }
  if (values.gold === undefined || values.answer === undefined)
    throw new UsageError(`--${values.gold === undefined ? "gold" : "answer"} is missing`);
  const { gold, answer, explain: isExplained, gradingTimeout } = values;
  const decide = isExplained ? explain : verify;
  const opened = namesJudge(values)
    ? await (await import("../run/open-judge.ts")).openJudge(values, "grade")
    : undefined;
  // In this thread, which has no other work, so the start of a thread is saved.
  const done = valueWithin(
    () => {
      const response = gradeResponse(gold, answer, extraction, policies, decide);
      const { graded } = response;
      const text = isExplained && !values.json ? explanationText(graded) : `${inShort(graded)}\n`;
      return { graded, text, question: opened && questionOfResponse(response) };
    },
    undefined,
    gradingTimeout * 1000,
  );
  const graded = done?.graded ?? {
    ...endedOf(),
    gold: gold[0]!,
    answer,
    reason: `the grading took longer than ${gradingTimeout} s`,
    found_by: null,
  };
  const question = done?.question;
  const judgement = question && (await opened!.judge.judge(question).finally(() => opened!.close()));
  if (!question) await opened?.close();
  const judged = judgement ? asJudged(graded as Graded, judgement) : graded;
  const { verdict, by, reason } = judged;
  if (values.json) process.stdout.write(`${JSON.stringify({ version: versions().assay, ...judged })}\n`);
  else {
    const rules = done?.text ?? `${inShort({ verdict, by, reason })}\n`;
    process.stdout.write(judgement ? `${judgementText(judged, judgement)}by rules: ${rules}` : rules);
  }
  return 0;
}

/** The counter of a row that an earlier run has written. */
export const recount = (row: Row): Pick<Answered, "count"> => ({ count: countOf(row) });

interface PrintedVerdict {
  verdict: Graded["verdict"];
  by: string;
  reason?: string | undefined;
}

/** The verdict with the judge, and both of its replies. */
function judgementText(judged: PrintedVerdict, { replies, model }: Judgement): string {
  const said = replies.map(
    (reply, i) => `  ${model}, ${i === 0 ? "gold" : "answer"} first: ${oneLine(reply)}\n`,
  );
  return `${inShort(judged)}\n${said.join("")}`;
}

const inShort = ({ verdict, by, reason }: PrintedVerdict): string =>
  `${paintVerdict(verdict)} (by ${by})${reason === undefined ? "" : `: ${reason}`}`;

export const command: Command = {
  usage: ["--gold G --answer A [--explain | --json]", "--input pairs.jsonl --output graded.jsonl [options]"],
  examples: [
    {
      does: "grade one answer, and say why",
      typed: "assay grade --gold '1/2' --answer '\\frac{2}{4}' --explain",
    },
    {
      does: "grade the samples that lm-eval logged",
      typed:
        "assay grade --input samples_gsm8k.jsonl --gold-field doc.answer \\\n" +
        "--answer-field resps.0.0 --output graded.jsonl",
    },
  ],
  options,
  notes: [
    "Each row of the input has gold (or a list of golds, of which one is enough) and answer. The output " +
      "has the same rows, in the same order, with equal, verdict, by, certainty, unparsed and reason.",
    "A wrong answer is not a failure: the exit code is 0 whether answers are right or wrong, 1 if a row " +
      "could not be graded, 2 for wrong usage, 130 after Ctrl-C.",
  ],
  run,
};
