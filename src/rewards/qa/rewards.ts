// The QA rewards for the registry: names, fields and examples.

import { z } from "zod";
import { defineReward, type Reward } from "../reward.ts";
import { qaF1Reward, qaF1RewardFormat } from "./f1.ts";
import { mlqaLanguages, mlqaReward } from "./mlqa.ts";
import { searchR1Reward } from "./search-r1.ts";
import { squadV2Reward } from "./squad.ts";
import { triviaReward } from "./trivia.ts";

const keys = ["reward", "f1", "em", "precision", "recall"];
const perfect = { reward: 1, f1: 1, em: 1, precision: 1, recall: 1 };

const prediction = z.string().describe("the predicted answer");
// Checked by the reward: a gold that cannot be used makes a row unscored, not wrong.
const gold = z.unknown().describe("a gold answer, or a list, of which the best match counts");
type Gold = string | readonly string[];
const trajectory = z.array(z.unknown()).describe("the conversation's messages");

const searchFields = {
  response: z.string().describe("the whole output; its last <answer>…</answer> counts"),
  golden_answer: gold,
  format_score: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("the reward of a closed tag with a wrong answer; 0 by default"),
};
const searchKeys = ["format_reward", "answer_reward", "reward"];

export const qaRewards: readonly Reward[] = [
  defineReward({
    name: "qa_f1",
    aliases: ["qa_f1_reward"],
    description: "token F1 with the gold answer",
    fields: { prediction, golden_answer: gold, trajectory: trajectory.optional().describe("not used") },
    gold: "golden_answer",
    keys,
    example: {
      row: { prediction: "Paris is the capital", golden_answer: "Paris", trajectory: [] },
      result: { reward: 0.5, f1: 0.5, em: 0, precision: 1 / 3, recall: 1 },
    },
    score: ({ prediction, golden_answer }) => qaF1Reward(prediction, golden_answer as Gold),
  }),
  defineReward({
    name: "qa_f1_format",
    aliases: ["qa_f1_reward_format", "qa_f1_reward_tool"],
    description: "token F1 with the gold answer, for an agent with two tool messages or more",
    fields: { prediction, answer: gold, trajectory },
    gold: "answer",
    keys,
    example: {
      row: { prediction: "Paris", answer: "Paris", trajectory: [{ role: "tool" }, { role: "tool" }] },
      result: perfect,
    },
    score: ({ prediction, answer, trajectory }) => qaF1RewardFormat(prediction, answer as Gold, trajectory),
  }),
  defineReward({
    name: "qa_squad_v2",
    description: "SQuAD v2: an empty gold marks a question without an answer",
    fields: { prediction, golden_answer: gold },
    gold: "golden_answer",
    keys,
    example: { row: { prediction: "", golden_answer: "" }, result: perfect },
    score: ({ prediction, golden_answer }) => squadV2Reward(prediction, golden_answer as Gold),
  }),
  defineReward({
    name: "qa_triviaqa",
    description: "TriviaQA: punctuation separates words, the gold is a list of aliases",
    fields: { prediction, golden_answer: gold },
    gold: "golden_answer",
    keys,
    example: { row: { prediction: "rock'n'roll", golden_answer: ["Rock n Roll"] }, result: perfect },
    score: ({ prediction, golden_answer }) => triviaReward(prediction, golden_answer as Gold),
  }),
  defineReward({
    name: "qa_mlqa",
    description: "MLQA: articles of the language, all punctuation, Chinese by character",
    fields: {
      prediction,
      golden_answer: gold,
      language: z.enum(mlqaLanguages).optional().describe("default: en"),
    },
    gold: "golden_answer",
    keys,
    example: { row: { prediction: "der Rhein", golden_answer: "Rhein", language: "de" }, result: perfect },
    score: ({ prediction, golden_answer, language }) =>
      mlqaReward(prediction, golden_answer as Gold, language),
  }),
  defineReward({
    name: "search_r1_em",
    description: "Search-R1: the last <answer> is a gold answer",
    fields: searchFields,
    gold: "golden_answer",
    keys: searchKeys,
    example: {
      row: { response: "<answer>Lyon</answer>", golden_answer: "Paris", format_score: 0.1 },
      result: { format_reward: 1, answer_reward: 0, reward: 0.1 },
    },
    score: ({ response, golden_answer, format_score }) =>
      searchR1Reward(response, golden_answer as Gold, { match: "exact", formatScore: format_score }),
  }),
  defineReward({
    name: "search_r1_contains",
    description: "Search-R1: the last <answer> contains a gold answer",
    fields: searchFields,
    gold: "golden_answer",
    keys: searchKeys,
    example: {
      row: { response: "<answer>It is Paris.</answer>", golden_answer: ["Paris", "Paris, France"] },
      result: { format_reward: 1, answer_reward: 1, reward: 1 },
    },
    score: ({ response, golden_answer, format_score }) =>
      searchR1Reward(response, golden_answer as Gold, { match: "contains", formatScore: format_score }),
  }),
];
