// A list of answers on which graders go wrong, graded now: strict grading in ten seconds.

import { verify } from "../../math/index.ts";
import { r1ZeroReward } from "../../rewards/index.ts";
import { textTable } from "../terminal/show-table.ts";

interface Tricky {
  gold: string;
  answer: string;
  /** Why it is here. */
  about: string;
}

const tricky: readonly Tricky[] = [
  {
    gold: String.raw`\sqrt{2}+\sqrt{3}`,
    answer: String.raw`\sqrt{5+2\sqrt{6}}`,
    about: "nested roots",
  },
  {
    gold: String.raw`\frac{1}{2004!}`,
    answer: String.raw`\frac{1}{2006!}`,
    about: "both round to 0",
  },
  { gold: "10^{100}", answer: "10^{100}+1", about: "one part in a googol" },
  { gold: "x", answer: String.raw`\sqrt{x^2}`, about: "not where x is negative" },
  { gold: "|x|", answer: String.raw`\sqrt{x^2}`, about: "everywhere" },
  { gold: "25", answer: String.raw`25 \text{ or } 26`, about: "hedging does not pay" },
  { gold: "(1,2)", answer: "[1,2]", about: "its ends count" },
  {
    gold: String.raw`(-\infty,-3)\cup(1/2,2/3)`,
    answer: "6x^3+11x^2-19x+6<0",
    about: "an inequality, solved",
  },
  {
    gold: String.raw`\pi/6+k\pi, k\in\mathbb Z`,
    answer: String.raw`7\pi/6+n\pi, n\in\mathbb Z`,
    about: "one family, spelt twice",
  },
  {
    gold: "500000000500000000",
    answer: String.raw`\sum_{i=1}^{10^9} i`,
    about: "a billion terms, no loop",
  },
  { gold: "1", answer: "9^{9^{9^{9}}}", about: "would hang many graders" },
];

export function trickyAnswers(): string {
  const began = performance.now();
  const rows = tricky.map(({ gold, answer, about }) => {
    const { verdict, by } = verify(gold, answer);
    return [gold, answer, verdict, by, about];
  });
  const ms = performance.now() - began;
  const table = textTable([["gold", "answer", "verdict", "by", "about"], ...rows], { isWords: true });
  return `${table}\n${rows.length} answers in ${ms.toFixed(0)} ms\n\n${rewards()}`;
}

/** The rewards of three responses to the same problem. */
function rewards(): string {
  const responses: readonly [string, string][] = [
    ["a whole response", "<think> 6 times 7 </think> <answer> \\boxed{42} </answer>"],
    ["the tags are missing", "6 times 7 is \\boxed{42}"],
    ["two answers, one of them right", "<think> hm </think> <answer> \\boxed{42} or \\boxed{41} </answer>"],
  ];
  return textTable([
    ["r1_zero reward where the gold is 42", "format", "answer", "reward"],
    ...responses.map(([what, response]) => {
      const { format_reward, answer_reward, reward } = r1ZeroReward(response, "42");
      return [what, String(format_reward), String(answer_reward), String(reward)];
    }),
  ]);
}
