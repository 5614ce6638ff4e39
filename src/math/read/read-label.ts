// Labels: what stands before a value and only names it.

import { mayName } from "../../words/index.ts";
import { isWord } from "../notation/words.ts";
import type { Reader } from "./reader.ts";

/** Reads a label of any kind; undefined, and nothing read, where there is none. */
export const readAnyLabel = (r: Reader): string | undefined =>
  readBoldLabel(r) ?? readLabel(r) ?? readQuantity(r) ?? readPartLabel(r);

const quantities = new Set(
  "maximum minimum max min mean median mode range sum product total area perimeter volume value".split(" "),
);
/** Quantities that need no word before their number. */
const bare = /^(maximum|minimum|max|min|total)$/;

/** `the maximum is 2`, `minimum value 1`: a quantity that has a name, and what it is. */
function readQuantity(r: Reader): string | undefined {
  const words: string[] = [];
  let at = r.i;
  for (; r.tokens[at]!.kind === "word" && words.length < 4; at++) {
    const word = r.tokens[at]!.value.toLowerCase();
    if (!quantities.has(word) && !(word === "the" && words.length === 0)) break;
    words.push(word);
  }
  const [first] = words[0] === "the" ? words.slice(1) : words;
  if (first === undefined || first === "value") return undefined;
  const says = r.tokens[at]!.kind === "word" && r.tokens[at]!.value.toLowerCase() === "is";
  const next = r.tokens[says ? at + 1 : at]!;
  const begins =
    next.kind === "number" || next.kind === "command" || (next.kind === "op" && next.value === "-");
  if (!begins || !(says || (bare.test(first) && next.kind === "number"))) return undefined;
  r.i = says ? at + 1 : at;
  return words.join(" ");
}

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

/** `Minimum: `, `\text{Area} = `, `B: `. */
function readLabel(r: Reader): string | undefined {
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
    mark.value === ":" &&
    (wordy ||
      (words.length === 1 && words[0]!.length === 1 && mark.gap === "" && r.tokens[i + 1]!.gap !== ""));
  const equals =
    mark.value === "=" &&
    wordy &&
    words.every((w, at) => isWord(w) || /^(min|max)$/i.test(w) || (at > 0 && w.length === 1));
  if (!colon && !equals) return undefined;
  r.i = i + 1;
  return words.join(" ").toLowerCase();
}
