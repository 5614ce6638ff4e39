import { expect, it } from "vitest";
import { z } from "zod";
import { badField } from "./bad-field.ts";

const schema = z.strictObject({
  name: z.string().min(2).optional(),
  count: z.int().min(1).max(128).optional(),
  share: z.number().lt(1).optional(),
  api: z.enum(["chat", "completions"]).optional(),
  list: z
    .array(z.object({ v: z.literal(1) }))
    .max(2)
    .optional(),
  either: z.union([z.string(), z.array(z.string())]).optional(),
  all: z.record(z.string(), z.boolean()).optional(),
  even: z
    .number()
    .refine((n) => n % 2 === 0, "must be even")
    .optional(),
  key: z
    .string()
    .regex(/^[A-Z]+$/, "must be a variable's name")
    .optional(),
  odd: z
    .number()
    .refine((n) => n % 2 === 1)
    .optional(),
});

it.each<[unknown, string]>([
  [[], "it must be an object, not a list"],
  [null, "it must be an object, not null"],
  [{ name: 7 }, "name must be a string, not 7"],
  [{ name: "x" }, "name must have at least 2 characters"],
  [{ count: 129 }, "count must be at most 128"],
  [{ count: 0 }, "count must be at least 1"],
  [{ count: 1.5 }, "count must be a whole number, not 1.5"],
  [{ count: "1" }, "count must be a number, not a string"],
  [{ share: 1 }, "share must be less than 1"],
  [{ share: Number.POSITIVE_INFINITY }, "share must be a number, not Infinity"],
  [{ api: "soap" }, 'api must be "chat" or "completions"'],
  [{ list: [{ v: 1 }, {}] }, "list.1.v is missing"],
  [{ list: [{ v: 2 }] }, "list.0.v must be 1"],
  [{ list: [{ v: 1 }, { v: 1 }, { v: 1 }] }, "list must have at most 2 entries"],
  [{ either: { a: 1 } }, "either must be a string or a list, not an object"],
  [{ either: [1] }, "either does not have a supported format"],
  [{ all: { x: 1 } }, "all.x must be true or false, not 1"],
  [{ even: 3 }, "even must be even"],
  [{ key: "sk-1" }, "key must be a variable's name"],
  [{ odd: 2 }, "odd does not have a supported format"],
  [{ nmae: "x" }, "it has no field 'nmae'"],
])("%j: %s", (value, sentence) => {
  const read = schema.safeParse(value);
  expect(read.success ? "accepted" : badField(read.error.issues[0]!, value)).toBe(sentence);
});
