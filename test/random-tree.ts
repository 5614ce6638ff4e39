// Random trees of the kinds that reading can produce: scalars of every kind, and structures made of them.

import fc from "fast-check";
import { integer, type Node, type RelationOp, symbol, type Unit } from "../src/math/notation/tree.ts";

type Arb = fc.Arbitrary<Node>;

const names = [
  "x",
  "y",
  "z",
  "a",
  "b",
  "n",
  "t",
  "alpha",
  "theta",
  "pi",
  "e",
  "i",
  "x_{1}",
  "y_{n}",
  "x'",
  "A",
];
const variable = fc.constantFrom("x", "y", "k", "n", "t");
const whole = fc.nat({ max: 5000 });
const minute = fc.nat({ max: 59 });

const decimals: Arb = fc
  .record({ mantissa: fc.nat({ max: 99_999 }), places: fc.integer({ min: 1, max: 4 }) })
  .map(({ mantissa, places }) => ({ ...integer(mantissa), places }));

const repeating: Arb = fc
  .record({
    head: fc.nat({ max: 99 }),
    places: fc.integer({ min: 0, max: 2 }),
    block: fc.integer({ min: 1, max: 999 }),
  })
  .map(({ head, places, block }) => ({ ...integer(head), places, repeating: String(block) }));

const mixed: Arb = fc
  .record({
    whole: fc.integer({ min: 1, max: 99 }),
    num: fc.integer({ min: 1, max: 9 }),
    more: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ whole, num, more }) => ({
    kind: "mixed",
    whole: BigInt(whole),
    num: BigInt(num),
    den: BigInt(num + more),
  }));

const based: Arb = fc
  .record({ base: fc.integer({ min: 2, max: 9 }), value: fc.nat({ max: 999 }) })
  .map(({ base, value }) => ({ kind: "based", digits: value.toString(base), base }));

const number: Arb = fc.oneof(
  { weight: 4, arbitrary: whole.map((n): Node => integer(n)) },
  { weight: 2, arbitrary: decimals },
  { weight: 1, arbitrary: repeating },
);

const leaf: Arb = fc.oneof(
  { weight: 4, arbitrary: number },
  { weight: 4, arbitrary: fc.constantFrom(...names).map(symbol) },
  { weight: 1, arbitrary: mixed },
  { weight: 1, arbitrary: based },
  { weight: 1, arbitrary: fc.constant<Node>({ kind: "infinity" }) },
);

const oneArgument = [
  "sin",
  "cos",
  "tan",
  "arcsin",
  "arctan",
  "sinh",
  "ln",
  "exp",
  "abs",
  "floor",
  "ceil",
  "re",
  "norm",
];
const manyArguments = ["gcd", "lcm", "min", "max"];

/** Expressions with a single value. */
export const scalar: Arb = fc.letrec<{ node: Node }>((tie) => {
  const node = tie("node");
  const some = fc.array(node, { minLength: 2, maxLength: 3 });
  const bounds = fc.option(fc.tuple(node, node), { nil: null });
  const composed: Arb[] = [
    some.map((terms) => ({ kind: "add", terms })),
    some.map((factors) => ({ kind: "mul", factors })),
    node.map((arg) => ({ kind: "neg", arg })),
    fc.record({ kind: fc.constant("div" as const), num: node, den: node }),
    fc.record({ kind: fc.constant("pow" as const), base: node, exp: node }),
    fc.record({
      kind: fc.constant("root" as const),
      arg: node,
      index: fc.option(fc.constantFrom(integer(3), integer(4), symbol("n")), { nil: null }),
    }),
    fc.record({
      kind: fc.constant("pm" as const),
      sign: fc.constantFrom("±" as const, "∓" as const),
      left: fc.option(node, { nil: null }),
      right: node,
    }),
    fc.record({
      kind: fc.constant("factorial" as const),
      arg: node,
      order: fc.constantFrom(1 as const, 2 as const),
    }),
    fc
      .tuple(fc.constantFrom(...oneArgument), node)
      .map(([name, arg]) => ({ kind: "call", name, args: [arg], base: null })),
    fc
      .tuple(fc.constantFrom(...manyArguments), some)
      .map(([name, args]) => ({ kind: "call", name, args, base: null })),
    fc
      .tuple(fc.constantFrom("binom", "mod"), node, node)
      .map(([name, m, n]) => ({ kind: "call", name, args: [m, n], base: null })),
    // A bar over mere digits is a numeral, so the conjugate is one of a product.
    fc.tuple(fc.constantFrom("i", "z"), node).map(([z, n]) => ({
      kind: "call",
      name: "conj",
      args: [{ kind: "mul", factors: [symbol(z), n] }],
      base: null,
    })),
    fc.tuple(node, node).map(([base, arg]) => ({ kind: "call", name: "log", args: [arg], base })),
    fc.tuple(fc.constantFrom("f", "g", "h"), some).map(([name, args]) => ({ kind: "apply", name, args })),
    fc.record({
      kind: fc.constant("sum" as const),
      op: fc.constantFrom("sum" as const, "prod" as const),
      variable,
      lower: node,
      upper: node,
      body: node,
    }),
    fc.record({
      kind: fc.constant("limit" as const),
      variable,
      target: node,
      side: fc.constantFrom("" as const, "+" as const, "-" as const),
      body: node,
    }),
    fc.tuple(variable, bounds, node).map(([v, b, body]) => ({
      kind: "integral",
      variable: v,
      lower: b?.[0] ?? null,
      upper: b?.[1] ?? null,
      body,
    })),
    fc.record({
      kind: fc.constant("derivative" as const),
      variable,
      order: fc.integer({ min: 1, max: 3 }),
      body: node,
    }),
    fc
      .tuple(fc.constantFrom("sum", "prod"), fc.option(node, { nil: null }), node)
      .map(([op, under, body]) => ({ kind: "bigop", op, under, over: null, body })),
    node.map((arg) => ({ kind: "percent", arg })),
    fc.tuple(node, minute, minute).map(([arg, m, s]) => ({
      kind: "degrees",
      arg,
      minutes: m === 0 ? null : integer(m),
      seconds: m === 0 || s === 0 ? null : integer(s),
    })),
  ];
  return { node: fc.oneof({ maxDepth: 3, depthSize: "small" }, leaf, ...composed) };
}).node;

const measured: Arb = fc
  .record<{ arg: Node; unit: Unit }>({
    arg: fc.oneof(
      number,
      mixed,
      fc.tuple(number, number).map(([num, den]): Node => ({ kind: "div", num, den })),
    ),
    unit: fc.constantFrom(
      { factors: [{ name: "cm", power: 1 }], noun: "" },
      { factors: [{ name: "m", power: 2 }], noun: "" },
      {
        factors: [
          { name: "km", power: 1 },
          { name: "h", power: -1 },
        ],
        noun: "",
      },
      { factors: [{ name: "$", power: 1 }], noun: "" },
      { factors: [], noun: "ways" },
      { factors: [], noun: "red balls" },
    ),
  })
  .map(({ arg, unit }) => ({ kind: "unit", arg, unit }));

const ordinal: Arb = whole.map((n) => ({ kind: "ordinal", arg: integer(n) }));

const item: Arb = fc.oneof(
  { weight: 8, arbitrary: scalar },
  { weight: 2, arbitrary: measured },
  { weight: 1, arbitrary: ordinal },
);
const items = (min: number): fc.Arbitrary<Node[]> => fc.array(item, { minLength: min, maxLength: 4 });

const brackets = fc.constantFrom(
  ["(", ")"] as const,
  ["[", "]"] as const,
  ["[", ")"] as const,
  ["(", "]"] as const,
);
const sequenceOf = (entries: fc.Arbitrary<Node[]>): Arb =>
  fc
    .tuple(brackets, entries)
    .map(([[open, close], inner]) => ({ kind: "sequence", open, close, items: inner }));
const point = sequenceOf(items(2));
const nested = fc.array(fc.oneof(point, item), { minLength: 2, maxLength: 3 });
const vector: Arb = fc
  .array(scalar, { minLength: 2, maxLength: 3 })
  .map((entries) => ({ kind: "sequence", open: "⟨", close: "⟩", items: entries }));
const sequence: Arb = fc.oneof(point, sequenceOf(nested), vector);
const set: Arb = fc.oneof(items(1), nested).map((entries) => ({ kind: "set", items: entries }));
const setName: Arb = fc
  .constantFrom("R", "Z", "N", "Q", "empty", "Z^{+}", "R_{\\ge 0}")
  .map((name) => ({ kind: "setname", name }));

const comparison = fc.constantFrom<RelationOp>("=", "≠", "<", "≤", ">", "≥", "≈");
const relation: Arb = fc.oneof(
  fc
    .tuple(scalar, comparison, scalar)
    .map(([l, op, r]): Node => ({ kind: "relation", terms: [l, r], ops: [op], modulus: null })),
  fc
    .tuple(scalar, scalar, scalar, fc.constantFrom<RelationOp>("<", "≤"))
    .map(([l, m, r, op]): Node => ({ kind: "relation", terms: [l, m, r], ops: [op, op], modulus: null })),
  fc
    .tuple(variable, setName)
    .map(([v, s]): Node => ({ kind: "relation", terms: [symbol(v), s], ops: ["∈"], modulus: null })),
  fc.tuple(variable, whole, whole).map(
    ([v, r, m]): Node => ({
      kind: "relation",
      terms: [symbol(v), integer(r)],
      ops: ["≡"],
      modulus: integer(m),
    }),
  ),
);

const builder: Arb = fc
  .tuple(variable, relation)
  .map(([v, condition]) => ({ kind: "builder", element: symbol(v), condition }));
const setOperation: Arb = fc
  .tuple(
    fc.constantFrom("∪" as const, "∩" as const, "∖" as const),
    fc.oneof(sequence, set, setName),
    fc.oneof(sequence, set, setName),
  )
  .map(([op, left, right]) => ({ kind: "setop", op, args: [left, right] }));

const matrix: Arb = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  .chain(([rows, columns]) => {
    const row = fc.array(scalar, { minLength: columns, maxLength: columns });
    return fc.array(row, { minLength: rows, maxLength: rows });
  })
  .map((rows) => ({ kind: "matrix", rows }));

const cases: Arb = fc
  .array(fc.record({ value: scalar, condition: relation }), { minLength: 1, maxLength: 3 })
  .map((branches) => ({ kind: "cases", branches }));

const ratio: Arb = fc
  .array(whole, { minLength: 2, maxLength: 3 })
  .map((n) => ({ kind: "ratio", items: n.map((x) => integer(x)) }));
const word: Arb = fc.constantFrom<Node>(
  { kind: "text", words: "Tuesday" },
  { kind: "text", words: "increasing" },
  { kind: "bool", value: true },
);
const statement: Arb = fc.oneof(item, relation, sequence, set, builder, setOperation, matrix, ratio);
const list: Arb = fc
  .record({
    items: fc.array(statement, { minLength: 2, maxLength: 4 }),
    joiner: fc.constantFrom("," as const, "and" as const, "or" as const),
  })
  .map((fields) => ({ kind: "list", ...fields }));
const labelled: Arb = fc
  .tuple(fc.constantFrom("minimum", "area", "largest value"), item)
  .map(([label, value]) => ({ kind: "labelled", label, value }));
const qualified: Arb = fc
  .tuple(scalar, relation)
  .map(([body, condition]) => ({ kind: "qualified", body, conditions: [condition] }));

const ellipsis: Arb = items(2).map((shown) => ({
  kind: "list",
  items: [...shown, { kind: "ellipsis" }],
  joiner: ",",
}));

/** Whole answers. */
export const answer: Arb = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 8, arbitrary: statement },
  { weight: 3, arbitrary: list },
  { weight: 1, arbitrary: ellipsis },
  { weight: 1, arbitrary: cases },
  { weight: 1, arbitrary: labelled },
  { weight: 1, arbitrary: qualified },
  { weight: 1, arbitrary: word },
);
