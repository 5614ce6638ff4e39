// The kind of values that a pooling server sends for a step. It is a property of the model and cannot be seen from the
// numbers: 0.9 may be a probability or a logit. The user therefore has to give it, except for rows of two values, which
// are two classes.

import { ModelError } from "../../models/provider-error.ts";

/** One or two values as probabilities or as logits, a head of two classes, or one class of several, counted from 0. */
export type PooledScores = "probabilities" | "logits" | "two-class" | `class:${number}`;

/** Undefined if the text is not one of them. */
export function readPooledScores(text: string): PooledScores | undefined {
  return /^(?:probabilities|logits|two-class|class:\d{1,3})$/.test(text) ? (text as PooledScores) : undefined;
}

/**
 * The probability that a step is right; of two classes, the second one is right.
 * @throws {ModelError} if the row does not fit the kind, or if the kind has to be given
 */
export function rewardOfRow(row: readonly number[], scores: PooledScores | undefined): number {
  const kind = scores ?? (row.length === 2 ? "two-class" : undefined);
  if (kind === undefined) throw kindMissing(row);
  if (kind.startsWith("class:")) return classShare(row, Number(kind.slice("class:".length)), kind);
  if (row.length > 2 || (kind === "two-class" && row.length !== 2)) throw misfit(row, kind);
  const value = row.at(-1)!;
  switch (kind) {
    case "probabilities":
      if (!row.every(isProbability)) throw misfit(row, kind);
      return value;
    case "logits":
      return softmaxShare(row.length === 1 ? [0, value] : row, 1);
    default:
      return classShare(row, 1, kind);
  }
}

/** Each row shows whether the classes are probabilities already: then they add up to 1. */
function classShare(row: readonly number[], place: number, kind: string): number {
  if (row.length < 2 || place >= row.length) throw misfit(row, kind);
  const total = row.reduce((sum, value) => sum + value, 0);
  const areProbabilities = row.every(isProbability) && Math.abs(total - 1) < 0.01;
  return areProbabilities ? row[place]! : softmaxShare(row, place);
}

const softmaxShare = (row: readonly number[], place: number): number =>
  1 / row.reduce((sum, value) => sum + Math.exp(value - row[place]!), 0);

const isProbability = (value: number): boolean => value >= 0 && value <= 1;

const kindMissing = ({ length }: readonly number[]): ModelError =>
  new ModelError(
    length === 1
      ? "the server sends one value for each step, and whether it is a probability or a logit depends on the model: " +
          "say --scores probabilities or --scores logits"
      : `the server sends ${length} values for each step, and which of them is right depends on the model: ` +
          `say --scores class:K, with K from 0 to ${length - 1}`,
  );

const misfit = (row: readonly number[], kind: string): ModelError =>
  new ModelError(
    `the server sends rows such as [${row.slice(0, 4).join(", ")}], which do not fit --scores ${kind}`,
  );
