// Constructs with arguments: functions, fractions and roots, and the operators that bind a variable.

import { functionNamed } from "../functions/functions.ts";
import { printLatex } from "../notation/print.ts";
import { call, integer, isInteger, type Node, negate, product, some, symbol } from "../notation/tree.ts";
import {
  isOrderAhead,
  readAbsolute,
  readArgument,
  readArguments,
  readBracket,
  readGroup,
  readRadicand,
} from "./brackets.ts";
import { startsAtom } from "./names.ts";
import type { Reader } from "./reader.ts";
import { isAnyOp, isLetter, isOp, isSign, type Token } from "./token.ts";

/** Reads the arguments after a function's name; `command` if the name had a backslash. */
export function readFunction(r: Reader, name: string, command: boolean): Node {
  return r.nested(() => {
    switch (functionNamed(name)?.reads) {
      case "root":
        return {
          kind: "root",
          arg: r.isOp("(") ? readBracket(r, true) : readRadicand(r),
          index: name === "cbrt" ? integer(3) : null,
        };
      case "brackets":
        return call(name, ...readBracketedArguments(r, name));
      case "loose":
        return readLoose(r, name, command);
      case undefined:
        return r.fail(`${name} has no meaning here`);
    }
  });
}

/** The arguments of a function that needs its brackets. */
function readBracketedArguments(r: Reader, name: string): Node[] {
  if (isSign(r.token, "([")) return readArguments(r);
  if (r.isOp("{") && ["abs", "floor", "ceil"].includes(name)) return [readArgument(r)];
  if (!r.isOp("\\{")) r.fail(`${name} needs its arguments in brackets`);
  const inner = r.rules.atom(r);
  return inner.kind === "set" ? inner.items : [inner];
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
      if (isOrderAhead(r)) r.fail("an order in brackets");
      power = readRadicand(r);
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
  // Mathematica's logarithm is natural.
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
  const result: Node = { kind: "call", name: called, args, base };
  return power ? { kind: "pow", base: result, exp: power } : result;
}

/** The base of a logarithm: in `\log_23` only the first digit, because TeX takes one, and an argument must remain. */
function readBase(r: Reader): Node {
  if (r.token.kind !== "number") return readArgument(r);
  const next = r.peek();
  const ends = next.kind === "end" || isAnyOp(next, endsArgument);
  return ends ? readArgument(r) : readRadicand(r);
}

const endsArgument = new Set([..."+-=,;)]}<>≤≥/*×|", "\\}", "&", "\\\\"]);

/** The argument of `\sin`: a bracket, or factors side by side up to the next function or sign. */
function readLooseArgument(r: Reader, name: string): Node[] {
  if (isSign(r.token, "([")) return readArguments(r);
  if (r.isOp("|") || r.isOp("|(")) return [readAbsolute(r)];
  const negative = r.eat("-");
  const factors = [readPrintedGroup(r, name) ?? r.rules.power(r)];
  while (continues(r, factors[factors.length - 1]!)) factors.push(r.rules.power(r));
  let arg = product(factors);
  // `\sin \pi/6` and `\cos 2\pi/7` mean the sixth and the seventh; `\ln 2/2` is half of \ln 2.
  if (
    functionNamed(name)?.periodic &&
    r.isOp("/") &&
    r.peek().kind === "number" &&
    some(arg, (n) => n.kind === "symbol" && n.name === "pi")
  ) {
    r.i++;
    arg = { kind: "div", num: arg, den: r.rules.power(r) };
  }
  return [negative ? negate(arg) : arg];
}

/** `\sin{2x}`: braces that print does not show must contain what would be the argument without them. */
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
  if (r.around.inIntegral && r.isDifferential()) return false;
  switch (token.kind) {
    case "symbol":
      return true;
    case "word":
      return startsAtom(r) && isPlainLetter(r);
    case "command":
      return last.kind === "number" && /^(?:[dt]?frac|sqrt)$/.test(token.value);
    case "op":
      if (last.kind !== "number") return false;
      return token.value === "√" || (token.value === "(" && !r.brackets.get(r.i)!.comma);
    default:
      return false;
  }
}

/** A variable, as opposed to the name of the next function. */
function isPlainLetter(r: Reader): boolean {
  const { value } = r.token;
  if (value.length === 1) return true;
  return !/^(arc|sin|cos|tan|cot|sec|csc|log|ln|exp|sqrt|lg|tg)/.test(value);
}

export function readFraction(r: Reader): Node {
  r.i++;
  return r.nested(() => {
    const partial = readPartial(r);
    if (partial) return partial;
    const { num, variable } = readNumerator(r);
    if (r.isOp("/")) r.i++; // \nicefrac 1/2
    const den = readArgument(r);
    if (variable === undefined) return derivativeOperator(r, num, den) ?? { kind: "div", num, den };
    const fraction: Node = { kind: "div", num, den };
    r.differential = { variable, fraction };
    return fraction;
  });
}

/** The braces at the cursor contain a ∂ with its operand; their tokens, and the place after them. */
function partialGroup(r: Reader, at: number): { tokens: Token[]; after: number } | undefined {
  const close = r.brackets.get(at)?.close ?? -1;
  const first = r.tokens[at + 1];
  if (close < 0 || !isOp(first, "∂")) return undefined;
  return { tokens: r.tokens.slice(at + 1, close), after: close + 1 };
}

/** `\frac{\partial f}{\partial x}` is one symbol, as `\frac{dy}{dx}` is; `\frac{\partial}{\partial x}` takes what follows. */
function readPartial(r: Reader): Node | undefined {
  const above = partialGroup(r, r.i);
  const below = above && partialGroup(r, above.after);
  if (!below) return undefined;
  const [num, den] = [above.tokens, below.tokens].map((tokens) => tokens.map(({ value }) => value).join(""));
  r.i = below.after;
  if (num !== "∂") return symbol(`\\frac{${latexOf(num!)}}{${latexOf(den!)}}`);
  const [, variable] = below.tokens;
  if (below.tokens.length !== 2 || !(variable!.kind === "symbol" || variable!.value.length === 1))
    return r.fail("a derivative by more than one letter");
  const body = r.nested(() => r.rules.power(r));
  return { kind: "derivative", variable: variable!.value, order: 1, body, partial: true };
}

const latexOf = (text: string): string => text.replaceAll("∂", "\\partial ");

/** Within an integral the numerator may end with the differential, whose variable is then given too. */
function readNumerator(r: Reader): { num: Node; variable?: string } {
  if (!r.around.inIntegral || !r.isOp("{") || isQuotientOfDifferentials(r)) return { num: readArgument(r) };
  r.i++;
  const num = r.grouped(() => (r.isDifferential() ? integer(1) : r.rules.list(r)));
  if (!r.isDifferential()) {
    r.expect("}");
    return { num };
  }
  const variable = r.takeDifferential();
  r.expect("}");
  return { num, variable };
}

/** `\frac{dy}{dx}` stays a derivative under an integral. */
function isQuotientOfDifferentials(r: Reader): boolean {
  const close = r.brackets.get(r.i)?.close ?? -1;
  return r.tokens[close + 1]?.value === "{" && /^d.?$/.test(r.tokens[close + 2]?.value ?? "");
}

/** `\frac{d}{dx} …` is an operator, `\frac{dy}{dx}` one symbol: the d's do not cancel. */
function derivativeOperator(r: Reader, num: Node, den: Node): Node | undefined {
  const isD = (node: Node | undefined): boolean => node?.kind === "symbol" && node.name === "d";
  if (den.kind !== "mul" || den.factors.length !== 2 || !isD(den.factors[0])) return undefined;
  let variable = den.factors[1]!;
  let order = 1;
  if (variable.kind === "pow" && variable.exp.kind === "number") {
    order = Number(variable.exp.mantissa);
    variable = variable.base;
  }
  if (variable.kind !== "symbol") return undefined;
  const isOperator =
    order === 1
      ? isD(num)
      : num.kind === "pow" &&
        isD(num.base) &&
        num.exp.kind === "number" &&
        num.exp.mantissa === BigInt(order);
  if (isOperator)
    return { kind: "derivative", variable: variable.name, order, body: r.nested(() => r.rules.power(r)) };
  if (
    num.kind === "mul" &&
    num.factors.length === 2 &&
    (isD(num.factors[0]) || (num.factors[0]!.kind === "pow" && isD(num.factors[0]!.base)))
  )
    return symbol(`\\frac{${printLatex(num)}}{${printLatex(den)}}`);
  return undefined;
}

export function readRoot(r: Reader): Node {
  r.i++;
  return r.nested(() => {
    let index: Node | null = null;
    if (r.isOp("[")) {
      r.i++;
      index = r.grouped(() => r.rules.list(r));
      r.expect("]");
    }
    return { kind: "root", arg: readRadicand(r), index };
  });
}

interface Bounds {
  under: Node | null;
  over: Node | null;
}

function readBounds(r: Reader): Bounds {
  const bounds: Bounds = { under: null, over: null };
  for (let i = 0; i < 2; i++) {
    if (r.isOp("_") && !bounds.under) {
      r.i++;
      bounds.under = readBound(r);
    } else if (r.isOp("^") && !bounds.over) {
      r.i++;
      bounds.over = readBound(r);
    } else break;
  }
  return bounds;
}

function readBound(r: Reader): Node {
  if (!r.eat("{")) return r.eat("-") ? negate(readArgument(r)) : readRadicand(r);
  const inner = r.grouped(() => r.rules.list(r));
  r.expect("}");
  return inner;
}

/** `\sum_{k=1}^{n} …`; the body ends at the next plus or minus. */
export function readBigOperator(r: Reader, op: "sum" | "prod"): Node {
  r.i++;
  return r.nested(() => {
    const { under, over } = readBounds(r);
    const body = r.rules.product(r);
    if (
      under?.kind === "relation" &&
      under.ops.length === 1 &&
      under.ops[0] === "=" &&
      over &&
      under.terms[0]!.kind === "symbol"
    )
      return { kind: "sum", op, variable: under.terms[0]!.name, lower: under.terms[1]!, upper: over, body };
    return { kind: "bigop", op, under, over, body };
  });
}

/** `\bigcup_k A_k`: a union or an intersection over an index. */
export function readBigUnion(r: Reader): Node {
  const { value } = r.token;
  if (!isOp(r.peek(), "_")) return r.fail("a value is missing");
  r.i++;
  return r.nested(() => {
    const { under, over } = readBounds(r);
    return { kind: "bigop", op: value === "∪" ? "bigcup" : "bigcap", under, over, body: r.rules.product(r) };
  });
}

/** `\lim_{x \to 0^+} …`. */
export function readLimit(r: Reader): Node {
  const start = r.take();
  return r.nested(() => {
    if (!r.eat("_")) r.fail("a limit without its variable", start);
    r.expect("{");
    const name = r.token;
    if (!isLetter(name)) r.fail("a limit without its variable");
    r.i++;
    r.expect("→");
    const target = r.grouped(() => readLimitTarget(r));
    r.expect("}");
    return { kind: "limit", variable: name.value, ...target, body: r.rules.product(r) };
  });
}

/** `0^+` and `a^-` give the side; `∞` and anything else are the point itself. */
function readLimitTarget(r: Reader): { target: Node; side: "" | "+" | "-" } {
  const close = r.brackets.get(r.i - 3)?.close ?? -1;
  if (close < 0) r.fail("the bound is not closed");
  const signAt = sideMark(r, close);
  if (signAt < 0) return { target: r.rules.item(r), side: "" };
  const side = r.tokens[signAt]!.value === "{" ? r.tokens[signAt + 1]!.value : r.tokens[signAt]!.value;
  // The mark is cut off by ending the token list of the target before it.
  const hidden = r.tokens[signAt - 1]!;
  r.tokens[signAt - 1] = { ...hidden, kind: "op", value: "}" };
  const target = r.rules.item(r);
  r.tokens[signAt - 1] = hidden;
  r.i = close;
  return { target, side: side as "+" | "-" };
}

function sideMark(r: Reader, close: number): number {
  const [caret, open, first, last] = r.tokens.slice(close - 4, close);
  if (isSign(last, "+-") && first?.value === "^") return close - 1;
  const isBraced = caret?.value === "^" && open?.value === "{" && isSign(first, "+-") && last?.value === "}";
  return isBraced ? close - 3 : -1;
}

/** `\int_0^1 x^2 \, dx`, `\int_1^2 \frac{dx}{x}`. */
export function readIntegral(r: Reader): Node {
  const start = r.take();
  return r.nested(() => {
    const { under, over } = readBounds(r);
    const body = r.within({ inIntegral: true }, () =>
      r.isDifferential() ? integer(1) : (readBracedBody(r) ?? r.rules.sum(r)),
    );
    const within = r.differential;
    r.differential = undefined;
    if (within && !endsWith(body, within.fraction)) r.fail("a differential that is not a factor", start);
    if (!within && !r.isDifferential()) r.fail("an integral without its differential", start);
    const variable = within ? within.variable : r.takeDifferential();
    return { kind: "integral", variable, lower: under, upper: over, body };
  });
}

/** `\int_0^1 {x+1}\,dx`: braces from the sign to the differential; print shows this extent anyway. */
function readBracedBody(r: Reader): Node | undefined {
  const close = r.isOp("{") ? r.brackets.get(r.i)!.close : -1;
  if (close < 0) return undefined;
  return r.isDifferential(close + 1) ? readGroup(r) : undefined;
}

function endsWith(body: Node, node: Node): boolean {
  if (body.kind === "neg") return endsWith(body.arg, node);
  return body === node || (body.kind === "mul" && body.factors[body.factors.length - 1] === node);
}
