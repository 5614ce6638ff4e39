// Labels: what stands before a value and only names it.

import { bendsMeaning, isWord } from "../notation/words.ts";
import type { Reader } from "./reader.ts";

/** Reads a label of any kind; undefined, and nothing read, where there is none. */
export const readAnyLabel = (r: Reader): string | undefined =>
  readBoldLabel(r) ?? readLabel(r) ?? readPartLabel(r);

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
  if (words.length === 0 || mark.kind !== "op" || r.inBuilder || words.some(bendsMeaning)) return undefined;
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
