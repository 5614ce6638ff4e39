// A problem's search as a tree: every candidate has an id and names the one that it continues, equal candidates are one
// line, and the final path is marked.

import { recordedProblem } from "../../runs/draw.ts";
import {
  type AuditedCandidate,
  type AuditedIteration,
  type AuditedSearch,
  auditSearch,
  type Fate,
} from "../../search/audit.ts";
import { type CandidateInfo, SearchHistory } from "../../search/history.ts";
import type { IterationRecord } from "../../search/iteration.ts";
import { gradeAnswer, type ProblemResult, problemResult } from "../../search/result.ts";
import { rewardWords } from "../../search/reward-words.ts";
import type { SearchRun } from "../../search/run-file.ts";
import { settingsOf } from "../../search/search.ts";
import type { Origin } from "../../search/strategy.ts";
import { conversationOf } from "../../tasks/problem.ts";
import type { Grade, Task } from "../../tasks/task.ts";
import { shownHeading } from "../kinds.ts";
import { paint, paintVerdict } from "../terminal/colour.ts";

const marks: Readonly<Record<Fate, string>> = { led: "→", kept: "+", passed: "·", dropped: "-" };

/** The grade of an answer of this problem; undefined if the task was not found. */
type GradeOf = (answer: string) => Grade | undefined;

export function searchText(
  records: readonly IterationRecord[],
  { config, task: name }: SearchRun,
  task: Task | undefined,
): string {
  const problem = recordedProblem(records[0]!.input);
  const history = new SearchHistory(config.aggregate);
  for (const record of records) history.add(record);
  const result = problemResult(problem, history.of(problem.id));
  const audit = auditSearch(records, { ...settingsOf(config), strategy: config.strategy });
  const graded = new Map<string, Grade | undefined>();
  const gradeOf: GradeOf = (answer) => {
    if (!graded.has(answer)) graded.set(answer, task && gradeAnswer(task, conversationOf(problem), answer));
    return graded.get(answer);
  };
  return [
    `${shownHeading(`${name}, problem ${problem.id}, ${config.strategy}`)}\n\n${problem.statement}`,
    legendOf(audit),
    ...audit.iterations.map((iteration) => iterationText(iteration, result, gradeOf)),
    ...(audit.final ? [finalText(audit.final)] : []),
    endText(result, gradeOf),
  ].join("\n\n");
}

/** The legend of the marks that occur. */
function legendOf({ draws, iterations }: AuditedSearch): string {
  const shown = new Set(iterations.flatMap((each) => linesOf(each).map(({ candidate }) => candidate.fate)));
  const words: Record<Fate, string> = {
    led: draws === "steps" ? "on the final path" : "chosen",
    kept: "kept",
    passed: "dropped",
    dropped: "not ranked",
  };
  const meanings = (Object.keys(marks) as Fate[])
    .filter((fate) => shown.has(fate))
    .map((fate) => `${marks[fate]} ${words[fate]}`);
  const from = draws === "steps" ? "; from 1.0: what it continues" : "";
  return paint("faint", `${meanings.join(", ")}\n2.1: candidate 1 of iteration 2${from}; ×7: drawn 7 times`);
}

function iterationText(iteration: AuditedIteration, { iterations }: ProblemResult, gradeOf: GradeOf): string {
  const head = paint("heading", `[iteration ${iteration.iteration}]`);
  if (iteration.error !== undefined) return `${head} failed: ${iteration.error}`;
  const headlines = iteration.choices.map(({ tree, headline }) =>
    tree === undefined ? headline : `tree ${tree + 1}: ${headline}`,
  );
  const infos = iterations[iteration.iteration - 1]!.candidates;
  const lines = linesOf(iteration).map((line) => {
    const info = infos[line.candidate.place]!;
    return `${headOf(iteration.iteration, line, info, gradeOf)}\n${indented(info.candidate_step)}`;
  });
  return [`${head} ${headlines.join("; ")}`, ...lines].join("\n");
}

interface Line {
  /** The candidate that represents those that are equal to it. */
  candidate: AuditedCandidate;
  count: number;
  /** The parents of the equal candidates, if they differ: two solutions have become the same. */
  alsoFrom: string[];
}

const weight: Readonly<Record<Fate, number>> = { led: 3, kept: 2, passed: 1, dropped: 0 };

function linesOf({ candidates }: AuditedIteration): Line[] {
  const groups = new Map<string, AuditedCandidate[]>();
  for (const candidate of candidates) {
    const { from, tree, steps, value, dropped } = repeatedBy(candidate, candidates);
    const key = JSON.stringify([from, tree, steps, value, dropped?.why]);
    groups.set(key, [...(groups.get(key) ?? []), candidate]);
  }
  return [...groups.values()].map((equal) => {
    const candidate = equal.reduce((best, each) => (weight[each.fate] > weight[best.fate] ? each : best));
    const own = candidate.from && idOf(candidate.from);
    const parents = new Set(equal.flatMap(({ from }) => (from ? [idOf(from)] : [])));
    return { candidate, count: equal.length, alsoFrom: [...parents].filter((id) => id !== own) };
  });
}

/** The candidate that this one repeats, directly or through others; itself if it repeats none. */
function repeatedBy(candidate: AuditedCandidate, all: readonly AuditedCandidate[]): AuditedCandidate {
  const seen = new Set<AuditedCandidate>();
  let found = candidate;
  while (found.dropped?.as !== undefined && !seen.has(found)) {
    seen.add(found);
    found = all[found.dropped.as] ?? found;
  }
  return found;
}

/** The same ids as in recorded completions. */
const idOf = ({ iteration, candidate }: Origin): string => `${iteration}.${candidate}`;

/** For example `→ 2.1 ×3 from 1.0  0.8123  answer 12: right`. */
function headOf(iteration: number, line: Line, info: CandidateInfo, gradeOf: GradeOf): string {
  const { candidate, count, alsoFrom } = line;
  const { fate, place, from, tree, answer } = candidate;
  const origins = [...(from ? [idOf(from)] : []), ...alsoFrom];
  const name = [
    `${marks[fate]} ${idOf({ iteration, candidate: place })}`,
    ...(count > 1 ? [`×${count}`] : []),
    ...(origins.length > 0 ? [`from ${origins.join(" and ")}`] : []),
    ...(tree === undefined ? [] : [`in tree ${tree + 1}`]),
  ].join(" ");
  const isChosen = fate === "led" || fate === "kept";
  return [
    paint(isChosen ? "heading" : "faint", name),
    valueText(candidate, info),
    ...(answer === null ? [] : [answerText(answer, gradeOf)]),
  ].join("  ");
}

function valueText({ value }: AuditedCandidate, { reward, dropped, note, cut_off }: CandidateInfo): string {
  const remarks = [cut_off ? "cut off" : undefined, note].filter((remark) => remark !== undefined);
  // If the value of the whole solution differs from the reward of its last step, the value was compared.
  const whole = value !== null && reward !== null && value !== reward ? `, in all ${rewardWords(value)}` : "";
  const said =
    dropped === undefined
      ? reward === null
        ? "not scored"
        : `${reward.toFixed(4)}${whole}`
      : `dropped: ${dropped}`;
  return remarks.length > 0 ? `${said} (${remarks.join("; ")})` : said;
}

function answerText(answer: string, gradeOf: GradeOf): string {
  const grade = gradeOf(answer);
  return grade ? `answer ${answer}: ${paintVerdict(grade.right)}` : `answer ${answer}`;
}

/** The solution that the search chose among several finished ones. */
const finalText = ({ headline, ends }: NonNullable<AuditedSearch["final"]>): string =>
  [
    `${paint("heading", "[among the solutions that ended]")} ${headline}`,
    ...ends.map(({ iteration, place, value, isTaken }) => {
      const name = `${marks[isTaken ? "led" : "passed"]} ${idOf({ iteration, candidate: place })}`;
      return `${paint(isTaken ? "heading" : "faint", name)}  ${value === null ? "not scored" : value.toFixed(4)}`;
    }),
  ].join("\n");

function endText({ pred_answer: answer, gt_answer, ended, error }: ProblemResult, gradeOf: GradeOf): string {
  const grade = answer === null ? undefined : gradeOf(answer);
  const verdict = grade
    ? `${paintVerdict(grade.right)} (by ${grade.by})`
    : answer === null
      ? "no answer"
      : "not graded: the task was not found";
  return [
    `ended:   ${error ?? ended}`,
    `answer:  ${answer ?? "none"}`,
    `gold:    ${[gt_answer].flat().join(" or ")}`,
    `verdict: ${verdict}`,
  ].join("\n");
}

const indented = (text: string): string =>
  text === ""
    ? "    (nothing)"
    : text
        .split("\n")
        .map((line) => `    ${line}`)
        .join("\n");
