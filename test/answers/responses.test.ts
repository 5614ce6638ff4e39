// Whole responses through every way of grading: a value that is not the answer is never scored as right.

import { describe, expect, it } from "vitest";
import { contradictions, filled, rightResponses, values, wrongResponses } from "./responses.ts";
import { just42, not42 } from "./responses-of-42.ts";
import { ways } from "./ways.ts";

describe.each(values)("where $right is right", (value) => {
  it.each(wrongResponses)("%j is scored as right by nobody", (template) => {
    const response = filled(template, value);
    const paid = Object.keys(ways).filter((name) => ways[name]!(response, value.right));
    expect(paid).toEqual([]);
  });

  it.each(contradictions)("%j is right for nobody: the tag stands above the box", (template) => {
    const response = filled(template, value);
    const paid = Object.keys(ways).filter((name) => ways[name]!(response, value.right));
    expect(paid.filter((name) => name !== "integer rule")).toEqual([]);
  });

  it.each(rightResponses)("%j is right", (template) => {
    const response = filled(template, value);
    expect(ways.grade!(response, value.right), "for assay grade").toBe(true);
    expect(ways["math rule"]!(response, value.right), "for a task").toBe(true);
    const paid = Object.keys(ways).filter((name) => ways[name]!(response, value.wrong));
    expect(paid).toEqual([]);
  });
});

it.each(not42)("%j is not 42 for anybody", (response) => {
  expect(Object.keys(ways).filter((name) => ways[name]!(response, "42"))).toEqual([]);
});

it.each(just42)("%j is 42 for assay grade", (response) => {
  expect(ways.grade!(response, "42")).toBe(true);
  expect(Object.keys(ways).filter((name) => ways[name]!(response, "41"))).toEqual([]);
});

it("two boxes with a colon between them in one formula are a ratio, not the second of them", () => {
  const response = String.raw`The ratio of boys to girls is $\boxed{41} : \boxed{42}$.`;
  expect(ways.r1_zero_boxed!(response, "42")).toBe(false);
  expect(ways.r1_zero_boxed!(response, "41:42")).toBe(true);
});
