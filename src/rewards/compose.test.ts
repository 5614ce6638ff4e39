// Composed rewards: the grammar, and each part against its formula.

import { describe, expect, it } from "vitest";
import { composedOf } from "./compose.ts";
import { compose, findReward } from "./registry.ts";

const right = { response: "So \\boxed{4}.", ground_truth: "4" };
const wrong = { response: "So \\boxed{5}.", ground_truth: "4" };
const of = (expression: string, row: object) =>
  compose(expression).score(row as Record<string, unknown>).result;
const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(" ");

describe("the grammar", () => {
  it.each([
    ["r1_zero_boxed", 1],
    ["2*r1_zero_boxed - 0.5", 1.5],
    ["-r1_zero_boxed", -1],
    ["1 - 2 * (r1_zero_boxed - 3)", 5],
    ["0.5*r1_zero_boxed*r1_zero_boxed", 0.5],
    ["clip(3*r1_zero_boxed, -1, 2)", 2],
    ["clip(-3*r1_zero_boxed, -1, 2) + 1", 0],
    ["r1_zero_boxed + 1e-1*format", 1.1],
    ["r1_zero_boxed(grading=fast) + format(r1_zero_boxed)", 2],
    ["r1_zero_boxed-.5*format", 0.5],
    ["0.1*format + r1_zero_boxed", 1.1],
    ["0.1*format(r1_zero) + r1_zero_boxed", 1],
  ])("%s", (expression, reward) => expect(of(expression, right).reward).toBeCloseTo(reward, 12));

  it.each([
    ["r1_zero + repetitoin(4)", "there is no part 'repetitoin'. Did you mean 'repetition'?"],
    [
      "r1_zero + overlong(max=10, cach=2)",
      "overlong has no argument 'cach'; it has max, cache, unit. Did you mean 'cache'?",
    ],
    ["r1_zero + overlong(max=10)", "overlong needs 'cache'"],
    ["r1_zero + overlong(max=10, cache=20)", "cache must not be greater than max"],
    ["r1_zero + overlong(max=ten, cache=2)", "max must be a number; it is 'ten'"],
    ["r1_zero + overlong(max=10, max=20, cache=2)", "overlong has two values for 'max'"],
    ["r1_zero + overlong(cache=5, 10, max=20)", "overlong has two values for 'cache'"],
    ["r1_zero + repetition(4, 5)", "repetition cannot take '5' without a name; it has n"],
    ["r1_zero + format(r1_zero, r1_zero_boxed)", "format cannot take 'r1_zero_boxed' without a name"],
    ["r1_zero + format(of=qa_f1)", "'qa_f1' is not a reward with a format"],
    ["r1_zero(fast) + 1", "r1_zero cannot take 'fast' without a name; it has grading"],
    ["r1_zero(ground_truth=4) + 1", "r1_zero has no argument 'ground_truth'"],
    ["1e400*r1_zero", "'1e400' is not a number, or too large"],
    ["r1_zero + overlong(max=10, cache=.)", "'.' is not a number"],
    ["clip + r1_zero", "'(' is missing before '+'"],
    ["r1_zero + language(xx)", "language: 'xx' is none of"],
    ["r1_zero(grading=loose) + 1", "r1_zero takes no grading=loose"],
    ["r1_zero(grade=fast) + 1", "r1_zero has no argument 'grade'"],
    ["length(max=10) + r1_zero", "length needs a reward with a gold before it"],
    ["r1_zero +", "a part is missing at the end"],
    ["r1_zero 2", "'2' is unexpected"],
    ["(r1_zero", "')' is missing at the end"],
    ["1 + 2", "it names no reward"],
    ["clip(r1_zero, 2, 1)", "the first bound of clip is greater"],
    ["r1_zero / 2", "'/' is unexpected"],
    [`${"(".repeat(60)}r1_zero${")".repeat(60)}`, "nested too deeply"],
    ["r1_zero+".repeat(400), "longer than 2000 characters"],
  ])("refuses %s", (expression, message) => expect(() => compose(expression)).toThrow(message));

  it("is the same as data", () => {
    const made = compose({
      parts: [
        { part: "r1_zero_boxed" },
        { part: "format", weight: 0.1 },
        { part: "overlong", weight: -1, max: 10, cache: 5, unit: "words" },
      ],
      clip: [-1, 1],
    });
    expect(made.score(right).result).toEqual(
      of("clip(1*r1_zero_boxed + 0.1*format + -1*overlong(max=10, cache=5, unit=words), -1, 1)", right),
    );
  });

  it.each([
    [{ parts: [] }, "parts must have at least 1 entry"],
    [{ part: "r1_zero" }, "parts is missing"],
    [{ parts: [{ part: "r1_zero" }], clips: [0, 1] }, "it has no field 'clips'"],
    [{ parts: [{ part: "r1_zero" }], clip: 0 }, "clip must be a list, not 0"],
    [{ parts: ["r1_zero"] }, "parts.0 must be an object, not a string"],
    [{ parts: [{ weight: 2 }] }, "parts.0.part is missing"],
    [{ parts: [{ part: "r1_zero + 5", weight: 2 }] }, "parts.0.part must be the name of a part"],
    [{ parts: [{ part: "r1_zero", weight: "2" }] }, "parts.0.weight must be a number, not a string"],
    [{ parts: [{ part: "r1_zero", grading: "1, fast" }] }, "r1_zero takes no grading=1, fast"],
    [null, "it must be an object, not null"],
  ])("refuses the data %j", (data, message) =>
    expect(() => compose(data as unknown as string)).toThrow(message),
  );

  it("is found by its expression wherever a reward is", () => {
    expect(findReward("r1_zero + 0.1*format")?.keys).toEqual(["reward", "acc", "r1_zero", "format"]);
    expect(findReward("r1_zero + nothing")).toBeUndefined();
  });
});

describe("the result", () => {
  it("has the reward, the raw correctness, and one key a part", () => {
    expect(of("2*r1_zero_boxed + 0.1*format - overlong(4, 4, words) - overlong(2, 2, words)", wrong)).toEqual(
      {
        reward: 0.1 - 0.5 - 1,
        acc: 0,
        r1_zero_boxed: 0,
        format: 1,
        overlong: 0.5,
        overlong_2: 1,
      },
    );
  });

  it("has the name of each part as its key, also where that is the beginning of another's", () => {
    expect(Object.keys(of("r1_zero_boxed + r1_zero + r1_zero(grading=fast)", right))).toEqual([
      "reward",
      "acc",
      "r1_zero_boxed",
      "r1_zero",
      "r1_zero_2",
    ]);
  });

  it("takes the format from the computation of its reward, wherever it is in the sum", () => {
    let asked = 0;
    const counting = { ...findReward("r1_zero_boxed")! };
    const { score } = counting;
    counting.score = (...args) => {
      asked++;
      return score(...args);
    };
    const { result } = composedOf([counting], "format + r1_zero_boxed + format(r1_zero_boxed)").score(right);
    expect([result, asked]).toEqual([{ reward: 3, acc: 1, format: 1, r1_zero_boxed: 1, format_2: 1 }, 1]);
  });

  it("is refused where it is too large to be a number", () => {
    expect(() => of("1e308*r1_zero_boxed*10", right)).toThrow("not a finite number");
  });

  it("has no correctness where no part has a gold", () => {
    expect(of("0.5*format", { response: "a </think> <answer>4</answer>" })).toEqual({
      reward: 0.5,
      format: 1,
    });
  });

  it("is null in every member where a gold cannot be used", () => {
    const { result, unscored } = compose("r1_zero_boxed + repetition(2)").score({
      ...right,
      ground_truth: "",
    });
    expect(result).toEqual({ reward: null, acc: null, r1_zero_boxed: null, repetition: null });
    expect(unscored).toMatch(/gold|ground truth/);
  });

  it("calls the fields of each reward by the names of a composition", () => {
    const row = { response: "Paris", ground_truth: "Paris" };
    expect(of("qa_f1 + 0", row)).toEqual({ reward: 1, acc: 1, qa_f1: 1 });
  });

  it("says what a row lacks", () => {
    expect(() => of("r1_zero + 1", { ground_truth: "4" })).toThrow("'response' is missing");
    expect(() => of("r1_zero + overlong(10, 5)", right)).toThrow("'response_length' or 'completion_ids'");
  });
});

describe("the parts", () => {
  // DAPO, arXiv:2503.14476, equation 13, with L_max = 10 and L_cache = 4, with the opposite sign.
  it.each([
    [0, 0],
    [6, 0],
    [7, 0.25],
    [10, 1],
    [50, 1],
  ])("overlong: %i tokens", (length, penalty) => {
    expect(of("overlong(max=10, cache=4) + 0*r1_zero", { ...right, response_length: length }).overlong).toBe(
      penalty,
    );
    const row = { ...right, completion_ids: new Array(length).fill(7) };
    expect(of("overlong(max=10, cache=4) + 0*r1_zero", row).overlong).toBe(penalty);
  });

  // 1 - distinct / all n-grams: arXiv:2502.03373, appendix C.2, as open-r1 computes it.
  it.each([
    ["", 2, 0],
    ["a", 2, 0],
    ["a b", 2, 0],
    ["a b a b", 2, 1 / 3],
    ["A b a B a b", 2, 3 / 5],
    ["x x x x x", 1, 4 / 5],
    ["a b c a b c d", 3, 1 / 5],
    ["a b c d e a b c d e f", 5, 1 / 7],
    ["1 23 12 3 1 23", 2, 1 / 5],
    [words(100), 4, 0],
  ])("repetition of '%s', n = %i", (response, n, share) =>
    expect(of(`repetition(n=${n}) + 0*format`, { response }).repetition).toBeCloseTo(share, 12),
  );

  // The share of words of the language: DeepSeek-R1, arXiv:2501.12948, section 2.3.2.
  it.each([
    ["en", "So the answer is four.", 1],
    ["en", "So 答案 is four.", 3 / 5],
    ["zh", "答案是 four", 3 / 4],
    ["zh", "因此 $x = y + z$ 所以 $\\frac{a}{b}$ \\(abc\\) \\quad <think>", 1],
    ["ru", "Ответ: four", 1 / 2],
    ["en", "4 + 4 = 8", 1],
    ["en", "it costs $5 всего", 2 / 3],
    ["en", `${"\\(".repeat(50_000)}word`, 1],
    ["ja", "答えは四です", 1],
  ])("language(%s) of '%s'", (code, response, share) =>
    expect(of(`language(${code}) + 0*format`, { response }).language).toBeCloseTo(share, 12),
  );

  // long + (short - long)(1 + cos(pi L / max)) / 2: arXiv:2502.03373, section 4.2.
  it.each([
    [right, 0, 1],
    [right, 50, 0.75],
    [right, 100, 0.5],
    [right, 900, 0.5],
    [wrong, 0, -1],
    [wrong, 50, -0.75],
    [wrong, 100, -0.5],
  ])("length of %o at %i", (row, response_length, value) =>
    expect(of("0*r1_zero_boxed + length(max=100)", { ...row, response_length }).length).toBeCloseTo(
      value,
      12,
    ),
  );

  it("length takes other bounds", () => {
    const row = { ...right, response_length: 0 };
    expect(of("r1_zero_boxed + length(max=9, right_short=2, right_long=-1)", row).reward).toBeCloseTo(3, 12);
  });
});
