// Sums, products, limits and integrals: operators that bind a variable.

import { integer, type Node } from "../notation/tree.ts";
import { readItem, readList } from "./read-answer.ts";
import { isDifferential, readProduct, readSum, takeDifferential } from "./read-expression.ts";
import { readArgument, readGroup, readRadicand } from "./read-fraction.ts";
import type { Reader } from "./reader.ts";

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
  if (r.isOp("{")) {
    r.i++;
    const inner = r.grouped(() => readList(r));
    r.expect("}");
    return inner;
  }
  if (r.isOp("-")) {
    r.i++;
    return { kind: "neg", arg: readArgument(r) };
  }
  return r.token.kind === "number" ? readRadicand(r) : readArgument(r);
}

/** `\sum_{k=1}^{n} …`; the body ends at the next plus or minus. */
export function readBigOperator(r: Reader, op: "sum" | "prod"): Node {
  r.i++;
  return r.nested(() => {
    const { under, over } = readBounds(r);
    const body = readProduct(r);
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
  if (r.peek().kind !== "op" || r.peek().value !== "_") return r.fail("a value is missing");
  r.i++;
  return r.nested(() => {
    const { under, over } = readBounds(r);
    return { kind: "bigop", op: value === "∪" ? "bigcup" : "bigcap", under, over, body: readProduct(r) };
  });
}

/** `\lim_{x \to 0^+} …`. */
export function readLimit(r: Reader): Node {
  const start = r.take();
  return r.nested(() => {
    if (!r.eat("_")) r.fail("a limit without its variable", start);
    r.expect("{");
    const name = r.token;
    if (!(name.kind === "symbol" || (name.kind === "word" && name.value.length === 1)))
      r.fail("a limit without its variable");
    r.i++;
    r.expect("→");
    const target = r.grouped(() => readLimitTarget(r));
    r.expect("}");
    return { kind: "limit", variable: name.value, ...target, body: readProduct(r) };
  });
}

/** `0^+` and `a^-` say from which side; `∞` and anything else are the point itself. */
function readLimitTarget(r: Reader): { target: Node; side: "" | "+" | "-" } {
  const close = findClose(r);
  const signAt = sideMark(r, close);
  if (signAt < 0) return { target: readItem(r), side: "" };
  const side = r.tokens[signAt]!.value === "{" ? r.tokens[signAt + 1]!.value : r.tokens[signAt]!.value;
  // The mark is cut off by ending the token list of the target before it.
  const hidden = r.tokens[signAt - 1]!;
  r.tokens[signAt - 1] = { ...hidden, kind: "op", value: "}" };
  const target = readItem(r);
  r.tokens[signAt - 1] = hidden;
  r.i = close;
  return { target, side: side as "+" | "-" };
}

function findClose(r: Reader): number {
  let depth = 0;
  for (let i = r.i; i < r.tokens.length; i++) {
    const token = r.tokens[i]!;
    if (token.kind !== "op") continue;
    if (token.value === "{") depth++;
    else if (token.value === "}" && depth-- === 0) return i;
  }
  return r.fail("the bound is not closed");
}

function sideMark(r: Reader, close: number): number {
  const isSign = (i: number) =>
    r.tokens[i]?.kind === "op" && (r.tokens[i]!.value === "+" || r.tokens[i]!.value === "-");
  if (isSign(close - 1) && r.tokens[close - 2]?.value === "^") return close - 1;
  if (
    r.tokens[close - 1]?.value === "}" &&
    isSign(close - 2) &&
    r.tokens[close - 3]?.value === "{" &&
    r.tokens[close - 4]?.value === "^"
  )
    return close - 3;
  return -1;
}

/** `\int_0^1 x^2 \, dx`, `\int_1^2 \frac{dx}{x}`. */
export function readIntegral(r: Reader): Node {
  const start = r.take();
  return r.nested(() => {
    const { under, over } = readBounds(r);
    const body = r.within({ inIntegral: true }, () =>
      isDifferential(r) ? integer(1) : (readBracedBody(r) ?? readSum(r)),
    );
    const within = r.differential;
    r.differential = undefined;
    if (within && !endsWith(body, within.fraction)) r.fail("a differential that is not a factor", start);
    if (!within && !isDifferential(r)) r.fail("an integral without its differential", start);
    const variable = within ? within.variable : takeDifferential(r);
    return { kind: "integral", variable, lower: under, upper: over, body };
  });
}

/** `\int_0^1 {x+1}\,dx`: braces from the sign to the differential, between which print shows the whole anyway. */
function readBracedBody(r: Reader): Node | undefined {
  const close = r.isOp("{") ? r.brackets.get(r.i)!.close : -1;
  if (close < 0) return undefined;
  const { i } = r;
  r.i = close + 1;
  const whole = isDifferential(r);
  r.i = i;
  return whole ? readGroup(r) : undefined;
}

/** Whether a node is the last factor of a product, or all of it. */
function endsWith(body: Node, node: Node): boolean {
  if (body.kind === "neg") return endsWith(body.arg, node);
  return body === node || (body.kind === "mul" && body.factors[body.factors.length - 1] === node);
}
