import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../test/random-text.ts";
import { GoldError } from "../reward.ts";
import { emScore, f1Score, qaF1Reward, qaF1RewardFormat } from "./f1.ts";
import { mlqaReward, mlqaTokens } from "./mlqa.ts";
import { normalizeAnswer } from "./score.ts";
import { searchR1Reward } from "./search-r1.ts";
import { squadV2Reward } from "./squad.ts";
import { triviaReward } from "./trivia.ts";

const none = { reward: 0, f1: 0, em: 0, precision: 0, recall: 0 };
const all = { reward: 1, f1: 1, em: 1, precision: 1, recall: 1 };

describe("the normal form", () => {
  it.each([
    ["The Harbour, of LISBON!", "harbour of lisbon", "lower case, no punctuation, no articles"],
    ["an apple a day", "apple day", "whole words only"],
    ["anaconda theatre", "anaconda theatre", "not parts of words"],
    ["a-ha", "aha", "punctuation goes before articles do"],
    ["north–south “quoted”", "north–south “quoted”", "Unicode punctuation stays"],
    ["the é", "é", "an article before a letter that ASCII does not know"],
    ["aé the", "aé", "which is a letter, so that no article ends there"],
    ["x²a the²", "x²a the²", "and so is a number of any kind"],
    ["a\u0301 b", "\u0301 b", "but a combining mark is none"],
    ["one\u001ctwo\u0085three\u00a0four", "one two three four", "separators are spaces"],
    ["one\ufefftwo", "one\ufefftwo", "a byte order mark is none"],
    ["  \t\n ", "", "nothing is left of spaces"],
    ["ΑΣ", "ας", "lower case knows the final sigma"],
    ["İ", "i\u0307", "and letters that grow"],
  ])("of %j is %j: %s", (text, form) => {
    expect(normalizeAnswer(text)).toBe(form);
  });

  it("is its own normal form", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const once = normalizeAnswer(text);
        expect(normalizeAnswer(once)).toBe(once);
      }),
    );
  });
});

describe("qaF1Reward", () => {
  it("follows the rule, not the example, of the task description's page: three tokens, one of them shared", () => {
    expect(qaF1Reward("Paris is the capital", "Paris", [])).toEqual({
      reward: 0.5,
      f1: 0.5,
      em: 0,
      precision: 1 / 3,
      recall: 1,
    });
  });

  it("counts repeats as often as both sides have them", () => {
    expect(qaF1Reward("red red blue", "red blue")).toMatchObject({ precision: 2 / 3, recall: 1, f1: 0.8 });
    expect(qaF1Reward("ember", "ember ember")).toMatchObject({ precision: 1, recall: 0.5 });
  });

  it("does not mind the order, but an exact match does", () => {
    expect(qaF1Reward("copper and tin", "tin and copper")).toEqual({ ...all, em: 0 });
  });

  it("has nothing for answers without a common word", () => {
    expect(qaF1Reward("copper", "tin")).toEqual(none);
  });

  it.each([
    ["yes", "no"],
    ["yes", "yes it is"],
    ["no, it is not", "No."],
    ["noanswer", "no answer"],
  ])("takes %s and %s as whole answers", (prediction, gold) => {
    expect(qaF1Reward(prediction, gold)).toEqual(none);
  });

  it.each(["", " ", "\t\n"])(
    "has nothing for the empty prediction %j, not even an exact match",
    (prediction) => {
      expect(qaF1Reward(prediction, "Lisbon")).toEqual(none);
      expect(qaF1Reward(prediction, prediction)).toEqual(none);
    },
  );

  it.each(["A", "the", "?!"])(
    "pays nothing for %j, which has no token, and sees that it is the gold",
    (prediction) => {
      expect(qaF1Reward(prediction, "Lisbon")).toEqual(none);
      expect(qaF1Reward(prediction, prediction)).toEqual({ ...none, em: 1 });
    },
  );

  it("takes the best of several gold answers", () => {
    expect(qaF1Reward("New York City", ["NYC", "New York", "New York City"])).toEqual(all);
    expect(qaF1Reward("York", ["New York", "NYC"])).toMatchObject({ recall: 0.5, precision: 1 });
  });

  it.each([[null], [undefined], [5], [[]], [["x", 5]], [{}]])("says that the gold %j is none", (gold) => {
    expect(() => qaF1Reward("x", gold as unknown as string)).toThrow(GoldError);
  });

  it("is symmetric, but for precision and recall", () => {
    const text = fc
      .array(fc.constantFrom("a", "red", "blue", "yes", "no", "Tin,"), { minLength: 1 })
      .map((w) => w.join(" "));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const there = f1Score(one, other);
        const back = f1Score(other, one);
        expect([there.f1, there.precision, there.recall]).toEqual([back.f1, back.recall, back.precision]);
        expect(emScore(one, other)).toBe(emScore(other, one));
      }),
    );
  });
});

describe("emScore", () => {
  it("is plain equality of normal forms, empty ones included", () => {
    expect(emScore("The end.", "end")).toBe(1);
    expect(emScore("yes", "no")).toBe(0);
    expect(emScore("the", "")).toBe(1);
  });
});

describe("qaF1RewardFormat", () => {
  const tool = { role: "tool", content: "found" };

  it("follows the rule, not the example, of the task description's page: one tool message is not enough", () => {
    const trajectory = [
      { role: "assistant", content: "I need to search for information" },
      { role: "tool", content: "search results" },
      { role: "assistant", content: "Based on my search, the answer is Paris" },
    ];
    expect(qaF1RewardFormat("Paris", "Paris", trajectory)).toEqual(none);
    expect(qaF1RewardFormat("Paris", "Paris", [...trajectory, tool])).toEqual(all);
  });

  it.each<[unknown[], object, string]>([
    [[], none, "no messages"],
    [[tool, tool], all, "two tool messages"],
    [[{ role: "tool" }, { role: "tool", content: null }], all, "with no content"],
    [[{ ...tool, content: [{ type: "text", text: "x" }] }, tool], all, "with content in parts"],
    [[[{ role: "user" }, tool], [tool]], all, "in a trajectory that was folded"],
    [[[[tool]], [[[tool]]]], all, "more than once"],
    [[{ role: "Tool" }, { role: "function" }, tool], none, "other roles do not count"],
    [["tool", "tool", null, 5], none, "nor does what is no message"],
  ])("%j: %j, %s", (trajectory, expected) => {
    expect(qaF1RewardFormat("Paris", "Paris", trajectory)).toEqual(expected);
  });

  it("says that a trajectory is no list", () => {
    expect(() => qaF1RewardFormat("x", "x", "tool" as unknown as unknown[])).toThrow(/list of messages/);
  });

  it("says that a gold is none, also without tools", () => {
    expect(() => qaF1RewardFormat("x", null as unknown as string, [])).toThrow(GoldError);
  });
});

describe("SQuAD v2", () => {
  it("pays silence where there is no answer, and only there", () => {
    expect(squadV2Reward("", "")).toEqual(all);
    expect(squadV2Reward("", [])).toEqual(all);
    expect(squadV2Reward("the", "")).toEqual(all);
    expect(squadV2Reward("something", "")).toEqual(none);
    expect(squadV2Reward("", "something")).toEqual(none);
  });

  it("leaves empty golds out where there are others", () => {
    expect(squadV2Reward("", ["", "Lisbon"])).toEqual(none);
  });

  it("has no rule for yes and no", () => {
    expect(squadV2Reward("yes it is", "yes").f1).toBe(0.5);
  });
});

describe("TriviaQA", () => {
  it("parts words at punctuation, and takes any alias", () => {
    expect(triviaReward("Jean-Luc_Picard", ["Picard", "jean luc picard"])).toEqual(all);
    expect(triviaReward("rock‘n’roll", "rock n roll")).toEqual(all);
    expect(triviaReward("", "x")).toEqual(none);
  });
});

describe("MLQA", () => {
  it.each([
    ["en", "the Rhine", "Rhine"],
    ["es", "La Habana", "Habana"],
    ["de", "Der Rhein", "rhein"],
    ["vi", "cái nhà", "nhà"],
    ["ar", "القاهرة", "قاهرة"],
    ["hi", "दिल्ली।", "दिल्ली"],
    ["zh", "北京。", "北京"],
  ] as const)("%s: %s is %s", (language, prediction, gold) => {
    expect(mlqaReward(prediction, gold, language)).toEqual(all);
  });

  it("counts Chinese by character, and what is not Chinese by word", () => {
    expect(mlqaTokens("北京2008年 Olympic 会", "zh")).toEqual(["北", "京", "2008", "年", "olympic", "会"]);
    expect(mlqaReward("北京市", "北京", "zh")).toMatchObject({ recall: 1, precision: 2 / 3 });
  });

  it("drops all punctuation of Unicode, and ASCII's symbols", () => {
    expect(mlqaTokens("«north–south» $5+5 ¿", "en")).toEqual(["northsouth", "55"]);
  });
});

describe("Search-R1", () => {
  const exact = (response: string, gold: string | string[], formatScore?: number) =>
    Object.values(searchR1Reward(response, gold, { match: "exact", formatScore }));
  const contains = (response: string, gold: string) =>
    Object.values(searchR1Reward(response, gold, { match: "contains" }));

  it("compares the last answer with any gold", () => {
    expect(exact("<answer>Lyon</answer> no: <answer>The Paris.</answer>", ["Lille", "Paris"])).toEqual([
      1, 1, 1,
    ]);
    expect(exact("<answer>It is Paris</answer>", "Paris")).toEqual([1, 0, 0]);
    expect(contains("<answer>It is Paris</answer>", "Paris")).toEqual([1, 1, 1]);
  });

  it("pays the format, where a wrong answer may earn something", () => {
    expect(exact("<answer>Lyon</answer>", "Paris", 0.1)).toEqual([1, 0, 0.1]);
    expect(exact("Paris", "Paris", 0.1)).toEqual([0, 0, 0]);
    expect(exact("</answer>Paris<answer>", "Paris", 0.1)).toEqual([0, 0, 0]);
  });

  it("does not take a gold that every answer would contain", () => {
    expect(() => contains("<answer>x</answer>", "the")).toThrow(GoldError);
  });
});
