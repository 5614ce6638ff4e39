// Fractions, roots and binomials, and the arguments that LaTeX commands take.

import { printLatex } from "../notation/print.ts";
import { decimal, integer, type Node, symbol } from "../notation/tree.ts";
import { readList } from "./read-answer.ts";
import { readAtom } from "./read-atom.ts";
import { isDifferential, readPower, takeDifferential } from "./read-expression.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

export const fractions = new Set(["frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac", "flatfrac"]);

export const binomials = new Set(["binom", "dbinom", "tbinom"]);

/** One argument of a command: a braced group, or one digit, letter or atom. */
export function readArgument(r: Reader): Node {
  const token = r.token;
  if (token.kind === "op" && token.value === "{") return readGroup(r);
  if (token.kind === "number" && token.value.length > 1 && !token.value.includes(".")) {
    const digit = token.value[0]!;
    r.shorten(1);
    return decimal(digit);
  }
  if (token.kind === "number") {
    r.i++;
    return decimal(token.value);
  }
  if (token.kind === "word") {
    const letter = token.value[0]!;
    if (token.value.length === 1) r.i++;
    else r.shorten(1);
    return symbol(letter);
  }
  if (token.kind === "op" && token.value === "-") return r.fail("an argument is missing");
  return r.nested(() => readAtom(r));
}

/** LaTeX's braces: invisible around one thing, a set around several. */
export function readGroup(r: Reader): Node {
  r.i++;
  const node = r.grouped(() => readOver(r, readList(r)));
  r.expect("}");
  return node;
}

/** `1 \over 2`, `n \choose k`: TeX's own fractions, which take all that stands on their sides. */
export function readOver(r: Reader, num: Node): Node {
  if (r.isCommand("choose")) {
    r.i++;
    return { kind: "call", name: "binom", args: [num, readList(r)], base: null };
  }
  if (!r.isCommand("over")) return num;
  r.i++;
  return { kind: "div", num, den: readList(r) };
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

/** The braces at the cursor hold a ∂ with what follows it; their tokens, and the place after them. */
function partialGroup(r: Reader, at: number): { tokens: Token[]; after: number } | undefined {
  const close = r.brackets.get(at)?.close ?? -1;
  const first = r.tokens[at + 1];
  if (close < 0 || first?.kind !== "op" || first.value !== "∂") return undefined;
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
  return { kind: "derivative", variable: variable!.value, order: 1, body: r.nested(() => readPower(r)) };
}

const latexOf = (text: string): string => text.replaceAll("∂", "\\partial ");

/** Within an integral the numerator may end with the differential, whose variable is then given too. */
function readNumerator(r: Reader): { num: Node; variable?: string } {
  if (!r.around.inIntegral || !r.isOp("{") || isQuotientOfDifferentials(r)) return { num: readArgument(r) };
  r.i++;
  const num = r.grouped(() => (isDifferential(r) ? integer(1) : readList(r)));
  if (!isDifferential(r)) {
    r.expect("}");
    return { num };
  }
  const variable = takeDifferential(r);
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
    return { kind: "derivative", variable: variable.name, order, body: r.nested(() => readPower(r)) };
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
      const open = r.i;
      r.i++;
      index = r.inside(open, () => readList(r));
      r.expect("]");
    }
    return { kind: "root", arg: readRadicand(r), index };
  });
}

/** `\sqrt3`, `\sqrt{3}`, `√(3)`, `√3`: a whole number without braces belongs under the root. */
export function readRadicand(r: Reader): Node {
  if (r.token.kind === "number") {
    return decimal(r.take().value);
  }
  return readArgument(r);
}
