// The output of programs: `Rational(1, 2)`, `Interval.open(-oo, 3)`, `Matrix([[1, 2], [3, 4]])`, `Eq(x, 3)`. Each name
// is a constructor with a fixed meaning; a call with arguments of a different kind is not read.

import { sameTree } from "../notation/same-tree.ts";
import {
  call,
  isInteger,
  type Node,
  type RelationOp,
  relation,
  type SetOp,
  symbol,
} from "../notation/tree.ts";
import { bySpelling } from "../notation/vocabulary.ts";
import type { Reader } from "./reader.ts";
import { isOp } from "./token.ts";

type Build = (args: Node[]) => Node | undefined;

const calls =
  (name: string, count: number): Build =>
  (args) =>
    args.length === count ? call(name, ...args) : undefined;

const ofTwo =
  (build: (first: Node, second: Node) => Node): Build =>
  ([first, second, ...rest]) =>
    first && second && rest.length === 0 ? build(first, second) : undefined;

const relates = (op: RelationOp): Build => ofTwo((left, right) => relation([left, right], [op]));

const combines =
  (op: SetOp): Build =>
  (args) =>
    args.length > 1 && (op !== "∖" || args.length === 2) ? { kind: "setop", op, args } : args[0];

const itself: Build = (args) => (args.length === 1 ? args[0] : undefined);

const fraction = ofTwo((num, den) => ({ kind: "div", num, den }));
const quotient: Build = (args) => itself(args) ?? fraction(args);

const power = ofTwo((base, exp) => ({ kind: "pow", base, exp }));

const point: Build = (args) =>
  args.length > 1 ? { kind: "sequence", open: "(", close: ")", items: args } : undefined;

const isInfinite = (node: Node): boolean =>
  node.kind === "infinity" || (node.kind === "neg" && node.arg.kind === "infinity");

/** An interval; an infinite end is open even if it is declared closed. */
function intervalOf(from: Node, to: Node, leftOpen: boolean, rightOpen: boolean): Node {
  return {
    kind: "sequence",
    open: leftOpen || isInfinite(from) ? "(" : "[",
    close: rightOpen || isInfinite(to) ? ")" : "]",
    items: [from, to],
  };
}

const interval = (leftOpen: boolean, rightOpen: boolean): Build =>
  ofTwo((from, to) => intervalOf(from, to, leftOpen, rightOpen));

/** `Interval(1, 3, True, False)`, `Interval(1, 3, left_open=True)`. */
const intervalWithFlags: Build = ([from, to, ...flags]) => {
  if (!from || !to) return undefined;
  const open = [false, false];
  for (const [i, flag] of flags.entries()) {
    if (flag.kind === "bool" && i < 2) open[i] = flag.value;
    else if (flag.kind === "labelled" && flag.value.kind === "bool" && /^(left|right)_open$/.test(flag.label))
      open[flag.label === "left_open" ? 0 : 1] = flag.value.value;
    else return undefined;
  }
  return intervalOf(from, to, open[0]!, open[1]!);
};

const isRow = (node: Node): node is Extract<Node, { kind: "sequence" }> =>
  node.kind === "sequence" && node.open === "[" && node.close === "]";

/** `Matrix([[1, 2], [3, 4]])`, `Matrix([1, 2])` as a column, `Matrix(2, 2, [1, 2, 3, 4])`. */
const matrix: Build = (args) => {
  const [first, second, third] = args;
  if (args.length === 3 && isInteger(first!) && isInteger(second!) && isRow(third!)) {
    const [height, width] = [Number(first.mantissa), Number(second.mantissa)];
    if (height * width !== third.items.length || height < 1 || width < 1) return undefined;
    return {
      kind: "matrix",
      rows: Array.from({ length: height }, (_, i) => third.items.slice(i * width, (i + 1) * width)),
    };
  }
  if (args.length !== 1) return undefined;
  if (!isRow(first!)) return undefined;
  const rows = first.items.every(isRow)
    ? first.items.map((row) => (row as Extract<Node, { kind: "sequence" }>).items)
    : first.items.map((item) => [item]);
  return rows.every((row) => row.length === rows[0]!.length) ? { kind: "matrix", rows } : undefined;
};

const finiteSet: Build = (args) =>
  args.length === 0 ? { kind: "setname", name: "empty" } : { kind: "set", items: args };

/** `set([1, 2])`, `set()`. */
const setOfList: Build = (args) => {
  const [only] = args;
  if (args.length === 0) return { kind: "setname", name: "empty" };
  return args.length === 1 && only!.kind === "sequence" ? { kind: "set", items: only!.items } : undefined;
};

const joined =
  (joiner: "and" | "or"): Build =>
  (args) =>
    args.length > 1 && (joiner === "or" || canHoldTogether(args))
      ? { kind: "list", items: args, joiner }
      : undefined;

/** Whether the sign of logic may join these statements: `x=1 \land x=2` never holds, and numbers are not statements. */
export function canHoldTogether(items: readonly Node[]): boolean {
  const values = new Map<string, Node>();
  return items.every((item) => {
    if (item.kind === "number" || item.kind === "neg" || item.kind === "div") return false;
    const [name, value] = item.kind === "relation" && item.ops.join() === "=" ? item.terms : [];
    if (name?.kind !== "symbol") return true;
    const given = values.get(name.name);
    values.set(name.name, value!);
    return given === undefined || sameTree(given, value!);
  });
}

const root = ofTwo((arg, index) => ({ kind: "root", arg, index }));

const factorial: Build = (args) =>
  args.length === 1 ? { kind: "factorial", arg: args[0]!, order: 1 } : undefined;

const complex = ofTwo((real, imaginary) => ({
  kind: "add",
  terms: [real, { kind: "mul", factors: [imaginary, symbol("i")] }],
}));

/** A body and the variable with its bounds in `(k, 1, 10)`. */
const bound =
  (build: (body: Node, bounds: { variable: string; lower: Node; upper: Node }) => Node): Build =>
  ([body, range, ...rest]) => {
    if (!body || rest.length > 0 || range?.kind !== "sequence" || range.items.length !== 3) return undefined;
    const [variable, lower, upper] = range.items as [Node, Node, Node];
    return variable.kind === "symbol" ? build(body, { variable: variable.name, lower, upper }) : undefined;
  };

/** `Sum(k, (k, 1, 10))`, `Product(k, (k, 1, 4))`. */
const adds = (op: "sum" | "prod"): Build => bound((body, bounds) => ({ kind: "sum", op, body, ...bounds }));
/** `Integral(x**2, (x, 0, 1))`. */
const integral = bound((body, bounds) => ({ kind: "integral", body, ...bounds }));

/** `Piecewise((x, x >= 0), (-x, True))`: the last branch may apply wherever none before it does. */
const piecewise: Build = (args) => {
  const branches = args.map((arg, i) => {
    if (arg.kind !== "sequence" || arg.items.length !== 2) return undefined;
    const [value, condition] = arg.items as [Node, Node];
    const isRest = condition.kind === "bool" && condition.value && i === args.length - 1;
    return condition.kind === "relation" || isRest
      ? { value, condition: isRest ? null : condition }
      : undefined;
  });
  const read = branches.filter((branch) => branch !== undefined);
  return read.length > 1 && read.length === args.length ? { kind: "cases", branches: read } : undefined;
};

const several =
  (build: (args: Node[]) => Node): Build =>
  (args) =>
    args.length > 0 ? build(args) : undefined;

const meanings: readonly (readonly [names: string, build: Build])[] = [
  ["Rational Fraction", quotient],
  ["Integer sympify Float float nsimplify simplify", itself],
  ["complex", complex],
  ["Interval", intervalWithFlags],
  ["Interval.open", interval(true, true)],
  ["Interval.Lopen", interval(true, false)],
  ["Interval.Ropen", interval(false, true)],
  ["FiniteSet EmptySet", finiteSet],
  ["set frozenset", setOfList],
  ["Union", combines("∪")],
  ["Intersection", combines("∩")],
  ["Complement", combines("∖")],
  ["Eq Equality", relates("=")],
  ["Ne Unequality", relates("≠")],
  ["Lt StrictLessThan", relates("<")],
  ["Le LessThan", relates("≤")],
  ["Gt StrictGreaterThan", relates(">")],
  ["Ge GreaterThan", relates("≥")],
  ["And", joined("and")],
  ["Or", joined("or")],
  ["Matrix ImmutableMatrix MutableDenseMatrix array matrix tensor", matrix],
  ["Tuple Point Point2D Point3D", point],
  ["Pow pow power", power],
  ["Add", several((terms) => ({ kind: "add", terms }))],
  ["Mul", several((factors) => ({ kind: "mul", factors }))],
  ["Sum", adds("sum")],
  ["Product", adds("prod")],
  ["Integral", integral],
  ["Piecewise", piecewise],
  ["root", root],
  ["factorial", factorial],
  ["comb binomial nCr choose", calls("binom", 2)],
  ["Abs fabs", calls("abs", 1)],
  ["ceiling", calls("ceil", 1)],
  ["conjugate", calls("conj", 1)],
  ["Mod", calls("mod", 2)],
  ["Max", several((args) => call("max", ...args))],
  ["Min", several((args) => call("min", ...args))],
];
const constructors = bySpelling(meanings);

const isTightOp = (r: Reader, ahead: number, value: string): boolean => {
  const token = r.peek(ahead);
  return isOp(token, value) && token.gap === "";
};

/**
 * The position of the bracket of a constructor's arguments, counted from its name; 0 if the word is not a constructor.
 */
function argumentsAt(r: Reader): 0 | 1 | 2 {
  const { kind, value, upright } = r.token;
  if (kind !== "word" || upright) return 0;
  if (value === "S") return isSympified(r) ? 1 : 0;
  if (!constructors.has(value)) return 0;
  if (isTightOp(r, 1, "(")) return 1;
  // `np.float64(0.5)`
  return value === "float" && /^(16|32|64)$/.test(r.peek().value) && isTightOp(r, 2, "(") ? 2 : 0;
}

/** `S(1)/2` makes an exact number of one; `S(3) = 14` gives the value of a function S at 3. */
const isSympified = (r: Reader): boolean =>
  isTightOp(r, 1, "(") &&
  r.peek(2).kind === "number" &&
  isTightOp(r, 3, ")") &&
  !isOp(r.peek(4), "=") &&
  !r.isFunctionName("S");

export const startsCode = (r: Reader): boolean => argumentsAt(r) > 0 || isEmptySet(r);

const isEmptySet = (r: Reader): boolean =>
  r.token.kind === "word" &&
  r.token.value === "EmptySet" &&
  // A set that contains the empty set is not empty; braces would be read as grouping.
  r.tokens[r.i - 1]?.value !== "{";

export function readCode(r: Reader): Node | undefined {
  const { value } = r.token;
  const ahead = argumentsAt(r);
  if (ahead === 0) {
    if (!isEmptySet(r)) return undefined;
    r.i++;
    return { kind: "setname", name: "empty" };
  }
  const start = r.token;
  r.i += ahead;
  const args = readCodeArguments(r);
  const built = value === "S" ? args[0] : constructors.get(value)!(args);
  if (!built) return r.fail(`${value} does not take these arguments`, start);
  return readMethods(r, built);
}

function readCodeArguments(r: Reader): Node[] {
  r.expect("(");
  if (r.eat(")")) return [];
  return r.grouped(() => {
    const args: Node[] = [];
    do args.push(readCodeArgument(r));
    while (r.eat(","));
    r.expect(")");
    return args;
  });
}

function readCodeArgument(r: Reader): Node {
  const { kind, value } = r.token;
  if (kind === "word" && /^(left|right)$/.test(value) && isTightOp(r, 1, "_") && r.peek(2).value === "open") {
    r.i += 3;
    r.expect("=");
    return { kind: "labelled", label: `${value}_open`, value: readCodeArgument(r) };
  }
  const quote = r.isOp("'") || r.isOp('"') ? r.take().value : undefined;
  const item = r.rules.item(r);
  if (quote !== undefined) r.expect(quote);
  return item;
}

/** `Interval.open(-oo, 1).union(Interval.open(3, oo))`. */
function readMethods(r: Reader, first: Node): Node {
  let node = first;
  for (let layers = 0; isTightOp(r, 0, ".") && r.peek().kind === "word"; layers++) {
    r.layer(layers);
    const name = r.peek().value;
    const op = name === "union" ? "∪" : /^intersect(ion)?$/.test(name) ? "∩" : undefined;
    if (!op || !isTightOp(r, 2, "(")) return r.fail("a method that is not read");
    r.i += 2;
    node = { kind: "setop", op, args: [node, ...readCodeArguments(r)] };
  }
  return node;
}
