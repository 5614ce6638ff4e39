// Symbols with what belongs to their name, the sets that letters stand for, and functions nobody defined.

import { letterFunctions } from "../functions/functions.ts";
import { printLatex } from "../notation/print.ts";
import { decimal, isInteger, type Node, some, symbol } from "../notation/tree.ts";
import { parse } from "./parse.ts";
import { readList } from "./read-answer.ts";
import { functionLetters, isApplied, readAppliedName, readRaisedName } from "./read-application.ts";
import { readBracket } from "./read-bracket.ts";
import { readArgument } from "./read-fraction.ts";
import type { Bracket, Reader } from "./reader.ts";

/** A symbol with its subscript and primes; applied to arguments if it names a function. */
export function readSymbol(r: Reader, letter: string): Node {
  const at = r.i - 1;
  let name = letter;
  if (r.isOp("_")) {
    r.i++;
    name += `_{${readSubscript(r)}}`;
  }
  while (r.isOp("'") && (r.token.gap === "" || r.token.gap === "back")) {
    r.i++;
    name += "'";
  }
  if (r.isOp("^") && r.peek().value === "{" && r.peek(2).value === "'") {
    r.i += 2;
    while (r.eat("'")) name += "'";
    r.expect("}");
  } else if (r.isOp("^") && r.peek().kind === "op" && r.peek().value === "'") {
    r.i++;
    while (r.eat("'")) name += "'";
  }
  const base = name.replace(/[_'].*$/s, "");
  if (letter === "C" && name.startsWith("C_") && r.isOp("^")) {
    const chosen = readCombination(r, name);
    if (chosen) return chosen;
  }
  if (r.isOp("(")) {
    const bracket = r.brackets.get(r.i)!;
    if (name === "C" && r.token.gap !== " " && bracket.comma && !bracket.relation)
      return { kind: "call", name: "binom", args: readArguments(r), base: null };
    const applied = /^[A-Z]$/.test(letter) && bracket.close === r.i + 2 && r.token.gap === "";
    const known = letterFunctions.get(letter);
    // With a mark of its own, as in `\Gamma'(x)`, it is another function.
    if (known !== undefined && bracket.close >= 0)
      return name === letter
        ? { kind: "call", name: known, args: readArguments(r), base: null }
        : { kind: "apply", name, args: readArguments(r) };
    const event = base === "P" && bracket.close >= 0 && r.token.gap === "" && isEvent(r, bracket);
    if ((r.isFunctionName(base) || applied || event) && bracket.close >= 0)
      return { kind: "apply", name, args: readArguments(r) };
    if (isApplied(r, at, letter)) return { kind: "apply", name, args: readArguments(r) };
  }
  if (r.isFunctionName(base) && isInverseMark(r)) {
    r.i += 5;
    return { kind: "apply", name: `${name}^{-1}`, args: readArguments(r) };
  }
  const raised = r.isOp("^") ? readRaisedName(r, name, base) : undefined;
  const named: Node = r.tokens[at]?.bold ? { kind: "symbol", name, bold: true } : symbol(name);
  return raised ?? readExpectation(r, name) ?? named;
}

/** `E[X]`, `P[A]`, `f[x]`: square brackets around the argument. */
function readExpectation(r: Reader, name: string): Node | undefined {
  if (!r.isOp("[") || r.token.gap === " ") return undefined;
  if (name !== "E" && name !== "P" && !r.isFunctionName(name) && !functionLetters.has(name)) return undefined;
  const bracket = r.brackets.get(r.i)!;
  if (bracket.close < 0 || bracket.comma || r.tokens[bracket.close]!.value !== "]") return undefined;
  return { kind: "apply", name, args: readArguments(r) };
}

/** `P(X = 2)`, `P(A | B)`: a relation or a lone bar in the brackets makes P a probability. */
function isEvent(r: Reader, bracket: Bracket): boolean {
  if (bracket.bars !== 1)
    return bracket.relation || r.tokens.slice(r.i, bracket.close).some(({ value }) => value === "∣");
  const bar = r.tokens.findIndex((token, i) => i > r.i && token.kind === "op" && token.value === "|");
  if (bar > bracket.close) return false;
  r.tokens[bar] = { ...r.tokens[bar]!, value: "∣" };
  return true;
}

/** A name with the subscript that stands behind it, where it has none yet: `\mathbf{u}_1`, `{x}_2`. */
export function readIndex(r: Reader, node: Node): Node {
  if (node.kind !== "symbol" || !r.isOp("_") || node.name.includes("_{")) return node;
  r.i++;
  return symbol(`${node.name}_{${readSubscript(r)}}`);
}

/** `f^{-1}(`: the inverse function. */
function isInverseMark(r: Reader): boolean {
  return (
    r.isOp("^") &&
    r.peek(1).value === "{" &&
    r.peek(2).value === "-" &&
    r.peek(3).value === "1" &&
    r.peek(4).value === "}" &&
    r.peek(5).value === "("
  );
}

/** `C_{10}^{3}`, a binomial coefficient where the numbers allow it. */
function readCombination(r: Reader, name: string): Node | undefined {
  const lower = /^C_\{(\d+)\}$/.exec(name);
  if (!lower) return readLetterCombination(r, name);
  const braced = r.peek().value === "{";
  const upper = r.peek(braced ? 2 : 1);
  if (upper.kind !== "number" || !/^\d+$/.test(upper.value) || Number(upper.value) > Number(lower[1]))
    return undefined;
  if (braced && r.peek(3).value !== "}") return undefined;
  r.i += braced ? 4 : 2;
  return { kind: "call", name: "binom", args: [decimal(lower[1]!), decimal(upper.value)], base: null };
}

/** `C_n^k`, `C_{n+1}^2`: with a letter below, a power would be one of a sequence. */
function readLetterCombination(r: Reader, name: string): Node | undefined {
  const below = parse(name.slice("C_{".length, -1));
  if (!below.ok || !some(below.tree, (n) => n.kind === "symbol" && /^[a-zN]$/.test(n.name))) return undefined;
  r.i++;
  return { kind: "call", name: "binom", args: [below.tree, readArgument(r)], base: null };
}

/** The arguments in the round brackets at the cursor. */
export function readArguments(r: Reader): Node[] {
  const inner = readBracket(r, true);
  if (inner.kind === "sequence") return inner.items;
  return [inner];
}

/** A subscript as it will be printed: it is part of a name, not of a value. */
export function readSubscript(r: Reader): string {
  if (r.isOp("{")) {
    r.i++;
    // `x_{\max}` has a function's name for a mark.
    if (
      (r.token.kind === "function" || (r.token.kind === "word" && r.token.value.length > 1)) &&
      r.peek().value === "}"
    ) {
      const name = r.take().value;
      r.i++;
      return `\\text{${name}}`;
    }
    const sign = r.peek().value === "}" ? readSign(r) : undefined;
    // `X_{(1)}` is the smallest of several, and not the first.
    const isBracketed = r.isOp("(") && r.tokens[r.brackets.get(r.i)!.close + 1]?.value === "}";
    const inner = sign ?? printLatex(lettersFirst(r.grouped(() => readList(r))));
    r.expect("}");
    return isBracketed ? `(${inner})` : inner;
  }
  const token = r.token;
  const sign = readSign(r);
  if (sign !== undefined) return sign;
  if (token.kind === "function") return `\\text{${r.take().value}}`;
  if (token.kind === "number" && !token.value.includes(".")) {
    r.i++;
    return token.value;
  }
  if (token.kind === "word") {
    if (token.value.length === 1 || token.upright) r.i++;
    else r.shorten(1);
    return token.value.length === 1 || !token.upright ? token.value[0]! : `\\text{${token.value}}`;
  }
  if (token.kind === "symbol") {
    r.i++;
    return printLatex(symbol(token.value));
  }
  if (token.kind === "op" && token.value === "∞") {
    r.i++;
    return "\\infty";
  }
  return r.fail("a subscript that cannot be read");
}

/** `a_{1+n}` is `a_{n+1}`. */
const lettersFirst = (node: Node): Node =>
  node.kind === "add" && node.terms[0]!.kind === "number"
    ? { ...node, terms: [...node.terms.slice(1), node.terms[0]!] }
    : node;

const subscriptSigns: ReadonlyMap<string, string> = new Map([
  ["odot", "\\odot"],
  ["⊕", "\\oplus"],
  ["⊗", "\\otimes"],
  ["⊥", "\\perp"],
  ["∥", "\\parallel"],
]);

/** `R_{\odot}`: a sign that marks a name. */
function readSign(r: Reader): string | undefined {
  const { kind, value } = r.token;
  const sign = kind === "op" || kind === "command" ? subscriptSigns.get(value) : undefined;
  if (sign !== undefined) r.i++;
  return sign;
}

/** `\mathbb{R}^+`, `\mathbb{Z}_{>0}`, `\mathbb{R}^2`. */
export function readSetName(r: Reader, letter: string): Node {
  let name = letter;
  for (let i = 0; i < 2; i++) {
    if (!r.isOp("^") && !r.isOp("_")) break;
    const sign = r.token.value;
    const braced = r.peek().value === "{";
    let text = "";
    let at = braced ? 2 : 1;
    const limit = braced ? 6 : 2;
    for (; at < limit; at++) {
      const token = r.peek(at);
      if (token.kind === "end" || (braced && token.value === "}")) break;
      text += token.value;
    }
    if (braced && r.peek(at).value !== "}") return r.fail("a set that cannot be read");
    r.i += at + (braced ? 1 : 0);
    name += `${sign}{${text.replace("≥", "\\ge ").replace("≤", "\\le ").replace("≠", "\\ne ")}}`;
  }
  const modulus = r.peek();
  const again = r.peek(2);
  // `\mathbb{Z}/4\mathbb{Z}`
  if (name === "Z" && r.isOp("/") && again.kind === "setname" && again.value === "Z") {
    if (modulus.kind === "number" || (modulus.kind === "word" && modulus.value.length === 1)) {
      r.i += 3;
      name = `Z_{${modulus.value}}`;
    }
  }
  return { kind: "setname", name };
}

/** `\angle ABC`, `\triangle ABC`: the letters name a figure, they are no product. */
export function readNamedFigure(r: Reader, sign: string): Node {
  const token = r.token;
  if (token.kind !== "word" || !/^[A-Z]{1,4}$/.test(token.value)) return r.fail("a figure's name is missing");
  r.i++;
  return symbol(`${sign === "∠" ? "\\angle " : "\\triangle "}${token.value}`);
}

/** The letters in the braces (or the one letter) behind a mark over them; undefined where it is anything else. */
function lettersUnderMark(r: Reader): string | undefined {
  const braced = r.isOp("{");
  const token = braced ? r.peek() : r.token;
  if (braced && r.peek(2).value !== "}") return undefined;
  if (token.kind === "symbol") {
    r.i += braced ? 3 : 1;
    return printLatex(symbol(token.value));
  }
  if (token.kind !== "word" && !(token.kind === "number" && braced)) return undefined;
  if (braced || token.value.length === 1) r.i += braced ? 3 : 1;
  else r.shorten(1);
  return braced ? token.value : token.value[0]!;
}

/** `\vec{a}` and `\hat{x}` are objects of their own, other than a and x. */
export function readAccented(r: Reader): Node {
  const given = r.take().value.replace("accent:", "");
  const mark = sameMarks.get(given) ?? given;
  const letters = lettersUnderMark(r);
  if (letters === undefined) return r.fail(`\\${mark} over something that is no name`);
  const named = readIndex(r, symbol(`\\${mark}{${letters}}`)) as Extract<Node, { kind: "symbol" }>;
  return readAppliedName(r, named.name, letters) ?? named;
}

/** Marks of two widths that mean the same. */
const sameMarks: ReadonlyMap<string, string> = new Map([
  ["overrightarrow", "vec"],
  ["widehat", "hat"],
  ["widetilde", "tilde"],
]);

/** Letters that by custom are complex. */
const isComplexLetter = (node: Node): boolean =>
  node.kind === "symbol" && (node.name === "i" || /^[zw](?:_|$)/.test(node.name));

/**
 * A bar over complex numbers is the conjugate; over digits or several letters it is a name, and over any other formula it may be a
 * mean, a complement or a closure, of which nothing is known but what stands below it.
 */
export function readOverline(r: Reader): Node {
  const start = r.mark();
  r.i++;
  const letters = lettersUnderMark(r);
  if (letters !== undefined && (letters.length > 1 || /\d/.test(letters)) && !letters.startsWith("\\"))
    return symbol(`\\overline{${letters}}`);
  r.reset(start);
  r.i++;
  const arg = readIndex(r, readArgument(r));
  const applied = arg.kind === "symbol" ? readAppliedName(r, `\\overline{${arg.name}}`, arg.name) : undefined;
  if (applied) return applied;
  if (isInteger(arg)) return symbol(`\\overline{${printLatex(arg)}}`);
  if (some(arg, isComplexLetter)) return { kind: "call", name: "conj", args: [arg], base: null };
  return arg.kind === "symbol"
    ? symbol(`\\overline{${arg.name}}`)
    : { kind: "apply", name: "\\overline", args: [arg] };
}
