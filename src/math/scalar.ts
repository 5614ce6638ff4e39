// Two single values, with what may stand around them: units, percent and degree marks, bases, decimals.

import { signOf } from "./constant.ts";
import { type Context, exprOf } from "./context.ts";
import { any, type Decision, different, equal } from "./decision.ts";
import { Undefined } from "./exact.ts";
import { add, type Expr, fn, freeNames, fromRational, mul, neg, num, pi, sub } from "./expr.ts";
import { compareExpressions } from "./identity.ts";
import { type Rational, rational } from "./rational.ts";
import { integer, isInteger, type Node, some, type Unit } from "./tree.ts";
import { measure } from "./units.ts";
import { isCountingNoun } from "./words.ts";

/** A value taken out of its dress. */
interface Dressed {
  core: Node;
  mark: "percent" | "degrees" | "radians" | "";
  unit: Unit | undefined;
  base: number | undefined;
}

function undress(node: Node): Dressed {
  switch (node.kind) {
    case "percent":
      return { ...undress(node.arg), mark: "percent" };
    case "degrees": {
      if (!node.minutes) return { ...undress(node.arg), mark: "degrees" };
      const over = (n: Node, d: bigint): Node => ({
        kind: "div",
        num: n,
        den: integer(d),
      });
      const terms = [node.arg, over(node.minutes, 60n), ...(node.seconds ? [over(node.seconds, 3600n)] : [])];
      return { core: { kind: "add", terms }, mark: "degrees", unit: undefined, base: undefined };
    }
    case "unit": {
      const inner = undress(node.arg);
      const reduced = measure(node.unit);
      const plain = reduced !== undefined && reduced.dimension === "" && reduced.num === reduced.den;
      return plain ? { ...inner, mark: "radians" } : { ...inner, unit: node.unit };
    }
    case "ordinal":
      return undress(node.arg);
    case "add":
      return undressCompound(node.terms) ?? { core: node, mark: "", unit: undefined, base: undefined };
    case "neg": {
      const inner = undress(node.arg);
      if (inner.core === node.arg) return { core: node, mark: "", unit: undefined, base: undefined };
      return { ...inner, core: { kind: "neg", arg: inner.core } };
    }
    case "based":
      return { core: node, mark: "", unit: undefined, base: node.base };
    default:
      return { core: node, mark: "", unit: undefined, base: undefined };
  }
}

/** `1 hour 30 minutes` in units of its first part. */
function undressCompound(terms: Node[]): Dressed | undefined {
  const parts = terms.map(undress);
  const units = parts.map((part) => part.unit && measure(part.unit));
  const [first] = units;
  if (!first || units.some((unit) => unit?.dimension !== first.dimension)) return undefined;
  const scaled = parts.map(
    (part, i): Node => ({
      kind: "mul",
      factors: [
        part.core,
        { kind: "div", num: integer(units[i]!.num * first.den), den: integer(units[i]!.den * first.num) },
      ],
    }),
  );
  return { core: { kind: "add", terms: scaled }, mark: "", unit: parts[0]!.unit, base: undefined };
}

export function compareScalars(gold: Node, answer: Node, context: Context): Decision {
  const g = undress(gold);
  const a = undress(answer);
  const [bare, based] = [
    g.base === undefined || a.base === undefined,
    (g.base ?? 10) !== 10 || (a.base ?? 10) !== 10,
  ];
  if ((bare && based) || hasBase(gold) !== hasBase(answer))
    if (!(g.base === 10 || a.base === 10))
      return different("base", "a number with a base against one without");
  if ((g.mark === "percent" && a.unit) || (a.mark === "percent" && g.unit))
    return different("unit", "percent against a unit");
  const units = compareUnits(g, a, context);
  if (units) return units;
  if (g.mark === "radians" || a.mark === "radians") return compareRadians(g, a, context);
  if (g.mark !== "" || a.mark !== "") return compareMarked(g, a, context);
  return compareBare(g.core, a.core, context);
}

/** Units on both sides must agree; the decision is made here where they matter. */
function compareUnits(g: Dressed, a: Dressed, context: Context): Decision | undefined {
  if (!g.unit || !a.unit) {
    if (context.policies.units === "required" && (g.unit || a.unit))
      return different("unit", "a unit on one side only");
    return undefined;
  }
  const left = measure(g.unit);
  const right = measure(a.unit);
  // `5 m/s north` is not `5 m/s south`.
  if (left && right && g.unit.noun !== "" && a.unit.noun !== "" && !sameNouns(g.unit.noun, a.unit.noun))
    return different("unit", "different words behind the unit");
  if (!left || !right) {
    if (left || right) return isGenericLength(g.unit, a.unit) ? undefined : different("unit");
    return sameNouns(g.unit.noun, a.unit.noun)
      ? undefined
      : different("unit", "different things are counted");
  }
  if (left.dimension !== right.dimension) return different("unit", "units of different dimensions");
  if (left.num * right.den === right.num * left.den) return undefined;
  const scaled = (core: Node, { num: n, den: d }: { num: bigint; den: bigint }): Expr =>
    mul(exprOf(core, context), fromRational(rational(n, d)));
  return { ...compareExpressions(scaled(g.core, left), scaled(a.core, right), context.budget), by: "unit" };
}

/** `square units` may be written as a noun or as a unit. */
const isGenericLength = (a: Unit, b: Unit): boolean => {
  const generic = (u: Unit) => u.noun.includes("unit") || u.factors.every((f) => f.name === "unit");
  return generic(a) && generic(b);
};

const singular = (word: string): string => (word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word);

/** The same noun in singular or plural, with or without an adjective; mere counting words are all alike. */
function sameNouns(a: string, b: string): boolean {
  const left = a.split(" ").map(singular);
  const right = b.split(" ").map(singular);
  const inside = (x: string[], y: string[]) => x.every((word) => y.includes(word));
  if (inside(left, right) || inside(right, left)) return true;
  return isCountingNoun(a) && isCountingNoun(b);
}

/** An angle said to be in radians is a bare number, and in degrees only what that makes. */
function compareRadians(g: Dressed, a: Dressed, context: Context): Decision {
  if (g.mark === "percent" || a.mark === "percent") return different("mark", "percent against radians");
  if (g.mark !== "degrees" && a.mark !== "degrees") return compareBare(g.core, a.core, context);
  const inRadians = ({ core, mark }: Dressed): Expr => {
    const value = exprOf(core, context);
    return mark === "degrees" ? mul(value, pi, num(1n, 180n)) : value;
  };
  return compareExpressions(inRadians(g), inRadians(a), context.budget);
}

/** Percent and degrees: which readings of the unmarked side are allowed depends on the gold. */
function compareMarked(g: Dressed, a: Dressed, context: Context): Decision {
  if (g.mark === a.mark) return compareBare(g.core, a.core, context);
  const { percent, degrees } = context.policies;
  const hundredth = num(1n, 100n);
  const radian = mul(pi, num(1n, 180n));
  const exact = (factor: Expr, scaled: Node, plain: Node, scaledIsGold: boolean): Decision => {
    const value = mul(exprOf(scaled, context), factor);
    const other = exprOf(plain, context);
    const decision = scaledIsGold
      ? compareExpressions(value, other, context.budget)
      : compareExpressions(other, value, context.budget);
    if (decision.verdict === "equal") return decision;
    return scaledIsGold ? (roundedScaled(scaled, plain, factor, context) ?? decision) : decision;
  };
  if (g.mark === "percent" && a.mark === "") {
    if (percent === "exact") return exact(hundredth, g.core, a.core, true);
    return any([compareBare(g.core, a.core, context), exact(hundredth, g.core, a.core, true)]);
  }
  if (g.mark === "" && a.mark === "percent") {
    if (percent === "exact") return exact(hundredth, a.core, g.core, false);
    const scaled = exact(hundredth, a.core, g.core, false);
    // `50%` may stand for 50, but `0.5%` for 0.5 would be a hundredth of it.
    return isBelowOne(g.core, context) ? scaled : any([compareBare(g.core, a.core, context), scaled]);
  }
  if (g.mark === "degrees" && a.mark === "") {
    if (degrees === "exact") return exact(radian, g.core, a.core, true);
    return any([compareBare(g.core, a.core, context), exact(radian, g.core, a.core, true)]);
  }
  if (g.mark === "" && a.mark === "degrees") {
    if (degrees === "exact") return exact(radian, a.core, g.core, false);
    return any([compareBare(g.core, a.core, context), exact(radian, a.core, g.core, false)]);
  }
  return different("mark", "percent against degrees");
}

function isBelowOne(node: Node, context: Context): boolean {
  const value = exprOf(node, context);
  return freeNames(value).size === 0 && signOf(sub(fn("abs", value), num(1n)), context.budget) === -1;
}

/** `33.3%` also accepts the exact third. */
function roundedScaled(decimal: Node, exact: Node, factor: Expr, context: Context): Decision | undefined {
  const written = decimalOf(decimal);
  const { rounding } = context.policies;
  if (!written || !rounding || written.digits < rounding.goldDigits || decimalOf(exact)) return undefined;
  return roundsTo(mul(exprOf(exact, context), { t: "pow", base: factor, exp: num(-1n) }), written, context)
    ? equal("rounding")
    : undefined;
}

/** A decimal as it is written: its value, its significant digits, and half a unit of its last place. */
interface Decimal {
  value: Rational;
  digits: number;
  halfUnit: Rational;
  looksWhole: boolean;
  open: boolean;
}

/** Counted exactly while few; nobody asks for more than a dozen. */
const significantDigits = (mantissa: bigint): number => {
  const shown = Number(mantissa);
  return shown === 0
    ? 0
    : Math.min(400, Number.isFinite(shown) ? Math.floor(Math.log10(shown) + 1e-12) + 1 : 400);
};

/** Whether a number is written as a decimal, without working out which. */
function isDecimal(node: Node): boolean {
  if (node.kind === "neg") return isDecimal(node.arg);
  if (node.kind === "number") return node.places > 0 && node.repeating === "";
  return (
    node.kind === "mul" &&
    node.factors.length === 2 &&
    isDecimal(node.factors[0]!) &&
    powerOfTen(node.factors[1]!) !== undefined
  );
}

function decimalOf(node: Node): Decimal | undefined {
  if (node.kind === "neg") {
    const inner = decimalOf(node.arg);
    return inner && { ...inner, value: { n: -inner.value.n, d: inner.value.d } };
  }
  if (node.kind === "number" && node.places > 0 && node.repeating === "") {
    const scale = 10n ** BigInt(node.places);
    return {
      value: rational(node.mantissa, scale),
      digits: significantDigits(node.mantissa),
      halfUnit: rational(1n, 2n * scale),
      looksWhole: node.mantissa % scale === 0n,
      open: node.open,
    };
  }
  if (node.kind === "mul" && node.factors.length === 2) {
    const [mantissa, tenPower] = node.factors as [Node, Node];
    const k = powerOfTen(tenPower);
    const inner = k === undefined || Math.abs(k) > 10_000 ? undefined : decimalOf(mantissa);
    if (!inner) return undefined;
    const scale = k! >= 0 ? rational(10n ** BigInt(k!)) : rational(1n, 10n ** BigInt(-k!));
    const times = (x: Rational): Rational => rational(x.n * scale.n, x.d * scale.d);
    return { ...inner, value: times(inner.value), halfUnit: times(inner.halfUnit), looksWhole: false };
  }
  return undefined;
}

function powerOfTen(node: Node): number | undefined {
  if (node.kind !== "pow" || !isInteger(node.base) || node.base.mantissa !== 10n) return undefined;
  if (isInteger(node.exp)) return Number(node.exp.mantissa);
  return node.exp.kind === "neg" && isInteger(node.exp.arg) ? -Number(node.exp.arg.mantissa) : undefined;
}

const isWritten = (node: Node): boolean => (node.kind === "neg" ? isWritten(node.arg) : isInteger(node));

/** Whether the exact value rounds to the decimal at its own digits (a cut-off decimal may also be truncated). */
function roundsTo(exact: Expr, decimal: Decimal, { budget }: Context): boolean {
  if (freeNames(exact).size > 0) return false;
  const distance = fn("abs", sub(exact, fromRational(decimal.value)));
  const allowed = decimal.open
    ? add(fromRational(decimal.halfUnit), fromRational(decimal.halfUnit))
    : fromRational(decimal.halfUnit);
  const sign = signOf(add(distance, neg(allowed)), budget);
  if (sign !== 0 || decimal.open) return sign === -1;
  // Halfway between two decimals one rounds away from zero.
  return signOf(sub(fn("abs", fromRational(decimal.value)), fn("abs", exact)), budget) === 1;
}

const isCutOff = (node: Node): boolean => node.kind === "number" && node.open;
const hasBase = (node: Node): boolean => some(node, (n) => n.kind === "based" && n.base !== 10);

function compareBare(gold: Node, answer: Node, context: Context): Decision {
  const g = exprOf(gold, context);
  const a = exprOf(answer, context);
  const decision = compareExpressions(g, a, context.budget);
  const cutOff = some(gold, isCutOff) !== some(answer, isCutOff);
  if (cutOff && decision.verdict === "equal")
    return different("rounding", "a decimal that goes on against one that ends");
  if (decision.verdict !== "different" || !context.policies.rounding) return decision;
  const { goldDigits, answerDigits } = context.policies.rounding;
  // Two decimals are exact, and so is an integer on either side.
  if (isDecimal(gold) === isDecimal(answer) || isWritten(gold) || isWritten(answer)) return decision;
  // `3.141 + 0.003` is no exact value either.
  if (isDecimal(gold) && some(answer, (n) => n.kind === "number" && n.places > 0 && n.repeating === ""))
    return decision;
  const written = decimalOf(gold);
  const given = written ? undefined : decimalOf(answer);
  try {
    if (written && written.digits >= goldDigits && roundsTo(a, written, context)) return equal("rounding");
    if (given && given.digits >= answerDigits && !given.looksWhole && roundsTo(g, given, context))
      return equal("rounding");
  } catch (error) {
    if (!(error instanceof Undefined)) throw error;
  }
  return decision;
}
