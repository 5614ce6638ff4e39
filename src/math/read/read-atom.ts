// The smallest things that have a value: numbers, symbols, bracketed groups, and what commands build.

import { typedFunctions } from "../functions/functions.ts";
import type { Node } from "../notation/tree.ts";
import { readBigOperator, readBigUnion, readIntegral, readLimit } from "./read-big.ts";
import { readBraces, readLeftScripts, readSystem } from "./read-braces.ts";
import { readAbsolute, readBracket, readFloor, readSetBraces } from "./read-bracket.ts";
import { readEnvironment } from "./read-environment.ts";
import { readPower } from "./read-expression.ts";
import { binomials, fractions, readArgument, readFraction, readRadicand, readRoot } from "./read-fraction.ts";
import { readFunction } from "./read-function.ts";
import { readWord, wordMeans } from "./read-letters.ts";
import { readNumber, readRepeating, readScale, subscriptBase, validInBase } from "./read-number.ts";
import { readAccented, readNamedFigure, readOverline, readSetName, readSymbol } from "./read-symbol.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

const atomOps = new Set([
  "(",
  "[",
  "{",
  "\\{",
  "|",
  "|(",
  "‖",
  "⟨",
  "⌊",
  "⌈",
  "√",
  "∛",
  "∜",
  "∑",
  "∏",
  "∫",
  "∞",
  "∅",
  "∠",
  "△",
  "$",
  "€",
  "£",
  "¥",
  "₹",
  "…",
  "∂",
  "]",
]);
const atomCommands = new Set([
  ...fractions,
  ...binomials,
  "sqrt",
  "sum",
  "prod",
  "int",
  "lim",
  "overline",
  "bar",
  "dot",
  "ddot",
  "iint",
  "oint",
]);
/** Whether the current token can begin an atom. */
export function startsAtom(r: Reader): boolean {
  const token = r.token;
  switch (token.kind) {
    case "number":
    case "fraction":
    case "symbol":
    case "function":
    case "setname":
      return true;
    case "word":
      return wordMeans(r) !== "text";
    case "command":
      return (
        token.value.startsWith("begin:") || token.value.startsWith("accent:") || atomCommands.has(token.value)
      );
    case "op":
      return atomOps.has(token.value) && token.value !== "…" && token.value !== "]";
    case "end":
      return false;
  }
}

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
      return readOperatorAtom(r);
    case "end":
      return r.fail("a value is missing");
  }
}

function readCommand(r: Reader): Node {
  const token = r.token;
  const name = token.value;
  if (fractions.has(name)) return readFraction(r);
  if (binomials.has(name)) {
    r.i++;
    return { kind: "call", name: "binom", args: [readArgument(r), readArgument(r)], base: null };
  }
  if (name.startsWith("begin:")) return readEnvironment(r);
  if (name.startsWith("accent:")) return readAccented(r);
  switch (name) {
    case "sqrt":
      return readRoot(r);
    case "sum":
    case "prod":
      return readBigOperator(r, name);
    case "int":
      return readIntegral(r);
    case "lim":
      return readLimit(r);
    case "overline":
    case "bar":
      return readOverline(r);
    case "dot":
    case "ddot":
      return readAccented(r);
    default:
      return r.fail(`\\${name.replace(":", "{")} has no meaning here`);
  }
}

function readOperatorAtom(r: Reader): Node {
  const token = r.token;
  switch (token.value) {
    case "(":
    case "[":
    case "⟨":
    case "]":
      return readBased(r) ?? readBracket(r, false);
    case "{":
      return readBraces(r);
    case "\\{":
      return readSystem(r) ?? readSetBraces(r);
    case "∪":
    case "∩":
      return readBigUnion(r);
    case "^":
    case "_":
      return readLeftScripts(r);
    case "|":
    case "|(":
    case "‖":
      return readAbsolute(r);
    case "⌊":
    case "⌈":
      return readFloor(r);
    case "√":
    case "∛":
    case "∜": {
      r.i++;
      const index =
        token.value === "√"
          ? null
          : ({
              kind: "number",
              mantissa: token.value === "∛" ? 3n : 4n,
              places: 0,
              repeating: "",
              open: false,
            } as const);
      return r.nested(() => ({ kind: "root", arg: readRadicand(r), index }));
    }
    case "∑":
      return readBigOperator(r, "sum");
    case "∏":
      return readBigOperator(r, "prod");
    case "∫":
      return readIntegral(r);
    case "∞":
      r.i++;
      return { kind: "infinity" };
    case "∅":
      r.i++;
      return { kind: "setname", name: "empty" };
    case "…":
      r.i++;
      return { kind: "ellipsis" };
    case ".":
      return readBareRepeating(r);
    case "∠":
    case "△": {
      r.i++;
      return readNamedFigure(r, token.value);
    }
    case "$":
    case "€":
    case "£":
    case "¥":
    case "₹": {
      r.i++;
      const negative = r.eat("-");
      const amount = readPower(r);
      if (amount.kind !== "number" && amount.kind !== "div" && amount.kind !== "mixed")
        r.fail("an amount is missing", token);
      const scale = amount.kind === "number" ? readScale(r) : undefined;
      const arg: Node = scale ? { kind: "mul", factors: [amount, scale] } : amount;
      return {
        kind: "unit",
        arg: negative ? { kind: "neg", arg } : arg,
        unit: { factors: [{ name: token.value, power: 1 }], noun: "" },
      };
    }
    case "**":
      if (!r.bold && mayOpenBold(r.tokens[r.i - 1])) {
        r.bold = true;
        r.i++;
        return readAtom(r);
      }
      return r.fail("a value is missing");
    default:
      return r.fail("a value is missing");
  }
}

/** After a sign that calculates two stars are a power that lacks its base. */
const mayOpenBold = (before: Token | undefined): boolean =>
  before === undefined ||
  (before.kind === "word" && !typedFunctions.has(before.value.toLowerCase())) ||
  (before.kind === "op" && /^[,;:=≈([&]$|^\\\{$|^\\\\$/.test(before.value));

/** `.\overline{3}`, with no digit before the point. */
function readBareRepeating(r: Reader): Node {
  const mark = r.peek();
  if (mark.kind !== "command" || !["overline", "dot", "bar"].includes(mark.value))
    return r.fail("a value is missing");
  r.i++;
  return readRepeating(r, "0.");
}

/** `(1011)_2`, `(1F)_{16}`. */
function readBased(r: Reader): Node | undefined {
  if (!r.isOp("(")) return undefined;
  let digits = "";
  let ahead = 1;
  for (; ahead < 8; ahead++) {
    const { kind, value, gap } = r.peek(ahead);
    if ((kind !== "number" && !(kind === "word" && /^[A-Z]+$/.test(value))) || (ahead > 1 && gap !== ""))
      break;
    digits += value;
  }
  const mark = r.peek(ahead + 1);
  if (digits === "" || r.peek(ahead).value !== ")" || mark.value !== "_" || mark.kind !== "op")
    return undefined;
  const found = subscriptBase(r, r.i + ahead + 2);
  if (!found || found[0] < 2 || found[0] > 36) return undefined;
  if (!validInBase(digits, found[0])) r.fail(`a digit that base ${found[0]} does not have`);
  r.i = found[1];
  return { kind: "based", digits, base: found[0] };
}
