// The commands for evaluations. They are shown as a list, one line for each problem with its number of right samples,
// its answers and the gold; or as samples with the prompt, the completion and the verdict.

import { loadConfig } from "../../config/index.ts";
import { ExpectedError } from "../../errors/expected-error.ts";
import { snakeNames } from "../../outgoing/snake-names.ts";
import { type DrawInput, drawnConversation, readDraw } from "../../runs/draw.ts";
import { measureAll, stampOf } from "../../runs/eval.ts";
import { type GradedRun, gradeRun, openRunFile, readSamples, tasksOf } from "../../runs/grading/grade-run.ts";
import {
  copyJudgements,
  forgetJudgements,
  JudgingGrader,
  keepJudgement,
  readJudgements,
} from "../../runs/grading/judged.ts";
import { numbered, type ProblemScores, type SampleVerdict } from "../../runs/grading/scores.ts";
import { changedVerdicts, writeVerdicts } from "../../runs/grading/verdicts-file.ts";
import { missingText } from "../../runs/merge.ts";
import { checkGrouped, isMeasured } from "../../runs/metrics.ts";
import type { RunFile } from "../../runs/run-file.ts";
import { writeRunJson } from "../../runs/run-folder.ts";
import { seededRandom } from "../../runs/seed.ts";
import { versions } from "../../runs/versions.ts";
import { theirsColumn } from "../../tasks/logged.ts";
import type { Completion, Grade } from "../../tasks/task.ts";
import {
  isList,
  isSelected,
  type KindCommands,
  type Report,
  type SampleFilter,
  type ShowChoice,
  shownHeading,
} from "../kinds.ts";
import { limitsIn } from "../merge/merge.ts";
import { gradingLimits } from "../run/grading.ts";
import { judgeOfRunFrom, judgeWords, openJudge } from "../run/open-judge.ts";
import { refuseUnused, type TasksOfRun, tasksOfRun } from "../run/tasks-of-run.ts";
import { paint, paintVerdict, verdictOf, widthOf } from "../terminal/colour.ts";
import { cut, cutInside, oneLine } from "../terminal/columns.ts";
import { columnsOf } from "../terminal/show-table.ts";
import { evalReport, groupTables } from "./eval-report.ts";

export const evalCommands: KindCommands<RunFile> = {
  hasFilters: true,
  show: async (folder, choice, tasks) => showEval(folder, choice, await tasks()),
  async regrade(folder, values, gradingOptions) {
    const { gradingTimeout, taskName, completionField } = values;
    const { tasks } = await loadConfig();
    const { find, graderOf } = tasksOfRun(tasks, taskName, gradingLimits(gradingTimeout, folder));
    if (gradingOptions) {
      const run = await openRunFile(folder);
      const named = await tasksOf(run, find);
      refuseUnused({ gradingOptions, template: run.config.template }, [...named.values()]);
    }
    const judged: Parameters<typeof keepJudgement>[] = [];
    const opened = await openJudge(values, "regrade", {
      onJudged: (question, judgement) => judged.push([folder, question, judgement]),
    });
    const again = { completionField, gradingOptions, judge: opened?.judge };
    const graded = await gradeRun(folder, find, graderOf, again).finally(() => opened?.close());
    if (opened) {
      // The verdicts of a different judge are removed only now that this one has judged the whole run.
      forgetJudgements(folder);
      for (const each of judged) keepJudgement(...each);
      graded.run.judge = judgeOfRunFrom(opened);
      process.stderr.write(`${judgeWords(opened)}\n`);
    }
    const verdicts = await changedVerdicts(folder, graded.scores);
    // Later commands grade the run in the same way.
    if (gradingOptions || opened) writeRunJson(folder, graded.run);
    await writeVerdicts(folder, graded.scores, {
      ...stampOf(graded.run.config, versions()),
      completionField,
    });
    return { ...reportOf("regrade", folder, graded), changed: { verdicts } };
  },
  async merge({ set, run }, { folders, values, place, tasks }) {
    const { find, graderOf } = tasksOfRun(tasks, values.taskName, limitsIn(place, values));
    for (const folder of folders) copyJudgements(folder, place.draft);
    const graded = await gradeRun(place.draft, find, graderOf);
    const { config } = run;
    await writeVerdicts(place.draft, graded.scores, stampOf(config, versions()));
    return {
      ...reportOf("merge", values.out, { ...graded, run }),
      shown: values.out,
      missing: missingText(set, ({ task, id }) => graded.scores.lacks(task, id, config.numSamples)),
    };
  },
};

function reportOf(command: string, folder: string, { run, scores }: GradedRun): Report {
  const { numSamples, model } = run.config;
  return evalReport(command, folder, run, measureAll(scores, numSamples, model.prices));
}

export interface Shown {
  input: DrawInput;
  sample: number;
  completion: Completion | undefined;
  failure: string | undefined;
}

const sampleKey = (task: string, problem: string, sample: number): string =>
  JSON.stringify([task, problem, sample]);

/** Without a choice of samples, the problems as a list. */
async function showEval(folder: string, choice: ShowChoice, { find, graderOf }: TasksOfRun): Promise<void> {
  const { filters, groupBy } = choice;
  if (groupBy) return showGroups(folder, groupBy, choice.json, { find, graderOf });
  const listed = isList(choice);
  const graded = listed || filters.length > 0 ? await gradeRun(folder, find, graderOf) : undefined;
  if (graded && listed) {
    const lines = await problemLines(graded, filters);
    if (lines.length === 0) throw nothingIn(folder, choice);
    process.stdout.write(`${listText(lines)}\n`);
    return;
  }
  const wanted = new Set<string>();
  for (const [task, { problems }] of graded?.scores.tasks ?? [])
    for (const { problem, samples } of problems.values())
      for (const [sample, verdict] of numbered(samples))
        if (fits(verdict, filters)) wanted.add(sampleKey(task, problem, sample));
  const chosen = await choose(folder, choice, (key) => filters.length === 0 || wanted.has(key));
  if (chosen.size === 0) throw nothingIn(folder, choice);
  await showSamples(folder, chosen, choice.json, { find, graderOf });
}

/** The figures by the values of columns. */
async function showGroups(
  folder: string,
  groupBy: readonly string[],
  json: boolean,
  { find, graderOf }: TasksOfRun,
): Promise<void> {
  const { run, scores } = await gradeRun(folder, find, graderOf, { groupBy });
  const metrics = measureAll(scores, run.config.numSamples, undefined);
  const groups = Object.entries(metrics).flatMap(([task, { groups }]) => (groups ? [[task, groups]] : []));
  checkGrouped(groupBy, Object.values(metrics), folder);
  process.stdout.write(
    json
      ? `${JSON.stringify(Object.fromEntries(groups))}\n`
      : `${Object.entries(metrics)
          .flatMap(([task, each]) => groupTables(task, each))
          .join("\n")
          .trimStart()}\n`,
  );
}

function nothingIn(folder: string, { problem, filters }: ShowChoice): ExpectedError {
  const kind = filters.length > 0 ? `${filters.join(" or ")} sample` : "sample";
  const what =
    problem !== undefined
      ? `no ${kind} of problem '${problem}'`
      : `no ${kind}${filters.length > 0 ? "" : " yet"}`;
  return new ExpectedError(`${folder} holds ${what}`);
}

async function showSamples(
  folder: string,
  chosen: ReadonlySet<number>,
  json: boolean,
  { find, graderOf }: TasksOfRun,
): Promise<void> {
  const runFile = await openRunFile(folder);
  const tasks = await tasksOf(runFile, find);
  const grader = new JudgingGrader(graderOf(runFile), await readJudgements(folder));
  const graded = async ({ input, completion }: Shown): Promise<Grade | undefined> => {
    if (!completion || !tasks.has(input.task)) return undefined;
    let lastGrade: Grade | undefined;
    const item = { task: input.task, conversation: drawnConversation(input), completion };
    await grader.grade(item, (grade) => {
      lastGrade = grade;
    });
    await grader.done();
    return lastGrade;
  };
  const asked = new Set<string>();
  try {
    await eachSample(folder, async (shown, number) => {
      if (!chosen.has(number)) return;
      const grade = await graded(shown);
      const question = sampleKey(shown.input.task, shown.input.problem, 0);
      const isFirst = !asked.has(question);
      asked.add(question);
      process.stdout.write(json ? jsonLine(shown, grade) : sampleText(shown, grade, isFirst));
    });
  } finally {
    await grader.close();
  }
}

/** The numbers of matching samples. The record is read twice, so that only numbers are kept in memory, not texts. */
export async function choose(
  folder: string,
  { problem, random, seed }: Pick<ShowChoice, "problem" | "random" | "seed">,
  isWanted: (key: string) => boolean,
): Promise<Set<number>> {
  const fitting: number[] = [];
  const latest = new Map<string, number>();
  await eachSample(folder, ({ input, sample, completion }, number) => {
    if (!isSelected({ problem }, input.task, input.problem)) return;
    // A failure is not shown if a later try succeeded.
    const key = sampleKey(input.task, input.problem, sample);
    if (!isWanted(key)) return;
    const before = latest.get(key);
    if (before !== undefined && !completion) return;
    latest.set(key, number);
    fitting.push(number);
  });
  const current = new Set(latest.values());
  const all = fitting.filter((number) => current.has(number));
  if (random === undefined) return new Set(all);
  const draw = seededRandom(`show\n${seed}`);
  for (let i = 0; i < Math.min(random, all.length); i++) {
    const other = i + Math.floor(draw() * (all.length - i));
    [all[i], all[other]] = [all[other]!, all[i]!];
  }
  return new Set(all.slice(0, random));
}

export async function eachSample(
  folder: string,
  visit: (shown: Shown, number: number) => Promise<void> | undefined | void,
): Promise<void> {
  let number = 0;
  await readSamples(folder, async (record) => {
    const read = readDraw(record);
    if (!read) return;
    const { input, drawn } = read;
    for (const sample of input.samples) {
      const completion = drawn?.completions.find((each) => each.sample === sample);
      const failure = record.error ?? drawn?.failures.find((each) => each.sample === sample);
      await visit({ input, sample, completion, failure: failure?.message }, number++);
    }
  });
}

function jsonLine({ input, sample, completion, failure }: Shown, grade: Grade | undefined): string {
  const { task, problem, gold, columns, prompt } = input;
  const said = snakeNames({ ...completion, failure, ...grade });
  return `${JSON.stringify({ task, problem, sample, gold, columns, prompt, ...said })}\n`;
}

/** The prompt is printed with the first sample of a problem that is shown. */
function sampleText(
  { input, sample, completion, failure }: Shown,
  grade: Grade | undefined,
  isFirst: boolean,
): string {
  const { task, problem, gold, columns, prompt } = input;
  const theirs = columns?.[theirsColumn];
  const messages = typeof prompt === "string" ? [{ role: "prompt", content: prompt }] : prompt;
  const parts = [
    shownHeading(`${task}, problem ${problem}, sample ${sample + 1}`),
    ...(isFirst ? messages.map(({ role, content }) => `[${role}]\n${content}`) : []),
  ];
  if (completion?.reasoning) parts.push(`[reasoning]\n${completion.reasoning}`);
  if (completion)
    parts.push(`[completion, ended by ${completion.finish ?? "an unknown reason"}]\n${completion.text}`);
  else parts.push(`[no completion]\n${failure ?? ""}`);
  const why = grade
    ? ` (by ${grade.by})${grade.reason === undefined ? "" : `: ${grade.reason}`}`
    : ": provider";
  const verdict = `${paintVerdict(grade?.right ?? null)}${why}`;
  parts.push(
    `extracted: ${grade?.extracted ?? "nothing"}\ngold:      ${[gold].flat().join(" or ")}\nverdict:   ${verdict}` +
      (typeof theirs === "string" ? `\ntheirs:    ${theirs}` : ""),
  );
  for (const [i, reply] of (grade?.judge?.replies ?? []).entries())
    parts.push(`[judge ${grade!.judge!.model}, ${i === 0 ? "gold" : "answer"} first]\n${reply}`);
  return `${parts.join("\n\n")}\n`;
}

const isOfKind: Readonly<Record<SampleFilter, (verdict: SampleVerdict) => boolean>> = {
  wrong: ({ right }: SampleVerdict) => right === false,
  unscored: ({ unscored }) => unscored !== undefined,
  truncated: ({ truncated }: SampleVerdict) => truncated,
  undecided: ({ undecided }: SampleVerdict) => undecided === true,
};

/** Whether a sample is of any of the kinds; true for all if no kind is given. */
const fits = (verdict: SampleVerdict, filters: readonly SampleFilter[]): boolean =>
  filters.length === 0 || filters.some((filter) => isOfKind[filter](verdict));

interface Line {
  task: string;
  problem: string;
  right: number;
  /** The samples that were answered and graded, and the number that the run should have. */
  measured: number;
  samples: number;
  answers: GivenAnswer[];
  gold: string;
}

interface GivenAnswer {
  text: string;
  count: number;
  right: boolean | null;
}

/** The problems that have a sample of any of the kinds, in the order of the run. */
async function problemLines(graded: GradedRun, filters: readonly SampleFilter[]): Promise<Line[]> {
  const golds = await goldsIn(graded.folder);
  const { numSamples } = graded.run.config;
  return [...graded.scores.tasks].flatMap(([task, { problems }]) =>
    [...problems.values()]
      .filter(({ samples }) => samples.some((verdict) => fits(verdict, filters)))
      .map((scores) => ({
        task,
        problem: scores.problem,
        right: scores.samples.filter(({ right }) => right === true).length,
        measured: scores.samples.filter(isMeasured).length,
        samples: numSamples,
        answers: answersOf(scores),
        gold: golds.get(JSON.stringify([task, scores.problem])) ?? "",
      })),
  );
}

async function goldsIn(folder: string): Promise<Map<string, string>> {
  const golds = new Map<string, string>();
  await readSamples(folder, (record) => {
    const read = readDraw(record);
    if (!read) return;
    const { task, problem } = read.input;
    golds.set(JSON.stringify([task, problem]), [read.input.gold].flat().join(" or "));
  });
  return golds;
}

/** Equal answers together, the most frequent first. */
function answersOf({ samples }: ProblemScores): GivenAnswer[] {
  const groups = new Map<string, GivenAnswer>();
  for (const verdict of samples) {
    if (verdict === undefined) continue;
    const { answer, group, unscored, right } = verdict;
    const text = unscored ? `(${unscored.replace("_", " ")})` : (answer ?? "(no answer)");
    const key = `${right}:${group ?? text}`;
    const known = groups.get(key);
    if (known) known.count++;
    else groups.set(key, { text: oneLine(text), count: 1, right });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

const widestAnswer = 28;

function answerText({ text, count, right }: GivenAnswer, width: number): string {
  const times = count > 1 ? ` ×${count}` : "";
  const shown = `${cut(text, Math.min(widestAnswer, width - times.length))}${times}`;
  return paint(verdictOf(right), shown);
}

/** As many answers as fit, at least a part of the first, and the number of the others. */
function answersText(answers: readonly GivenAnswer[], width: number): string {
  const [first] = answers;
  if (first && width < widestAnswer / 2) return answerText(first, width);
  let text = "";
  for (const [i, answer] of answers.entries()) {
    const left = answers.length - i - 1;
    const room = width - (left > 0 ? moreText(left).length : 0);
    const next = `${text}${i > 0 ? ", " : ""}${answerText(answer, i > 0 ? widestAnswer : room)}`;
    if (i > 0 && widthOf(next) > room) return `${text}${moreText(left + 1)}`;
    text = next;
  }
  return text;
}

const moreText = (left: number): string => `, … ${left} more`;

/** The width without a terminal: lines that a person can still read. */
const plainWidth = 160;

/** The maximum widths of names and golds, and their share of a narrow terminal. */
const names = { most: 40, share: 0.4 };
const golds = { most: 30, share: 0.3 };

export function listText(lines: readonly Line[], width = columnsOf(process.stdout) ?? plainWidth): string {
  const manyTasks = new Set(lines.map(({ task }) => task)).size > 1;
  const name = ({ task, problem }: Line): string => (manyTasks ? `${task}/${problem}` : problem);
  const share = ({ right, measured, samples }: Line): string =>
    measured === 0 ? "–" : `${right}/${measured}${measured < samples ? ` of ${samples}` : ""}`;
  const shareWidth = widest(["right", ...lines.map(share)]);
  const room = width - shareWidth - 6;
  const within = ({ most, share }: typeof names, texts: readonly string[]): number =>
    Math.min(most, Math.floor(share * room), widest(texts));
  const nameWidth = within(names, ["problem", ...lines.map(name)]);
  const goldWidth = within(golds, ["gold", ...lines.map(({ gold }) => oneLine(gold))]);
  const row = (first: string, right: string, gold: string, answers: string): string =>
    `${padded(first, nameWidth)}  ${right.padStart(shareWidth)}  ${padded(gold, goldWidth)}  ${answers}`.trimEnd();
  return [
    paint("heading", row("problem", "right", "gold", "answers")),
    ...lines.map((line) =>
      row(
        cutInside(name(line), nameWidth),
        share(line),
        cut(oneLine(line.gold), goldWidth),
        answersText(line.answers, room - nameWidth - goldWidth),
      ),
    ),
  ].join("\n");
}

const widest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);

const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)));
