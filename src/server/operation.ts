// The operation on each item of a request: a reward, a comparison, or the extraction of the final answer. A call is
// plain data, so a thread can open the same operation as the service itself.

import { ExpectedError } from "../errors/expected-error.ts";
import { sentence } from "../jsonl/answer-lines.ts";
import type { Row } from "../jsonl/line-module.ts";
import { extractAnswer, type Policies, readPolicies, verify } from "../math/index.ts";
import { findReward, noReward, type Outcome, type Reward, type Seen } from "../rewards/index.ts";
import { explainedText, failedItem, type Graded, gradedOf, nulls, resultText } from "./graded.ts";

/** An operation by name, with its arguments; it can be sent to a thread. */
export type Call =
  | {
      op: "score";
      reward: string;
      options: Row /** Whether results say why. */;
      explain?: boolean | undefined;
    }
  | { op: "grade"; options: Row }
  | { op: "extract" };

/** The members of its results, if the module names them. */
export interface OwnReward {
  name: string;
  /** Several rows at once, if that is cheaper. */
  keys?: readonly string[] | undefined;
  score(row: Row): Promise<Outcome>;
  /** A batch, if the reward takes batches. */
  scoreAll?(rows: readonly Row[]): Promise<(Outcome | { error: string })[]>;
}

export interface Operation {
  /** What it is counted as. */
  name: string;
  /** The members of a result; none until a user's own reward has shown them. */
  keys: readonly string[];
  grade(row: Row): Graded | Promise<Graded>;
  /** A batch, where the reward is asked for batches. */
  gradeAll?: ((rows: readonly Row[]) => Promise<Graded[]>) | undefined;
  /** A result as JSON. */
  write(graded: Graded): string;
}

/** Members that are not rewards keep their form: a position in a text is a whole number. */
const plainText = ({ result, error }: Graded): string => JSON.stringify({ ...result, error });

/** The reward of a row, if one of its fields decides: `data_source=openai/gsm8k:r1_zero_boxed`. */
export interface Routing {
  field: string;
  /** By the values of the field; `*` stands for all others. */
  rewards: Readonly<Record<string, string>>;
}

/** The reward that a row asks for, or that its field leads to. @throws {ExpectedError} if there is none */
export function routeOf(row: Row, routing: Routing | undefined): string | undefined {
  if (typeof row.reward === "string") return row.reward;
  const value = routing && row[routing.field];
  if (value === undefined || value === null) return undefined;
  const { field, rewards } = routing!;
  const key = String(value);
  const found = Object.hasOwn(rewards, key) ? rewards[key] : rewards["*"];
  if (found !== undefined) return found;
  throw new ExpectedError(
    `there is no route for ${field} '${key.slice(0, 200)}'; there are ${Object.keys(rewards).join(", ")}`,
  );
}

export function openOperation(
  call: Call,
  own?: OwnReward,
  keys?: readonly string[],
  routing?: Routing,
): Operation {
  if (call.op === "extract") return { name: "extract", keys: extractKeys, grade: extract, write: plainText };
  if (call.op === "grade") return graded(readPolicies(call.options));
  if (own !== undefined && call.reward === own.name)
    return routed(ownOperation(own, call.options, keys), call, routing);
  return routed(scored(findReward(call.reward)!, call.options, call.explain === true), call, routing);
}

const mostOthers = 100;

/**
 * Scores rows that ask for a different reward by that one. All results have the members of all rewards of the table.
 */
function routed(
  operation: Operation,
  call: Extract<Call, { op: "score" }>,
  routing: Routing | undefined,
): Operation {
  const others = new Map<string, Operation>();
  const other = (name: string): Operation => {
    const known = others.get(name);
    if (known) return known;
    const reward = findReward(name);
    if (!reward) throw new ExpectedError(noReward(name));
    const opened = scored(reward, fittingOptions(reward, call.options), call.explain === true);
    // A composition is a name too, so there is no limit to the number of names in rows.
    if (others.size >= mostOthers) others.clear();
    others.set(name, opened);
    return opened;
  };
  const table = Object.values(routing?.rewards ?? {}).flatMap((name) => other(name).keys);
  const keys = [...new Set([...operation.keys, ...table])];
  const gradeRow = (row: Row): Graded | Promise<Graded> => {
    let name: string | undefined;
    try {
      name = routeOf(row, routing);
      if (name === undefined || name === operation.name) return operation.grade(row);
      const by = other(name);
      const graded = by.grade(row) as Graded;
      return { ...graded, by: by.name };
    } catch (error) {
      return failedItem(operation.keys, sentence(error));
    }
  };
  if (table.length === 0)
    return {
      ...operation,
      get keys() {
        return operation.keys;
      },
      grade(row) {
        if (typeof row.reward !== "string") return operation.grade(row);
        const graded = gradeRow(row);
        return graded instanceof Promise ? graded : withKeys(operation.keys)(graded);
      },
      gradeAll:
        operation.gradeAll &&
        ((rows) =>
          rows.some(({ reward }) => typeof reward === "string")
            ? Promise.all(rows.map(gradeRow))
            : operation.gradeAll!(rows)),
    };
  const all = withKeys(keys);
  return {
    ...operation,
    keys,
    grade(row) {
      const graded = gradeRow(row);
      return graded instanceof Promise ? graded.then(all) : all(graded);
    },
  };
}

/** Members that a result lacks are null, except `acc`: the correctness of a reward that is not composed is the reward itself. */
function withKeys(keys: readonly string[]): (graded: Graded) => Graded {
  const none: Record<string, number | null> = nulls(keys);
  const hasAcc = keys.includes("acc");
  return (graded) => {
    const given = Object.keys(graded.result);
    if (given.length === keys.length && given.every((key, i) => key === keys[i])) return graded;
    const result = hasAcc ? { ...none, acc: graded.reward } : { ...none };
    return { ...graded, result: Object.assign(result, graded.result) };
  };
}

/** The options of the request that a reward has; those of the request's own reward have been checked. */
const fittingOptions = ({ fields }: Reward, options: Row): Row =>
  Object.fromEntries(Object.entries(options).filter(([name]) => Object.hasOwn(fields.shape, name)));

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
  const read = (outcome: Outcome | { error: string }): Graded => {
    try {
      if ("error" in outcome) throw new ExpectedError(outcome.error);
      if (outcome.unscored !== undefined)
        return { ...gradedOf(outcome, undefined), result: nulls(operation.keys) };
      const keys = Object.keys(outcome.result);
      if (keys.length === 0) throw new ExpectedError("the module's score returned an object without numbers");
      if (operation.keys.length === 0) operation.keys = keys;
      return gradedOf({ result: inOrder(outcome.result, operation.keys, keys) }, undefined);
    } catch (error) {
      return failedItem(operation.keys, sentence(error));
    }
  };
  const withOptions = (row: Row): Row => ({ ...options, ...row });
  const operation: Operation = {
    name: own.name,
    keys: known ?? own.keys ?? [],
    write: resultText,
    grade: async (row) =>
      read(await own.score(withOptions(row)).catch((error: unknown) => ({ error: sentence(error) }))),
    gradeAll: own.scoreAll && (async (rows) => (await own.scoreAll!(rows.map(withOptions))).map(read)),
  };
  return operation;
}

/** A list of results must form a table, so all have the same members. */
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

/** A number in the data is equivalent to its text. */
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
