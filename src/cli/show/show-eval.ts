// An evaluation as a person would look at it: a list of its problems, or samples with what was asked, what came back and
// what was made of it.

import { ExpectedError } from "../../errors/expected-error.ts";
import { snakeNames } from "../../outgoing/snake-names.ts";
import { type DrawInput, drawnConversation, readDraw } from "../../runs/draw.ts";
import { gradeRun, openRunFile, readSamples, tasksOf } from "../../runs/grade-run.ts";
import { numbered } from "../../runs/scores.ts";
import { seededRandom } from "../../runs/seed.ts";
import type { Completion, Grade } from "../../tasks/task.ts";
import type { TasksOfRun } from "../tasks-of-run.ts";
import { paint } from "../terminal/colour.ts";
import { fits, listText, problemLines, type SampleFilter } from "./list.ts";
import { isList, type ShowChoice } from "./show-choice.ts";

interface Shown {
  input: DrawInput;
  sample: number;
  completion: Completion | undefined;
  failure: string | undefined;
}

const keyOf = (task: string, problem: string, sample: number): string =>
  JSON.stringify([task, problem, sample]);

/** Without a choice of samples, the problems as a list. */
export async function showEval(
  folder: string,
  choice: ShowChoice,
  filters: readonly SampleFilter[],
  { find, graderOf }: TasksOfRun,
): Promise<void> {
  const listed = isList(choice);
  const graded = listed || filters.length > 0 ? await gradeRun(folder, find, graderOf) : undefined;
  if (graded && listed) {
    const lines = await problemLines(graded, filters);
    if (lines.length === 0) throw nothingIn(folder, choice, filters);
    process.stdout.write(`${listText(lines)}\n`);
    return;
  }
  const wanted = new Set<string>();
  for (const [task, { problems }] of graded?.scores.tasks ?? [])
    for (const { problem, samples } of problems.values())
      for (const [sample, verdict] of numbered(samples))
        if (fits(verdict, filters)) wanted.add(keyOf(task, problem, sample));
  const chosen = await choose(folder, choice, (key) => filters.length === 0 || wanted.has(key));
  if (chosen.size === 0) throw nothingIn(folder, choice, filters);
  await showSamples(folder, chosen, choice.json, { find, graderOf });
}

function nothingIn(folder: string, { problem }: ShowChoice, filters: readonly SampleFilter[]): ExpectedError {
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
  const grader = graderOf(runFile);
  const graded = async ({ input, completion }: Shown): Promise<Grade | undefined> => {
    if (!completion || !tasks.has(input.task)) return undefined;
    let told: Grade | undefined;
    const item = { task: input.task, conversation: drawnConversation(input), completion };
    await grader.grade(item, (grade) => {
      told = grade;
    });
    await grader.done();
    return told;
  };
  const asked = new Set<string>();
  try {
    await eachSample(folder, async (shown, number) => {
      if (!chosen.has(number)) return;
      const grade = await graded(shown);
      const question = keyOf(shown.input.task, shown.input.problem, 0);
      const isFirst = !asked.has(question);
      asked.add(question);
      process.stdout.write(json ? jsonLine(shown, grade) : sampleText(shown, grade, isFirst));
    });
  } finally {
    await grader.close();
  }
}

/** The record is read twice, so that only numbers are held and not texts. */
async function choose(
  folder: string,
  { problem, random, seed }: ShowChoice,
  isWanted: (key: string) => boolean,
): Promise<Set<number>> {
  const fitting: number[] = [];
  const latest = new Map<string, number>();
  await eachSample(folder, ({ input, sample, completion }, number) => {
    if (problem !== undefined && problem !== input.problem && problem !== `${input.task}/${input.problem}`)
      return;
    // A failure that was made good later is not shown.
    const key = keyOf(input.task, input.problem, sample);
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

async function eachSample(
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

const rule = "─".repeat(72);

/** The question is printed with the first sample of a problem that is shown. */
function sampleText(
  { input, sample, completion, failure }: Shown,
  grade: Grade | undefined,
  isFirst: boolean,
): string {
  const { task, problem, gold, prompt } = input;
  const messages = typeof prompt === "string" ? [{ role: "prompt", content: prompt }] : prompt;
  const parts = [
    `${rule}\n${paint("heading", `${task}, problem ${problem}, sample ${sample + 1}`)}`,
    ...(isFirst ? messages.map(({ role, content }) => `[${role}]\n${content}`) : []),
  ];
  if (completion?.reasoning) parts.push(`[reasoning]\n${completion.reasoning}`);
  if (completion)
    parts.push(`[completion, ended by ${completion.finish ?? "an unknown reason"}]\n${completion.text}`);
  else parts.push(`[no completion]\n${failure ?? ""}`);
  const word = !grade || grade.right === null ? "unscored" : grade.right ? "right" : "wrong";
  const why = grade
    ? ` (by ${grade.by})${grade.reason === undefined ? "" : `: ${grade.reason}`}`
    : ": provider";
  const verdict = `${paint(word, word)}${why}`;
  parts.push(
    `extracted: ${grade?.extracted ?? "nothing"}\ngold:      ${[gold].flat().join(" or ")}\nverdict:   ${verdict}`,
  );
  return `${parts.join("\n\n")}\n`;
}
