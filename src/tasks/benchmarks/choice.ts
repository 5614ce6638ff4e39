// Multiple choice. The statement ends with the choices, a line for each. The golds are the letter and the text, so that an
// answer may give either, or both if they agree; two letters are not an answer.

import { createHash } from "node:crypto";
import type { Row } from "../../datasets/index.ts";
import { verify } from "../../math/index.ts";
import { mathRule } from "../math-rule.ts";
import type { RowProblem } from "../row-problem.ts";
import { type Rule, wrong } from "../rule.ts";

export const choicePrompt = `{problem}

Choose one of the choices above, and reply with its letter inside \\boxed{...}.`;

const letters = "ABCDEFGHIJ";

/** @param right the index of the right choice */
export function choiceProblem(
  row: Row,
  question: string,
  choices: readonly string[],
  right: number,
): Pick<RowProblem, "statement" | "gold"> {
  if (choices.length < 2 || choices.length > letters.length)
    throw row.wrong(`has ${choices.length} choices; there may be 2 to ${letters.length}`);
  const text = choices[right];
  if (text === undefined) throw row.wrong("names a right choice that it does not have");
  const lines = choices.map((choice, i) => `${letters[i]}) ${choice}`);
  const isRight = (choice: string): boolean => choice.trim() === text.trim();
  const others = choices.filter((choice) => !isRight(choice));
  // Some rows have a choice twice; then either letter is right.
  const golds = choices.flatMap((choice, i) => (isRight(choice) ? [`(${letters[i]})`] : []));
  if (identifiesChoice(text, others)) golds.push(text.trim());
  return {
    statement: `${question.trim()}\n\n${lines.join("\n")}`,
    gold: golds.length === 1 ? golds[0]! : golds,
  };
}

/**
 * Whether a choice's text identifies it: it is not a letter like those of the choices, nor the same number as in a
 * different choice, which then differs in its unit or its words.
 */
const identifiesChoice = (text: string, others: readonly string[]): boolean =>
  text.trim().length > 1 && others.every((other) => essence(other) !== essence(text));

const essence = (text: string): string => {
  const digits = text.replace(/[^\d.]/g, "");
  return digits === "" ? text.toLowerCase().replace(/[^\p{L}]/gu, "") : digits;
};

const rule = mathRule();

/** The rule of mathematics, but an answer that names two choices is wrong: the letter of one with the text of another. */
export const choiceRule: Rule = {
  ...rule,
  grade(golds, answer, options, problem) {
    const grade = rule.grade(golds, answer, options);
    if (grade.right !== true || grade.extracted === null) return grade;
    const right = golds.flatMap((gold) => letterGold.exec(gold)?.[1] ?? []);
    const text = golds.find((gold) => !letterGold.test(gold));
    if (right.length === 0 || !namesAnother(grade.extracted, right, text, problem ?? "")) return grade;
    return wrong("choice", grade.extracted, "the letter and the text are those of two choices");
  },
};

const letterGold = /^\(([A-J])\)$/;

/** @param right the letters of the right choice: several if it is there twice */
function namesAnother(
  answer: string,
  right: readonly string[],
  text: string | undefined,
  problem: string,
): boolean {
  const isOf = (gold: string, said = answer) => verify(gold, said).equal;
  const isOther = (letter: string | undefined) => letter !== undefined && !right.includes(letter);
  const named = right.find((letter) => isOf(`(${letter})`));
  if (named === undefined) return [...letters].some((letter) => isOther(letter) && isOf(`(${letter})`));
  const rest = answer.slice(answer.toUpperCase().indexOf(named) + 1).replace(/^[^\p{L}\p{N}\\$(−-]+/u, "");
  if (!/[\p{L}\p{N}]/u.test(rest) || (text !== undefined && isOf(text, rest))) return false;
  return choicesIn(problem).some((choice, i) => isOther(letters[i]) && isOf(choice, rest));
}

/** The choices at the end of a statement. */
function choicesIn(statement: string): string[] {
  const lines = statement.slice(statement.lastIndexOf(`\n${letters[0]}) `) + 1).split("\n");
  return lines.flatMap((line) => /^[A-J]\) (.*)$/.exec(line)?.[1] ?? []);
}

/** The choices in an order that is derived from their texts and the question, and the new index of the first one. */
export function ordered(question: string, choices: readonly string[]): { choices: string[]; right: number } {
  const key = (choice: string): string => createHash("sha256").update(`${question}\n${choice}`).digest("hex");
  const sorted = [...choices].sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return { choices: sorted, right: sorted.indexOf(choices[0]!) };
}
