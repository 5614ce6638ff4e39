// What belongs to a boxed value although it comes after the box: its unit, and a decimal that rounds it.

import { expect, it } from "vitest";
import { markedAnswer } from "./marked-answer.ts";
import { verify } from "./verify.ts";

const isRight = (gold: string, response: string): boolean => {
  const found = markedAnswer(response);
  return found.kind === "found" && verify(gold, found.answer).equal;
};

it.each([
  ["12 km", "The distance is \\boxed{12} km."],
  ["12 km", "The distance is $\\boxed{12000}$ m."],
  ["12", "The distance is \\boxed{12} km."],
  ["2 m^2", "$\\boxed{2}$ m$^2$"],
  ["90 minutes", "It takes \\boxed{1.5} hours to get there."],
  ["60 miles per hour", "\\boxed{60} miles per hour"],
  ["\\frac13", "$\\boxed{\\frac13}$ ($\\approx 0.333$)"],
  ["\\sqrt2", "$d = \\boxed{\\sqrt2} \\approx 1.414$"],
  ["12", "\\boxed{12} a day"],
])("%s is met by %j", (gold, response) => {
  expect(isRight(gold, response)).toBe(true);
});

it.each([
  ["12 km", "The distance is \\boxed{12} m."],
  ["3 hours", "It takes \\boxed{3} days."],
  ["2 m^2", "$\\boxed{2}$ m$^3$"],
  ["2 m^2", "\\boxed{2} cm²"],
  ["60 miles per hour", "\\boxed{60} km per hour"],
  ["\\frac13", "$\\boxed{\\frac13}$ ($\\approx 0.334$)"],
  ["\\sqrt2", "$d = \\boxed{\\sqrt2} \\approx 1.415$"],
])("%s is not met by %j", (gold, response) => {
  expect(isRight(gold, response)).toBe(false);
});
