// assay judge: examines a model on some 200 pairs with known answers, to decide whether it may judge.

import { accuracyOf, type Exam, inconclusiveIn, KeptJudge, refusedBecause } from "../judge/exam.ts";
import { stampWords } from "../judge/judge.ts";
import { costOf, costText } from "../models/model.ts";
import { flag } from "../options/option.ts";
import { count } from "../outgoing/counted.ts";
import { percent } from "../runs/figure.ts";
import { versions } from "../runs/versions.ts";
import { type Command, readOptions, UsageError } from "./command.ts";
import { judgeModelOptions } from "./options/judge-options.ts";
import { jsonOption } from "./options/shared-options.ts";
import { examined, findJudge } from "./run/open-judge.ts";
import { textTable } from "./terminal/show-table.ts";

const options = {
  check: flag({ help: "Examine the judge now, even if it was examined before." }),
  json: jsonOption(
    "version, judge, passed, accuracy, false_accepts, inconclusive, right, wrong, keys, tokens, cost",
  ),
  ...judgeModelOptions,
};

async function run(argv: readonly string[]): Promise<number> {
  const { values } = readOptions(argv, options);
  const found = await findJudge(values, "judge");
  if (!found)
    throw new UsageError("which judge? Give --judge SOURCE, or --judge-base-url URL and --judge-model NAME");
  try {
    const kept = new KeptJudge(found.stamp);
    const exam = values.check ? await examined(found, kept) : kept.exam;
    if (!exam)
      throw new UsageError(`the judge ${stampWords(found.stamp)} was not examined yet; --check examines it`);
    const { prices } = found;
    const cost =
      prices && costOf({ inputTokens: exam.tokens.input, outputTokens: exam.tokens.output }, prices);
    if (values.json)
      process.stdout.write(`${JSON.stringify({ ...examJson(exam), judge: found.stamp, cost })}\n`);
    else {
      const money = cost === undefined ? "" : `, ${costText(cost, prices!.currency, 4)}`;
      process.stdout.write(
        `${stampWords(found.stamp)}, examined ${exam.at.slice(0, 10)}\n${examText(exam)}${money}\n`,
      );
    }
    const reason = refusedBecause(exam);
    process.stderr.write(reason === undefined ? "it may judge\n" : `it may not judge: ${reason}\n`);
    return reason === undefined ? 0 : 1;
  } finally {
    await found.close();
  }
}

function examJson(exam: Exam): object {
  const { passed, right, wrong, keys, accepted, tokens, at } = exam;
  return {
    version: versions().assay,
    passed,
    accuracy: accuracyOf(exam),
    false_accepts: accepted.length,
    inconclusive: inconclusiveIn(exam),
    right,
    wrong,
    keys,
    accepted,
    tokens,
    at,
  };
}

function examText(exam: Exam): string {
  const row = (name: string, { of, accepted, inconclusive }: Exam["right"]) => [
    name,
    count(of),
    count(accepted),
    count(inconclusive),
  ];
  const table = textTable([
    ["pairs", "asked", "accepted", "inconclusive"],
    row("right, in other words", exam.right),
    row("wrong, but close", exam.wrong),
    row("master keys", exam.keys),
  ]);
  const { tokens, accepted } = exam;
  return (
    `${table}\naccuracy ${percent(accuracyOf(exam))}, ${count(accepted.length)} false accepts, ` +
    `${count(inconclusiveIn(exam))} inconclusive, ${count(tokens.input)} tokens in, ${count(tokens.output)} out`
  );
}

export const command: Command = {
  usage: ["--check --judge SOURCE [--json]", "--check --judge-base-url URL [--judge-model NAME]"],
  examples: [
    {
      does: "examine a model on your own server",
      typed: "assay judge --check --judge-base-url http://127.0.0.1:8000/v1",
    },
    { does: "show the examination result of a configured judge", typed: "assay judge --judge verifier" },
  ],
  options,
  notes: [
    "A judge that accepts a wrong answer or a master key (a text that fools many judges) is refused, and so is one that recognises fewer than " +
      "half of the right answers. Other commands examine a new judge automatically. docs/judge.md " +
      "explains when a judge is asked.",
    "Exit codes: 0 if it may judge, 1 if it may not or could not be examined, 2 for wrong usage.",
  ],
  run,
};
