// Arithmetic: sums of products of powers. Each rule reads as much as it can and leaves the rest to its caller.

import { decimal, integer, isInteger, type Node, symbol } from "../notation/tree.ts";
import { isStructural } from "../notation/words.ts";
import { readAtom, startsAtom } from "./read-atom.ts";
import { readBraces } from "./read-braces.ts";
import { readCompound } from "./read-compound.ts";
import { isWedge, readAdjointMark, readDegrees, readOrdinal, readWedge, VectorSigns } from "./read-marks.ts";
import { readScale } from "./read-number.ts";
import { isAlternative, isRemark, isRestatement, isSpelledOut } from "./read-remark.ts";
import { readIndex } from "./read-symbol.ts";
import { readUnit } from "./read-unit.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

export const negate = (arg: Node): Node => ({ kind: "neg", arg });

/** `2020-01-02` is no difference. */
const isIsoDate = (r: Reader): boolean =>
  r.token.kind === "number" &&
  r.token.value.length === 4 &&
  /^\d{4}$/.test(r.token.value) &&
  [2, 4].every((ahead) => {
    const [dash, two] = [r.peek(ahead - 1), r.peek(ahead)];
    return dash.value === "-" && dash.gap === "" && two.kind === "number" && /^\d{2}$/.test(two.value);
  });

/** Terms joined by plus, minus and plus-minus. */
export function readSum(r: Reader): Node {
  let terms: Node[] = [];
  let plusMinusSigns = 0;
  let plusMinus: { sign: "±" | "∓"; left: Node | null } | undefined;
  const collect = (): Node => {
    const right = hoistUnit(terms);
    if (!plusMinus) return right;
    return { kind: "pm", sign: plusMinus.sign, left: plusMinus.left, right };
  };
  for (let first = true; ; first = false) {
    if (plusMinus && (r.isOp("+") || r.isOp("-")) && terms.length > 0) {
      // `a \pm b + c` is `(a \pm b) + c`.
      terms = [collect()];
      plusMinus = undefined;
    }
    let negative = false;
    let signs = 0;
    let spaced = true;
    for (;;) {
      if (r.isOp("-")) negative = !negative;
      else if (r.isOp("±") || r.isOp("∓")) {
        if (signs > 0) r.fail("a sign too many");
        const sign = r.token.value as "±" | "∓";
        r.layer(++plusMinusSigns);
        plusMinus = { sign, left: terms.length > 0 ? collect() : null };
        terms = [];
        signs++;
        r.i++;
        continue;
      } else if (!r.isOp("+")) break;
      if (++signs > 2) r.fail("a sign too many");
      spaced = signs === 1 ? true : r.token.gap !== "";
      r.i++;
    }
    if (!first && signs === 0) return collect();
    const at = r.token;
    if (first && isIsoDate(r)) r.fail("a date");
    const term = (first && readCompound(r)) || readProduct(r);
    if (signs === 2 && !spaced && !isBareNumber(term)) r.fail("two signs in a row", at);
    terms.push(negative ? negate(term) : term);
    if (r.differential) return collect();
  }
}

const isBareNumber = (node: Node): boolean =>
  node.kind === "number" || node.kind === "mixed" || node.kind === "symbol";

const isCurrency = (node: Node): boolean =>
  node.kind === "unit" && node.unit.factors.some((factor) => "€£¥₹$¢".includes(factor.name));

/** In `3+\sqrt2 cm` the unit belongs to the whole sum; the sign of a currency belongs to its own amount. */
function hoistUnit(terms: Node[]): Node {
  if (terms.length === 1) return terms[0]!;
  const last = terms[terms.length - 1]!;
  const inner = last.kind === "neg" ? last.arg : last;
  if (
    inner.kind === "unit" &&
    !isCurrency(inner) &&
    terms.slice(0, -1).every((t) => t.kind !== "unit" && !(t.kind === "neg" && t.arg.kind === "unit"))
  ) {
    const bare = last.kind === "neg" ? negate(inner.arg) : inner.arg;
    return { kind: "unit", arg: { kind: "add", terms: [...terms.slice(0, -1), bare] }, unit: inner.unit };
  }
  return { kind: "add", terms };
}

/** Factors joined by signs of multiplication and division, or standing side by side. */
export function readProduct(r: Reader): Node {
  let node = readSigned(r);
  let factors: Node[] = [node];
  const signs = new VectorSigns();
  for (let layers = 0; ; ) {
    if (factors.length === 1) r.layer(layers++);
    if (r.differential) return signs.product(factors);
    if (r.isOp("*") || r.isOp("×") || isTimes(r)) {
      const sign = r.take().value === "×" ? "×" : "·";
      signs.join(factors, sign, readSigned(r));
    } else if (isWedge(r, factors)) {
      r.i++;
      readWedge(r, factors, () => readPower(r));
    } else if (r.isOp("/") || r.isOp("÷")) {
      if (isDate(r, factors)) r.fail("a date");
      const slash = r.take();
      node = quotient(r, signs.product(factors), readDifference(r) ?? readSigned(r), slash);
      factors = [node];
    } else if (r.token.kind === "word" && r.isWord("mod") && !inCongruence(r)) {
      r.i++;
      node = { kind: "call", name: "mod", args: [signs.product(factors), readSigned(r)], base: null };
      factors = [node];
    } else if (r.isWord("choose")) {
      r.i++;
      node = { kind: "call", name: "binom", args: [signs.product(factors), readSigned(r)], base: null };
      factors = [node];
    } else if (r.isCommand("bmod") || (r.isCommand("mod") && !inCongruence(r))) {
      r.i++;
      node = { kind: "call", name: "mod", args: [signs.product(factors), readSigned(r)], base: null };
      factors = [node];
    } else if (r.isWord("分之") && factors.length === 1 && isInteger(factors[0]!)) {
      // The denominator comes first: `2分之根号3`.
      r.i++;
      node = { kind: "div", num: readSigned(r), den: factors[0]! };
      factors = [node];
    } else if (sideBySide(r, factors[factors.length - 1]!)) {
      signs.join(factors, "", readPower(r));
    } else {
      const scale = factors.every((f) => f.kind === "number") ? readScale(r) : undefined;
      if (scale) {
        factors.push(scale);
        continue;
      }
      const [only] = factors;
      if (r.isWord("dozen") && factors.length === 1 && isInteger(only!)) {
        r.i++;
        factors = [integer(12n * only.mantissa)];
        continue;
      }
      if (r.around.inIntegral && isDifferential(r)) return signs.product(factors);
      const unit = readUnit(r, signs.product(factors));
      if (!unit) return signs.product(factors);
      factors = [unit];
      if (!r.isOp("*") && !r.isOp("×") && !r.isOp("/")) return unit;
    }
  }
}

/** `/\Delta x`: the sign and its letter are one name. */
function readDifference(r: Reader): Node | undefined {
  const { kind, value } = r.token;
  const next = r.peek();
  if (kind !== "symbol" || !/^[Dd]elta$/.test(value)) return undefined;
  if (next.kind !== "symbol" && !(next.kind === "word" && next.value.length === 1)) return undefined;
  r.i++;
  return { kind: "mul", factors: [symbol(value), readPower(r)] };
}

/** `3/4%` is three quarters of a percent; a mark in the middle of anything else, `2\pi/5°`, cannot be read. */
function quotient(r: Reader, num: Node, den: Node, slash: Token): Node {
  const bracketed = r.tokens[r.i - 1]!.value === ")";
  if ((den.kind !== "percent" && den.kind !== "degrees") || num.kind === den.kind || bracketed)
    return { kind: "div", num, den };
  if (!isInteger(num) || !isInteger(den.arg)) return r.fail("a mark inside a quotient", slash);
  return { ...den, arg: { kind: "div", num, den: den.arg } };
}

/** `1.2 x 10^5`: the letter that people type for the sign. */
const isTimes = (r: Reader): boolean =>
  r.token.kind === "word" &&
  /^[xX]$/.test(r.token.value) &&
  r.token.gap === " " &&
  r.tokens[r.i - 1]?.kind === "number" &&
  r.peek().value === "10" &&
  r.peek().gap === " " &&
  r.peek(2).kind === "op" &&
  (r.peek(2).value === "^" || r.peek(2).value === "**");

/** `1/2/2024` is a day, not a number. */
const isDate = (r: Reader, factors: Node[]): boolean =>
  factors.length === 1 &&
  factors[0]!.kind === "div" &&
  isInteger(factors[0]!.num) &&
  isInteger(factors[0]!.den) &&
  r.peek().kind === "number" &&
  /^\d{4}$/.test(r.peek().value) &&
  r.peek(2).kind === "end";

/** `a \equiv b \mod m`: the word belongs to the congruence. */
function inCongruence(r: Reader): boolean {
  for (let i = r.i - 1; i >= 0; i--) {
    const token = r.tokens[i]!;
    if (token.kind === "op" && token.value === "≡") return true;
    if (token.kind === "op" && (token.value === "," || token.value === ";" || token.value === "="))
      return false;
  }
  return false;
}

/** A factor behind a sign of multiplication may carry its own sign: `2 \cdot -3`. */
function readSigned(r: Reader): Node {
  let negative = false;
  let signs = 0;
  while (r.isOp("-") || r.isOp("+")) {
    if (r.isOp("-")) negative = !negative;
    if (++signs > 1) r.fail("a sign too many");
    r.i++;
  }
  const node = readPower(r);
  return negative ? negate(node) : node;
}

export const isSetLike = (node: Node): boolean =>
  ["sequence", "set", "setname", "builder", "setop"].includes(node.kind);

/** Whether the next token is a factor that needs no sign of multiplication. */
function sideBySide(r: Reader, left: Node): boolean {
  const token = r.token;
  switch (token.kind) {
    case "number":
      // `2 3` and `x2` mean nothing, `\sqrt{3} 2` does.
      if (left.kind === "number" || left.kind === "mixed") return false;
      if (r.peek().kind === "op" && r.peek().value === "^")
        return (
          r.tokens[r.i - 1]?.kind !== "number" || (/^(?:pow|symbol)$/.test(left.kind) && token.gap !== "")
        );
      if (left.kind === "symbol") return left.name === "i";
      return r.tokens[r.i - 1]?.kind !== "number" && r.tokens[r.i - 1]?.kind !== "word";
    case "word":
      return !(token.value === "U" && isSetLike(left)) && startsFactor(r);
    case "op":
      if (token.value === "(" || token.value === "[") {
        const bracket = r.brackets.get(r.i)!;
        if (
          /^b?mod$/.test(r.peek().value) ||
          isRemark(r) ||
          isRestatement(r) ||
          isAlternative(r) ||
          isSpelledOut(r)
        )
          return false;
        if (bracket.relation || bracket.close < 0 || (token.value === "[" && r.around.outward)) return false;
        return token.value === "(" ? true : !bracket.comma;
      }
      if (token.value === "|" || token.value === "‖")
        return (
          r.around.bars === 0 &&
          r.tokens[r.i + 1]!.kind !== "end" &&
          !r.around.barSeparates &&
          left.kind !== "relation"
        );
      if (token.value === "\\{" || "$€£¥₹".includes(token.value)) return false;
      return startsAtom(r);
    case "setname":
      return false;
    case "fraction":
    case "symbol":
    case "function":
    case "command":
    case "end":
      return startsAtom(r);
  }
}

/** A word stands for a factor when it is made of variables or names a function or a constant. */
function startsFactor(r: Reader): boolean {
  const token = r.token;
  if (isStructural(token.value)) return false;
  if (r.around.inIntegral && isDifferential(r)) return false;
  return startsAtom(r);
}

/** `dx` at the end of an integral. */
export function isDifferential(r: Reader): boolean {
  const token = r.token;
  if (token.kind !== "word" || token.value[0] !== "d") return false;
  if (token.value.length === 2) return true;
  const next = r.peek();
  return token.value === "d" && (next.kind === "symbol" || (next.kind === "word" && next.value.length === 1));
}

/** The variable of a differential. */
export function takeDifferential(r: Reader): string {
  const token = r.take();
  return token.value.length === 2 ? token.value[1]! : r.take().value;
}

/** An atom with its exponents, factorials, percent and degree marks. */
/**
 * `y^{(4)}`, `F^{\mu\nu}`, `\epsilon^{ijk}`: over a letter, brackets and several Greek letters or indices are no power, but a
 * part of the name. Undefined, and nothing read, where an exponent stands there.
 */
function readUpperIndex(r: Reader, base: Node): Node | undefined {
  const open = r.peek();
  if (base.kind !== "symbol" || open.kind !== "op" || open.value !== "{") return undefined;
  const close = r.brackets.get(r.i + 1)!.close;
  if (close < 0) return undefined;
  const inside = r.tokens.slice(r.i + 2, close);
  const [first, last] = [inside[0], inside.at(-1)];
  const isBracketed =
    first?.value === "(" &&
    last?.value === ")" &&
    inside.length === 3 &&
    /^(?:\d+|[a-z])$/.test(inside[1]!.value);
  const isGreek = inside.length > 1 && inside.every(({ kind, value }) => kind === "symbol" && value !== "pi");
  const isRun = inside.length === 1 && first!.kind === "word" && /^[i-n]{3,}$/.test(first!.value);
  if (!isBracketed && !isGreek && !isRun) return undefined;
  r.i = close + 1;
  return symbol(`${base.name}^{${inside.map(({ value }) => value).join(" ")}}`);
}

export function readPower(r: Reader): Node {
  let node = readAtom(r);
  for (let layers = 0; ; layers++) {
    r.layer(layers);
    const token = r.token;
    if (token.kind !== "op") return node;
    switch (token.value) {
      case "**":
        if (r.bold || !startsAtomAfter(r)) {
          if (!r.bold && !endsItem(r.peek())) r.fail("a power without its exponent");
          r.bold = false;
          r.i++;
          continue;
        }
        node = { kind: "pow", base: node, exp: readExponent(r) };
        continue;
      case "^": {
        const degrees = readDegrees(r, node);
        if (degrees) node = degrees;
        else {
          const ordinal = readOrdinal(r, node);
          if (ordinal) return ordinal;
          const mark = readAdjointMark(r);
          const upper = mark ? undefined : readUpperIndex(r, node);
          if (upper) {
            node = upper;
            continue;
          }
          const exp = mark ?? readExponent(r);
          // `x^2_1` is the square of `x_1`.
          const base = readIndex(r, node);
          // `x^*` is another letter than x, of a number that is the best or the conjugate; `A^*` is an adjoint.
          node =
            mark?.name === "*" && base.kind === "symbol" && /^[a-z]/.test(base.name)
              ? symbol(`${base.name}^{*}`)
              : { kind: "pow", base, exp };
        }
        continue;
      }
      case "°": {
        node = readDegrees(r, node)!;
        continue;
      }
      case "!": {
        const double = r.peek().kind === "op" && r.peek().value === "!" && r.peek().gap === "";
        if (double && r.peek(2).kind === "op" && r.peek(2).value === "!")
          r.fail("a factorial of a factorial of a factorial");
        r.i += double ? 2 : 1;
        node = { kind: "factorial", arg: node, order: double ? 2 : 1 };
        continue;
      }
      case "%":
        r.i++;
        node = { kind: "percent", arg: node };
        continue;
      case "‰":
        r.i++;
        node = { kind: "unit", arg: node, unit: { factors: [{ name: "permille", power: 1 }], noun: "" } };
        continue;
      default:
        return node;
    }
  }
}

const endsItem = ({ kind, value }: Token): boolean => kind === "end" || /^[,;)\]}.:]$/.test(value);

function startsAtomAfter(r: Reader): boolean {
  r.i++;
  const yes = startsAtom(r) || r.isOp("-") || r.token.kind === "number";
  r.i--;
  return yes;
}

/** What stands behind `^`: a braced group, a bracket, or one atom, itself perhaps raised. */
function readExponent(r: Reader): Node {
  r.i++;
  return r.nested(() => {
    let negative = false;
    while (r.isOp("-") || r.isOp("+")) {
      if (r.isOp("-")) negative = !negative;
      r.i++;
    }
    if (r.isOp("*") || r.isOp("'")) return r.fail("an exponent that is not a number");
    let node = readPlainExponent(r) ?? readLetters(r) ?? (r.isOp("{") ? readBraces(r, true) : readAtom(r));
    if (r.isOp("^") || (r.isOp("**") && !r.bold)) node = { kind: "pow", base: node, exp: readExponent(r) };
    return negative ? negate(node) : node;
  });
}

/** `e^{it}`: no word stands in an exponent, though English has some of two letters. */
function readLetters(r: Reader): Node | undefined {
  const letters = r.peek();
  if (!r.isOp("{") || letters.kind !== "word" || letters.upright || !/^[A-Za-z]{2}$/.test(letters.value))
    return undefined;
  if (r.peek(2).kind !== "op" || r.peek(2).value !== "}") return undefined;
  r.i += 3;
  return { kind: "mul", factors: [...letters.value].map(symbol) };
}

/** In `2^6 3^5` the second number is another factor and no part of the exponent. */
function readPlainExponent(r: Reader): Node | undefined {
  const { kind, value, exponent } = r.token;
  const next = r.peek();
  // In `\chi^2_5` the index belongs to the letter.
  if (kind === "number" && next.kind === "op" && next.value === "_") {
    r.i++;
    return decimal(value);
  }
  if (kind !== "number" || exponent !== undefined || next.kind !== "number" || next.gap === "")
    return undefined;
  if (r.peek(2).kind !== "op" || r.peek(2).value !== "^") return undefined;
  r.i++;
  return decimal(value);
}
