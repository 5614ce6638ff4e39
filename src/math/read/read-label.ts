// Labels: what stands before a value and only names it.

import { mayName } from "../../words/index.ts";
import { readFormula } from "../notation/chemistry.ts";
import { isWord } from "../notation/words.ts";
import type { Reader } from "./reader.ts";
import type { Token } from "./scanner.ts";

/** Reads a label of any kind; undefined, and nothing read, where there is none. */
export const readAnyLabel = (r: Reader): string | undefined =>
  readBoldLabel(r) ?? readLabel(r) ?? readQuantity(r) ?? readPartLabel(r);

const quantities = new Set(
  (
    "maximum minimum max min mean median mode range sum product total area perimeter volume value mass weight length width height " +
    "radius diameter distance speed velocity acceleration force pressure temperature concentration density charge current voltage " +
    "resistance energy age cost price profit"
  ).split(" "),
);
/** Quantities that need no word before their number. */
const bare = /^(maximum|minimum|max|min|total)$/;

/** The name that begins at a token, with its index: `A`, `N_2`, `H_{2}`, `CO2`. */
function nameAt(tokens: readonly Token[], at: number): { name: string; next: number } | undefined {
  const { kind, value } = tokens[at]!;
  const isName = kind === "word" && (value.length === 1 || readFormula(value) !== undefined);
  if (!isName || /^[a-z]/.test(value)) return undefined;
  const sign = tokens[at + 1]!;
  if (sign.kind === "number" && sign.gap === "") return { name: `${value}_{${sign.value}}`, next: at + 2 };
  if (sign.value !== "_") return { name: value, next: at + 1 };
  const braced = tokens[at + 2]!.value === "{" ? 1 : 0;
  const index = tokens[at + 2 + braced]!;
  const isClosed = braced === 0 || tokens[at + 4]!.value === "}";
  return index.kind === "number" && isClosed
    ? { name: `${value}_{${index.value}}`, next: at + 3 + 2 * braced }
    : undefined;
}

/**
 * `the maximum is 2`, `minimum value 1`, `the N_2 volume is 10 liters`, `the mass of O_2 is 5 g`: a quantity, perhaps of something
 * that has a name, and what it is.
 */
function readQuantity(r: Reader): string | undefined {
  const words: string[] = [];
  let at = r.i;
  let of: string | undefined;
  while (r.tokens[at]!.kind === "word" && words.length < 4) {
    const word = r.tokens[at]!.value.toLowerCase();
    const name = of === undefined ? nameAt(r.tokens, word === "of" ? at + 1 : at) : undefined;
    if (name && (words.length > 0 || word !== "of")) {
      of = name.name;
      at = name.next;
      continue;
    }
    if (!quantities.has(word) && !(word === "the" && words.length === 0)) break;
    words.push(word);
    at++;
  }
  const [first] = words[0] === "the" ? words.slice(1) : words;
  if (first === undefined || first === "value") return readSubject(r);
  const says = r.tokens[at]!.kind === "word" && r.tokens[at]!.value.toLowerCase() === "is";
  const next = r.tokens[says ? at + 1 : at]!;
  const begins =
    next.kind === "number" || next.kind === "command" || (next.kind === "op" && next.value === "-");
  if (!begins || !(says || (bare.test(first) && next.kind === "number"))) return readSubject(r);
  r.i = says ? at + 1 : at;
  return of ?? words.join(" ");
}

/** `The net force on the block is 36 N`: the subject of a sentence, in words that bend nothing, and its value. */
function readSubject(r: Reader): string | undefined {
  const words: string[] = [];
  let at = r.i;
  for (; r.tokens[at]!.kind === "word" && r.tokens[at]!.value !== "is" && words.length < 10; at++)
    words.push(r.tokens[at]!.value);
  const [next, after] = [r.tokens[at + 1], r.tokens[at + 2]];
  const isAmount = next?.kind === "op" && /^[-$€£¥₹]$/.test(next.value) && after?.kind === "number";
  const says =
    r.tokens[at]!.value === "is" && (next?.kind === "number" || next?.kind === "command" || isAmount);
  const isSubject = words.length > 1 && /^the$/i.test(words[0]!) && words.every(mayName);
  if (!says || !isSubject || judged.test(words.join(" ")) || calculates.test(words.join(" ")))
    return undefined;
  r.i = at + 1;
  return words.join(" ").toLowerCase();
}

/** What somebody says to be the answer is not a quantity. */
const judged = /\b(?:answers?|results?|solutions?|options?|choices?|values?)$/i;

/** `**Final answer:** 5`. */
function readBoldLabel(r: Reader): string | undefined {
  if (!r.isOp("**") || r.peek().kind !== "word") return undefined;
  const mark = r.mark();
  r.i++;
  const label = readLabel(r);
  if (label !== undefined && r.eat("**")) return label;
  r.reset(mark);
  return undefined;
}

/** `(a) 5, (b) 6`: the letters number the parts. */
function readPartLabel(r: Reader): string | undefined {
  const [open, letter, close, value] = [r.token, r.peek(), r.peek(2), r.peek(3)];
  if (open.part) {
    r.i += 3;
    return `(${letter.value.toLowerCase()})`;
  }
  const numbered =
    open.value === "(" &&
    letter.kind === "word" &&
    /^([a-h]|i{1,3}|iv|v)$/.test(letter.value) &&
    close.value === ")";
  const begins =
    value.kind === "number" || value.kind === "command" || value.value === "-" || value.value === "(";
  if (!numbered || !begins || value.gap === "" || open.kind !== "op") return undefined;
  r.i += 3;
  return `(${letter.value})`;
}

/** `Square of: `, `cube root: `, `last digit of the answer: `: what follows is not the answer. */
const calculates =
  /(?:^|\s)(?:of|from|by|to)$|^(?:the )?(?:square|cube|fourth|floor|ceiling)(?: root)?(?: of|$)|of (?:the |my )?answer/i;

/** A colon that follows a name, as in `A: 5`; in a ratio it stands apart or between both. */
const isColon = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.kind === "op" &&
  tokens[at]!.value === ":" &&
  tokens[at]!.gap === "" &&
  tokens[at + 1]!.gap !== "";

const chemicalQuantities = new Set(["pH", "pOH", "pKa", "pKb"]);

/** `Minimum: `, `\text{Area} = `, `B: `, `N_2: `, `pH = `. */
function readLabel(r: Reader): string | undefined {
  if (r.token.kind === "word" && chemicalQuantities.has(r.token.value)) {
    const [sign, next] = [r.peek(), r.peek(2)];
    const says = sign.kind === "op" && /^[=:≈]$/.test(sign.value) && next.kind !== "end";
    if (!says && sign.kind !== "number") return undefined;
    const label = r.token.value;
    r.i += says ? 2 : 1;
    return label;
  }
  const indexed = nameAt(r.tokens, r.i);
  if (indexed && indexed.next > r.i + 1 && isColon(r.tokens, indexed.next)) {
    r.i = indexed.next + 1;
    return indexed.name;
  }
  let i = r.i;
  const words: string[] = [];
  while (words.length < 8) {
    const token = r.tokens[i]!;
    if (token.kind !== "word" || /[^A-Za-z]/.test(token.value)) break;
    words.push(token.value);
    i++;
  }
  const mark = r.tokens[i]!;
  if (words.length === 0 || mark.kind !== "op" || r.around.inBuilder || !words.every(mayName))
    return undefined;
  if (calculates.test(words.join(" "))) return undefined;
  const wordy = words.some((w) => isWord(w)) || (words.length === 1 && /^(min|max)$/i.test(words[0]!));
  const colon =
    mark.value === ":" && (wordy || (words.length === 1 && words[0]!.length === 1 && isColon(r.tokens, i)));
  const equals =
    mark.value === "=" &&
    wordy &&
    words.every((w, at) => isWord(w) || /^(min|max)$/i.test(w) || (at > 0 && w.length === 1));
  if (!colon && !equals) return undefined;
  r.i = i + 1;
  return words.length === 1 && words[0]!.length === 1 ? words[0]! : words.join(" ").toLowerCase();
}
