import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sentenceOf, sentencesOf } from "./issue-words.ts";

const said = (schema: z.ZodType, value: unknown): string => {
  const read = schema.safeParse(value);
  if (read.success) throw new Error("it fits");
  return sentenceOf(read.error, value, "the line");
};

describe("what a schema finds wrong", () => {
  const of = (inner: z.ZodType) => z.strictObject({ a: z.object({ b: inner }) });
  it.each<[string, z.ZodType, unknown, string]>([
    ["a field that is missing", z.string(), undefined, "a.b is missing"],
    ["another type", z.string(), 5, "a.b must be a string; it is a number"],
    ["a list for an object", z.object({}), [], "a.b must be an object; it is a list"],
    ["null", z.array(z.string()), null, "a.b must be a list; it is null"],
    ["a fraction", z.int(), 0.5, "a.b must be a whole number; it is the number 0.5"],
    ["another word", z.enum(["chat", "completions"]), "x", "a.b must be one of chat, completions"],
    ["one word alone", z.literal(1), 2, "a.b must be 1"],
    ["too little", z.int().min(1), 0, "a.b must be at least 1"],
    ["not more than", z.number().gt(0), 0, "a.b must be more than 0"],
    ["too much", z.int().max(9), 10, "a.b must be at most 9"],
    ["an empty text", z.string().min(1), "", "a.b must be not empty"],
    ["an empty list", z.array(z.string()).min(1), [], "a.b must be a list that is not empty"],
    [
      "neither of two",
      z.union([z.string(), z.number()]),
      true,
      "a.b must be a string or a number; it is a boolean",
    ],
    ["a URL", z.url(), "x", "a.b must be a URL"],
    ["our own sentence", z.string().regex(/^a/, "must begin with a"), "b", "a.b must begin with a"],
    ["our own refusal", z.string().refine(() => false, "give another"), "b", "a.b: give another"],
  ])("%s", (_, schema, value, sentence) => expect(said(of(schema), { a: { b: value } })).toBe(sentence));

  it("names the whole where nothing in it is to blame", () => {
    expect(said(z.object({}), [])).toBe("the line must be an object; it is a list");
  });
  it("names fields that nobody knows", () => {
    expect(said(of(z.string()), { a: { b: "" }, c: 1 })).toBe("c: there is no such option");
  });
  it("tells all of them where all are wanted", () => {
    const schema = z.object({ a: z.string(), b: z.string() });
    expect(sentencesOf(schema.safeParse({}).error!, {})).toEqual(["a is missing", "b is missing"]);
  });
});
