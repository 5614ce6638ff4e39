// What is done with each item of a request: a reward, a comparison, or the search for the final answer. A call is plain
// data, so that a thread can open the same operation as the service itself.

import { ExpectedError } from "../errors/expected-error.ts";
import { sentence } from "../jsonl/answer-lines.ts";
import type { Row } from "../jsonl/line-module.ts";
import { extractAnswer, type Policies, readPolicies, verify } from "../math/index.ts";
import { findReward, type Outcome, type Reward, type Seen } from "../rewards/index.ts";
import { explainedText, failedItem, type Graded, gradedOf, nulls, resultText } from "./graded.ts";

/** An operation by name, with what it needs; can be sent to a thread. */
export type Call =
  | {
      op: "score";
      reward: string;
      options: Row /** Whether results say why. */;
      explain?: boolean | undefined;
    }
  | { op: "grade"; options: Row }
  | { op: "extract" };

/** A reward of the user's own, as a thread has loaded it. */
export interface OwnReward {
  name: string;
  /** The members of its results, where the module says them. */
  keys?: readonly string[] | undefined;
  score(row: Row): Promise<Outcome>;
}

export interface Operation {
  /** What it is counted as. */
  name: string;
  /** The members of a result; none while a user's own reward has not shown them. */
  keys: readonly string[];
  grade(row: Row): Graded | Promise<Graded>;
  /** A result as JSON. */
  write(graded: Graded): string;
}

/** What is no reward keeps its numbers as they are: a place in a text is a whole number. */
const plainText = ({ result, error }: Graded): string => JSON.stringify({ ...result, error });

export function openOperation(call: Call, own?: OwnReward, keys?: readonly string[]): Operation {
  if (call.op === "extract") return { name: "extract", keys: extractKeys, grade: extract, write: plainText };
  if (call.op === "grade") return graded(readPolicies(call.options));
  if (own !== undefined && call.reward === own.name) return ownOperation(own, call.options, keys);
  return scored(findReward(call.reward)!, call.options, call.explain === true);
}

function scored(reward: Reward, options: Row, explain: boolean): Operation {
  const { name, keys } = reward;
  const isPlain = Object.keys(options).length === 0;
  let seen: Seen | undefined;
  const observe = (each: Seen) => {
    seen = each;
  };
  return {
    name,
    keys,
    write: explain ? explainedText : resultText,
    grade(row) {
      seen = undefined;
      try {
        return gradedOf(reward.score(isPlain ? row : { ...options, ...row }, observe), seen);
      } catch (error) {
        return failedItem(keys, sentence(error));
      }
    },
  };
}

function ownOperation(own: OwnReward, options: Row, known: readonly string[] | undefined): Operation {
  const operation: Operation = {
    name: own.name,
    keys: known ?? own.keys ?? [],
    write: resultText,
    async grade(row) {
      try {
        const outcome = await own.score({ ...options, ...row });
        if (outcome.unscored !== undefined)
          return { ...gradedOf(outcome, undefined), result: nulls(operation.keys) };
        const keys = Object.keys(outcome.result);
        if (keys.length === 0)
          throw new ExpectedError("the module's score returned an object without numbers");
        if (operation.keys.length === 0) operation.keys = keys;
        return gradedOf({ result: inOrder(outcome.result, operation.keys, keys) }, undefined);
      } catch (error) {
        return failedItem(operation.keys, sentence(error));
      }
    },
  };
  return operation;
}

/** A list of results must make a table, so all have the same members. */
function inOrder(result: Outcome["result"], wanted: readonly string[], given: readonly string[]) {
  if (wanted.length !== given.length || !given.every((key) => wanted.includes(key)))
    throw new ExpectedError(
      `the module's score returned ${given.join(", ")}; its results have ${wanted.join(", ")}`,
    );
  return Object.fromEntries(wanted.map((key) => [key, result[key] ?? null]));
}

const gradeKeys = ["equal", "verdict", "by", "certainty", "gold", "answer", "unparsed", "reason"];

function graded(policies: Policies): Operation {
  return {
    name: "grade",
    keys: gradeKeys,
    write: plainText,
    grade(row) {
      try {
        const given = { gold: textOf(row, "gold"), answer: textOf(row, "answer") };
        const { equal, verdict, by, certainty, gold, answer, unparsed, reason } = verify(
          given.gold,
          given.answer,
          policies,
        );
        const result = {
          equal,
          verdict,
          by,
          certainty,
          gold,
          answer,
          unparsed: unparsed ?? null,
          reason: reason ?? null,
        };
        const isOpen = verdict === "undecided";
        const outcome = equal
          ? "right"
          : unparsed !== undefined
            ? "unparsed"
            : isOpen
              ? "undecided"
              : "wrong";
        const compared = [{ gold: given.gold, verdict, by }];
        const seen = { by, verdict, unparsed, reason, answer: given.answer, compared };
        return { outcome, result, reward: equal ? 1 : 0, seen };
      } catch (error) {
        return failedItem(gradeKeys, sentence(error));
      }
    },
  };
}

/** A number in the data is as good as its text. */
function textOf(row: Row, field: string): string {
  const value = row[field];
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  throw new TypeError(value === undefined ? `'${field}' is missing` : `'${field}' must be a string`);
}

const extractKeys = ["answer", "start", "end", "mark"];

function extract(row: Row): Graded {
  if (typeof row.response !== "string") {
    const problem = row.response === undefined ? "is missing" : "must be a string";
    return failedItem(extractKeys, `'response' ${problem}`);
  }
  const found = extractAnswer(row.response, { numbers: row.numbers === true });
  const result = found
    ? { answer: found.answer, start: found.start, end: found.end, mark: found.mark }
    : nulls(extractKeys);
  return { outcome: found ? "right" : "no_format", result, reward: null };
}
