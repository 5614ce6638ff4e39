// A run as a list: one line a problem, with how many of its samples are right, what they answered, and the gold.

import { readDraw } from "../../runs/draw.ts";
import { type GradedRun, readSamples } from "../../runs/grade-run.ts";
import { isMeasured } from "../../runs/metrics.ts";
import type { ProblemScores, SampleVerdict } from "../../runs/scores.ts";
import { paint, widthOf } from "../terminal/colour.ts";
import { cut, cutInside, oneLine } from "../terminal/columns.ts";
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
  /** Those that were answered and graded, of those that the run should have. */
  measured: number;
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

const widestAnswer = 28;

/** A text as a cell of a list. */
export const shortened = (text: string): string => cut(oneLine(text), widestAnswer);

function answerText({ text, count, right }: Answer, width: number): string {
  const times = count > 1 ? ` ×${count}` : "";
  const shown = `${cut(text, Math.min(widestAnswer, width - times.length))}${times}`;
  return paint(right === null ? "unscored" : right ? "right" : "wrong", shown);
}

/** As many answers as fit, at least a part of the first, and how many more there are. */
function answersText(answers: readonly Answer[], width: number): string {
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

/** Where there is no terminal, lines as a person would still read them. */
const plainWidth = 160;

/** The widest that names and golds may be, and the share of a narrow terminal that they may take. */
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
