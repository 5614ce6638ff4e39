// The law of extraction: one response is scored as right for at most one of two golds that are different numbers,
// whatever it marks, withdraws, reasons or leaves unfinished.

import fc from "fast-check";
import { expect, it } from "vitest";
import { explicitAnswer, extractAnswer } from "../../src/answers/index.ts";
import { trials } from "../seed.ts";
import { denying, giving, inContext } from "./contexts.ts";
import { ways } from "./ways.ts";

const golds = ["41", "42", "7", "-7", "\\frac{1}{2}", "0.25", "1000"];
const number = fc.constantFrom(
  ...golds,
  "43",
  "-42",
  "1/2",
  "1,000",
  "forty-two",
  "one half",
  "42个",
  "2,5",
  "**42**",
  "42 ✓",
);

const marks: ((value: string) => string)[] = [
  (v) => `\\boxed{${v}}`,
  (v) => `$\\boxed{${v}}$`,
  (v) => `<answer>${v}</answer>`,
  (v) => `<answer>\\boxed{${v}}</answer>`,
  (v) => `<Final_Answer>${v}</Final_Answer>`,
  (v) => `\n#### ${v}\n`,
  (v) => `\n## Final Answer\n${v}\n`,
  (v) => `The answer is ${v}.`,
  (v) => `Answer: $${v}$\n`,
  (v) => `答案是 ${v}。`,
  (v) => `La respuesta es ${v}.`,
  (v) => `\n\`\`\`json\n{"answer": ${JSON.stringify(v)}}\n\`\`\`\n`,
  (v) => `so $x = ${v}$.`,
  (v) => `**${v}**`,
  (v) => `\n${v}\n`,
  (v) => `\\boxed{${v}`,
  (v) => `<answer>${v}`,
  (v) => `~~\\boxed{${v}}~~`,
  (v) => `{"x": ${JSON.stringify(v)}}`,
  (v) => `{"final_answer": ${JSON.stringify(v)}, "answer": "0"`,
  (v) => `{'answer': '${v}'}`,
  (v) => `__Answer__: ${v}\n`,
  (v) => `**Final Answer: ${v}**\n`,
  (v) => `Dividing gives ${v}.`,
  (v) => `Das Ergebnis ist ${v}.`,
  (v) => `Таким образом, ответ ${v}.`,
  (v) => `故答案为：${v}．`,
  (v) => `正好${v}个。`,
  ...[...giving, ...denying].map((context) => (v: string) => inContext(context, v, "43")),
];

const words = fc.constantFrom(
  " ",
  "\n\n",
  " and ",
  " or ",
  ", ",
  " Wait, that is wrong. ",
  " Actually, ",
  " Correction: ",
  " instead ",
  " If so, then ",
  " not ",
  "<think>",
  "</think>",
  " </think> ",
  "<thinking>",
  "</thinking>",
  "<|im_end|>",
  "</s>",
  "<answer>",
  "</answer>",
  "\\boxed{}",
  "\\boxed{...}",
  "$",
  "```\n",
  "We add 3 and 4 to get 7.",
  "等等，",
  "\n\nQuestion: what is it? ",
  "\n\nProblem 2: ",
  " nicht ",
  "forty-two",
  "四十二",
  '{"answer": ',
  "}",
);

const marked = fc.tuple(fc.constantFrom(...marks), number).map(([mark, value]) => mark(value));
const response = fc
  .tuple(fc.array(fc.oneof(marked, words), { maxLength: 9 }), fc.nat(400))
  .map(([parts, cut]) => parts.join("").slice(0, cut < 100 ? cut : undefined));

it.each(Object.entries(ways))("%s is right for one number at most", (_, isRight) => {
  fc.assert(
    fc.property(response, (text) => {
      expect(golds.filter((gold) => isRight(text, gold)).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: trials(6_000, 1_000) },
  );
});

it("has one candidate, which is a part of the response or a list of parts, and the same again", () => {
  fc.assert(
    fc.property(response, (text) => {
      const found = extractAnswer(text, { numbers: true });
      expect(extractAnswer(text, { numbers: true })).toEqual(found);
      if (!found) return;
      expect(found.start).toBeLessThanOrEqual(found.end);
      expect(found.end).toBeLessThanOrEqual(text.length);
      expect(found.answer.trim()).not.toBe("");
    }),
    { numRuns: trials(6_000, 1_500) },
  );
});

it("never has an answer in reasoning that does not end", () => {
  fc.assert(
    fc.property(response, (text) => {
      const inside = text.replace(/<\/?think(?:ing)?>|<\|im_end\|>|<\/s>/g, "");
      expect(explicitAnswer(`<think>${inside}`).kind).toBe("none");
      expect(explicitAnswer(`<thinking>${inside}</thinking>`).kind).toBe("unmarked");
    }),
    { numRuns: trials(2_000, 500) },
  );
});
