// Values in every context of a box, inside and outside of an answer tag: a value is rewarded only if the response gives
// it as its answer.

import { describe, expect, it } from "vitest";
import { boxedReward, lenientTagReward, r1ZeroReward } from "../../src/rewards/index.ts";
import {
  denying,
  giving,
  givingAtLast,
  inContext,
  just42InBox,
  just42InTag,
  not42InBox,
  not42InTag,
} from "./contexts.ts";

const values: readonly (readonly [value: string, other: string])[] = [
  ["42", "41"],
  ["-3", "3"],
  ["\\frac{1}{2}", "\\frac{1}{3}"],
  ["0.75", "0.25"],
  ["2\\sqrt{5}", "5\\sqrt{2}"],
  ["\\pi", "2\\pi"],
  ["1,234", "1,235"],
  ["10^6", "10^5"],
];

const isPaid = (response: string, gold: string): boolean =>
  boxedReward(response, gold).reward === 1 || isPaidInTag(response, gold);
const isPaidInTag = (response: string, gold: string): boolean =>
  r1ZeroReward(`Hm. </think> <answer>${response}</answer>`, gold).reward === 1;

describe.each(values)("%s, not %s", (value, other) => {
  it.each(giving)("is given by %s", (context) => {
    const response = inContext(context, value, other);
    expect(boxedReward(response, value).reward, "boxed").toBe(1);
    expect(isPaidInTag(response, value), "in a tag").toBe(true);
    expect(isPaid(response, other), "the other value").toBe(false);
  });
  it.each(givingAtLast)("is given at last by %s", (context) => {
    const response = inContext(context, value, other);
    expect(boxedReward(response, value).reward).toBe(1);
    expect(isPaid(response, other)).toBe(false);
  });
  it.each(denying)("is not given by %s", (context) => {
    expect(isPaid(inContext(context, value, other), value)).toBe(false);
  });
});

it.each(not42InBox)("%s is not 42", (response) => expect(isPaid(response, "42")).toBe(false));

it.each(just42InBox)("%s is 42", (response) => {
  expect(boxedReward(response, "42").reward, "boxed").toBe(1);
  expect(isPaidInTag(response, "42"), "in a tag").toBe(true);
  expect(isPaid(response, "41"), "41").toBe(false);
});

const isPaidAfterThinking = (response: string, gold: string): boolean =>
  r1ZeroReward(`Hm. </think> ${response}`, gold).reward === 1;

it.each(not42InTag)("%s is not 42", (response) => {
  expect(isPaidAfterThinking(response, "42"), "r1_zero").toBe(false);
  expect(lenientTagReward(response, "42").reward, "lenient").toBe(0);
});

it.each(just42InTag)("%s is 42", (response) => {
  expect(isPaidAfterThinking(response, "42")).toBe(true);
  expect(isPaidAfterThinking(response, "41")).toBe(false);
});
