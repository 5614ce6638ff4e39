// Arithmetic: powers and marks, products, sums. Each rule reads as much as it can and leaves the rest to its caller.

import { printLatex } from "../notation/print.ts";
import {
  call,
  decimal,
  integer,
  isInteger,
  measured,
  type Node,
  negate,
  product,
  symbol,
} from "../notation/tree.ts";
import { bySpelling } from "../notation/vocabulary.ts";
import { isOrdinalEnding, isStructural } from "../notation/words.ts";
import { isOrderAhead, readBraces, readIndex } from "./brackets.ts";
import { startsAtom } from "./names.ts";
import { readScale } from "./numbers.ts";
import type { Reader } from "./reader.ts";
import { currencySigns, isAnyOp, isLetter, isOp, isSign, isWordIn, type Token } from "./token.ts";
import { isAlternative, isRemark, isRestatement, isSpelledOut, readCompound, readUnit } from "./units.ts";

/** `2020-01-02` is not a difference. */
const isIsoDate = (r: Reader): boolean =>
  r.token.kind === "number" &&
  r.peek().value === "-" &&
  /^\d{4}$/.test(r.token.value) &&
  [2, 4].every((ahead) => {
    const [dash, two] = [r.peek(ahead - 1), r.peek(ahead)];
    return dash.value === "-" && dash.gap === "" && two.kind === "number" && /^\d{2}$/.test(two.value);
  });

/** Terms joined by plus, minus and plus-minus. */
export function readSum(r: Reader): Node {
  let terms: Node[] = [];
  let plusMinusSigns = 0;
  let plusMinus: PlusMinus | undefined;
  for (let first = true; ; first = false) {
    if (plusMinus && isSign(r.token, "+-") && terms.length > 0) {
      // `a \pm b + c` is `(a \pm b) + c`.
      terms = [collect(terms, plusMinus)];
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
        plusMinus = { sign, left: terms.length > 0 ? collect(terms, plusMinus) : null };
        terms = [];
        signs++;
        r.i++;
        continue;
      } else if (!r.isOp("+")) break;
      if (++signs > 2) r.fail("a sign too many");
      spaced = signs === 1 || r.token.gap !== "";
      r.i++;
    }
    if (!first && signs === 0) return collect(terms, plusMinus);
    const at = r.token;
    if (first && isIsoDate(r)) r.fail("a date");
    const term = (first && readCompound(r)) || r.rules.product(r);
    if (signs === 2 && !spaced && !isBareNumber(term)) r.fail("two signs in a row", at);
    terms.push(negative ? negate(term) : term);
    if (r.differential) return collect(terms, plusMinus);
  }
}

interface PlusMinus {
  sign: "±" | "∓";
  left: Node | null;
}

/** The sum of the terms, after a plus-minus the right side of it. */
function collect(terms: Node[], plusMinus: PlusMinus | undefined): Node {
  const right = hoistUnit(terms);
  return plusMinus ? { kind: "pm", ...plusMinus, right } : right;
}

const isBareNumber = (node: Node): boolean =>
  node.kind === "number" || node.kind === "mixed" || node.kind === "symbol";

const isCurrency = (node: Node): boolean =>
  node.kind === "unit" && node.unit.factors.some(({ name }) => name === "¢" || currencySigns.has(name));

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

/** The most common signs before which a product ends. */
const endProducts: ReadonlySet<string> = new Set([..."+-=<>≤≥≠,;)]}", "\\}", "&", "\\\\"]);

/** Factors joined by signs of multiplication and division, or side by side. */
export function readProduct(r: Reader): Node {
  const start = r.i;
  const first = readSigned(r);
  if (isAnyOp(r.token, endProducts)) return first;
  let factors: Node[] = [first];
  const signs = new VectorSigns();
  for (let layers = 0; ; ) {
    if (factors.length === 1) r.layer(layers++);
    if (r.differential) return signs.product(factors);
    const op = r.token.kind === "op" ? r.token.value : "";
    if (isConvolution(r, factors)) {
      r.i++;
      factors = [call("star", factors[0]!, readSigned(r))];
    } else if (op === "*" || op === "×" || op === "∗") {
      const sign = r.take().value === "×" ? "×" : "·";
      signs.join(factors, sign, readSigned(r));
    } else if (isWedge(r, factors)) {
      r.i++;
      readWedge(r, factors, () => r.rules.power(r));
    } else if (op === "/" || op === "÷") {
      if (isDate(r, factors)) r.fail("a date");
      const slash = r.take();
      const below = readSegment(r, factors) ?? readDifference(r) ?? readSigned(r);
      factors = [quotient(r, signs.product(factors), below, slash)];
    } else if (op === "" && operationHere(r)) {
      const name = operationHere(r)!;
      // `3 + 4 \bmod 5` and `-7 \bmod 4` are the remainder of a sum for some writers, and of its last term for others.
      if (name === "mod" && (isSign(r.tokens[start], "-") || isSign(r.tokens[start - 1], "+-")))
        r.fail("a remainder of a sum or of its last term");
      r.i++;
      factors = [call(name, signs.product(factors), readSigned(r))];
    } else if (r.isWord("分之") && factors.length === 1 && isInteger(factors[0]!)) {
      // The denominator comes first: `2分之根号3`.
      r.i++;
      factors = [{ kind: "div", num: readSigned(r), den: factors[0]! }];
    } else if (sideBySide(r, factors[factors.length - 1]!)) {
      signs.join(factors, "", r.rules.power(r));
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
      if (r.around.inIntegral && r.isDifferential()) return signs.product(factors);
      const unit = readUnit(r, signs.product(factors));
      if (!unit) return signs.product(factors);
      factors = [unit];
      if (!isSign(r.token, "*×/")) return unit;
    }
  }
}

/** The second run of capitals in `AB/CD`, which is a quotient of two segments, or of two products. */
function readSegment(r: Reader, [first, ...others]: Node[]): Node | undefined {
  const isRun = first?.kind === "symbol" && first.run === others.length + 1;
  if (!isRun || !/^[A-Z]{2,}$/.test(r.token.value) || r.token.kind !== "word") return undefined;
  const letters = [readSigned(r)];
  while (r.token.cut) letters.push(r.rules.power(r));
  return { kind: "mul", factors: letters };
}

/**
 * `f*g`, `x \star y`: a convolution, or an operation that the problem defines. A star between numbers is a
 * multiplication sign, and so is the one on a keyboard, except between the letters of functions.
 */
function isConvolution(r: Reader, [left, ...others]: Node[]): boolean {
  if (r.token.kind !== "op" || others.length > 0) return false;
  const next = r.peek();
  switch (r.token.value) {
    case "⋆":
      return true;
    case "∗":
      return left!.kind !== "number" && next.kind !== "number";
    case "*":
      return (
        !r.token.sign &&
        isFunctionLetter(left!) &&
        (next.value === "g" || next.value === "f") &&
        !isOp(r.peek(2), "^")
      );
    default:
      return false;
  }
}

const isFunctionLetter = (node: Node): boolean =>
  (node.kind === "symbol" && (node.name === "f" || node.name === "g")) ||
  (node.kind === "call" && node.name === "star");

/** An operation with a name between its two sides. */
function operationHere(r: Reader): "mod" | "binom" | undefined {
  if (r.isWord("choose")) return "binom";
  const isMod = r.isCommand("bmod") || ((r.isCommand("mod") || r.isWord("mod")) && !inCongruence(r));
  return isMod ? "mod" : undefined;
}

/** `/\Delta x`: the sign and its letter are one name. */
function readDifference(r: Reader): Node | undefined {
  const { kind, value } = r.token;
  const next = r.peek();
  if (kind !== "symbol" || !/^[Dd]elta$/.test(value) || !isLetter(next)) return undefined;
  r.i++;
  return { kind: "mul", factors: [symbol(value), r.rules.power(r)] };
}

/** `3/4%` is three quarters of a percent; a mark in the middle of anything else, `2\pi/5°`, cannot be read. */
function quotient(r: Reader, num: Node, den: Node, slash: Token): Node {
  const bracketed = r.tokens[r.i - 1]!.value === ")";
  if ((den.kind !== "percent" && den.kind !== "degrees") || num.kind === den.kind || bracketed)
    return { kind: "div", num, den };
  if (!isInteger(num) || !isInteger(den.arg)) return r.fail("a mark inside a quotient", slash);
  return { ...den, arg: { kind: "div", num, den: den.arg } };
}

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
    if (isOp(r.tokens[i], "≡")) return true;
    if (isSign(r.tokens[i], ",;=")) return false;
  }
  return false;
}

/** A factor after a multiplication sign may have its own sign: `2 \cdot -3`. */
function readSigned(r: Reader): Node {
  const negative = readSigns(r, 1);
  const node = r.rules.power(r);
  return negative ? negate(node) : node;
}

/** Reads the signs before a value, at most this many; returns whether they make it negative. */
function readSigns(r: Reader, most: number): boolean {
  let negative = false;
  for (let signs = 0; isSign(r.token, "+-"); signs++) {
    if (signs === most) r.fail("a sign too many");
    if (r.take().value === "-") negative = !negative;
  }
  return negative;
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
      if (isOp(r.peek(), "^"))
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
          r.around.bars === 0 && r.peek().kind !== "end" && !r.around.barSeparates && left.kind !== "relation"
        );
      return token.value !== "\\{" && !currencySigns.has(token.value) && startsAtom(r);
    case "setname":
      return false;
    default:
      return startsAtom(r);
  }
}

/** A word is a factor if it consists of variables or names a function or a constant. */
function startsFactor(r: Reader): boolean {
  const token = r.token;
  if (token.value.length > 1 && isStructural(token.value)) return false;
  if (r.around.inIntegral && r.isDifferential()) return false;
  return startsAtom(r);
}

/**
 * `y^{(4)}`, `F^{\mu\nu}`, `\epsilon^{ijk}`: over a letter, brackets and several Greek letters or indices are not a
 * power, but a part of the name. Undefined, and nothing read, if it is an exponent.
 */
function readUpperIndex(r: Reader, base: Node): Node | undefined {
  const up = isOp(r.peek(), "{") ? r.scriptAt() : undefined;
  if (base.kind !== "symbol" || !up) return undefined;
  const { inside } = up;
  const [first, second, last] = inside;
  const isBracketed =
    inside.length === 3 &&
    first!.value === "(" &&
    /^(?:\d+|[a-z])$/.test(second!.value) &&
    last!.value === ")";
  const isGreek = inside.length > 1 && inside.every(({ kind, value }) => kind === "symbol" && value !== "pi");
  const isRun = inside.length === 1 && first!.kind === "word" && /^[i-n]{3,}$/.test(first!.value);
  if (!isBracketed && !isGreek && !isRun) return undefined;
  r.i = up.next;
  return symbol(`${base.name}^{${inside.map(({ value }) => value).join(" ")}}`);
}

/** An atom with its exponents, factorials, percent and degree marks. */
export function readPower(r: Reader): Node {
  let node = r.rules.atom(r);
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
        if (r.peek().kind === "number") {
          node = readRaised(r, node);
          continue;
        }
        const ordinal = readOrdinal(r, node);
        if (ordinal) return ordinal;
        node = readDegrees(r, node) ?? readRaised(r, node);
        continue;
      }
      case "°": {
        node = readDegrees(r, node)!;
        continue;
      }
      case "!": {
        const double = isOp(r.peek(), "!") && r.peek().gap === "";
        if (double && isOp(r.peek(2), "!")) r.fail("a factorial of a factorial of a factorial");
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
        node = measured(node, "permille");
        continue;
      default:
        return node;
    }
  }
}

/** The meaning of `^`: a power, or a name of which the mark is a part. */
function readRaised(r: Reader, node: Node): Node {
  const mark = readAdjointMark(r);
  const upper = mark ? undefined : readUpperIndex(r, node);
  if (upper) return upper;
  const exp = mark ?? readExponent(r);
  // `x^2_1` is the square of `x_1`.
  const base = readIndex(r, node);
  // `x^*` is a different letter from x, the optimum or the conjugate; `A^*` is an adjoint.
  const isStarred = mark?.name === "*" && base.kind === "symbol" && /^[a-z]/.test(base.name);
  return isStarred ? symbol(`${base.name}^{*}`) : { kind: "pow", base, exp };
}

const endsItem = ({ kind, value }: Token): boolean => kind === "end" || /^[,;)\]}.:]$/.test(value);

function startsAtomAfter(r: Reader): boolean {
  r.i++;
  const yes = startsAtom(r) || r.isOp("-") || r.token.kind === "number";
  r.i--;
  return yes;
}

/** The operand of `^`: a braced group, a bracket, or one atom, possibly with its own power. */
function readExponent(r: Reader): Node {
  r.i++;
  return r.nested(() => {
    const negative = readSigns(r, 2);
    if (r.isOp("*") || r.isOp("'") || isOrderAhead(r, "[")) return r.fail("an exponent that is not a number");
    let node =
      readPlainExponent(r) ?? readLetters(r) ?? (r.isOp("{") ? readBraces(r, true) : r.rules.atom(r));
    if (r.isOp("^") || (r.isOp("**") && !r.bold)) node = { kind: "pow", base: node, exp: readExponent(r) };
    return negative ? negate(node) : node;
  });
}

/** `e^{it}`: there are no words in an exponent, though English has some of two letters. */
function readLetters(r: Reader): Node | undefined {
  const letters = r.peek();
  if (!r.isOp("{") || letters.kind !== "word" || letters.upright || !/^[A-Za-z]{2}$/.test(letters.value))
    return undefined;
  if (!isOp(r.peek(2), "}")) return undefined;
  r.i += 3;
  return { kind: "mul", factors: [...letters.value].map(symbol) };
}

/** In `2^6 3^5` the second number is a further factor and not a part of the exponent. */
function readPlainExponent(r: Reader): Node | undefined {
  const { kind, value, exponent } = r.token;
  const next = r.peek();
  if (kind !== "number") return undefined;
  // In `\chi^2_5` the index belongs to the letter.
  const isFactor =
    exponent === undefined && next.kind === "number" && next.gap !== "" && isOp(r.peek(2), "^");
  if (!isOp(next, "_") && !isFactor) return undefined;
  r.i++;
  return decimal(value);
}

/** Where a degree sign at the cursor ends: `°`, `^\circ`, on a number also `^{o}`; undefined if there is none. */
function afterCircle(r: Reader, node: Node): number | undefined {
  if (r.isOp("°")) return r.i + 1;
  const up = r.scriptAt();
  const [circle, ...others] = up?.inside ?? [];
  const isCircle = isSign(circle, "∘°") || (circle?.value === "o" && node.kind === "number");
  return isCircle && others.length === 0 ? up?.next : undefined;
}

/** `30^\circ`, `30°15'20''`, with `C` or `F` after it a temperature. */
function readDegrees(r: Reader, node: Node): Node | undefined {
  const next = afterCircle(r, node);
  if (next === undefined) return undefined;
  r.i = next;
  const scale = r.token;
  if (isWordIn(scale, /^(?:[CF]|[Cc]elsius|[Ff]ahrenheit|CELSIUS|FAHRENHEIT)$/)) {
    r.i++;
    return measured(node, `°${scale.value[0]!.toUpperCase()}`);
  }
  const minutes = readMarked(r, 1);
  const seconds = readMarked(r, 2);
  if (r.token.kind === "number" && primesAt(r, r.i + 1).count > 0) r.fail("a mark of minutes or seconds");
  return { kind: "degrees", arg: node, minutes: minutes ?? (seconds ? decimal("0") : null), seconds };
}

/** The number at the cursor, if it has so many primes: one for minutes, two for seconds. */
function readMarked(r: Reader, primes: number): Node | null {
  const { count, next } = primesAt(r, r.i + 1);
  if (r.token.kind !== "number" || count !== primes) return null;
  const number = decimal(r.token.value);
  r.i = next;
  return number;
}

function primesAt(r: Reader, at: number): { count: number; next: number } {
  const raised = r.scriptAt(at);
  const marks = raised?.inside ?? r.tokens.slice(at, at + 3);
  let [taken, count] = [0, 0];
  for (; isOp(marks[taken], "'") || isOp(marks[taken], "''") || isOp(marks[taken], '"'); taken++)
    count += isOp(marks[taken], "'") ? 1 : 2;
  return { count, next: raised?.next ?? at + taken };
}

/** `5^{th}`, `5^{\text{th}}`. */
function readOrdinal(r: Reader, node: Node): Node | undefined {
  const up = r.scriptAt();
  const [word, ...others] = up?.inside ?? [];
  if (!isInteger(node) && node.kind !== "symbol") return undefined;
  if (!up || others.length > 0 || word?.kind !== "word" || !isOrdinalEnding(word.value)) return undefined;
  r.i = up.next;
  return { kind: "ordinal", arg: node };
}

/** Marks of transposes and adjoints, as they are read. */
const adjointMarks = bySpelling([
  ["⊤ top intercal", "\\top"],
  ["dagger †", "\\dagger"],
  ["* ∗ ⋆", "*"],
]);

/** `^\top`, `^{*}`, `^\dagger`. */
function readAdjointMark(r: Reader): Extract<Node, { kind: "symbol" }> | undefined {
  const up = r.scriptAt();
  const [sign, ...others] = up?.inside ?? [];
  const mark = sign?.kind === "op" || sign?.kind === "command" ? adjointMarks.get(sign.value) : undefined;
  if (!up || mark === undefined || others.length > 0) return undefined;
  r.i = up.next;
  return { kind: "symbol", name: mark };
}

/** A letter set as vectors are: with an arrow or a hat, or in bold type. */
const isVectorLetter = (node: Node): boolean =>
  node.kind === "symbol" &&
  (node.bold === true || (node.name[0] === "\\" && /^\\(?:vec|hat|mathbf)\{/.test(node.name)));

/** The result is a vector if letters in vector type are. */
function isVector(node: Node): boolean {
  switch (node.kind) {
    case "symbol":
      return isVectorLetter(node);
    case "add":
      return node.terms.every(isVector);
    case "neg":
      return isVector(node.arg);
    case "mul":
      return node.factors.filter(isVector).length === 1;
    case "div":
      return isVector(node.num) && !isVector(node.den);
    case "call":
      return node.name === "cross";
    default:
      return false;
  }
}

/** `\mathbb{R}`, or `S^1`, the name of a space; a power of a number is not written so. */
const isSpace = (node: Node): boolean =>
  node.kind === "setname" ||
  (node.kind === "pow" &&
    node.base.kind === "symbol" &&
    /^[A-Z]$/.test(node.base.name) &&
    isInteger(node.exp) &&
    node.exp.mantissa > 0n);

const isPlainCapital = (node: Node): boolean => node.kind === "symbol" && /^[A-Z]$/.test(node.name);

const crossed = (left: Node, right: Node): Node => call("cross", left, right);

/** Between vectors, a dot and a cross are two operations; between spaces, a cross is neither. */
class VectorSigns {
  /** How many signs have spaces around them. */
  private spaces = 0;
  /** How many are between capitals, which may name sets. */
  private capitals = 0;
  /** A vector that waits for the other side of its cross product: `2\vec a \times 3\vec b`. */
  private waiting = -1;

  join(factors: Node[], sign: "·" | "×" | "", right: Node): void {
    // Side by side, the most frequent case.
    if (sign === "" && this.waiting < 0) {
      factors.push(right);
      return;
    }
    const last = factors.length - 1;
    const left = factors[last]!;
    if (sign === "×" && isSpace(left) && isSpace(right)) this.spaces++;
    if (sign === "×" && isPlainCapital(left) && isPlainCapital(right)) this.capitals++;
    if (sign === "×" && isVector(left)) this.waiting = last;
    else if (sign === "·") this.waiting = -1;
    if (right.kind === "number" || !isVector(right)) factors.push(right);
    else if (this.waiting >= 0) {
      factors[this.waiting] = crossed(factors[this.waiting]!, right);
      this.waiting = -1;
    } else if (sign === "·" && isVector(left))
      factors[last] = { kind: "mul", factors: [left, right], dotted: true };
    else if (sign === "×" && left.kind === "mul" && left.dotted) {
      // In `a \cdot b \times c` the cross comes first, because a number has no cross product.
      const [first, second] = left.factors as [Node, Node];
      factors[last] = { ...left, factors: [first, crossed(second, right)] };
    } else factors.push(right);
  }

  product(factors: Node[]): Node {
    if (this.spaces > 0 && this.spaces === factors.length - 1)
      return { kind: "setop", op: "×", args: factors };
    if (this.capitals > 0 && this.capitals === factors.length - 1)
      return { kind: "mul", factors, crossed: true };
    return product(factors);
  }
}

/** `\wedge` or its character; the word is used between statements. */
const isWedgeSign = ({ kind, value, start, end }: Token): boolean =>
  kind === "word" && value === "and" && (end - start === 1 || end - start === "\\wedge".length);

/** `dx` as two letters at the end of a product. */
const endsInDifferential = (factors: Node[]): boolean => {
  const [d, variable] = factors.slice(-2);
  return d?.kind === "symbol" && d.name === "d" && variable?.kind === "symbol";
};

const isWedge = (r: Reader, factors: Node[]): boolean => {
  if (!isWedgeSign(r.token)) return false;
  const last = factors[factors.length - 1]!;
  const begun = endsInDifferential(factors) || (last.kind === "call" && last.name === "wedge");
  r.i++;
  const found = begun && r.isDifferential();
  r.i--;
  return found || isForm(last) || (last.kind === "call" && last.name === "wedge");
};

/** Letters of logic, and capitals, denote statements or sets; others denote vectors and forms. */
const isForm = (node: Node): boolean => node.kind === "symbol" && !/^[p-sA-Z]$/.test(node.name);

const differential = (variable: string): Node => symbol(`d${printLatex(symbol(variable))}`);

/** `dx \wedge dy`, of the last factor and the next one. */
function readWedge(r: Reader, factors: Node[], readNext: () => Node): void {
  const isDifferentials = endsInDifferential(factors);
  const last = factors.pop()!;
  if (isDifferentials) factors.pop();
  const left = isDifferentials ? differential((last as { name: string }).name) : last;
  const right = r.isDifferential() ? differential(r.takeDifferential()) : readNext();
  factors.push(call("wedge", left, right));
}
