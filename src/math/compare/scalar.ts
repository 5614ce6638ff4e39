// Two single values, with units, percent and degree signs, bases and decimals.

import { isCountingNoun } from "../../words/index.ts";
import { type Context, exprOf } from "../claim/context.ts";
import { add, div, type Expr, fn, freeNames, fromRational, mul, num, pi, sub } from "../expression/expr.ts";
import { rational } from "../expression/rational.ts";
import { compareExpressions } from "../identity/identity.ts";
import { compareOrdered, hasOrdered, type Ordering } from "../letters/ordered.ts";
import { sameTree } from "../notation/same-tree.ts";
import {
  decimal,
  integer,
  isInteger,
  isPlainNumber,
  type Node,
  type NodeOf,
  some,
  type Unit,
} from "../notation/tree.ts";
import { mapChildren, namesIn } from "../notation/tree-change.ts";
import { isCounted, isMoney, type Measure, measure } from "../notation/units.ts";
import { signOf } from "../numeric/constant.ts";
import { any, type Decision, different, equal, provenDifferent, undecided } from "../terms/decision.ts";
import { tried, triedOr } from "../terms/result.ts";
import { isDecimalNumber, isRounded, isRoundedConversion, isWithinTolerance } from "./rounding.ts";

type Mark = "percent" | "share" | "degrees" | "radians" | "";

/** A value without its marks and units. */
interface Dressed {
  core: Node;
  mark: Mark;
  unit: Unit | undefined;
  base: number | undefined;
}

const undressed = (core: Node): Dressed => ({ core, mark: "", unit: undefined, base: undefined });

/** A mark is optional only on a plain number, and only once; on anything else it is a factor. */
function undress(node: Node): Dressed {
  switch (node.kind) {
    case "percent":
      return isPlainNumber(node.arg) ? { ...undressed(node.arg), mark: "percent" } : undressed(node);
    case "degrees": {
      if (!isPlainNumber(node.arg)) return undressed(node);
      if (!node.minutes) return { ...undressed(node.arg), mark: "degrees" };
      const over = (n: Node, d: bigint): Node => ({ kind: "div", num: n, den: integer(d) });
      const terms = [node.arg, over(node.minutes, 60n), ...(node.seconds ? [over(node.seconds, 3600n)] : [])];
      return { ...undressed({ kind: "add", terms }), mark: "degrees" };
    }
    case "unit": {
      const inner = undress(node.arg);
      if (inner.mark !== "" || inner.unit) return undressed(node);
      const reduced = measure(node.unit);
      if (reduced?.dimension === "radian^1") return { ...inner, mark: "radians" };
      // Units that cancel, as in `kg/kg`, are still units; parts per million and the like are numbers.
      if (reduced?.dimension !== "" || node.unit.factors.length > 1) return { ...inner, unit: node.unit };
      const { num: n, den: d } = reduced;
      const factor: Node = { kind: "div", num: integer(n), den: integer(d) };
      return { ...inner, core: { kind: "mul", factors: [inner.core, factor] }, mark: "share" };
    }
    case "ordinal":
      return isInteger(node.arg) ? undressed(node.arg) : undressed(node);
    case "neg": {
      const inner = undress(node.arg);
      if (inner.core === node.arg) return undressed(node);
      return { ...inner, core: { kind: "neg", arg: inner.core } };
    }
    case "based":
      return { ...undressed(node), base: node.base };
    default:
      return undressed(node);
  }
}

function compareScalars(gold: Node, answer: Node, context: Context): Decision {
  const [g, a] = withPounds(undress(gold), undress(answer));
  const decision = compareDressed(gold, answer, g, a, context);
  // A reason means that more than the size of two numbers differs.
  const isOfSize = decision.verdict === "different" && decision.reason === undefined;
  return isOfSize && context.policies.tolerance !== false && isNear(g, a, context)
    ? equal("tolerance")
    : decision;
}

/** A pound is a mass, and a force only if this gives both sides the same dimension: `12 ft-lb` is an energy. */
function withPounds(g: Dressed, a: Dressed): [Dressed, Dressed] {
  const hasPound = ({ unit }: Dressed) => unit?.factors.some(({ name }) => name === "lb");
  if (!g.unit || !a.unit || hasPound(g) === hasPound(a)) return [g, a];
  const dimensionOf = ({ unit }: Dressed) => unit && measure(unit)?.dimension;
  const asForce = (side: Dressed): Dressed => {
    const forces = side.unit!.factors.map((each) => (each.name === "lb" ? { ...each, name: "lbf" } : each));
    return { ...side, unit: { ...side.unit!, factors: forces } };
  };
  const [first, second] = [asForce(g), asForce(a)];
  return dimensionOf(g) !== dimensionOf(a) && dimensionOf(first) === dimensionOf(second)
    ? [first, second]
    : [g, a];
}

/** Whether two numbers with the same mark, in convertible units, lie within the tolerance. */
function isNear(g: Dressed, a: Dressed, context: Context): boolean {
  if (g.base !== undefined || a.base !== undefined || g.mark !== a.mark) return false;
  const [left, right] = [g.unit && measure(g.unit), a.unit && measure(a.unit)];
  // A fraction of a temperature depends on where its scale begins.
  const ofScale = ({ unit }: Dressed) => unit?.factors[0]?.name;
  if ((left?.zero || right?.zero) && ofScale(g) !== ofScale(a)) return false;
  const isScaled = left && right && !left.zero && !right.zero;
  const scaled = (core: Node, unit: Measure | undefined): Expr =>
    toBase(exprOf(core, context), isScaled && unit ? scaleOf(unit) : undefined);
  const of = left && !isCounted(g.unit!) ? "measure" : g.unit?.factors.length === 0 ? "things" : "unknown";
  const isWithin = () =>
    isWithinTolerance(
      { node: g.core, value: scaled(g.core, left), of },
      { node: a.core, value: scaled(a.core, right) },
      context,
    );
  return triedOr(isWithin, false);
}

function compareDressed(gold: Node, answer: Node, g: Dressed, a: Dressed, context: Context): Decision {
  const [bare, based] = [
    g.base === undefined || a.base === undefined,
    (g.base ?? 10) !== 10 || (a.base ?? 10) !== 10,
  ];
  if ((bare && based) || hasBase(gold) !== hasBase(answer))
    if (!(g.base === 10 || a.base === 10))
      return different("base", "a number with a base against one without");
  if ((isMarked(g) && a.unit) || (isMarked(a) && g.unit))
    return different("unit", "percent or an angle against a unit");
  const units = compareUnits(g, a, context);
  if (units) return units;
  // In `0 K` the letter may be a unit, and zero of one unit is not zero of a different one.
  const [lettered, measured] = g.unit ? [a, g] : [g, a];
  if (measured.unit && !lettered.unit && namesIn(lettered.core).size > namesIn(measured.core).size)
    return different("unit", "a unit against a variable");
  if (g.mark !== "" || a.mark !== "") return compareMarked(g, a, context);
  return compareBare(g.core, a.core, context);
}

const isMarked = ({ mark }: Dressed): boolean => mark !== "";

/** Units on both sides must agree; the decision is made here if they matter. */
function compareUnits(g: Dressed, a: Dressed, context: Context): Decision | undefined {
  if (!g.unit || !a.unit) {
    if (context.policies.units === "required" && (g.unit || a.unit))
      return different("unit", "a unit on one side only");
    return undefined;
  }
  const left = measure(g.unit);
  const right = measure(a.unit);
  // `5 m/s north` is not `5 m/s south`.
  if (
    left &&
    right &&
    g.unit.noun !== "" &&
    a.unit.noun !== "" &&
    nounKey(withoutOf(g.unit.noun)) !== nounKey(withoutOf(a.unit.noun))
  )
    return different("unit", "different words after the unit");
  if (!left || !right) {
    const isAmount = (isMoney(g.unit) || isMoney(a.unit)) && sameNouns(g.unit.noun, a.unit.noun);
    if (left || right)
      return isGenericLength(g.unit, a.unit) || isAmount
        ? undefined
        : different("unit", "a unit against a noun");
    return sameNouns(g.unit.noun, a.unit.noun)
      ? undefined
      : different("unit", "different things are counted");
  }
  if (left.dimension !== right.dimension)
    return isWithoutRate(g.unit, a.unit) || isBareDegree(g.unit, a.unit)
      ? undefined
      : different("unit", "units of different dimensions");
  if (left.num * right.den === right.num * left.den && left.zero?.[0] === right.zero?.[0]) return undefined;
  const found = compareConverted(g.core, a.core, scaleOf(left), scaleOf(right), true, context);
  return found.by === "rounding" ? found : { ...found, by: "unit" };
}

/** `$500` for `$500 per month`: only one side says what the money is for. */
function isWithoutRate(a: Unit, b: Unit): boolean {
  const paid = ({ factors }: Unit) => factors.filter(({ power }) => power > 0);
  const [bare, rate] = a.factors.length < b.factors.length ? [a, b] : [b, a];
  const same = JSON.stringify(paid(bare)) === JSON.stringify(paid(rate));
  const saysNoRate = !bare.noun.startsWith("per ");
  return isMoney(bare) && bare.factors.length === 1 && rate.factors.length === 2 && same && saysNoRate;
}

/** `25 C` for `25 °C`: beside a temperature, the letter is a scale of temperature. */
function isBareDegree(a: Unit, b: Unit): boolean {
  const named = ({ factors: [first, ...rest] }: Unit) =>
    rest.length === 0 && first!.power === 1 ? first!.name : "";
  const [x, y] = [named(a), named(b)];
  return x === `°${y}` || y === `°${x}`;
}

/** The size of one unit or mark, and where its scale begins; undefined for a bare number. */
interface Scale {
  factor: Expr;
  zero?: Expr;
}

const scaleOf = ({ num: n, den: d, zero }: Measure): Scale => ({
  factor: fromRational(rational(n, d)),
  ...(zero && { zero: fromRational(rational(...zero)) }),
});
const toBase = (value: Expr, scale: Scale | undefined): Expr =>
  scale ? mul(scale.zero ? add(value, scale.zero) : value, scale.factor) : value;
const fromBase = (value: Expr, scale: Scale | undefined): Expr => {
  const scaled = scale ? div(value, scale.factor) : value;
  return scale?.zero ? sub(scaled, scale.zero) : scaled;
};

/** Two numbers on different scales, one of which may be the other rounded. */
function compareConverted(
  gold: Node,
  answer: Node,
  left: Scale | undefined,
  right: Scale | undefined,
  mayRound: boolean,
  context: Context,
): Decision {
  const [g, a] = [toBase(exprOf(gold, context), left), toBase(exprOf(answer, context), right)];
  const decision = compareExpressions(g, a, context.budget);
  if (decision.verdict !== "different" || !mayRound) return decision;
  const isRoundedValue = isRoundedConversion(
    { node: gold, inAnswerUnits: fromBase(g, right) },
    { node: answer, inGoldUnits: fromBase(a, left) },
    left?.zero !== right?.zero,
    context,
  );
  return isRoundedValue ? equal("rounding") : decision;
}

/** `square units` may be written as a noun or as a unit. */
const isGenericLength = (a: Unit, b: Unit): boolean => {
  const generic = (u: Unit) => u.noun.includes("unit") || u.factors.every((f) => f.name === "unit");
  return generic(a) && generic(b);
};

const singular = (word: string): string => (word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word);

/** In short names, case may make a different unit: `mbar` is not `Mbar`. */
const nounKey = (word: string): string => singular(word.length > 4 ? word.toLowerCase() : word);

/** `5 g of NaCl` is `5 g NaCl`. */
const withoutOf = (noun: string): string => noun.replace(/^of /, "");

const preposition = /^(?:of|per|in|on|at|for|to|from)$/;

/** What is counted, without what follows a preposition: `cartons` of `cartons of eggs`. */
const headOf = (words: readonly string[]): string | undefined => {
  const end = words.findIndex((word) => preposition.test(word));
  return words[(end < 0 ? words.length : end) - 1];
};

/**
 * The same noun in singular or plural, with or without other words around it in the same order; plain counting words
 * are all alike.
 */
function sameNouns(a: string, b: string): boolean {
  const [short, long] = [a, b]
    .map((noun) => noun.split(" ").map(nounKey))
    .sort((x, y) => x.length - y.length) as [string[], string[]];
  let next = 0;
  for (const word of long) if (word === short[next]) next++;
  if (next === short.length && headOf(short) === headOf(long)) return true;
  return isCountingNoun(a) && isCountingNoun(b);
}

/** A share and an angle in radians are plain numbers. */
const scaleOfMark: Partial<Record<Mark, Scale>> = {
  percent: { factor: num(1n, 100n) },
  degrees: { factor: mul(pi, num(1n, 180n)) },
};

/** Percent and degrees: a bare number beside them may have the same mark, or be the value; the gold decides. */
function compareMarked(g: Dressed, a: Dressed, context: Context): Decision {
  const { percent, degrees, preset } = context.policies;
  const has = (...marks: Mark[]): boolean => marks.includes(g.mark) || marks.includes(a.mark);
  if (has("percent", "share") && has("degrees", "radians"))
    return different("mark", "a share against an angle");
  const asWritten = () => compareBare(g.core, a.core, context);
  if (g.mark === a.mark || !has("percent", "degrees")) return asWritten();
  const [left, right] = [scaleOfMark[g.mark], scaleOfMark[a.mark]];
  const mayRound =
    preset !== "strict" || has("radians") || (left !== undefined && !some(a.core, isDecimalNumber));
  const converted = () => compareConverted(g.core, a.core, left, right, mayRound, context);
  const isExact = (has("percent") ? percent : degrees) === "exact";
  // An expression with its own sign, such as `200\%+0`, has its literal value.
  if (!has("") || isExact || some(a.core, ({ kind }) => kind === "percent")) return converted();
  if (a.mark === "percent") {
    // `50%` may stand for 50 or for 0.5; the size of the gold decides.
    const size = sizeAgainstOne(g.core, context);
    if (size === undefined) return undecided("mark", "percent of a number that may be above or below 1");
    return size > 0 ? asWritten() : converted();
  }
  return any([asWritten(), converted()]);
}

/** The sign of |x| - 1, for a constant; an expression with letters is not a number of percent. */
function sizeAgainstOne(node: Node, context: Context): -1 | 0 | 1 | undefined {
  const value = exprOf(node, context);
  if (freeNames(value).size > 0) return 0;
  return signOf(sub(fn("abs", value), num(1n)), context.budget);
}

const isCutOff = (node: Node): boolean => node.kind === "number" && node.open;
const hasBase = (node: Node): boolean => some(node, (n) => n.kind === "based" && n.base !== 10);

const longestBlock = 40;

/**
 * `0.333…` with its repeating block, which must be shown at least twice, or three times if it is one digit. A truncated
 * decimal equals nothing exact, because its value is not known; in a gold, the repetition shows it.
 */
function withRepetition(node: Node): Node {
  if (!isCutOff(node)) return mapChildren(node, withRepetition);
  const { mantissa, places } = node as NodeOf<"number">;
  const fraction = String(mantissa).padStart(places, "0").slice(-places);
  for (let size = 1; size <= longestBlock && size * 2 <= fraction.length; size++) {
    const block = fraction.slice(-size);
    let at = fraction.length;
    while (at >= size && fraction.slice(at - size, at) === block) at -= size;
    if ((fraction.length - at) / size < (size === 1 ? 3 : 2) || /^0+$/.test(block)) continue;
    const whole = mantissa / 10n ** BigInt(places);
    return decimal(`${whole}.${fraction.slice(0, at)}`, block);
  }
  return node;
}

function compareBare(written: Node, said: Node, context: Context): Decision {
  const [gold, answer] = some(written, isCutOff)
    ? ([written, said].map(withRepetition) as [Node, Node])
    : [written, said];
  const g = exprOf(gold, context);
  const a = exprOf(answer, context);
  const decision = compareExpressions(g, a, context.budget);
  const cutOff = some(gold, isCutOff) !== some(answer, isCutOff);
  if (cutOff && decision.verdict === "equal")
    return different("rounding", "a decimal that goes on against one that ends");
  if (decision.verdict !== "different") return decision;
  // The value of a truncated decimal is not known.
  const apart: Decision = cutOff ? { ...decision, certainty: null } : decision;
  const rounded = triedOr(() => isRounded(gold, answer, g, a, context), undefined);
  if (rounded !== undefined)
    context.budget.notes?.push({
      rule: "rounding",
      found: rounded ? "equal" : "different",
      said: rounded ? "one side is the other, rounded" : "neither side is the other, rounded as allowed",
    });
  return rounded ? equal("rounding") : apart;
}

/** How letters of the pair that do not commute are compared; undefined if two nodes have none. */
export function orderingOf(nodes: readonly Node[], context: Context): Ordering | undefined {
  const { letters } = context.reading;
  if (!letters || !nodes.some((node) => hasOrdered(node, letters))) return undefined;
  return { letters, numberOf: (node) => exprOf(node, context), budget: context.budget };
}

/** Two single values, or two things without a value that are built alike. */
export function compareNodes(gold: Node, answer: Node, context: Context): Decision {
  const ordering = orderingOf([gold, answer], context);
  if (ordering) return compareOrdered(gold, answer, ordering);
  const found = tried(() => compareScalars(gold, answer, context));
  if (found.ok) return found.value;
  if (found.because === "undefined") return different("undefined", found.reason);
  return sameTree(gold, answer) ? equal("identical") : undecided("kind", found.reason);
}

/** The charge of the general rule for two constants, if both are plain numbers. */
const plainSteps = 8;

/**
 * Whole numbers, which are most items of lists and tuples: decided at once, with the verdict and the charge of the
 * general rule. Undefined for other values, and if the rules record what they find.
 */
export function compareIntegers(gold: Node, answer: Node, { budget }: Context): Decision | undefined {
  if (budget.notes || !isInteger(gold) || !isInteger(answer)) return undefined;
  budget.spend(plainSteps);
  return gold.mantissa === answer.mantissa ? equal("rational") : provenDifferent("rational");
}
