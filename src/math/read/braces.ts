// Braces that are not the argument of a command. They are not visible in print, nor are those of colours and type, so
// they do not group anything there: `a{-b}` is a-b, and `5\mathbf{3}` is 53. If there is no doubt, they are removed
// before the grammar reads the text (`withoutLooseBraces`); others are read, and refused if the text means something
// else without them (`checkPrint`): `2{x+1}` prints 2x+1, which may or may not be what was meant.

import { functionNamed } from "../functions/functions.ts";
import { sameTree } from "../notation/same-tree.ts";
import { type Node, negate } from "../notation/tree.ts";
import { mapChildren } from "../notation/tree-change.ts";
import { binomials, fractions } from "../notation/vocabulary.ts";
import type { Reader } from "./reader.ts";
import {
  beginsExpression,
  endsExpression,
  isAnyOp,
  isDigits,
  isLetter,
  isOp,
  isSign,
  relationSigns,
  type Token,
} from "./token.ts";

const operators: ReadonlySet<string> = new Set([...relationSigns, ..."+-±∓*×/÷"]);

/** Words, and TeX's own fractions, stand between two expressions. */
const parts = ({ kind, value, upright }: Token): boolean =>
  kind === "word" ? value.length > 1 || upright : kind === "command" && /^(?:over|choose)$/.test(value);

/** The same with words and full stops. */
const beginsAfter = (token: Token | undefined): boolean =>
  beginsExpression(token) || parts(token!) || isOp(token, ".");
const endsBefore = (token: Token): boolean => endsExpression(token) || parts(token) || isOp(token, ".");

/** Whether braces after this token are its argument, or those of a set. */
const takesBraces = ({ kind, value }: Token): boolean =>
  kind === "command" ||
  (kind === "op" && /^[\^_∪∩∖]$/.test(value)) ||
  (kind === "word" && (value.length > 1 || value === "U")) ||
  (kind === "function" && functionNamed(value)?.reads !== "loose");

export const takesTwo = ({ value }: Token): boolean => fractions.has(value) || binomials.has(value);

/**
 * The number of tokens before the braces that show that they are not an argument. After other braces they are the
 * second argument of a fraction, of which each counts against one; most texts have no such braces and are left
 * unchanged.
 */
export function looseBraces(tokens: readonly Token[], at: number): number {
  const before = tokens[at - 1];
  if (before === undefined || tokens[at]!.made !== undefined) return Number.POSITIVE_INFINITY;
  if (isOp(before, "}")) return 1;
  return takesBraces(before) ? 0 : Number.POSITIVE_INFINITY;
}

/** Brackets or braces that are open, and what is directly inside. */
class Group {
  /** The first and the last token inside that are left, or -1. */
  first = -1;
  last = -1;
  /** How many there are: tokens, brackets, fractions with their arguments. */
  things = 0;
  /** How many arguments a fraction still takes. */
  missing = 0;
  /** There are neither commas nor a fraction of plain TeX. */
  isRun = true;

  constructor(
    readonly open: number,
    /** Braces that may be removed: they are not an argument. */
    readonly isLoose: boolean,
  ) {}

  include(first: number, last: number, length = 1): void {
    if (this.first < 0) this.first = first;
    this.last = last;
    if (this.missing > 0) this.missing -= length;
    else this.things++;
  }
}

/** The tokens without the braces that do not change what print shows. */
export function withoutLooseBraces(tokens: readonly Token[]): Token[] {
  const dropped = new Set<number>();
  const stack = [new Group(-1, false)];
  /** The bracket that closes the index of a root. */
  let indexEnd: Token | undefined;
  for (const [i, token] of tokens.entries()) {
    const group = stack[stack.length - 1]!;
    const before = tokens[i - 1];
    if (isSign(token, "([{")) {
      const isArgument =
        group.missing > 0 || (before && (before === indexEnd || takesArgument(before, token)));
      stack.push(new Group(i, token.value === "{" && !isArgument));
    } else if (
      isSign(token, ")]}") &&
      isOp(tokens[group.open], "{") === (token.value === "}") &&
      stack.length > 1
    ) {
      stack.pop();
      const { open, isLoose, first, last } = group;
      if (tokens[open - 1]?.value === "sqrt" && token.value === "]") indexEnd = token;
      const isDropped = isLoose && first >= 0 && isPlain(tokens, group, i);
      if (isDropped) dropped.add(open).add(i);
      stack[stack.length - 1]!.include(isDropped ? first : open, isDropped ? last : i);
    } else {
      if (isSign(token, ",;&") || (token.kind === "command" && parts(token))) group.isRun = false;
      group.include(i, i, token.kind === "number" || token.kind === "word" ? token.value.length : 1);
      if (token.kind === "command" && takesTwo(token)) group.missing = 2;
    }
  }
  return withoutBraces(tokens, dropped);
}

/** Colours and type take their argument regardless of what is before them, unless that is a script or a command. */
const takesArgument = (before: Token, { made }: Token): boolean =>
  takesBraces(before) && (made === undefined || before.kind === "command" || before.kind === "op");

/** Whether a group means the same without its braces. */
function isPlain(tokens: readonly Token[], group: Group, close: number): boolean {
  const { made } = tokens[group.open]!;
  if (made === "type") return true;
  const [before, after, first] = [tokens[group.open - 1], tokens[close + 1]!, tokens[group.first]!];
  if (made === "box" && beginsAfter(before) && endsBefore(after)) return true;
  if (group.things === 1 && (group.first === group.last ? isPlainToken(first) : !isOp(first, "{")))
    return made !== "box" || !/^(?:number|command)$/.test(first.kind);
  if (made === "box" || beginsAfter(before) || !endsValue(before!)) return false;
  const goesOn = endsBefore(after) || isSign(after, "+-±∓");
  return isAnyOp(first, operators) && goesOn && group.isRun;
}

/** A number, a letter or a single sign. */
const isPlainToken = (token: Token): boolean =>
  isLetter(token) || isDigits(token) || isAnyOp(token, operators) || isSign(token, ":!'°%()[]…∞");

const endsValue = ({ kind, value }: Token): boolean =>
  kind === "op" ? /^(?:[)\]}!'°%]|\|\))$/.test(value) : kind !== "command" && kind !== "function";

/** The rest. After an opening brace only the space before it counts, and inside, a line break is a space. */
function withoutBraces(tokens: readonly Token[], dropped: ReadonlySet<number>): Token[] {
  const result: Token[] = [];
  let opening: Token | undefined;
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    if (dropped.has(i)) {
      if (token.value === "{") opening ??= token;
      depth += token.value === "{" ? 1 : -1;
      continue;
    }
    const { line, ...plain } = token;
    if (opening) result.push({ ...plain, gap: opening.gap, ...(opening.line && { line: true }) });
    else result.push(depth > 0 && line ? plain : token);
    opening = undefined;
  }
  return result;
}

/**
 * Refuses a text in which braces that print does not show change the meaning: what was read with them as brackets must
 * be what is read without them.
 * @param read reads the tokens that print shows
 */
export function checkPrint(r: Reader, tree: Node, read: (printed: Token[]) => Node): void {
  if (r.loose.size === 0) return;
  r.reset({ i: 0, shortened: 0 });
  const braces = [...r.loose].flatMap((open) => [open, r.brackets.get(open)!.close]);
  const printed = read(withoutBraces(r.tokens, new Set(braces)));
  if (!sameTree(ungrouped(tree), ungrouped(printed)))
    r.fail("braces that print does not show", r.tokens[braces[0]!]!);
}

/** The tree without what brackets in it do not change: a sum in a sum, a product in a product, the place of a sign. */
function ungrouped(given: Node): Node {
  const node = mapChildren(given, ungrouped);
  if (node.kind === "add")
    return { kind: "add", terms: node.terms.flatMap((term) => (term.kind === "add" ? term.terms : [term])) };
  if (node.kind === "div" && node.num.kind === "neg") return negate({ ...node, num: node.num.arg });
  if (node.kind !== "mul" || node.dotted) return node;
  const signs = node.factors.filter(({ kind }) => kind === "neg").length;
  const factors = node.factors
    .map((factor) => (factor.kind === "neg" ? factor.arg : factor))
    .flatMap((factor) => (factor.kind === "mul" && !factor.dotted ? factor.factors : [factor]));
  return signs % 2 === 0 ? { ...node, factors } : negate({ ...node, factors });
}
