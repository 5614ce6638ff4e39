// Letters: the meaning of a run of them, symbols with the marks that belong to their name, and when a letter before a
// bracket is a function.

import { wordSet } from "../../words/index.ts";
import { functionNamed, letterFunctions, typedFunctions } from "../functions/functions.ts";
import { isHan } from "../notation/han.ts";
import { printLatex } from "../notation/print.ts";
import { call, decimal, isInteger, type Node, some, symbol } from "../notation/tree.ts";
import { unitName } from "../notation/units.ts";
import { binomials, fractions } from "../notation/vocabulary.ts";
import { isOrdinalEnding, isStructural, isWord, splitFunctions } from "../notation/words.ts";
import { readArgument, readArguments, readIndex, readSubscript, type Subscript } from "./brackets.ts";
import { startsCode } from "./code.ts";
import type { Bracket, LetterUses, Reader } from "./reader.ts";
import {
  currencySigns,
  isAnyOp,
  isDigits,
  isFractionCommand,
  isLatinAt,
  isOp,
  isSign,
  type Token,
} from "./token.ts";
import { isAlternative, isQuotient, isRemark, isRestatement } from "./units.ts";

/** Signs that may belong to the name before them. */
const inNames: ReadonlySet<string> = new Set("_'^([");

/** A symbol with its subscript and primes; applied to arguments if it names a function. */
export function readSymbol(r: Reader, letter: string): Node {
  const at = r.i - 1;
  const isBold = r.tokens[at]?.font === "mathbf";
  if (!isAnyOp(r.token, inNames))
    return isBold ? { kind: "symbol", name: letter, bold: true } : symbol(letter);
  let name = letter;
  let index: Subscript | undefined;
  if (r.isOp("_")) {
    r.i++;
    index = readSubscript(r);
    name += `_{${index.text}}`;
  }
  while (r.isOp("'") && (r.token.gap === "" || r.token.gap === "back")) {
    r.i++;
    name += "'";
  }
  const braced = r.isOp("^") && isOp(r.peek(), "{") ? 1 : 0;
  if (r.isOp("^") && isOp(r.peek(1 + braced), "'")) {
    r.i += 1 + braced;
    while (r.eat("'")) name += "'";
    if (braced) r.expect("}");
  }
  const chosen = name === `C_{${index?.text}}` && r.isOp("^") ? readCombination(r, index!) : undefined;
  if (chosen) return chosen;
  if (r.isOp("(")) {
    const bracket = r.brackets.get(r.i)!;
    if (name === "C" && r.token.gap !== " " && bracket.comma && !bracket.relation)
      return call("binom", ...readArguments(r));
    const applied = /^[A-Z]$/.test(letter) && bracket.close === r.i + 2 && r.token.gap === "";
    const known = letterFunctions.get(letter);
    const isClosed = bracket.close >= 0;
    // With a mark, as in `\Gamma'(x)`, it is a different function.
    if (known !== undefined && isClosed && name === letter) return call(known, ...readArguments(r));
    const isNamed = isClosed && (known !== undefined || applied || r.isFunctionName(letter));
    // `\mathcal{N}(0, 1)` is a distribution, not a point.
    const isStyled = isClosed && bracket.comma && !bracket.relation && r.tokens[at]?.font?.startsWith("math");
    if (isStyled && r.tokens[at]!.font !== "mathbf" && r.token.gap === "") return apply(r, name);
    const isProbability = letter === "P" && isClosed && r.token.gap === "" && isEvent(r, bracket);
    if (isNamed || isProbability || isApplied(r, at, letter)) return apply(r, name);
  }
  const raised = r.isOp("^") ? readRaisedName(r, name, letter) : undefined;
  const named: Node = isBold ? { kind: "symbol", name, bold: true } : symbol(name);
  return raised ?? readExpectation(r, name) ?? named;
}

const apply = (r: Reader, name: string): Node => ({ kind: "apply", name, args: readArguments(r) });

/** `E[X]`, `P[A]`, `f[x]`: square brackets around the argument. */
function readExpectation(r: Reader, name: string): Node | undefined {
  if (!r.isOp("[") || r.token.gap === " ") return undefined;
  r.letterUses ??= usesOf(r);
  const isFunction =
    r.isFunctionName(name) || functionLetters.has(name) || r.letterUses.shifted.has(name) || name === "delta";
  if (name !== "E" && name !== "P" && !isFunction) return undefined;
  const bracket = r.brackets.get(r.i)!;
  if (bracket.close < 0 || bracket.comma || r.tokens[bracket.close]!.value !== "]") return undefined;
  return apply(r, name);
}

/** `P(X = 2)`, `P(A | B)`: a relation or a lone bar in the brackets makes P a probability. */
function isEvent(r: Reader, bracket: Bracket): boolean {
  if (bracket.bars !== 1)
    return bracket.relation || r.tokens.slice(r.i, bracket.close).some((token) => isOp(token, "∣"));
  const bar = r.tokens.findIndex((token, i) => i > r.i && isOp(token, "|"));
  if (bar > bracket.close) return false;
  r.tokens[bar] = { ...r.tokens[bar]!, value: "∣" };
  return true;
}

/**
 * `C_{10}^{3}`, `C_n^k`: a binomial coefficient if the numbers allow it; with a letter below, it would be the power of
 * a term of a sequence.
 */
function readCombination(r: Reader, { text, value = decimal(text) }: Subscript): Node | undefined {
  const mark = r.mark();
  r.i++;
  const above = readArgument(r);
  const isChosen = isInteger(value)
    ? isInteger(above) && above.mantissa <= value.mantissa
    : some(value, (n) => n.kind === "symbol" && /^[a-zN]$/.test(n.name));
  if (isChosen) return call("binom", value, above);
  r.reset(mark);
  return undefined;
}

/** `\mathbb{R}^+`, `\mathbb{Z}_{>0}`, `\mathbb{R}^2`. */
export function readSetName(r: Reader, letter: string): Node {
  let name = letter;
  for (let i = 0; i < 2; i++) {
    if (!isSign(r.token, "^_")) break;
    const sign = r.take().value;
    const braced = r.eat("{");
    let text = "";
    for (let left = braced ? 4 : 1; left > 0 && !(braced && r.isOp("}")); left--) text += r.take().value;
    if (braced) r.expect("}");
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
  return readAdjunction(r, name) ?? { kind: "setname", name };
}

/** `\mathbb{Z}[\sqrt2]`, `\mathbb{Q}(i)`: an extension of a ring or a field, not a product. */
function readAdjunction(r: Reader, name: string): Node | undefined {
  const open = r.token.value;
  if (!isSign(r.token, "([") || r.token.gap !== "") return undefined;
  const bracket = r.brackets.get(r.i)!;
  const isWhole = bracket.close >= 0 && r.tokens[bracket.close]!.value === (open === "(" ? ")" : "]");
  if (!isWhole || bracket.relation) return undefined;
  const isDouble = r.peek().value === open;
  return { kind: "apply", name: `\\mathbb{${name}}${open}${isDouble ? open : ""}`, args: readArguments(r) };
}

/** `\angle ABC`, `\triangle ABC`: the letters name a figure and are not a product. */
export function readNamedFigure(r: Reader, sign: string): Node {
  const token = r.token;
  if (token.kind !== "word" || !/^[A-Z]{1,4}$/.test(token.value)) return r.fail("a figure's name is missing");
  r.i++;
  return symbol(`${sign === "∠" ? "\\angle " : "\\triangle "}${token.value}`);
}

/** The letters in the braces (or the one letter) after a mark over them; undefined if it is anything else. */
function lettersUnderMark(r: Reader): string | undefined {
  const braced = r.isOp("{");
  const token = braced ? r.peek() : r.token;
  if (braced && r.peek(2).value !== "}") return undefined;
  if (token.kind === "symbol") {
    r.i += braced ? 3 : 1;
    return printLatex(symbol(token.value));
  }
  if (token.kind !== "word" && !(token.kind === "number" && braced)) return undefined;
  if (!braced) return r.takeFirst();
  r.i += 3;
  return token.value;
}

/** `\vec{a}` and `\hat{x}` are separate objects, different from a and x. */
export function readAccented(r: Reader): Node {
  const given = r.take().value.replace("accent:", "");
  const mark = sameMarks.get(given) ?? given;
  const letters = lettersUnderMark(r);
  if (letters === undefined) return r.fail(`\\${mark} over something that is not a name`);
  const named = readIndex(r, symbol(`\\${mark}{${letters}}`)) as Extract<Node, { kind: "symbol" }>;
  return readAppliedName(r, named.name, letters) ?? named;
}

/** Marks of two widths that mean the same. */
const sameMarks: ReadonlyMap<string, string> = new Map(
  Object.entries({ overrightarrow: "vec", widehat: "hat", widetilde: "tilde" }),
);

/** Letters that usually are complex. */
const isComplexLetter = (node: Node): boolean =>
  node.kind === "symbol" && (node.name === "i" || /^[zw](?:_|$)/.test(node.name));

/**
 * A bar over complex numbers is the conjugate; over digits or several letters it is a name, and over any other formula
 * it may be a mean, a complement or a closure, whose value is unknown.
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
  if (some(arg, isComplexLetter)) return call("conj", arg);
  return arg.kind === "symbol"
    ? symbol(`\\overline{${arg.name}}`)
    : { kind: "apply", name: "\\overline", args: [arg] };
}

/** Letters that are usually functions before a bracket. */
const functionLetters = wordSet`zeta Phi phi Psi psi chi Theta Lambda Xi Omega`;
/** Angles, too: `\sin\phi(1+x)` is a product. */
const angles = new Set(["phi", "psi", "chi"]);
/** Vectors of the basis, whose coefficients are coordinates. */
const basis = /^\\?[ijk](?:math)?$/;
const constants = new Set(["pi", "e", "i"]);

const isLatinLetter = ({ kind, value, upright }: Token): boolean =>
  kind === "word" && value.length === 1 && !upright;

const isLetter = (token: Token): boolean =>
  token.kind === "symbol" || isLatinLetter(token) || (token.kind === "word" && typedSymbols.has(token.value));

/** The token after a script that begins at `at`. */
const afterScript = (r: Reader, at: number): number =>
  Math.max(r.brackets.get(at + 1)?.close ?? at + 1, at + 1) + 1;

/** `^{(3)}`: not a power but a derivative. */
const isOrder = (r: Reader, at: number): boolean =>
  isOp(r.tokens[at], "^") && isOp(r.tokens[at + 1], "{") && isOp(r.tokens[at + 2], "(");

const isPrime = (r: Reader, at: number): boolean =>
  isOp(r.tokens[at], "'") ||
  (isOp(r.tokens[at], "^") && (isOp(r.tokens[at + 1], "'") || isOp(r.tokens[at + 2], "'")));

/** Where the index and the primes of the letter before `at` end, and how they change its name. */
function afterMarks(r: Reader, at: number): { at: number; marks: string } {
  let marks = "";
  let i = at;
  for (;;) {
    if (isPrime(r, i)) marks += "'";
    else if (isOp(r.tokens[i], "_")) marks += "_";
    else if (!isOrder(r, i)) return { at: i, marks };
    i = isOp(r.tokens[i], "'") ? i + 1 : afterScript(r, i);
  }
}

function usesOf(r: Reader): LetterUses {
  const uses: LetterUses = { alone: new Set(), applied: new Set(), shifted: new Set() };
  const seen = new Map<string, string>();
  for (const [i, token] of r.tokens.entries()) {
    if (token.kind === "word" && token.value.length > 1 && !typedSymbols.has(token.value))
      for (const letter of token.value) uses.alone.add(letter);
    if (!isLetter(token)) continue;
    const { at: end, marks } = afterMarks(r, i + 1);
    const powered = functionLetters.has(token.value) && isOp(r.tokens[end], "^");
    const at = powered ? afterScript(r, end) : end;
    const isOpened = isOp(r.tokens[at], "(") || (isOp(r.tokens[at], "[") && r.tokens[at]!.gap !== " ");
    const bracket = isOpened ? r.brackets.get(at) : undefined;
    const name = token.value + marks;
    if (!bracket) uses.alone.add(name);
    else if (isOp(r.tokens[at], "(") && isLone(r, at, bracket.close)) uses.applied.add(name);
    else if (bracket.close >= 0 && bracket.close - at < 12) {
      // `y(t+h) - y(t-h)`: values of one function at two places.
      const inner = r.tokens.slice(at + 1, bracket.close).map(({ value }) => value);
      const argument = inner.join(" ");
      if ((seen.get(name) ?? argument) !== argument) uses.shifted.add(name);
      seen.set(name, argument);
      if (inner.includes(token.value)) uses.alone.add(name);
    }
  }
  return uses;
}

/** `d(xy)`, `\Delta(PV)`, `\delta(t-1)`: an operation, or a function with this name; `d(n-1)` is a product. */
function isOperation(r: Reader, letter: string, { close }: Bracket): boolean {
  if (letter === "Delta" || letter === "delta") return true;
  const inner = r.tokens.slice(r.i + 1, close);
  const isProduct = inner.length > 1 || (inner[0]?.kind === "word" && inner[0].value.length > 1);
  return letter === "d" && isProduct && !inner.some((token) => isSign(token, "+-"));
}

/** A number or a letter, perhaps with a sign, or a fraction of two numbers. */
function isLone(r: Reader, open: number, close: number): boolean {
  const at = isSign(r.tokens[open + 1], "+-") ? open + 2 : open + 1;
  const first = r.tokens[at]!;
  const isNumber = isDigits(first);
  if (close === at + 1) return isNumber || isOp(first, "∞") || isLetter(first);
  if (close - at > 7) return false;
  const rest = r.tokens.slice(at, close);
  const isFraction = isFractionCommand(first);
  return (
    (isFraction || isNumber) &&
    rest.every((t, i) => (i === 0 && isFraction) || t.kind === "number" || "{}/".includes(t.value))
  );
}

/** Not a sum, and no letters other than constants: `\frac{\pi}{2}`. */
function isNumeric(r: Reader, open: number, close: number): boolean {
  if (close - open > 20) return false;
  return r.tokens.slice(open + 1, close).every((token, i) => {
    if (token.kind === "op") return /^[*/^{}×]$/.test(token.value) || (i === 0 && token.value === "-");
    if (token.kind === "command") return isFractionCommand(token) || token.value === "sqrt";
    return isDigits(token) || constants.has(token.value);
  });
}

/** Whether the letter at token `at` is the end of a run of letters, or is in a script. */
const isPart = (r: Reader, at: number): boolean =>
  r.tokens[at]!.cut === true || isSign(r.tokens[at - 1], "^_");

const isLoose = (token: Token | undefined): boolean =>
  (token?.kind === "function" || token?.kind === "word") && functionNamed(token.value)?.reads === "loose";

/**
 * Whether the letter at token `at`, with the cursor before its bracket, is applied to it. There is no space between a
 * Latin letter and the bracket of its argument; after a command, print shows none.
 */
function isApplied(r: Reader, at: number, letter: string): boolean {
  const bracket = r.brackets.get(r.i)!;
  const token = r.tokens[at]!;
  if (
    constants.has(letter) ||
    letter.startsWith("\\") ||
    bracket.close < 0 ||
    bracket.relation ||
    isPart(r, at)
  )
    return false;
  if (r.token.gap === " " && (isLatinLetter(token) || isRemark(r) || isRestatement(r) || isAlternative(r)))
    return false;
  if (/^b?mod$/.test(r.peek().value)) return false;
  if (isOperation(r, letter, bracket)) return true;
  const { marks } = afterMarks(r, at + 1);
  r.letterUses ??= usesOf(r);
  if (r.letterUses.alone.has(token.value + marks)) return false;
  const before = r.tokens[at - 1];
  if (functionLetters.has(letter))
    return !(angles.has(letter) && isLoose(before) && functionNamed(before!.value)?.periodic);
  return !bracket.comma && !isLoose(before) && isArgument(r, at, token.value + marks, bracket);
}

function isArgument(r: Reader, at: number, name: string, { close }: Bracket): boolean {
  const token = r.tokens[at]!;
  if (isLone(r, r.i, close)) return !(close === r.i + 2 && r.peek().value === token.value);
  const { applied, shifted } = r.letterUses!;
  return applied.has(name) || shifted.has(name) || (isLatinLetter(token) && isNumeric(r, r.i, close));
}

/** `\hat{f}(0)`, `\dot{x}(t)`: the function of a marked name; undefined, and nothing read, if it is a factor. */
function readAppliedName(r: Reader, name: string, letter: string): Node | undefined {
  if (!r.isOp("(") || r.token.gap === " " || basis.test(letter)) return undefined;
  const bracket = r.brackets.get(r.i)!;
  if (bracket.close < 0 || bracket.relation) return undefined;
  const known = r.isFunctionName(letter) || (!bracket.comma && isLone(r, r.i, bracket.close));
  return known || (!bracket.comma && isNumeric(r, r.i, bracket.close)) ? apply(r, name) : undefined;
}

/** `f^2(x)`, `y^{(3)}(0)`: an exponent before the bracket, as part of the name; undefined, and nothing read, without one. */
function readRaisedName(r: Reader, name: string, letter: string): Node | undefined {
  const open = r.i + 1;
  const close = isOp(r.tokens[open], "{") ? r.brackets.get(open)!.close : open;
  const bracket = r.brackets.get(close + 1);
  if (close < 0 || bracket === undefined || !isOp(r.tokens[close + 1], "(") || bracket.close < 0)
    return undefined;
  const known = r.isFunctionName(letter) && !bracket.comma;
  const maybe = isOrder(r, r.i) || functionLetters.has(letter);
  if (!known && !(maybe && isLone(r, close + 1, bracket.close))) return undefined;
  if (r.tokens[close + 1]!.gap === " " && isLatinLetter(r.tokens[r.i - 1]!)) return undefined;
  const exponent = r.tokens
    .slice(open, close + 1)
    .map(({ value }) => value)
    .join("")
    .replace(/^\{|\}$/g, "");
  r.i = close + 1;
  return apply(r, `${name}^{${exponent}}`);
}

/** Names of Greek letters that people type in Latin letters; `xi`, `nu` and `eta` are more often products. */
export const typedSymbols = wordSet`
  alpha beta gamma delta epsilon varepsilon zeta theta kappa lambda pi rho sigma tau phi varphi psi omega
`;
const infinities = new Set(["infinity", "inf", "infty", "oo"]);

/** Among letters that are rarely a product: the number of a quadrant, a case, a statement. */
const roman = /^(?:I{2,3}|IV|VI{1,3}|IX|XI{1,3}|XIV|XVI{0,3}|XIX|XX)$/;

/** The meaning of a run of letters in the place of a value. */
export function wordMeans(r: Reader): "function" | "symbol" | "letters" | "mixed" | "infinity" | "text" {
  const token = r.token;
  const { value } = token;
  // A letter is only a letter, unless it is a unit, or the constructor of a program.
  if (value.length === 1 && !token.upright && value !== "S" && isLatinAt(value, 0))
    return followsNumber(r) && isQuotient(r) ? "text" : "letters";
  if (startsCode(r)) return "function";
  if (typedFunctions.has(value) || (value.length > 2 && typedFunctions.has(value.toLowerCase()))) {
    if (!((value === "min" || value === "sec" || value === "deg") && followsNumber(r))) return "function";
  }
  if (isHan(value[0]!) || (roman.test(value) && !raisesLetter(r))) return "text";
  if (infinities.has(value.toLowerCase()) && value.length > 1) return "infinity";
  if (typedSymbols.has(value.toLowerCase()) && !(token.upright && unitName(value, true) !== undefined))
    return "symbol";
  if (isOrdinalEnding(value) && token.gap === "" && r.tokens[r.i - 1]?.kind === "number") return "text";
  if (token.upright && value.length > 1 && !/^d[xyztu]$/.test(value)) return "text";
  if (value.length > 1 && isStructural(value)) return "text";
  if (
    token.upright &&
    value.length === 1 &&
    followsNumber(r) &&
    unitName(value, true) !== undefined &&
    !"ei".includes(value)
  )
    return "text";
  if (splitFunctions(value)) return "mixed";
  if (isWord(value) && !(value.length === 2 && !token.upright && standsAlone(r)) && !raisesLetter(r))
    return "text";
  if (value.length > 1 && followsNumber(r) && unitName(value, false) !== undefined) return "text";
  return "letters";
}

/** A short run between operators, as in `at + b`, is a product even if English has such a word. */
const standsAlone = (r: Reader): boolean =>
  r.tokens[r.i - 1]?.kind !== "word" && r.peek().kind !== "word" && (r.i > 0 || r.peek().kind !== "end");

/** `Axe^{2x}`, `PDP^{-1}`: no word is raised to a power, but e is, and so is the last of several matrices. */
const raisesLetter = (r: Reader): boolean =>
  /^(?:[A-Za-z]{1,2}e|[a-z]?[A-Z]{2,4})$/.test(r.token.value) && !r.token.upright && isOp(r.peek(), "^");

const followsNumber = (r: Reader): boolean => {
  const before = r.tokens[r.i - 1];
  return isDigits(before) || isSign(before, "})") || before?.kind === "symbol";
};

const atomOps = new Set([..."([{|‖⟨⌊⌈√∛∜∑∏∫∞∅∠△∂", "\\{", "|(", ...currencySigns]);
const atomCommands = new Set([
  ...fractions,
  ...binomials,
  ..."sqrt sum prod int lim overline bar dot ddot iint oint".split(" "),
]);

export function startsAtom(r: Reader): boolean {
  const token = r.token;
  switch (token.kind) {
    case "number":
    case "fraction":
    case "symbol":
    case "function":
    case "setname":
      return true;
    case "word":
      return wordMeans(r) !== "text";
    case "command":
      return atomCommands.has(token.value) || /^(?:begin|accent):/.test(token.value);
    case "op":
      return atomOps.has(token.value);
    case "end":
      return false;
  }
}
