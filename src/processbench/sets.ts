// Sets of solutions with labelled steps, beside ProcessBench's own, in the columns of their repositories:
//   PRMBench            { "idx": "prm_test_p1_0", "classification": "circular", "modified_question": "…",
//                         "modified_process": ["…"], "error_steps": [3, 4], "original_question": "…", "original_process": […] }
//   Socratic-PRMBench   the same
//   Mr-Ben              { "Question_UUID": "…", "Sampled_Model": "Claude2", "Question": "…", "Options": "A: …",
//                         "Model_Solution_Steps": ["…"], "Model_Solution_Correctness": "incorrect",
//                         "Model_Solution_First_Error_Step": "2" }
//   BIG-Bench Mistake   { "input": "…", "steps": ["…"], "mistake_index": null, "target": "…", "answer": "…" }
//   MathDial steps      { "problem": "…", "student_incorrect_solution": ["…"], "incorrect_index": 1 }

import { asText, type Row } from "../datasets/index.ts";
import { counted } from "../outgoing/counted.ts";
import type { LoadedSample } from "./samples.ts";

export const benchSets = [
  "processbench",
  "prmbench",
  "socratic-prmbench",
  "mr-ben",
  "big-bench-mistake",
  "mathdial",
] as const;
export type BenchSet = (typeof benchSets)[number];

/** Whether all steps of its solutions are labelled, not only the first wrong one. */
export const labelsAllSteps = (set: BenchSet | undefined): boolean =>
  set === "prmbench" || set === "socratic-prmbench";

/** A sample, and its subset if the row names it and not the file. */
export interface ReadSample extends LoadedSample {
  subset?: string | undefined;
}

interface SetReader {
  /** Where to find the files. */
  source: string;
  /** The samples of a row: none if it is not for step judges, two if it contains a control too. */
  read(row: Row, place: string): ReadSample[];
  /** Whether a repeated sample is skipped; otherwise two samples with one id are an error. */
  mayRepeat?: boolean;
}

export const setReaders: Readonly<Record<Exclude<BenchSet, "processbench">, SetReader>> = {
  prmbench: {
    source: "the folder mr_eval/tasks/prmtest_classified/data of github.com/ssmisya/PRMBench",
    read: readClassified,
    mayRepeat: true,
  },
  "socratic-prmbench": {
    source: "the folder data of github.com/Xiang-Li-oss/Socratic-PRMBench",
    read: readClassified,
    mayRepeat: true,
  },
  "mr-ben": { source: "the folder data of github.com/dvlab-research/Mr-Ben", read: readMrBen },
  "big-bench-mistake": {
    source: "the .jsonl files of github.com/WHGTyen/BIG-Bench-Mistake",
    read: readMistake,
  },
  mathdial: { source: "the data set of github.com/eth-lre/verify-then-generate", read: readMathDial },
};

/** The subset of the controls: the original solutions, in which all steps are right. */
export const controls = "correct";

/** The class whose rows also contain a control each, as in the reference. */
const controlled = "redundency";

/** Steps are counted from 1; some rows name steps that they do not have, which the reference skips. */
function readClassified(row: Row): ReadSample[] {
  const subset = row.text("classification");
  const id = row.text("idx");
  const steps = stepsIn(row, "modified_process");
  const said = row.get("error_steps");
  if (!Array.isArray(said) || !said.every((step) => Number.isInteger(step) && step >= 1))
    throw row.wrong("has no list of step numbers, from 1, in the field 'error_steps'");
  const wrong = [...new Set<number>(said.map((step) => step - 1))]
    .filter((step) => step < steps.length)
    .sort((a, b) => a - b);
  const changed = { problem: row.text("modified_question"), steps, label: wrong[0] ?? -1, wrong };
  const samples = [{ id: `${subset}_${id}`, subset, row: row.values, ...changed }];
  if (subset !== controlled) return samples;
  const original = { problem: row.text("original_question"), steps: stepsIn(row, "original_process") };
  return [
    { id: `${controls}_${id}`, subset: controls, row: row.values, ...original, label: -1, wrong: [] },
    ...samples,
  ];
}

/** Code is one text without steps, whose first error the reference lets a model judge; it is left out. */
function readMrBen(row: Row): ReadSample[] {
  if (typeof row.get("Model_Solution_Steps") === "string") return [];
  const steps = stepsIn(row, "Model_Solution_Steps");
  const correctness = row.text("Model_Solution_Correctness");
  if (correctness !== "correct" && correctness !== "incorrect")
    throw row.wrong("has neither 'correct' nor 'incorrect' in the field 'Model_Solution_Correctness'");
  const first = Number(row.text("Model_Solution_First_Error_Step"));
  if (correctness === "incorrect" && !(Number.isInteger(first) && first >= 1))
    throw row.wrong("has no step number in the field 'Model_Solution_First_Error_Step'");
  const options = row.has("Options") ? asText(row.get("Options")) : undefined;
  const question = row.text("Question");
  const model = row.has("Sampled_Model") ? `-${row.text("Sampled_Model")}` : "";
  return [
    {
      id: `${row.text("Question_UUID")}${model}`,
      problem: options ? `${question}\n\n${options.trim()}` : question,
      steps,
      // One row of the set names a step after its last one, which no judge can find.
      label: correctness === "correct" ? -1 : first - 1,
      row: row.values,
    },
  ];
}

function readMistake(row: Row, place: string): ReadSample[] {
  const steps = stepsIn(row, "steps");
  return [
    {
      id: place,
      problem: row.text("input"),
      steps,
      label: firstIn(row, "mistake_index", steps),
      row: row.values,
    },
  ];
}

function readMathDial(row: Row, place: string): ReadSample[] {
  const steps = stepsIn(row, "student_incorrect_solution");
  const problem = row.text("problem");
  return [{ id: place, problem, steps, label: firstIn(row, "incorrect_index", steps), row: row.values }];
}

export function stepsIn(row: Row, field: string): string[] {
  const steps = row.get(field);
  if (Array.isArray(steps) && steps.length > 0 && steps.every((step) => typeof step === "string"))
    return steps;
  throw row.wrong(`has no list of strings in the field '${field}'`);
}

/** An index from 0; null for no wrong step. */
function firstIn(row: Row, field: string, steps: readonly string[]): number {
  const index = row.get(field);
  if (index === null) return -1;
  if (typeof index === "number" && Number.isInteger(index) && index >= 0 && index < steps.length)
    return index;
  throw row.wrong(
    `has in the field '${field}' neither null nor the index of one of its ${counted(steps.length, "step")}`,
  );
}
