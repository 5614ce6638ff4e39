// Every function that reads text of a model, a judge or a data set, by name. A new reader belongs here: the tests in
// this folder, `npm run fuzz` and `bench/hostile.mjs` call all of them with all kinds of input.

import {
  afterThinking,
  boxesIn,
  endsInThinking,
  explicitAnswer,
  extractAnswer,
  withoutLastTokens,
  withoutTurnEnd,
} from "../../src/answers/index.ts";
import { goldOf } from "../../src/audit/golds.ts";
import { parsePythonJson, pythonList } from "../../src/audit/python.ts";
import { readReply as readJudge, refusalOf } from "../../src/judge/formats.ts";
import { explain, falseEquations, goldAnswer, markedAnswer, parse, verify } from "../../src/math/index.ts";
import { serverWords } from "../../src/models/provider-error.ts";
import { harmless } from "../../src/outgoing/secrets.ts";
import { usualLabels } from "../../src/prm/labels.ts";
import { readReply } from "../../src/prm/scorers/chat-scorer.ts";
import { readVerdict } from "../../src/prm/verdict.ts";
import { readCritique } from "../../src/processbench/critique.ts";
import { compose, noReward, rewards } from "../../src/rewards/registry.ts";
import { boxedAnswer, readSolution, readStep } from "../../src/search/candidate.ts";
import { isSameAnswer } from "../../src/search/paths.ts";
import { aime2024 } from "../../src/tasks/benchmarks/aime.ts";
import { gsm8k } from "../../src/tasks/benchmarks/gsm8k.ts";
import { math500 } from "../../src/tasks/benchmarks/sets.ts";
import { integerRule } from "../../src/tasks/integer-rule.ts";
import { alignSteps, stepsIn } from "../../src/view/align-steps.ts";
import { spansIn } from "../../src/words/index.ts";

export type Reader = (text: string) => unknown;

export interface NamedReader {
  name: string;
  read: Reader;
}

const ended = (text: string) => ({ text, finish: "stop" as const, stopReason: undefined });

const composition = compose("repetition(2) + language(en) + overlong(9, 9, characters)");

function parsed(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const plain: Record<string, Reader> = {
  extractAnswer: (text) => extractAnswer(text),
  "extractAnswer, with numbers": (text) => extractAnswer(text, { numbers: true }),
  "extractAnswer, after a box": (text) => extractAnswer(`\\boxed{5} ${text}`),
  "extractAnswer, before a box": (text) => extractAnswer(`${text} \\boxed{5}`),
  "extractAnswer, in a tag": (text) => extractAnswer(`<answer>${text}</answer>`),
  "explicitAnswer, boxes alone": (text) => explicitAnswer(text, ["box"]),
  markedAnswer: (text) => markedAnswer(text),
  "markedAnswer, in the formula of a box": (text) => markedAnswer(`$\\boxed{5} ${text}$`),
  spansIn: (text) => spansIn(text),
  boxesIn: (text) => boxesIn(text),
  afterThinking: (text) => afterThinking(text),
  endsInThinking: (text) => endsInThinking(text),
  withoutTurnEnd: (text) => withoutTurnEnd(text),
  withoutLastTokens: (text) => withoutLastTokens(text),
  parse: (text) => parse(text),
  "verify, as the answer": (text) => verify("5", text),
  "verify, against a letter": (text) => verify("x", text),
  "verify, against words": (text) => verify("the sum of all", text),
  "verify, against a choice": (text) => verify("B", text),
  "verify, against a pair": (text) => verify("(1,2)", text),
  "verify, as the gold": (text) => verify(text, "5"),
  "verify, against nearly itself": (text) => verify(text, `${text} + 1`),
  explain: (text) => explain("5", text),
  goldAnswer: (text) => goldAnswer(text),
  falseEquations: (text) => falseEquations(text),
  "falseEquations, with a sum": (text) => falseEquations(`2+2=5 ${text} 1+1=3`),
  isSameAnswer: (text) => isSameAnswer("5", text),
  readVerdict: (text) => readVerdict(text),
  "readVerdict, of a reply that was cut off": (text) => readVerdict(text, usualLabels, true),
  "readVerdict, with labels of one's own": (text) => readVerdict(text, [["yes", "no"]]),
  "readReply, with tokens": (text) =>
    readReply(
      {
        text,
        finish: "stop",
        logprobs: (text.match(/\s*\S{1,4}/g) ?? []).map((token) => ({ token, logprob: -0.1, top: [] })),
      },
      usualLabels,
      true,
      undefined,
    ),
  readCritique: (text) => readCritique(text),
  readStep: (text) => readStep(ended(text)),
  readSolution: (text) => readSolution(ended(text)),
  boxedAnswer: (text) => boxedAnswer(text),
  stepsIn: (text) => stepsIn(text),
  alignSteps: (text) => alignSteps(stepsIn(text), stepsIn(`${text}\n\n2`)),
  harmless: (text) => harmless(text),
  serverWords: (text) => serverWords(text, ["key"]),
  "the prompt of a log": (text) => goldOf(new Map([["3 + 4?", "7"]]), text),
  "a row that Python wrote": (text) => parsed(() => parsePythonJson(`{"score": NaN, "text": "${text}"}`)),
  "a list that Python wrote": (text) => pythonList(`['${text}', "${text}"]`),
  "a judge's reply": (text) => readJudge("general-verifier", text),
  "an answer for a judge": (text) => refusalOf(text, "general-verifier", text),
  "the name of a reward": (text) => noReward(text),
  "the parts of a composition": (text) => composition.score({ response: text }),
  "integer rule": (text) => integerRule.grade(["5"], text),
  "integer rule, in a box": (text) => integerRule.grade(["5"], `\\boxed{${text}}`),
};

/** A completion as a task grades it. */
const graded: Record<string, Reader> = Object.fromEntries(
  [gsm8k, math500, aime2024].map((benchmark): [string, Reader] => {
    const task = benchmark.open();
    const conversation = { id: "1", messages: [], problem: "What is 2 + 3?", answer: "5" };
    return [`task ${benchmark.name}`, (text) => task.grade(conversation, { text })];
  }),
);

/** Every reward, with the text as the whole response and as the answer. */
const rewarded: Record<string, Reader> = {};
for (const { name, example, answer, fields, score } of rewards) {
  const field = answer!;
  const places: Record<string, (text: string) => string> = {
    alone: (text) => text,
    ...(field === "response"
      ? {
          "in its tag": (text) => `</think> <answer>${text}</answer>`,
          "in its box": (text) => `</think> <answer>\\boxed{${text}}</answer>`,
        }
      : {}),
  };
  const gradings = Object.hasOwn(fields.shape, "grading") ? ["strict", "fast", "full"] : [undefined];
  for (const [place, write] of Object.entries(places))
    for (const grading of gradings) {
      const how = grading === undefined ? {} : { grading };
      rewarded[`reward ${name}${grading ? `, ${grading}` : ""}, ${place}`] = (text) =>
        score({ ...example.row, ...how, [field]: write(text) });
    }
}

export const readers: readonly NamedReader[] = Object.entries({ ...plain, ...graded, ...rewarded }).map(
  ([name, read]) => ({ name, read }),
);
