// The gold of the r1-zero family: a number, a string, or a list, of which one match is enough.

import { goldAnswer } from "../../math/index.ts";
import { GoldError, kindOf } from "../gold.ts";

/** What callers may pass; from JSON anything may come, and is checked. */
export type GroundTruth = string | number | readonly (string | number)[];

/** The golds to grade against. @throws {GoldError} when one is missing, empty or of the wrong type. */
export function strictGolds(groundTruth: unknown): string[] {
  if (!Array.isArray(groundTruth)) return [strictGold(groundTruth, "the ground truth")];
  if (groundTruth.length === 0) throw new GoldError("the ground truth is an empty list");
  return groundTruth.map((element, i) => strictGold(element, `number ${i + 1} of the ground truths`));
}

function strictGold(gold: unknown, name: string): string {
  if (typeof gold === "number") {
    if (!Number.isFinite(gold)) throw new GoldError(`${name} is not a finite number`);
    if (Number.isInteger(gold) && !Number.isSafeInteger(gold)) {
      throw new GoldError(`${name} has more digits than a JSON number keeps; write it as a string`);
    }
    return plainDigits(gold);
  }
  if (typeof gold !== "string")
    throw new GoldError(`${name} must be a string or a number; it is ${kindOf(gold)}`);
  const content = goldAnswer(gold);
  if (content.trim() === "") throw new GoldError(`${name} is empty`);
  return content;
}

/**
 * The golds as the reference sees them; it does not know an unusable one.
 *
 * @throws {TypeError} when there is nothing that could be compared at all.
 */
export function referenceGolds(groundTruth: unknown): string[] {
  const golds = Array.isArray(groundTruth) ? groundTruth : [groundTruth];
  return golds.map((gold) => {
    if (typeof gold === "string") return gold;
    if (typeof gold === "number") return String(gold);
    if (typeof gold === "boolean") return gold ? "True" : "False";
    throw new TypeError(
      `the ground truth must be a string, a number or a list of them; it is ${kindOf(gold)}`,
    );
  });
}

/** A small float without an exponent, so that it reads as the decimal it is. */
function plainDigits(value: number): string {
  const text = String(value);
  return text.includes("e-") ? value.toFixed(20).replace(/0+$/, "") : text;
}
