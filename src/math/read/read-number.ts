// Numbers as people write them: digit groups in every style, decimals, repeating decimals, mixed numbers,
// powers of ten, bases.

import { decimal, integer, isInteger, type Node, type NumberNode } from "../notation/tree.ts";
import { vulgarFractions } from "../notation/vocabulary.ts";
import { scaleOf } from "../notation/words.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

const plainDigits = (token: Token): boolean =>
  token.kind === "number" && token.exponent === undefined && !token.value.includes(".");

/** A group behind a separator: exactly three digits, or three and a decimal part at the end. */
const isGroup = (token: Token): boolean =>
  token.kind === "number" &&
  (token.value.length === 3 ? !token.value.includes(".") : /^\d{3}\.\d+$/.test(token.value));

type Separator = "," | "{,}" | "thin" | " " | "'" | "_" | ".";

/** The separator between the token at `i` and the group behind it, with that group's index. */
function separatorAt(r: Reader, i: number): [Separator, number] | undefined {
  const next = r.tokens[i + 1]!;
  if (next.kind === "number") {
    if (next.gap === "thin") return ["thin", i + 1];
    if (next.gap === " " && next.start - r.tokens[i]!.end === 1) return [" ", i + 1];
    return undefined;
  }
  if (next.kind !== "op" || next.gap !== "") return undefined;
  const group = r.tokens[i + 2];
  if (group?.kind !== "number") return undefined;
  if (next.value === "{,}") return ["{,}", i + 2];
  if (next.value === "," && (group.gap === "" || group.gap === "back")) {
    if (group.gap === "back") return ["{,}", i + 2];
    return r.around.commasGroupDigits || isAmount(r) ? [",", i + 2] : undefined;
  }
  if ((next.value === "'" || next.value === "_") && group.gap === "") return [next.value, i + 2];
  return undefined;
}

/** `$4,200` is one amount of money, in brackets too. */
const isAmount = (r: Reader): boolean => {
  const sign = r.tokens[r.i - 1];
  return sign?.kind === "op" && "$€£¥₹".includes(sign.value);
};

/** Reads `1,234,567.8` in any one style of grouping; the digits, or undefined where there are no groups. */
function digitGroups(r: Reader): string | undefined {
  const first = r.token;
  if (!plainDigits(first) || first.value.length > 3 || first.value[0] === "0") return undefined;
  const start = separatorAt(r, r.i);
  if (!start) return undefined;
  const [style] = start;
  let digits = first.value;
  let at = r.i;
  for (let next: [Separator, number] | undefined = start; next; next = separatorAt(r, at)) {
    const group = r.tokens[next[1]]!;
    if (next[0] !== style) {
      // `1,234 567` groups in no style; a comma that is not of the style ends the number.
      if (next[0] === "," && style !== ",") break;
      if (style === "," && (next[0] === " " || next[0] === "thin")) break;
      return undefined;
    }
    if (!isGroup(group) || group.exponent !== undefined) {
      if (style === " " && /^\d{1,3}$/.test(group.value) && isSlash(r.tokens[next[1] + 1])) break;
      return undefined;
    }
    digits += group.value;
    at = next[1];
    if (group.value.includes(".")) break;
  }
  if (at === r.i) return undefined;
  const after = r.tokens[at + 1]!;
  if (style === "_" && after.kind === "op" && after.value === "_") return undefined;
  if (style === ",") r.groupedByComma = true;
  r.i = at + 1;
  return digits;
}

const isSlash = (token: Token | undefined): boolean => token?.kind === "op" && token.value === "/";

/** `1.234.567` and `1.234.567,89`: dots that group digits show by being several. */
function dottedGroups(r: Reader): string | undefined {
  const first = r.token;
  if (first.exponent !== undefined || !/^[1-9]\d{0,2}\.\d{3}$/.test(first.value)) return undefined;
  let digits = first.value.replace(".", "");
  let at = r.i;
  for (;;) {
    const next = r.tokens[at + 1]!;
    if (next.kind !== "number" || next.gap !== "" || !/^\.\d{3}$/.test(next.value)) break;
    digits += next.value.slice(1);
    at++;
  }
  if (at === r.i) return undefined;
  r.i = at + 1;
  return digits;
}

/** What may follow the digits of a decimal: an overline, dots over digits, brackets, an ellipsis. */
function repeatingTail(r: Reader, digits: string): NumberNode | undefined {
  const next = r.token;
  if (
    next.kind === "command" &&
    (next.value === "overline" || next.value === "bar" || next.value === "dot") &&
    digits.includes(".")
  )
    return readRepeating(r, digits);
  if (next.kind === "op" && next.value === "(" && next.gap === "" && /\.\d*$/.test(digits)) {
    const inner = r.peek();
    const close = r.peek(2);
    if (
      plainDigits(inner) &&
      inner.gap === "" &&
      close.kind === "op" &&
      close.value === ")" &&
      r.peek(3).gap !== ""
    ) {
      r.i += 3;
      return decimal(digits, inner.value);
    }
    if (plainDigits(inner) && close.kind === "op" && close.value === ")" && r.peek(3).kind === "end") {
      r.i += 3;
      return decimal(digits, inner.value);
    }
  }
  if (next.kind === "op" && next.value === "…" && digits.includes(".") && next.gap === "") {
    r.i++;
    return decimal(digits, "", true);
  }
  return undefined;
}

/** `0.1\overline{6}`, `0.\dot{1}4285\dot{7}`: one block of digits under one or several marks. */
export function readRepeating(r: Reader, digits: string): NumberNode {
  let block = "";
  const first = r.token.value;
  let marks = 0;
  for (;;) {
    const token = r.token;
    if (token.kind === "command" && token.value === first && (marks === 0 || first === "dot")) {
      r.i++;
      marks++;
      const braced = r.eat("{");
      const inner = r.token;
      if (!plainDigits(inner)) r.fail("expected the digits that repeat");
      if (braced) {
        block += inner.value;
        r.i++;
        r.expect("}");
      } else {
        block += inner.value[0];
        if (inner.value.length > 1) r.shorten(1);
        else r.i++;
      }
    } else if (
      first === "dot" &&
      marks === 1 &&
      plainDigits(token) &&
      r.peek().kind === "command" &&
      r.peek().value === "dot"
    ) {
      block += token.value;
      r.i++;
    } else break;
  }
  return decimal(digits.endsWith(".") ? `${digits}` : digits, block);
}

/** Reads a number and all that belongs to it, but no unit. */
export function readNumber(r: Reader): Node {
  const token = r.token;
  if (token.kind === "fraction") {
    r.i++;
    const [num, den] = vulgarFractions.get(token.value)!;
    return { kind: "div", num: integer(num), den: integer(den) };
  }
  const grouped = digitGroups(r) ?? dottedGroups(r);
  if (grouped !== undefined) return decimal(grouped);
  r.i++;
  let digits = token.value;
  // `0.\overline{3}`: the lexer leaves the point behind when no digit follows it.
  if (!digits.includes(".") && r.isOp(".") && r.token.gap === "") {
    const mark = r.peek();
    if (
      mark.kind === "command" &&
      (mark.value === "overline" || mark.value === "dot" || mark.value === "bar")
    ) {
      r.i++;
      digits += ".";
    } else if (mark.kind === "op" && mark.value === "(" && plainDigits(r.peek(2)) && mark.gap === "") {
      r.i++;
      digits += ".";
    }
  }
  const repeating = repeatingTail(r, digits);
  if (repeating) return repeating;
  if (token.exponent !== undefined) {
    const exponent = Number(token.exponent);
    if (!Number.isSafeInteger(exponent)) r.fail("an exponent out of range", token);
    const power = exponent < 0 ? ({ kind: "neg", arg: integer(-exponent) } as const) : integer(exponent);
    return { kind: "mul", factors: [decimal(digits), { kind: "pow", base: integer(10), exp: power }] };
  }
  const based = readBase(r, token, digits);
  if (based) return based;
  return mixedTail(r, decimal(digits), token);
}

const baseNames = new Map([
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
  ["six", 6],
  ["seven", 7],
  ["eight", 8],
  ["nine", 9],
  ["ten", 10],
  ["twelve", 12],
  ["sixteen", 16],
]);

/** Digits that a base of so many allows. */
export const validInBase = (digits: string, base: number): boolean =>
  [...digits].every((c) => c === "." || Number.parseInt(c, 36) < base);

/** `1011_2`, `1A3_{16}`, `12_{\text{seven}}`. */
function readBase(r: Reader, token: Token, digits: string): Node | undefined {
  let all = digits;
  let at = r.i;
  const letters = r.tokens[at]!;
  if (letters.kind === "word" && letters.gap === "" && /^[A-F]+$/.test(letters.value)) {
    all += letters.value;
    at++;
    const more = r.tokens[at]!;
    if (plainDigits(more) && more.gap === "") {
      all += more.value;
      at++;
    }
  }
  if (!(r.tokens[at]!.kind === "op" && r.tokens[at]!.value === "_")) return undefined;
  const found = subscriptBase(r, at + 1);
  if (!found) return undefined;
  const [base, next] = found;
  if (base < 2 || base > 36 || (all !== digits && base < 11)) return undefined;
  if (!validInBase(all, base)) r.fail(`a digit that base ${base} does not have`, token);
  r.i = next;
  return { kind: "based", digits: all, base };
}

/** The base written in a subscript at token `at`, and the token behind it. */
export function subscriptBase(r: Reader, at: number): [number, number] | undefined {
  const token = r.tokens[at]!;
  if (plainDigits(token)) return [Number(token.value), at + 1];
  if (!(token.kind === "op" && (token.value === "{" || token.value === "("))) return undefined;
  const inner = r.tokens[at + 1]!;
  const close = r.tokens[at + 2]!;
  if (inner.kind === "op" && inner.value === "(") {
    const nested = subscriptBase(r, at + 1);
    return nested && r.tokens[nested[1]]!.value === "}" ? [nested[0], nested[1] + 1] : undefined;
  }
  if (!(close?.kind === "op" && (close.value === "}" || close.value === ")"))) return undefined;
  if (plainDigits(inner)) return [Number(inner.value), at + 3];
  const named = inner.kind === "word" ? baseNames.get(inner.value) : undefined;
  return named === undefined ? undefined : [named, at + 3];
}

/** `7 3/4`, `7\frac{3}{4}` and `7¾` are seven and three quarters. */
function mixedTail(r: Reader, whole: NumberNode, token: Token): Node {
  if (!isInteger(whole)) return whole;
  const mixed = (num: bigint, den: bigint): Node | undefined =>
    num > 0n && num < den ? { kind: "mixed", whole: whole.mantissa, num, den } : undefined;
  const next = r.token;
  if (next.kind === "fraction") {
    const [num, den] = vulgarFractions.get(next.value)!;
    r.i++;
    return mixed(num, den)!;
  }
  if (next.kind === "number" && next.gap !== "" && plainDigits(next)) {
    const den = r.peek(2);
    // Between type and type, or at a dollar sign, there may be no space in print.
    const apart = next.gap !== "back" && next.upright === token.upright;
    if (apart && isSlash(r.peek()) && plainDigits(den)) {
      const node = mixed(BigInt(next.value), BigInt(den.value));
      if (!node) r.fail("two numbers side by side");
      r.i += 3;
      return node;
    }
    r.fail("two numbers side by side");
  }
  if (
    next.kind === "command" &&
    (next.value === "frac" || next.value === "dfrac" || next.value === "tfrac")
  ) {
    const at = r.i;
    const parts = plainFraction(r);
    const node = parts && mixed(parts[0], parts[1]);
    const raised =
      r.isOp("^") &&
      !["∘", "°"].includes(r.peek().value) &&
      !(r.peek().value === "{" && r.peek(2).value === "∘");
    if (node && !raised && !r.isOp("!")) return node;
    r.i = at;
  }
  return whole;
}

/** `\frac{3}{4}` of two plain integers, or undefined (the cursor may have moved). */
function plainFraction(r: Reader): [bigint, bigint] | undefined {
  r.i++;
  const numbers: bigint[] = [];
  let rest = "";
  for (let part = 0; part < 2; part++) {
    if (rest !== "") {
      numbers.push(BigInt(rest));
      return [numbers[0]!, numbers[1]!];
    }
    if (r.eat("{")) {
      if (!plainDigits(r.token)) return undefined;
      numbers.push(BigInt(r.take().value));
      if (!r.eat("}")) return undefined;
    } else if (plainDigits(r.token) && r.token.value.length <= 2) {
      const digits = r.take().value;
      if (part === 1 && digits.length > 1) return undefined;
      numbers.push(BigInt(digits[0]!));
      rest = digits.slice(1);
    } else return undefined;
  }
  return [numbers[0]!, numbers[1]!];
}

/** The scale of a number in the word at the cursor, as in `3 million`; undefined, and nothing read, where there is none. */
export function readScale(r: Reader): Node | undefined {
  const scale = r.token.kind === "word" ? scaleOf(r.token.value) : undefined;
  if (scale === undefined) return undefined;
  r.i++;
  return { kind: "pow", base: integer(10), exp: integer(scale.toString().length - 1) };
}
