// Answers, or parts of them, that are said in words.

import { typedFunctions } from "../functions/functions.ts";
import { integer, type Node, symbol } from "../notation/tree.ts";
import { isWord } from "../notation/words.ts";
import { isHan } from "./han.ts";
import { readRelation } from "./read-answer.ts";
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

/** An item that is words to its end: a phrase with a meaning, or text. */
export function readTextItem(r: Reader): Node | undefined {
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
