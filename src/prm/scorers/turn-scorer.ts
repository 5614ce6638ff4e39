// Scorers that ask a chat model about one step at a time. They differ only in how a reply is read.

import {
  addUsage,
  type Completion,
  type GenerateOptions,
  type Model,
  noUsage,
  type Sampling,
  type Usage,
} from "../../models/model.ts";
import { requestSeed } from "../../runs/seed.ts";
import { type StepPrompt, stepConversation } from "../conversation.ts";
import type { StepScore, StepScorer, StepScores, StepsToScore } from "../step-scorer.ts";

export interface TurnScorerOptions {
  model: Model;
  prompt: StepPrompt;
  sampling: Sampling;
  identity: Readonly<Record<string, unknown>>;
  read(completion: Completion): StepScore;
}

export class TurnScorer implements StepScorer {
  readonly identity: Readonly<Record<string, unknown>>;

  constructor(private readonly options: TurnScorerOptions) {
    this.identity = options.identity;
  }

  score(question: StepsToScore, options: GenerateOptions = {}): Promise<StepScores> {
    const { steps, from, untilWrong } = question;
    if (from === steps.length - 1) return this.ask(question, from, options).then(one);
    const places = steps.map((_, place) => place).slice(from);
    if (untilWrong) return this.inTurn(question, places, options);
    // A later question does not depend on earlier answers, so all can be sent at once.
    return Promise.all(places.map((place) => this.ask(question, place, options))).then(gather);
  }

  preview(question: StepsToScore): object {
    return this.options.model.preview(this.request(question, question.from));
  }

  close(): Promise<void> {
    return this.options.model.close();
  }

  private async inTurn(
    question: StepsToScore,
    places: readonly number[],
    options: GenerateOptions,
  ): Promise<StepScores> {
    const answers: Answer[] = [];
    for (const place of places) {
      const answer = await this.ask(question, place, options);
      answers.push(answer);
      if (answer.score.verdict !== "right") break;
    }
    return gather(answers);
  }

  private ask(question: StepsToScore, place: number, options: GenerateOptions): Promise<Answer> {
    return this.options.model
      .generate(this.request(question, place), options)
      .then(({ completions, usage }) => ({ score: this.options.read(completions[0]!), usage }));
  }

  private request({ problem, steps, key, seed }: StepsToScore, place: number) {
    const draw = {
      key: `${key}#${place}`,
      seed: seed === undefined ? undefined : requestSeed(seed, key, place),
    };
    return {
      prompt: stepConversation(this.options.prompt, problem, steps, place),
      sampling: this.options.sampling,
      draws: [draw] as [typeof draw],
    };
  }
}

interface Answer {
  score: StepScore;
  usage: Usage;
}

const one = ({ score, usage }: Answer): StepScores => ({ scores: [score], calls: 1, usage });

const gather = (answers: readonly Answer[]): StepScores => ({
  scores: answers.map(({ score }) => score),
  calls: answers.length,
  usage: answers.reduce((sum, { usage }) => addUsage(sum, usage), noUsage),
});
