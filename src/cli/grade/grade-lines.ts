// The lines of `assay grade --input`: what each worker thread does with one of them.

import { type FieldFrom, withFields } from "../../datasets/row-fields.ts";
import type { Handle } from "../../jsonl/line-module.ts";
import { readPolicies, verify } from "../../math/index.ts";
import { type Extraction, gradeAnswer, unreadableGold } from "../../rewards/grade-answer.ts";

/** What a line that could not be graded carries beside its error. */
export const failed = { equal: null, verdict: null, by: null, certainty: null, unparsed: null, reason: null };

/** An answer whose grading had to be ended is wrong: nobody gets around being graded. */
export const endedOf = () =>
  ({
    equal: false,
    verdict: "undecided",
    by: "grading ended",
    certainty: "proven",
    unparsed: null,
  }) as const;

/** What the command gives each thread. */
export interface GradeLines {
  options: object;
  extract: Extraction;
  fields: FieldFrom[];
}

export function open(data: unknown): Handle {
  const { options, extract: extraction, fields } = data as GradeLines;
  const policies = readPolicies(options);
  return (given) => {
    const row = withFields(given, fields);
    const golds = goldsOf(row.gold);
    const answer = text(row.answer, "answer");
    const {
      equal,
      verdict,
      by,
      certainty,
      unparsed = null,
      reason = null,
    } = gradeAnswer(golds, answer, extraction, policies, verify);
    return {
      add: { equal, verdict, by, certainty, unparsed, reason },
      count: unparsed === "gold" ? unreadableGold : verdict,
    };
  };
}

/** One gold, or a list of which any one suffices. */
function goldsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [text(value, "gold")];
  if (value.length === 0) throw new TypeError("the field 'gold' is an empty list");
  return value.map((gold, i) => text(gold, `gold[${i}]`));
}

/** A number in the data is as good as its text. */
function text(value: unknown, field: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  throw new TypeError(
    value === undefined ? `the field '${field}' is missing` : `the field '${field}' is not a string`,
  );
}
