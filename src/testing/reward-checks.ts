// Requirements for every reward, checked with its own example.

import assert from "node:assert/strict";
import type { z } from "zod";
import { FieldError, type Reward } from "../rewards/reward.ts";
import { assertSame, type Check } from "./check.ts";

type Row = Record<string, unknown>;

export function rewardChecks(reward: Reward): Check[] {
  const { row, result } = reward.example;
  const check = (name: string, run: () => void): Check => ({ name, run });
  return [
    check("gives its example the declared result", () => assertSame(reward.score(row), { result })),
    check("is described in one line", () => assert.match(reward.description, /^[^\n]{10,100}$/)),
    check("describes each field", () => {
      for (const [field, schema] of fieldsOf(reward))
        assert.ok(schema.description, `the field '${field}' has no description`);
    }),
    check("returns exactly the declared fields", () =>
      assertSame(Object.keys(reward.score(row).result), [...reward.keys]),
    ),
    check("gives the same result again, and leaves the row alone", () => {
      const before = structuredClone(row);
      assertSame(reward.score(row), reward.score(row));
      assertSame(row, before);
    }),
    check("returns a new object, which the caller may change", () => {
      const first = reward.score(row).result;
      for (const key of reward.keys) first[key] = 7;
      assertSame(reward.score(row).result, result);
    }),
    check("accepts additional fields", () =>
      assertSame(reward.score({ ...row, id: 7, note: "x" }), { result }),
    ),
    check("names the field that is missing or of the wrong type", () => {
      for (const [field, schema] of fieldsOf(reward)) {
        if (field === reward.gold) continue;
        for (const bad of badRows(row, field, schema)) assertNames(field, () => reward.score(bad));
      }
    }),
    ...(reward.gold === undefined ? [] : goldChecks(reward, reward.gold)),
  ];
}

const fieldsOf = (reward: Reward): [string, z.ZodType][] =>
  Object.entries(reward.fields.shape as Record<string, z.ZodType>);

/** The row without the field, if it is required, and with each plain value that the field refuses. */
function badRows(row: Row, field: string, schema: z.ZodType): Row[] {
  const refuses = (value: unknown) => !schema.safeParse(value).success;
  const wrong = [null, 5, "?", {}, [null]].filter(refuses).map((value) => ({ ...row, [field]: value }));
  return refuses(undefined) ? [without(row, field), ...wrong] : wrong;
}

function assertNames(field: string, score: () => unknown): void {
  assert.throws(score, (error) => {
    assert.ok(error instanceof FieldError, `a bad '${field}' should throw a FieldError, not: ${error}`);
    assert.ok(error.message.includes(field), `the error should name '${field}': ${error.message}`);
    return true;
  });
}

/** An unusable gold does not give 0: the row is unscored, with the reason. */
function goldChecks(reward: Reward, gold: string): Check[] {
  const { row } = reward.example;
  const bad: [string, Row][] = [
    ["missing", without(row, gold)],
    ["null", { ...row, [gold]: null }],
    ["an object", { ...row, [gold]: {} }],
    ["a list with a null in it", { ...row, [gold]: [null] }],
  ];
  return bad.map(([how, without]) => ({
    name: `leaves the row unscored with a reason, and all fields null, if the gold is ${how}`,
    run: () => {
      const outcome = reward.score(without);
      assert.ok(outcome.unscored, "there is no reason");
      assertSame(outcome.result, Object.fromEntries(reward.keys.map((key) => [key, null])));
    },
  }));
}

function without(row: Row, field: string): Row {
  const { [field]: _, ...rest } = row;
  return rest;
}
