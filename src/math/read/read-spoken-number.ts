// Where a number in words may stand: as a whole value, with a unit or a noun behind it, but in no calculation.

import type { Node } from "../notation/tree.ts";
import { type NumberInWords, numberWords, startsNumberWords } from "./number-words.ts";
import { readPower } from "./read-expression.ts";
import { wordMeans } from "./read-letters.ts";
import { readUnit } from "./read-unit.ts";
import type { Reader } from "./reader.ts";

const before = new Set(', ; = ≈ ( [ { \\{ : < > ≤ ≥ ≠ ** " & \\\\'.split(" "));
const after = new Set(', ; = ≈ ) ] } \\} : < > ≤ ≥ ≠ ** " & \\\\ % °'.split(" "));

/** Whether a value begins at token `at`: what stands before it calculates nothing with it. */
function beginsValue(r: Reader, at: number): boolean {
  const token = r.tokens[at - 1];
  if (token === undefined || token.kind === "end") return true;
  if (token.kind === "word") return /^(and|or)$/i.test(token.value);
  if (token.kind !== "op") return false;
  // What brackets a value multiplies what stands before them: `3 (three)` is no three.
  if (token.value === "(" || token.value === "[" || token.value === "-") return beginsValue(r, at - 1);
  const outside = r.tokens[at - 2];
  if (token.value === "{" && outside)
    return outside.kind === "command" || outside.value === "}" || beginsValue(r, at - 1);
  return before.has(token.value);
}

function endsValue(r: Reader): boolean {
  const { kind, value } = r.token;
  if (kind === "end") return true;
  if (kind === "op") return after.has(value);
  if (kind === "command") return value.startsWith("end:");
  return kind === "word" && (/^(and|or)$/i.test(value) || (value.length > 1 && wordMeans(r) === "text"));
}

/** `seven (7)` says the same in digits. */
const restates = (r: Reader, node: Node): boolean =>
  node.kind === "number" &&
  r.isOp("(") &&
  r.peek().kind === "number" &&
  r.peek().value === String(node.mantissa) &&
  node.places === 0 &&
  r.peek(2).value === ")";

/** The number in words at the cursor, which stays where it is; undefined where there is none, or something calculates with it. */
function spokenNumberAt(r: Reader): NumberInWords | undefined {
  if (r.token.kind !== "word" || !startsNumberWords(r.token.value) || !beginsValue(r, r.i)) return undefined;
  const found = numberWords(r.tokens, r.i);
  if (!found) return undefined;
  const start = r.i;
  r.i = found.next;
  if (restates(r, found.node)) r.i += 3;
  const next = r.i;
  const stands = endsValue(r);
  r.i = start;
  return stands ? { ...found, next } : undefined;
}

const relating = /^(of|to|in|the|this|that|these|those|as|my|its|it|their|his|her|what|per)$/i;

/** Whether an item is a number in words with nothing but a unit or a noun behind it; other words make it a text. */
export function isSpokenNumber(r: Reader, ends: (r: Reader) => boolean): boolean {
  const found = spokenNumberAt(r);
  if (!found) return false;
  const mark = r.mark();
  r.i = found.next;
  const isAlone = ends(r) || r.token.kind === "op";
  // A twelfth part is no twelve, and half the sum no half.
  const isCount = found.node.kind !== "ordinal" && !relating.test(r.token.value);
  const isLabelled = isAlone || (isCount && readUnit(r, found.node) !== undefined);
  r.reset(mark);
  return isLabelled;
}

/** Reads the number in words at the cursor, or the one in digits after `minus`. */
export function readSpokenNumber(r: Reader): Node | undefined {
  if (/^(negative|minus)$/i.test(r.token.value) && r.peek().kind === "number" && beginsValue(r, r.i)) {
    r.i++;
    return { kind: "neg", arg: readPower(r) };
  }
  const found = spokenNumberAt(r);
  if (!found) return undefined;
  r.i = found.next;
  if (r.token.kind === "word" && (found.node.kind === "ordinal" || relating.test(r.token.value)))
    r.fail("words after a number in words");
  return found.node;
}
