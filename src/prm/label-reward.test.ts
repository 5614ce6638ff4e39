// Rewards from the probabilities at the verdict's own token.

import { describe, expect, it } from "vitest";
import type { TokenLogprob } from "../models/model.ts";
import { rewardAt, verdictReward } from "./label-reward.ts";
import { readVerdict } from "./verdict.ts";

type Odds = Record<string, number>;

/** A drawn token, with the probabilities of its alternatives. */
const token = (drawn: string, odds: Odds = { [drawn]: 1 }): TokenLogprob => ({
  token: drawn,
  logprob: Math.log(odds[drawn] ?? 0.5),
  top: Object.entries(odds).map(([each, p]) => ({ token: each, logprob: Math.log(p) })),
});

function rewardOf(...tokens: TokenLogprob[]) {
  const text = tokens.map((each) => each.token).join("");
  return verdictReward(tokens, text, readVerdict(text)!);
}

describe("the reward of a verdict", () => {
  it("is the share of the word for right", () => {
    expect(rewardOf(token("["), token("Right", { Right: 0.6, Wrong: 0.2 }), token("]"))?.reward).toBeCloseTo(
      0.75,
    );
    expect(rewardOf(token("["), token("Wrong", { Right: 0.1, Wrong: 0.9 }), token("]"))?.reward).toBeCloseTo(
      0.1,
    );
  });

  it("comes with the probabilities that it is made of: an even chance of little is not one of much", () => {
    const even = (p: number) =>
      rewardOf(token("["), token("Right", { Right: p, Wrong: p, Maybe: 1 - 2 * p }), token("]"))!;
    expect(even(0.5).reward).toBeCloseTo(even(0.001).reward);
    expect(even(0.001).masses.right).toBeCloseTo(0.001);
    expect(even(0.001).masses.wrong).toBeCloseTo(0.001);
    expect(even(0.5).masses.right).toBeCloseTo(0.5);
  });

  it("is read where the verdict stands, not at a word after or before it", () => {
    const reward = rewardOf(
      token("Right", { Right: 0.9, Wrong: 0.1 }),
      token(" so far. ["),
      token("Wrong", { Right: 0.05, Wrong: 0.95 }),
      token("]"),
      token(" Right", { " Right": 0.95, " Wrong": 0.05 }),
      token(" it was not."),
    );
    expect(reward?.reward).toBeCloseTo(0.05);
  });

  it("is found where a letter behind it takes several tokens, which show none of it", () => {
    const tokens = [
      token("Is it Right? ["),
      token("Right", { Right: 0.8, Wrong: 0.2 }),
      token("]"),
      token(" Right", { " Right": 0.5, " Wrong": 0.5 }),
      token(" so \ufffd"),
      token("\ufffd"),
    ];
    const text = "Is it Right? [Right] Right so 🎉";
    expect(verdictReward(tokens, text, readVerdict(text)!)?.reward).toBeCloseTo(0.8);
    expect(verdictReward(tokens.slice(4), text, readVerdict(text)!)).toBeUndefined();
  });

  it("sums all spellings of a label", () => {
    const odds = {
      Right: 0.2,
      " Right": 0.1,
      right: 0.1,
      "▁Right": 0.1,
      ĠRIGHT: 0.1,
      Wrong: 0.15,
      Ġwrong: 0.05,
      Rightly: 0.1,
    };
    expect(rewardOf(token("["), token("Right", odds), token("]"))?.reward).toBeCloseTo(0.6 / 0.8);
  });

  it("is found among as many tokens as a server lists", () => {
    const top = Array.from({ length: 200_000 }, (_, i) => ({ token: `t${i}`, logprob: -20 }));
    const listed = { token: "Right", logprob: Math.log(0.9), top };
    expect(rewardOf(token("["), listed, token("]"))?.reward).toBeCloseTo(1);
  });

  it("compares a word with its own opposite", () => {
    const odds = { correct: 0.6, incorrect: 0.2, right: 0.1, wrong: 0.1 };
    expect(rewardOf(token("["), token("correct", odds), token("]"))?.reward).toBeCloseTo(0.75);
  });

  it("is read at the first token that tells, where a word is split", () => {
    const split = rewardOf(
      token("["),
      token("In", { In: 0.3, Correct: 0.6 }),
      token("correct", { correct: 0.9, " case": 0.1 }),
      token("]"),
    );
    expect(split?.reward).toBeCloseTo(0.6 / 0.9);
    const wrong = rewardOf(token("["), token("Wr", { Wr: 0.8, Right: 0.1 }), token("ong"), token("]"));
    expect(wrong?.reward).toBeCloseTo(0.1 / 0.9);
  });

  it("waits for the token that tells the labels apart", () => {
    const tokens = [token("["), token("step"), token("-ok", { "-ok": 0.4, "-bad": 0.1 }), token("]")];
    const text = "[step-ok]";
    const found = readVerdict(text, [["step-ok", "step-bad"]])!;
    expect(verdictReward(tokens, text, found)?.reward).toBeCloseTo(0.8);
  });

  it("is found in a token that begins before the word", () => {
    expect(
      rewardOf(token("\n[Right", { "\n[Right": 0.5, "\n[Wrong": 0.25 }), token("]"))?.reward,
    ).toBeCloseTo(2 / 3);
    const odds = { " so.\n[Right": 0.5, " so.\n[Wrong": 0.25 };
    expect(rewardOf(token(" so.\n[Right", odds), token("]"))?.reward).toBeCloseTo(2 / 3);
    expect(rewardOf(token("\\boxed"), token("{+}", { "{+}": 0.4, "{-}": 0.1 }))?.reward).toBeCloseTo(0.8);
  });

  it("bounds a label that is not listed by the least that is, and says so", () => {
    const odds = { Right: 0.9, The: 0.04, So: 0.02 };
    const reward = rewardOf(token("["), token("Right", odds), token("]"))!;
    expect(reward.reward).toBeCloseTo(0.9 / 0.92);
    expect(reward.note).toContain("'wrong' is not among the 3 likeliest");
  });

  it("takes what a lone token leaves", () => {
    const lone: TokenLogprob = { token: "Right", logprob: Math.log(0.7), top: [] };
    expect(rewardOf(token("["), lone, token("]"))?.reward).toBeCloseTo(0.7);
  });

  it("counts the drawn token where the likeliest do not list it", () => {
    const drawn: TokenLogprob = {
      token: "Wrong",
      logprob: Math.log(0.01),
      top: [{ token: "Right", logprob: Math.log(0.9) }],
    };
    expect(rewardOf(token("["), drawn, token("]"))?.reward).toBeCloseTo(0.9 / 0.91);
  });

  it("is found where the tokens are written as the vocabulary has them", () => {
    const tokens = [token("It"), token("Ġis"), token("Ċ"), token("Right", { Right: 0.9, Wrong: 0.1 })];
    const text = "It is\nRight";
    expect(verdictReward(tokens, text, readVerdict(text)!)?.reward).toBeCloseTo(0.9);
  });

  it("is found behind reasoning that the text does not hold", () => {
    const tokens = [
      token("[Right]", { "[Right]": 0.5, "[Wrong]": 0.5 }),
      token("</think>"),
      token("["),
      token("Right", { Right: 0.9, Wrong: 0.1 }),
      token("]"),
      token("<|im_end|>"),
    ];
    expect(verdictReward(tokens, "[Right]", readVerdict("[Right]")!)?.reward).toBeCloseTo(0.9);
  });

  it("is undefined where the tokens are of another text", () => {
    expect(verdictReward([token("Hello")], "[Right]", readVerdict("[Right]")!)).toBeUndefined();
  });
});

describe("the reward at one token", () => {
  it("does not depend on what was drawn", () => {
    expect(rewardAt(token("The", { The: 0.9, "+": 0.06, "-": 0.04 }), ["+", "-"])?.reward).toBeCloseTo(0.6);
  });
  it("is undefined where neither label is likely", () => {
    expect(rewardAt(token("The", { The: 0.9, A: 0.1 }), ["+", "-"])).toBeUndefined();
  });
  it("does not take a number for a sign", () => {
    expect(
      rewardAt(token("+", { "+": 0.5, "-1": 0.2, "-": 0.1, " +": 0.1 }), ["+", "-"])?.reward,
    ).toBeCloseTo(6 / 7);
  });
});
