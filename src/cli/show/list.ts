// A run as a list: one line a problem, with how many of its samples are right, what they answered, and the gold.

import { readDraw } from "../../runs/draw.ts";
import { type GradedRun, readSamples } from "../../runs/grade-run.ts";
import type { ProblemScores, SampleVerdict } from "../../runs/scores.ts";
import { paint, widthOf } from "../terminal/colour.ts";
import { columnsOf } from "../terminal/show-table.ts";

/** The kinds of samples that a person looks for. */
export const sampleFilters = {
  wrong: ({ right }: SampleVerdict) => right === false,
  unscored: ({ unscored }: SampleVerdict) => unscored !== undefined,
  truncated: ({ truncated }: SampleVerdict) => truncated,
  undecided: ({ undecided }: SampleVerdict) => undecided === true,
};
export type SampleFilter = keyof typeof sampleFilters;

/** Whether a sample is of any of the kinds; all are where none is asked for. */
export const fits = (verdict: SampleVerdict, filters: readonly SampleFilter[]): boolean =>
  filters.length === 0 || filters.some((filter) => sampleFilters[filter](verdict));

interface Line {
  task: string;
  problem: string;
  right: number;
  samples: number;
  answers: Answer[];
  gold: string;
}

interface Answer {
  text: string;
  count: number;
  right: boolean | null;
}

/** The problems that hold a sample of any of the kinds, in the order of the run. */
export async function problemLines(graded: GradedRun, filters: readonly SampleFilter[]): Promise<Line[]> {
  const golds = await goldsIn(graded.folder);
  const { numSamples } = graded.run.config;
  return [...graded.scores.tasks].flatMap(([task, { problems }]) =>
    [...problems.values()]
      .filter(({ samples }) => samples.some((verdict) => fits(verdict, filters)))
      .map((scores) => ({
        task,
        problem: scores.problem,
        right: scores.samples.filter(({ right }) => right === true).length,
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
function answersOf({ samples }: ProblemScores): Answer[] {
  const groups = new Map<string, Answer>();
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

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const widestAnswer = 28;
const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;

/** A text as a cell of a list. */
export const shortened = (text: string, width = widestAnswer): string =>
  cut(oneLine(text), Math.min(width, widestAnswer));

function answerText({ text, count, right }: Answer): string {
  const shown = `${cut(text, widestAnswer)}${count > 1 ? ` ×${count}` : ""}`;
  return paint(right === null ? "unscored" : right ? "right" : "wrong", shown);
}

/** As many answers as fit, and how many more there are. */
function answersText(answers: readonly Answer[], width: number): string {
  let text = "";
  for (const [i, answer] of answers.entries()) {
    const next = `${text}${i > 0 ? ", " : ""}${answerText(answer)}`;
    const left = answers.length - i;
    if (i > 0 && widthOf(next) > width - (left > 1 ? 8 : 0)) return `${text}, … ${left} more`;
    text = next;
  }
  return text;
}

/** Where there is no terminal, lines as a person would still read them. */
export const plainWidth = 160;

export function listText(lines: readonly Line[]): string {
  const manyTasks = new Set(lines.map(({ task }) => task)).size > 1;
  const name = ({ task, problem }: Line): string => (manyTasks ? `${task}/${problem}` : problem);
  const nameWidth = Math.min(40, Math.max("problem".length, ...lines.map((line) => name(line).length)));
  const share = ({ right, samples }: Line): string => `${right}/${samples}`;
  const shareWidth = Math.max("right".length, ...lines.map((line) => share(line).length));
  const goldWidth = Math.min(30, Math.max("gold".length, ...lines.map(({ gold }) => oneLine(gold).length)));
  const width = columnsOf(process.stdout) ?? plainWidth;
  const answersWidth = Math.max(16, width - nameWidth - shareWidth - goldWidth - 6);
  const row = (first: string, right: string, gold: string, answers: string): string =>
    `${first.padEnd(nameWidth)}  ${right.padStart(shareWidth)}  ${gold.padEnd(goldWidth)}  ${answers}`.trimEnd();
  return [
    paint("heading", row("problem", "right", "gold", "answers")),
    ...lines.map((line) =>
      row(
        cut(name(line), nameWidth),
        share(line),
        cut(oneLine(line.gold), goldWidth),
        answersText(line.answers, answersWidth),
      ),
    ),
  ].join("\n");
}
