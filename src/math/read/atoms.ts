// The smallest expressions with a value: numbers, symbols, bracketed groups, words that are numbers, and the results of
// commands.

import { functionSpellings, typedFunctions } from "../functions/functions.ts";
import { call, integer, measured, type Node, negate, symbol } from "../notation/tree.ts";
import { binomials, bySpelling, fractions, symbolCommands } from "../notation/vocabulary.ts";
import { splitFunctions } from "../notation/words.ts";
import {
  readAbsolute,
  readArgument,
  readArguments,
  readBraces,
  readBracket,
  readEnvironment,
  readFloor,
  readLeftScripts,
  readRadicand,
  readSetBraces,
  readSystem,
} from "./brackets.ts";
import { readCode } from "./code.ts";
import { readAccented, readNamedFigure, readOverline, readSetName, readSymbol, wordMeans } from "./names.ts";
import {
  isRepeatMark,
  type NumberInWords,
  numberWords,
  readBased,
  readNumber,
  readRepeating,
  readScale,
  startsNumberWords,
} from "./numbers.ts";
import {
  readBigOperator,
  readBigUnion,
  readFraction,
  readFunction,
  readIntegral,
  readLimit,
  readRoot,
} from "./operators.ts";
import type { Reader } from "./reader.ts";
import { beginsExpression, currencySigns, endsExpression, isOp, isSign, type Token } from "./token.ts";
import { readUnit } from "./units.ts";

export function readAtom(r: Reader): Node {
  const token = r.token;
  switch (token.kind) {
    case "number":
    case "fraction":
      return readNumber(r);
    case "symbol":
      r.i++;
      if (token.value === "Delta" && /^[A-Z]{3}$/.test(r.token.value)) return readNamedFigure(r, "△");
      return readSymbol(r, token.value);
    case "function":
      r.i++;
      return readFunction(r, token.value, true);
    case "setname":
      r.i++;
      return readSetName(r, token.value);
    case "word":
      return readWord(r);
    case "command":
      return readCommand(r);
    case "op":
      return operators.get(token.value)?.(r) ?? r.fail("a value is missing");
    case "end":
      return r.fail("a value is missing");
  }
}

const constant =
  (node: Node): Rule =>
  (r) => {
    r.i++;
    return node;
  };

const radical =
  (index: Node | null): Rule =>
  (r) => {
    r.i++;
    return r.nested(() => ({ kind: "root", arg: readRadicand(r), index }));
  };

const sum: Rule = (r) => readBigOperator(r, "sum");
const productOver: Rule = (r) => readBigOperator(r, "prod");

function readFigure(r: Reader): Node {
  const sign = r.take().value;
  return readNamedFigure(r, sign);
}

function readBinomial(r: Reader): Node {
  r.i++;
  return call("binom", readArgument(r), readArgument(r));
}

/** `$5`, `-$4.5 million`. */
function readMoney(r: Reader): Node {
  const sign = r.take();
  const negative = r.eat("-");
  const amount = r.rules.power(r);
  if (amount.kind !== "number" && amount.kind !== "div" && amount.kind !== "mixed")
    r.fail("an amount is missing", sign);
  const scale = amount.kind === "number" ? readScale(r) : undefined;
  const arg: Node = scale ? { kind: "mul", factors: [amount, scale] } : amount;
  return measured(negative ? negate(arg) : arg, sign.value);
}

function readBold(r: Reader): Node {
  if (r.bold || !mayOpenBold(r.tokens[r.i - 1])) return r.fail("a value is missing");
  r.bold = true;
  r.i++;
  return r.rules.atom(r);
}

type Rule = (r: Reader) => Node;

/** The expression that begins with each operator, with a line for each rule. */
const operators: ReadonlyMap<string, Rule> = bySpelling<Rule>([
  ["(", (r) => (hasIndex(r) ? readBased(r, r.i) : undefined) ?? readBracket(r, false)],
  ["[ ⟨ ]", (r) => readBracket(r, false)],
  ["{", (r) => readBraces(r)],
  ["\\{", (r) => readSystem(r) ?? readSetBraces(r)],
  ["∪ ∩", readBigUnion],
  ["^ _", readLeftScripts],
  ["| |( ‖", readAbsolute],
  ["⌊ ⌈", readFloor],
  ["√", radical(null)],
  ["∛", radical(integer(3))],
  ["∜", radical(integer(4))],
  ["∑", sum],
  ["∏", productOver],
  ["∫", readIntegral],
  ["∞", constant({ kind: "infinity" })],
  ["∅", constant({ kind: "setname", name: "empty" })],
  ["…", constant({ kind: "ellipsis" })],
  [".", readBareRepeating],
  ["∠ △", readFigure],
  [[...currencySigns].join(" "), readMoney],
  ["**", readBold],
]);

const commands: ReadonlyMap<string, Rule> = bySpelling<Rule>([
  [[...fractions].join(" "), readFraction],
  [[...binomials].join(" "), readBinomial],
  ["sqrt", readRoot],
  ["sum", sum],
  ["prod", productOver],
  ["int", readIntegral],
  ["lim", readLimit],
  ["overline bar", readOverline],
  ["dot ddot", readAccented],
]);

function readCommand(r: Reader): Node {
  const name = r.token.value;
  if (name.startsWith("begin:")) return readEnvironment(r);
  if (name.startsWith("accent:")) return readAccented(r);
  return commands.get(name)?.(r) ?? r.fail(`\\${name.replace(":", "{")} has no meaning here`);
}

/** After an operator, two stars are a power without a base. */
const mayOpenBold = (before: Token | undefined): boolean =>
  before === undefined ||
  (before.kind === "word" && !typedFunctions.has(before.value.toLowerCase())) ||
  isSign(before, ",;:=≈([&") ||
  isOp(before, "\\{") ||
  isOp(before, "\\\\");

/** `.\overline{3}`, with no digit before the point. */
function readBareRepeating(r: Reader): Node {
  const mark = r.peek();
  if (!isRepeatMark(mark)) return r.fail("a value is missing");
  r.i++;
  return readRepeating(r, "0.");
}

const hasIndex = (r: Reader): boolean => isOp(r.tokens[r.brackets.get(r.i)!.close + 1], "_");

/** One letter is a digit of another base, the constructor `S` or the word "a", or begins nothing but a name. */
const beginsMore = /^[A-FSa]$|../;

function readWord(r: Reader): Node {
  const token = r.token;
  const special = beginsMore.test(token.value)
    ? (readBased(r, r.i) ?? readCode(r) ?? readSpokenNumber(r) ?? readGroup(r))
    : undefined;
  if (special) return special;
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
        return r.rules.atom(r);
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

/** `SU(3)`, `GL(n, \mathbb{R})`: the name of a matrix group before its bracket is not a product of letters. */
function readGroup(r: Reader): Node | undefined {
  if (!/^(?:P?[GS]L|P?S[OU]|PGU|Sp|Spin)$/.test(r.token.value)) return undefined;
  const [open, bracket] = [r.peek(), r.brackets.get(r.i + 1)];
  if (open.value !== "(" || open.gap !== "" || !bracket || bracket.close < 0 || bracket.relation)
    return undefined;
  const name = r.take().value;
  return { kind: "apply", name, args: readArguments(r) };
}

/** `\operatorname{rank}(A)`: an upright name directly before a bracket is a function, even an unknown one. */
function readUprightName(r: Reader): Node | undefined {
  const { upright, value, end } = r.token;
  const [open, bracket] = [r.peek(), r.brackets.get(r.i + 1)];
  if (!upright || !/^[A-Za-z]{2,}$/.test(value) || open.value !== "(") return undefined;
  // Only the brace of the name is between them.
  if (open.upright || open.start > end + 1) return undefined;
  if (!bracket || bracket.close < 0 || bracket.relation) return undefined;
  r.i++;
  const known = functionSpellings.get(value);
  if (known !== undefined) return readFunction(r, known, false);
  return { kind: "apply", name: value, args: readArguments(r) };
}

/** Whether a value begins at token `at`, and no operator is before it. */
function beginsValue(r: Reader, at: number): boolean {
  const token = r.tokens[at - 1];
  if (token?.kind !== "op") return beginsExpression(token);
  // A value in brackets multiplies what is before it, so `3 (three)` is not three.
  if (isSign(token, "([-")) return beginsValue(r, at - 1);
  const outside = r.tokens[at - 2];
  if (token.value === "{" && outside)
    return outside.kind === "command" || outside.value === "}" || beginsValue(r, at - 1);
  return beginsExpression(token);
}

function endsValue(r: Reader): boolean {
  const { token } = r;
  if (endsExpression(token) || isSign(token, "%°")) return true;
  const isLong = token.kind === "word" && token.value.length > 1;
  return isLong && wordMeans(r) === "text";
}

/** `seven (7)` repeats the number in digits. */
const restates = (r: Reader, node: Node): boolean =>
  node.kind === "number" &&
  r.isOp("(") &&
  r.peek().kind === "number" &&
  r.peek().value === String(node.mantissa) &&
  node.places === 0 &&
  r.peek(2).value === ")";

/** The number in words at the cursor, which does not move; undefined if there is none, or an operator is beside it. */
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

/** Whether an item is a number in words with nothing but a unit or a noun after it; other words make it a text. */
export function isSpokenNumber(r: Reader, ends: (r: Reader) => boolean): boolean {
  const found = spokenNumberAt(r);
  if (!found) return false;
  const mark = r.mark();
  r.i = found.next;
  const isAlone = ends(r) || r.token.kind === "op";
  // A twelfth part is not twelve, and half the sum is not half.
  const isCount = found.node.kind !== "ordinal" && !relating.test(r.token.value);
  const isLabelled = isAlone || (isCount && readUnit(r, found.node) !== undefined);
  r.reset(mark);
  return isLabelled;
}

/** Reads the number in words at the cursor, or the one in digits after `minus`. */
function readSpokenNumber(r: Reader): Node | undefined {
  if (/^(negative|minus)$/i.test(r.token.value) && r.peek().kind === "number" && beginsValue(r, r.i)) {
    r.i++;
    return negate(r.rules.power(r));
  }
  const found = spokenNumberAt(r);
  if (!found) return undefined;
  r.i = found.next;
  if (r.token.kind === "word" && (found.node.kind === "ordinal" || relating.test(r.token.value)))
    r.fail("words after a number in words");
  return found.node;
}
