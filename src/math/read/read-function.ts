// Functions and their arguments, with the brackets that people leave out.

import { functionNamed } from "../functions/functions.ts";
import { integer, isInteger, type Node, some } from "../notation/tree.ts";
import { readAtom, startsAtom } from "./read-atom.ts";
import { readAbsolute, readBracket } from "./read-bracket.ts";
import { isDifferential, negate, readPower } from "./read-expression.ts";
import { readArgument, readRadicand } from "./read-fraction.ts";
import { product } from "./read-marks.ts";
import { readSubscript } from "./read-symbol.ts";
import type { Reader } from "./reader.ts";

/** Reads what follows a function's name; `command` says that the name had a backslash. */
export function readFunction(r: Reader, name: string, command: boolean): Node {
  return r.nested(() => {
    switch (functionNamed(name)?.reads) {
      case "root":
        return { kind: "root", arg: readRootArgument(r), index: name === "cbrt" ? integer(3) : null };
      case "brackets":
        return readBracketed(r, name);
      case "loose":
        return readLoose(r, name, command);
      case undefined:
        return r.fail(`${name} has no meaning here`);
    }
  });
}

function readRootArgument(r: Reader): Node {
  return r.isOp("(") ? readBracket(r, true) : readRadicand(r);
}

/** Functions that need their brackets. */
function readBracketed(r: Reader, name: string): Node {
  let base: Node | null = null;
  if (r.isOp("_")) {
    r.i++;
    base = { kind: "text", words: readSubscript(r) };
  }
  if (r.isOp("(") || r.isOp("[")) {
    const inner = readBracket(r, true);
    return { kind: "call", name, args: inner.kind === "sequence" ? inner.items : [inner], base };
  }
  if (r.isOp("{") && ["abs", "floor", "ceil"].includes(name))
    return { kind: "call", name, args: [readArgument(r)], base };
  if (r.isOp("\\{")) {
    const inner = readAtom(r);
    if (inner.kind === "set") return { kind: "call", name, args: inner.items, base };
    return { kind: "call", name, args: [inner], base };
  }
  return r.fail(`${name} needs its arguments in brackets`);
}

function readLoose(r: Reader, name: string, command: boolean): Node {
  let base: Node | null = null;
  let power: Node | null = null;
  for (let i = 0; i < 2; i++) {
    if (r.isOp("_") && !base) {
      r.i++;
      base = readBase(r);
    } else if ((r.isOp("^") || (r.isOp("**") && !r.bold)) && !power) {
      r.i++;
      const negative = r.eat("-");
      power = r.token.kind === "number" ? readRadicand(r) : readArgument(r);
      if (negative) power = negate(power);
    } else break;
  }
  if (
    !command &&
    name === "log" &&
    !base &&
    r.token.kind === "number" &&
    r.token.gap === "" &&
    r.peek().value === "("
  )
    base = readRadicand(r);
  let called = name;
  const square = r.isOp("[");
  // Mathematica's logarithm is natural, as it stands.
  if (!command && name === "log" && !base && square) called = "ln";
  const inverse = functionNamed(name)?.inverse;
  if (power?.kind === "neg" && isInteger(power.arg) && power.arg.mantissa === 1n && inverse !== undefined) {
    called = inverse;
    power = null;
  }
  let args = readLooseArgument(r, called);
  // Programs give a logarithm its base as a second argument, `log(3, 2)`, or as the first one, `Log[2, 3]`.
  if (!command && /^(?:log|ln)$/.test(name) && !base && args.length === 2) {
    if (square) args.reverse();
    [args, base] = [[args[0]!], args[1]!];
    called = "log";
  }
  const call: Node = { kind: "call", name: called, args, base };
  return power ? { kind: "pow", base: call, exp: power } : call;
}

/** The base of a logarithm: in `\log_23` the first digit alone, since TeX takes one, and something must be left. */
function readBase(r: Reader): Node {
  if (r.token.kind !== "number") return readArgument(r);
  const next = r.peek();
  const ends = next.kind === "end" || (next.kind === "op" && endsArgument.has(next.value));
  return ends ? readArgument(r) : readRadicand(r);
}

const endsArgument = new Set([..."+-=,;)]}<>≤≥/*×|", "\\}", "&", "\\\\"]);

/** The argument of `\sin`: a bracket, or factors side by side up to the next function or sign. */
function readLooseArgument(r: Reader, name: string): Node[] {
  if (r.isOp("(") || r.isOp("[")) {
    const inner = readBracket(r, true);
    return inner.kind === "sequence" ? inner.items : [inner];
  }
  if (r.isOp("|") || r.isOp("|(")) return [readAbsolute(r)];
  const negative = r.eat("-");
  const factors = [readPrintedGroup(r, name) ?? readPower(r)];
  while (continues(r, factors[factors.length - 1]!)) factors.push(readPower(r));
  let arg = product(factors);
  // `\sin \pi/6` and `\cos 2\pi/7` mean the sixth and the seventh; `\ln 2/2` is half of \ln 2.
  if (
    functionNamed(name)?.periodic &&
    r.isOp("/") &&
    r.peek().kind === "number" &&
    some(arg, (n) => n.kind === "symbol" && n.name === "pi")
  ) {
    r.i++;
    arg = { kind: "div", num: arg, den: readPower(r) };
  }
  return [negative ? negate(arg) : arg];
}

/** `\sin{2x}`: braces that print does not show must hold what would be the argument without them. */
function readPrintedGroup(r: Reader, name: string): Node | undefined {
  if (!r.isOp("{") || r.peek().value === "}") return undefined;
  const open = r.take();
  const [arg, ...others] = r.grouped(() => readLooseArgument(r, name));
  if (!r.eat("}") || others.length > 0 || r.isOp("^") || r.isOp("!"))
    return r.fail("braces that print does not show", open);
  return arg;
}

function continues(r: Reader, last: Node): boolean {
  const token = r.token;
  if (r.around.inIntegral && isDifferential(r)) return false;
  switch (token.kind) {
    case "symbol":
      return true;
    case "word":
      return startsAtom(r) && isPlainLetter(r);
    case "command":
      return (
        (token.value === "frac" ||
          token.value === "sqrt" ||
          token.value === "dfrac" ||
          token.value === "tfrac") &&
        last.kind === "number"
      );
    case "op":
      return (
        (token.value === "(" && last.kind === "number" && !r.brackets.get(r.i)!.comma) ||
        (token.value === "√" && last.kind === "number")
      );
    case "number":
    case "fraction":
    case "function":
    case "setname":
    case "end":
      return false;
  }
}

/** A variable, as opposed to the name of the next function. */
function isPlainLetter(r: Reader): boolean {
  const { value } = r.token;
  if (value.length === 1) return true;
  return !/^(arc|sin|cos|tan|cot|sec|csc|log|ln|exp|sqrt|lg|tg)/.test(value);
}
