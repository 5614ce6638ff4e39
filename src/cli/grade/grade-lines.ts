// The lines of `assay grade --input`: what each worker thread does with one of them.

import { type FieldFrom, withFields } from "../../datasets/row-fields.ts";
import type { Handle, Row } from "../../jsonl/line-module.ts";
import { asJudged } from "../../judge/judge.ts";
import {
  type Judgement,
  notShown,
  problemIn,
  questionOfResponse,
  type Told,
  toldOf,
} from "../../judge/question.ts";
import { readPolicies, verify } from "../../math/index.ts";
import { type Extraction, gradeResponse, unreadableGold } from "../../rewards/grade-answer.ts";

/** Fields of a row that could not be graded, in addition to its error. */
export const failed = { equal: null, verdict: null, by: null, certainty: null, unparsed: null, reason: null };

/** An answer whose grading had to be stopped is wrong, so a model cannot avoid being graded. */
export const endedOf = () =>
  ({
    equal: false,
    verdict: "undecided",
    by: "grading ended",
    certainty: "proven",
    unparsed: null,
  }) as const;

/** The data that the command gives each thread. */
export interface GradeLines {
  options: object;
  extract: Extraction;
  /** Whether a judge decides what the rules leave open. */
  judged?: boolean | undefined;
  fields: FieldFrom[];
}

export function open(data: unknown): Handle {
  const { options, extract: extraction, judged, fields } = data as GradeLines;
  const policies = readPolicies(options);
  return (given, told) => {
    const row = withFields(given, fields);
    const golds = goldsOf(row.gold);
    const answer = text(row.answer, "answer");
    const response = gradeResponse(golds, answer, extraction, policies, verify);
    const question = judged ? questionOfResponse(response, problemIn(given)) : undefined;
    const judgement = toldOf(told as Told | undefined, question);
    const graded = judgement ? asJudged(response.graded, judgement) : response.graded;
    const { equal, verdict, by, certainty, unparsed = null, reason = null } = graded;
    const add = {
      equal,
      verdict,
      by,
      certainty,
      unparsed,
      reason,
      ...(judged ? { judge: judgement ?? null } : {}),
    };
    return { add, count: countOf(add), ...(question && !judgement ? { asks: question } : {}) };
  };
}

/** The counter that a row belongs to. */
export const countOf = ({ unparsed, verdict, by, certainty, judge }: Row): string => {
  if ((judge as Judgement | null | undefined)?.outcome === "refused") return notShown;
  if (by === "judge") return certainty === null ? "unscored by the judge" : `${String(verdict)} by the judge`;
  return unparsed === "gold" ? unreadableGold : String(verdict);
};

/** One gold, or a list of which one match is enough. */
function goldsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [text(value, "gold")];
  if (value.length === 0) throw new TypeError("the field 'gold' is an empty list");
  return value.map((gold, i) => text(gold, `gold[${i}]`));
}

/** A number in the data is treated as its text. */
function text(value: unknown, field: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  throw new TypeError(
    value === undefined ? `the field '${field}' is missing` : `the field '${field}' is not a string`,
  );
}
