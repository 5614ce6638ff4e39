// Where the final answer of a whole response is, and by which mark it is found.

import { describe, expect, it } from "vitest";
import { type Extracted, explicitAnswer, extractAnswer } from "./index.ts";

/** The answer and its mark; the position must be that of the answer in the response. */
function found(response: string): [string, Extracted["mark"]] | undefined {
  const result = extractAnswer(response);
  if (!result) return undefined;
  expect(result.start).toBeGreaterThanOrEqual(0);
  expect(result.end).toBeLessThanOrEqual(response.length);
  expect(response.slice(result.start, result.end)).toContain(result.answer.split(/, | or /)[0]);
  return [result.answer, result.mark];
}

type Case = [response: string, answer: string, why: string];

describe("a box", () => {
  it.each<Case>([
    ["so it is \\boxed{42}.", "42", "its content"],
    ["\\boxed{\\frac{1}{2}}", "\\frac{1}{2}", "braces inside"],
    ["\\boxed{\\{1, 2\\}}", "\\{1, 2\\}", "escaped braces are no braces"],
    ["$\\boxed{ 7 }$", "7", "spaces around"],
    ["\\boxed {7}", "7", "a space before the brace"],
    ["\\fbox{7}", "7", "the other command"],
    ["\\boxed 7", "7", "no braces at all"],
    ["first \\boxed{1}, but no: it is \\boxed{2}", "2", "the last of several"],
    ["\\boxed{1} is wrong. So \\boxed{2}.", "2", "the last of several"],
    ["\\boxed{\\boxed{5}}", "\\boxed{5}", "the outermost of nested ones"],
    ["the answer is 3, that is \\boxed{4}", "4", "before an answer phrase"],
    ["\\boxed{5}, since $x = 6$", "5", "before later mathematics"],
    ["\\boxed{5}\n#### 6", "5", "before hashes"],
    ["we had \\boxed{1}. \\boxed{2", "1", "one that is not closed does not count"],
    [
      "\\boxed{x = \\begin{cases} 1 \\\\ 2 \\end{cases}}",
      "x = \\begin{cases} 1 \\\\ 2 \\end{cases}",
      "row breaks",
    ],
  ])("%j: %s (%s)", (response, answer) => {
    expect(found(response)).toEqual([answer, "box"]);
  });
  it("that is empty is no answer", () => expect(found("\\boxed{}")).toBeUndefined());
  it("that never closes is no answer", () => expect(found("\\boxed{5")).toBeUndefined());
  it("has its content's place", () => {
    const response = "so \\boxed{ 42 } it is";
    const result = extractAnswer(response)!;
    expect(result).toEqual({ answer: "42", start: 11, end: 13, mark: "box" });
    expect(response.slice(result.start, result.end)).toBe("42");
  });
});

describe("boxes that only commas, and, or separate are one list", () => {
  it.each<Case>([
    ["\\boxed{1}, \\boxed{2}", "1, 2", "a comma"],
    ["\\boxed{1} and \\boxed{2}", "1, 2", "and"],
    ["\\boxed{1} or \\boxed{2}", "1 or 2", "or"],
    ["\\boxed{1} \\boxed{2}", "1, 2", "nothing at all"],
    ["\\boxed{3}, \\boxed{3}", "3, 3", "a double root"],
    ["$\\boxed{1}$, $\\boxed{2}$, and $\\boxed{3}$", "1, 2, 3", "dollars between"],
    ["\\boxed{1} \\text{ and } \\boxed{2}", "1, 2", "the word set as text"],
    ["\\boxed{0}, no: \\boxed{1} or \\boxed{2}", "1 or 2", "only the last run"],
  ])("%j: %s (%s)", (response, answer) => {
    expect(found(response)).toEqual([answer, "box"]);
  });
  it.each<Case>([
    ["\\boxed{1}. \\boxed{2}", "2", "a full stop"],
    ["\\boxed{1} but \\boxed{2}", "2", "another word"],
    ["\\boxed{1}, wait, \\boxed{2}", "2", "a word between commas"],
  ])("otherwise the last one counts: %j: %s (%s)", (response, answer) => {
    expect(found(response)).toEqual([answer, "box"]);
  });
  it("keeps the names before them", () => {
    expect(extractAnswer("$b=\\boxed{2}$, $a=\\boxed{1}$")?.answer).toBe("b = 2, a = 1");
  });
  it("says where nothing stands between, so that one value may be said again", () => {
    expect(explicitAnswer("$\\boxed{3}$\n\n$\\boxed{3}$")).toMatchObject({ items: ["3", "3"] });
    expect(explicitAnswer("\\boxed{3}, \\boxed{3}")).not.toHaveProperty("items");
  });
  it("has the place of the whole run", () => {
    const response = "so \\boxed{1} or \\boxed{2}.";
    const { start, end } = extractAnswer(response)!;
    expect(response.slice(start, end)).toBe("\\boxed{1} or \\boxed{2}");
  });
});

describe("answer tags", () => {
  it.each<Case>([
    ["<answer>42</answer>", "42", "their content"],
    ["<answer>\n 42 \n</answer>", "42", "spaces around"],
    ["<answer>1</answer> <answer>2</answer>", "1, 2", "pairs in a row are a list"],
    ["<answer>1</answer> is wrong: <answer>2</answer>", "2", "the last pair"],
    ["<final_answer>1</final_answer>", "1", "another spelling"],
    ["\\boxed{1} <answer>2</answer>", "2", "before a box outside"],
    ["<answer>2</answer> \\boxed{1}", "2", "before a box behind"],
    ["the answer is 1 <answer>2</answer>", "2", "before an answer phrase"],
  ])("%j: %s (%s)", (response, answer) => {
    expect(found(response)).toEqual([answer, "answer tag"]);
  });
  it("may hold a box, which then counts", () => {
    expect(found("<answer>So it is \\boxed{42}.</answer>")).toEqual(["42", "box"]);
  });
  it("that are empty hold no answer", () => expect(found("5 <answer> </answer>")).toBeUndefined());
});

describe("reasoning in think tags does not count", () => {
  it.each<[...Case, Extracted["mark"]]>([
    ["<think>maybe \\boxed{1}</think> so \\boxed{2}", "2", "a box behind", "box"],
    ["<think>\\boxed{1}</think> The answer is 2.", "2", "a phrase behind", "answer phrase"],
    ["<think><answer>1</answer></think><answer>2</answer>", "2", "tags inside", "answer tag"],
    ["\\boxed{1}</think> \\boxed{2}", "2", "the opening tag was part of the prompt", "box"],
  ])("%j: %s (%s)", (response, answer, _, mark) => {
    expect(found(response)).toEqual([answer, mark]);
  });
  it.each([
    ["<think>\\boxed{1}</think> I do not know."],
    ["<think>it must be \\boxed{1}"],
    ["<think>a</think> <think>\\boxed{1}"],
  ])("no answer: %j", (response) => {
    expect(found(response)).toBeUndefined();
  });
});

describe("####", () => {
  it.each<Case>([
    ["2 + 3 = 5\n#### 5", "5", "at the end"],
    ["#### 1\nno\n#### 2", "2", "the last one"],
    ["#### 1,234\nDone.", "1,234", "up to the end of the line"],
    ["the answer is 3\n#### 4", "4", "before an answer phrase"],
  ])("%j: %s (%s)", (response, answer) => {
    expect(found(response)).toEqual([answer, "####"]);
  });
});

describe("an answer phrase", () => {
  it.each<Case>([
    ["The answer is 42.", "42", "up to the full stop"],
    ["The answer is 4.5.", "4.5", "a point between digits is none"],
    ["Answer: 42", "42", "a colon"],
    ["**Answer:** 42", "42", "Markdown"],
    ["The final answer is: $\\frac{1}{2}$.", "\\frac{1}{2}", "a formula without its dollars"],
    ["The answer is 1. No, the answer is 2.", "2", "the last one"],
    ["The answer is 42\nThat was easy.", "42", "up to the end of the line"],
    ["The answers are 1 and 2.", "1 and 2", "the plural"],
    ["The answer is $1$ or $2$.", "$1$ or $2$", "a hedge stays whole"],
    ["The answer is 5, and $x = 7$ was a detour", "5, and $x = 7$ was a detour", "the sentence stays whole"],
  ])("%j: %s (%s)", (response, answer) => {
    expect(found(response)).toEqual([answer, "answer phrase"]);
  });
});

describe("mathematics at the end of a sentence", () => {
  it.each<Case>([
    ["Thus $x = 5$.", "x = 5", "dollars"],
    ["Thus $$x = 5$$", "x = 5", "two dollars"],
    ["Thus \\(x = 5\\).", "x = 5", "LaTeX's brackets"],
    ["Thus \\[x = 5\\]", "x = 5", "display"],
    ["From $1$ we get $2$.", "2", "the last one"],
    ["They are $1$ and $2$.", "1, 2", "joined ones are one list"],
    ["It costs \\$3, so $x = 5$.", "x = 5", "an escaped dollar is money"],
  ])("%j: %s (%s)", (response, answer) => {
    expect(found(response)).toEqual([answer, "last sentence"]);
  });
  it("needs both dollars; one is money", () => expect(found("it costs $5")).toEqual(["$5", "last sentence"]));
});

describe("a bare number", () => {
  it.each<Case>([
    ["We get 3 and then 42", "42", "the last one"],
    ["In 12 days, 42.", "42", "without the full stop"],
    ["From 2 to -4.5 in the end", "-4.5", "a sign and decimals"],
    ["That makes 1,234, I guess", "1,234", "digit groups, without the last comma"],
    ["about 12%", "12%", "a percentage"],
  ])("counts only when asked for: %j: %s (%s)", (response, answer) => {
    expect(extractAnswer(response)).toBeUndefined();
    const result = extractAnswer(response, { numbers: true })!;
    expect(result).toMatchObject({ answer, mark: "number" });
    expect(response.slice(result.start, result.end)).toBe(answer);
  });
  it("comes behind every other mark", () => {
    expect(extractAnswer("\\boxed{1} of them", { numbers: true })).toMatchObject({
      answer: "1",
      mark: "box",
    });
    expect(extractAnswer("$x$, since 2 is even", { numbers: true })).toMatchObject({
      answer: "x",
      mark: "last sentence",
    });
  });
});

describe("no answer", () => {
  it.each(["", " ", "I do not know.", "There were 5.", "I am 5% sure.", "boxed{5}", "\\boxedup{5}"])(
    "%j",
    (response) => {
      expect(extractAnswer(response)).toBeUndefined();
    },
  );
});

describe("the only value of a response of one sentence", () => {
  it.each<Case>([
    ["There are 3 objects left.", "3", "a count"],
    ["The mode is '53'.", "53", "quotation marks"],
    ["We get -4.5 in the end", "-4.5", "a sign and decimals"],
    ["She pays $60000 per month.", "$60000", "money"],
  ])("%j: %s (%s)", (response, answer) => {
    expect(found(response)).toEqual([answer, "last sentence"]);
  });
  it.each(["There are not 3 objects left.", "There may be 3 objects left.", "Are there 3 objects left?"])(
    "is none where it is denied, left open or asked for: %j",
    (response) => expect(found(response)).toBeUndefined(),
  );
});

describe("the value of the last sentence", () => {
  it.each<Case>([
    ["Dividing by 2 gives 7.", "7", "a verb"],
    ["Thus we get 42.", "42", "another verb"],
    ["The remaining angle is 60°.", "60°", "a mark on the number"],
    ["From $1$ we get $2$.", "2", "a formula"],
    ["Das Ergebnis ist 42.", "42", "German"],
    ["El resultado es 42.", "42", "Spanish"],
    ["所以 x 等于 42。", "42", "Chinese"],
  ])("%j: %s (%s)", (response, answer) => {
    expect(found(response)).toEqual([answer, "last sentence"]);
  });
  it.each([
    "If so, it is 42.",
    "It is not 42.",
    "Das Ergebnis ist nicht 42.",
    "结果不是 42。",
    "It is 42 or 43.",
    "It is 42, and then we",
  ])("is none where it is denied, supposed, left open or cut off: %j", (response) => {
    expect(found(response)).toBeUndefined();
  });
  it("may stand alone in bold type", () => {
    expect(found("Multiply them.\n\n**42**")).toEqual(["42", "bold"]);
    for (const glued of ["un**even**", "2**12**", "3·**12**", "A**B**"])
      expect(extractAnswer(glued)).toBeUndefined();
    expect(found("The planet closest to the Sun is **Mercury**.")).toEqual(["Mercury", "bold"]);
    expect(found("The planet closest to the Sun is not **Mercury**.")).toBeUndefined();
    expect(found("It is **Mercury** that **Galileo** saw.")).toBeUndefined();
  });
  it("may be the letter of a choice, alone on the last line", () => {
    expect(found("Only the second option says so.\n\nB")).toEqual(["B", "last line"]);
    expect(found("Only the second option says so.\n\n(B).")).toEqual(["(B).", "last line"]);
    expect(found("Only the second option says so.\n\nB or C")).toBeUndefined();
  });
});

describe("JSON", () => {
  it.each<Case>([
    ['{"x": 2, "y": 3}', "x = 2, y = 3", "an object of names"],
    ['{"why": "so", "answer": "2"', "2", "cut off after the answer"],
    ['{"answer": 2, "why": "because it', "2", "cut off in another member"],
    ["{'answer': '2'}", "2", "single quotes"],
    ['{"answer": "2",}', "2", "a comma too many"],
  ])("%j: %s (%s)", (response, answer) => {
    expect(extractAnswer(response)).toMatchObject({ answer, mark: "JSON" });
  });
  it.each([
    '{"answer": "2',
    '{"answer": 2',
    '{"x": 2, "x": 3}',
    '{"confidence": 5}',
    '{"answer": "2", "answer": "3"}',
  ])("gives none: %j", (response) => expect(extractAnswer(response)).toBeUndefined());
});

describe("an announcement that leads in to another", () => {
  it.each<Case>([
    ["Final Answer: The final answer is $5$. I hope it is correct.", "5", "as Minerva's prompt has it"],
    ["**Answer:** The answer is 7.", "7", "in bold"],
    ["Answer: the answer is 3 or the answer is 4.", "3, 4", "but two answers stay two"],
  ])("%j: %s (%s)", (response, answer) => {
    expect(found(response)?.[0]).toBe(answer);
  });
});

describe("phrases", () => {
  it.each<Case>([
    ["__Answer__: 42", "42", "bold type with lines"],
    ["**Final Answer: 42**", "42", "bold type around all of it"],
    ["The correct option is B.", "B", "an option"],
    ["So option B is correct.", "B", "the letter first"],
    ["故答案为：42．", "42", "a full-width stop"],
    ["因此选C。", "C", "a choice in Chinese"],
    ["Also ist die Antwort 42.", "42", "German, turned round"],
    ["Таким образом, ответ 42.", "42", "Russian without a verb"],
  ])("%j: %s (%s)", (response, answer) => {
    expect(extractAnswer(response)?.answer).toBe(answer);
  });
  it.each(["不选C。", "If option B is correct, then so is C.", "I doubt that option B is correct."])(
    "but not %j",
    (response) => {
      expect(extractAnswer(response)).toBeUndefined();
    },
  );
});

describe("another question after the answer", () => {
  it("is none that was asked", () => {
    expect(extractAnswer("The answer is 42.\n\nQuestion: What is 3+4? The answer is 7.")?.answer).toBe("42");
    expect(extractAnswer("\\boxed{42}\n\n**Problem 2:** find x. \\boxed{7}")?.answer).toBe("42");
  });
  it("does not end a text that begins with a question of its own", () => {
    expect(extractAnswer("Problem 1: a.\n\n\\boxed{3}\n\nProblem 2: b.\n\n\\boxed{5}")?.answer).toBe("5");
    expect(extractAnswer("We restate it.\n\nQuestion: what?\n\nThe answer is 42.")?.answer).toBe("42");
  });
});
