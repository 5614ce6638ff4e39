// Runs of letters where a value is expected: the name of a function, a constant, variables side by side, or words.

import { functionSpellings, typedFunctions } from "../functions/functions.ts";
import { type Node, symbol } from "../notation/tree.ts";
import { unitName } from "../notation/units.ts";
import { symbolCommands } from "../notation/vocabulary.ts";
import { isOrdinalEnding, isStructural, isWord, splitFunctions } from "../notation/words.ts";
import { isHan } from "./han.ts";
import { readAtom } from "./read-atom.ts";
import { readCode, startsCode } from "./read-code.ts";
import { readFunction } from "./read-function.ts";
import { subscriptBase, validInBase } from "./read-number.ts";
import { readSpokenNumber } from "./read-spoken-number.ts";
import { readArguments, readSymbol } from "./read-symbol.ts";
import { isQuotient, readAmount } from "./read-unit.ts";
import type { Reader } from "./reader.ts";

/** Greek letters that people type in Latin ones; `xi`, `nu` and `eta` are more often products. */
export const typedSymbols = new Set(
  "alpha beta gamma delta epsilon varepsilon zeta theta kappa lambda pi rho sigma tau phi varphi psi omega".split(
    " ",
  ),
);
const infinities = new Set(["infinity", "inf", "infty", "oo"]);

/** Of the letters that are seldom a product side by side: the number of a quadrant, a case, a statement. */
const roman = /^(?:I{2,3}|IV|VI{1,3}|IX|XI{1,3}|XIV|XVI{0,3}|XIX|XX)$/;

/** What a run of letters is, where a value is expected. */
export function wordMeans(r: Reader): "function" | "symbol" | "letters" | "mixed" | "infinity" | "text" {
  const token = r.token;
  const { value } = token;
  if (startsCode(r)) return "function";
  if (typedFunctions.has(value) || (value.length > 2 && typedFunctions.has(value.toLowerCase()))) {
    if (!((value === "min" || value === "sec" || value === "deg") && followsNumber(r))) return "function";
  }
  if (isHan(value[0]!) || (roman.test(value) && !raisesLetter(r))) return "text";
  if (infinities.has(value.toLowerCase()) && value.length > 1) return "infinity";
  if (typedSymbols.has(value.toLowerCase()) && !(token.upright && unitName(value, true) !== undefined))
    return "symbol";
  if (isOrdinalEnding(value) && token.gap === "" && r.tokens[r.i - 1]?.kind === "number") return "text";
  if (value.length === 1 && followsNumber(r) && isQuotient(r)) return "text";
  if (token.upright && value.length > 1 && !/^d[xyztu]$/.test(value)) return "text";
  if (value.length > 1 && isStructural(value)) return "text";
  if (
    token.upright &&
    value.length === 1 &&
    followsNumber(r) &&
    unitName(value, true) !== undefined &&
    !"ei".includes(value)
  )
    return "text";
  if (splitFunctions(value)) return "mixed";
  if (isWord(value) && !(value.length === 2 && !token.upright && standsAlone(r)) && !raisesLetter(r))
    return "text";
  if (value.length > 1 && followsNumber(r) && unitName(value, false) !== undefined) return "text";
  return "letters";
}

/** A short run between signs, as in `at + b`, is a product even where English has such a word. */
const standsAlone = (r: Reader): boolean =>
  r.tokens[r.i - 1]?.kind !== "word" && r.peek().kind !== "word" && (r.i > 0 || r.peek().kind !== "end");

/** `Axe^{2x}`, `PDP^{-1}`: no word is raised to a power, but e is, and so is the last of several matrices. */
const raisesLetter = (r: Reader): boolean =>
  /^(?:[A-Za-z]{1,2}e|[a-z]?[A-Z]{2,4})$/.test(r.token.value) &&
  !r.token.upright &&
  r.peek().kind === "op" &&
  r.peek().value === "^";

const followsNumber = (r: Reader): boolean => {
  const before = r.tokens[r.i - 1];
  return (
    before !== undefined &&
    (before.kind === "number" ||
      before.kind === "fraction" ||
      (before.kind === "op" && (before.value === "}" || before.value === ")")) ||
      before.kind === "symbol")
  );
};

export function readWord(r: Reader): Node {
  const special = readLetterDigits(r) ?? readCode(r) ?? readSpokenNumber(r) ?? readAmount(r);
  if (special) return special;
  const token = r.token;
  switch (wordMeans(r)) {
    case "function": {
      r.i++;
      const name = functionSpellings.get(token.value) ?? functionSpellings.get(token.value.toLowerCase())!;
      return readFunction(r, name, false);
    }
    case "infinity":
      r.i++;
      return { kind: "infinity" };
    case "symbol": {
      r.i++;
      const name = symbolCommands.get(token.value) ?? symbolCommands.get(token.value.toLowerCase())!;
      return readSymbol(r, name);
    }
    case "mixed": {
      const [first] = splitFunctions(token.value)!;
      if (first!.length === token.value.length) r.i++;
      else r.shorten(first!.length);
      return first!.length > 1 ? readFunction(r, functionSpellings.get(first!)!, false) : symbol(first!);
    }
    case "letters": {
      const letter = token.value[0]!;
      // `m\angle ABC` is the measure of the angle.
      if (token.value === "m" && r.peek().value === "∠") {
        r.i++;
        return readAtom(r);
      }
      if (token.value.length === 1) r.i++;
      else {
        r.shorten(1);
        const run = /^[A-Z]{2,}/.exec(token.value)?.[0].length;
        return run === undefined ? symbol(letter) : { kind: "symbol", name: letter, run };
      }
      return readSymbol(r, letter);
    }
    default:
      return readUprightName(r) ?? r.fail("words where a value is expected");
  }
}

/** `\operatorname{rank}(A)`: an upright name close before a bracket is a function, whatever it does. */
function readUprightName(r: Reader): Node | undefined {
  const { upright, value, end } = r.token;
  const [open, bracket] = [r.peek(), r.brackets.get(r.i + 1)];
  if (!upright || !/^[A-Za-z]{2,}$/.test(value) || open.value !== "(") return undefined;
  // Only the brace of the name stands between.
  if (open.upright || open.start > end + 1) return undefined;
  if (!bracket || bracket.close < 0 || bracket.relation) return undefined;
  r.i++;
  const known = functionSpellings.get(value);
  if (known !== undefined) return readFunction(r, known, false);
  return { kind: "apply", name: value, args: readArguments(r) };
}

/** `FF_{16}`: digits that begin with a letter. */
function readLetterDigits(r: Reader): Node | undefined {
  if (!/^[A-F]+$/.test(r.token.value)) return undefined;
  let digits = "";
  let at = r.i;
  for (; at < r.i + 6; at++) {
    const { kind, value, gap } = r.tokens[at]!;
    const belongs = (kind === "word" && /^[A-F]+$/.test(value)) || (kind === "number" && /^\d+$/.test(value));
    if (!belongs || (digits !== "" && gap !== "")) break;
    digits += value;
  }
  const mark = r.tokens[at]!;
  const found =
    digits.length > 1 && mark.kind === "op" && mark.value === "_" ? subscriptBase(r, at + 1) : undefined;
  if (!found || found[0] < 11 || found[0] > 36 || !validInBase(digits, found[0])) return undefined;
  r.i = found[1];
  return { kind: "based", digits, base: found[0] };
}
