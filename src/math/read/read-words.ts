// Answers, or parts of them, that are said in words.

import { typedFunctions } from "../functions/functions.ts";
import { integer, type Node, type RelationOp, symbol } from "../notation/tree.ts";
import { isWord } from "../notation/words.ts";
import { isHan } from "./han.ts";
import { readList, readRelation } from "./read-answer.ts";
import { startsCode } from "./read-code.ts";
import { readSum } from "./read-expression.ts";
import { typedSymbols } from "./read-letters.ts";
import { isSpokenNumber } from "./read-spoken-number.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

const closing = new Set([",", ";", ")", "]", "}", "\\}", "&", "\\\\", "|", "|)", "**"]);

const endsItem = (token: Token): boolean =>
  token.kind === "end" ||
  (token.kind === "op" && closing.has(token.value)) ||
  (token.kind === "command" && token.value.startsWith("end:")) ||
  (token.kind === "word" && /^(and|or)$/i.test(token.value));

const speaks = (token: Token): boolean =>
  token.kind === "word" &&
  (isWord(token.value) || isHan(token.value[0]!) || (token.upright && token.value.length > 1)) &&
  !typedFunctions.has(token.value) &&
  !typedSymbols.has(token.value.toLowerCase());

/** What some phrases say in mathematics. */
const phrases: ReadonlyMap<string, Node> = new Map<string, Node>([
  ...[
    "all real numbers",
    "all reals",
    "real numbers",
    "the real numbers",
    "all real",
    "any real number",
    "every real number",
    "the set of all real numbers",
    "the set of real numbers",
  ].map((p): [string, Node] => [p, { kind: "setname", name: "R" }]),
  ...["all integers", "integers", "any integer", "every integer", "the integers", "the set of integers"].map(
    (p): [string, Node] => [p, { kind: "setname", name: "Z" }],
  ),
  ...[
    "all positive integers",
    "positive integers",
    "any positive integer",
    "every positive integer",
    "the positive integers",
  ].map((p): [string, Node] => [p, { kind: "setname", name: "Z^{+}" }]),
  ...["all positive real numbers", "positive real numbers", "all positive reals"].map((p): [string, Node] => [
    p,
    { kind: "setname", name: "R^{+}" },
  ]),
  ...["empty set", "the empty set"].map((p): [string, Node] => [p, { kind: "setname", name: "empty" }]),
  ["infinity", { kind: "infinity" }],
  ["positive infinity", { kind: "infinity" }],
  ["negative infinity", { kind: "neg", arg: { kind: "infinity" } }],
  ["true", { kind: "bool", value: true }],
  ["false", { kind: "bool", value: false }],
]);

/** Words behind a set that take elements away. */
const exceptions: readonly (readonly string[])[] = [
  ["except", "for"],
  ["except", "when"],
  ["except"],
  ["excluding"],
  ["other", "than"],
  ["but", "not"],
];

/** `all real numbers except 2`, `all reals other than x = 2`. */
export function readSetWithException(r: Reader): Node | undefined {
  if (r.token.kind !== "word" || r.token.value.length === 1) return undefined;
  let said = "";
  for (let i = r.i; r.tokens[i]!.kind === "word" && i < r.i + 6; i++) {
    said += `${said === "" ? "" : " "}${r.tokens[i]!.value.toLowerCase()}`;
    const set = phrases.get(said);
    if (set?.kind !== "setname") continue;
    const bound = r.tokens[i + 1]!;
    if (bound.kind === "op" && /^[<≤>≥≠]$/.test(bound.value)) {
      r.i = i + 2;
      return builderOf(set, bound.value as RelationOp, readSum(r));
    }
    const words = exceptions.find((exception) =>
      exception.every((word, at) => r.tokens[i + 1 + at]?.value.toLowerCase() === word),
    );
    if (!words) continue;
    r.i = i + 1 + words.length;
    return { kind: "setop", op: "∖", args: [set, { kind: "set", items: readExcluded(r) }] };
  }
  return undefined;
}

/** `all integers less than 3`: the members of a set under a bound, whatever they are called. */
function builderOf(set: Node, op: RelationOp, bound: Node): Node {
  const x = symbol("x");
  const relation = (right: Node, sign: RelationOp): Node => ({
    kind: "relation",
    terms: [x, right],
    ops: [sign],
    modulus: null,
  });
  const items = [relation(set, "∈"), relation(bound, op)];
  return { kind: "builder", element: x, condition: { kind: "list", items, joiner: "," } };
}

/** `2`, `x = 2`, `0 and 1`: the numbers that are taken away. */
function readExcluded(r: Reader): Node[] {
  const list = readList(r);
  const items = list.kind === "list" ? list.items : [list];
  return items.flatMap((item) => {
    const isValue = item.kind === "relation" && item.ops.length === 1 && item.ops[0] === "=";
    if (item.kind === "relation" && !(isValue && item.terms[0]!.kind === "symbol"))
      return r.fail("an exception that is not a number");
    return item.kind === "relation" ? [item.terms[1]!] : [item];
  });
}

/** An item that is words to its end: a phrase with a meaning, or text. */
export function readTextItem(r: Reader): Node | undefined {
  if (startsCode(r)) return undefined;
  if (isSpokenNumber(r, ({ token }) => endsItem(token))) return undefined;
  let i = r.i;
  let spoken = false;
  let says = false;
  for (; !endsItem(r.tokens[i]!); i++) {
    const token = r.tokens[i]!;
    if (token.kind === "word") {
      if (speaks(token)) spoken = true;
      if (/^(is|are|has|have|was|wins|not)$/i.test(token.value)) says = true;
      continue;
    }
    const inside = i > r.i && r.tokens[i + 1]?.kind === "word";
    if (
      !(
        token.kind === "op" &&
        (token.value === "'" || token.value === "-" || token.value === "." || token.value === '"') &&
        (inside || token.value === '"' || token.value === ".")
      )
    )
      return undefined;
  }
  if (i === r.i || !spoken) return undefined;
  const first = r.tokens.slice(r.i, i).find((token) => token.kind === "word")!;
  const article = /^(an?|the)$/i.test(first.value) && i > r.i + 1;
  if (!speaks(first) && !says && !article) return undefined;
  const words: string[] = [];
  for (let at = r.i; at < i; at++) {
    const token = r.tokens[at]!;
    if (token.kind === "word") {
      const previous = r.tokens[at - 1];
      const glued = token.gap === "" && words.length > 0 && previous?.kind === "op";
      if (glued)
        words[words.length - 1] += previous.value === "." ? token.value : `${previous.value}${token.value}`;
      else words.push(token.value);
    }
  }
  r.i = i;
  const said = words.join(" ");
  return phrases.get(said.toLowerCase()) ?? { kind: "text", words: said };
}

const kinds: ReadonlyMap<string, string> = new Map([
  ["integer", "Z"],
  ["integers", "Z"],
  ["real", "R"],
  ["reals", "R"],
  ["rational", "Q"],
  ["rationals", "Q"],
  ["natural", "N"],
  ["complex", "C"],
  ["prime", "P"],
  ["primes", "P"],
]);
const filler = new Set("all any every each some a an the arbitrary given number numbers is are".split(" "));

/** `all real x`, `any positive integer k`, `k is an integer`: membership in a set of numbers. */
export function readSpokenCondition(r: Reader): Node[] | undefined {
  const start = r.i;
  const giveUp = (): undefined => {
    r.i = start;
  };
  let set: string | undefined;
  let quantified = false;
  let parity = "";
  let sign = "";
  const names: string[] = [];
  for (; ; r.i++) {
    const token = r.token;
    if (token.kind === "op" && token.value === "-" && r.peek().kind === "word" && sign === "non") continue;
    if (token.kind === "op" && token.value === "∀") {
      quantified = true;
      continue;
    }
    if (token.kind !== "word" && token.kind !== "symbol") break;
    const word = token.value.toLowerCase();
    if (kinds.has(word) && !(set && word === "prime")) set = kinds.get(word);
    else if (/^constants?$/.test(word)) set ??= "U";
    else if (
      word === "positive" ||
      word === "negative" ||
      word === "nonnegative" ||
      word === "nonzero" ||
      word === "non"
    )
      sign = sign === "non" ? `non${word}` : word;
    else if ((word === "even" || word === "odd") && names.length > 0) parity = word;
    else if (
      filler.has(word) &&
      token.value.length > 0 &&
      !(word === "a" && names.length === 0 && r.peek().kind !== "word")
    ) {
      if (/^(all|any|every|each)$/.test(word)) quantified = true;
    } else if (token.value.length === 1 || token.kind === "symbol") names.push(token.value);
    else if (word === "and" && names.length === 1 && r.peek().value.length === 1) continue;
    else break;
  }
  if (names.length === 0 || (!set && !quantified && parity === "")) {
    r.i = start;
    return undefined;
  }
  if (parity !== "") return endsItem(r.token) ? names.map((name) => ofParity(name, parity)) : giveUp();
  const marks: Record<string, string> = {
    positive: "^{+}",
    negative: "^{-}",
    nonnegative: "_{\\ge 0}",
    nonzero: "^{*}",
  };
  const members = names.map(
    (name): Node => ({
      kind: "relation",
      terms: [symbol(name), { kind: "setname", name: (set ?? "U") + (marks[sign] ?? "") }],
      ops: ["∈"],
      modulus: null,
    }),
  );
  // `integers k \ge 1`: the name just read begins a relation.
  if (r.token.kind === "op" && ["<", "≤", ">", "≥", "≠", "=", "∈", "≡"].includes(r.token.value)) {
    r.i--;
    const relation = readRelation(r);
    return set ? [...members, relation] : [relation];
  }
  return endsItem(r.token) || followsSet(r.token) ? members : giveUp();
}

const followsSet = (token: Token): boolean =>
  token.kind === "word" && /^(such|with|where|for)$/i.test(token.value);

const ofParity = (name: string, parity: string): Node => ({
  kind: "relation",
  terms: [symbol(name), integer(parity === "even" ? 0 : 1)],
  ops: ["≡"],
  modulus: integer(2),
});
