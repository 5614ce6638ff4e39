// The share of n-grams of words that occurred earlier in a response. Every response of a training run is read, so this
// takes about as long as reading it once: words and n-grams are hashed in place, and those with the same hash compared.

/** The share of n-grams that are equal to an earlier one, without regard to case; 0 for fewer than `n` words. */
export function repeatedShare(response: string, n: number): number {
  const words = numberedWords(response.toLowerCase());
  const all = words.length - n + 1;
  if (all < 1) return 0;
  const { table, mask } = tableFor(all);
  let distinct = 0;
  for (let gram = 0; gram < all; gram++) {
    let hash = 0;
    for (let i = 0; i < n; i++) hash = joined(hash, words[gram + i]!);
    let at = placed(hash) & mask;
    while (table[at] !== 0 && !isSameGram(table[at]! - 1, gram)) at = (at + 1) & mask;
    if (table[at] !== 0) continue;
    table[at] = gram + 1;
    distinct++;
  }
  return 1 - distinct / all;

  function isSameGram(one: number, other: number): boolean {
    for (let i = 0; i < n; i++) if (words[one + i] !== words[other + i]) return false;
    return true;
  }
}

/** For each word of a text, the number of the first word that is equal to it. */
function numberedWords(text: string): Int32Array {
  const most = (text.length >> 1) + 1;
  const { table, mask } = tableFor(most);
  const [starts, ends, numbers] = [memory("starts", most), memory("ends", most), memory("numbers", most)];
  let words = 0;
  for (let end = 0; ; words++) {
    let start = end;
    while (start < text.length && isSpace(text.charCodeAt(start))) start++;
    if (start >= text.length) return numbers.subarray(0, words);
    let hash = 0;
    for (end = start; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (isSpace(code)) break;
      hash = joined(hash, code);
    }
    let at = placed(hash) & mask;
    while (table[at] !== 0 && !isSameWord(table[at]! - 1, start, end)) at = (at + 1) & mask;
    if (table[at] === 0) table[at] = words + 1;
    starts[words] = start;
    ends[words] = end;
    numbers[words] = table[at]! - 1;
  }

  function isSameWord(word: number, start: number, end: number): boolean {
    let at = starts[word]!;
    if (ends[word]! - at !== end - start) return false;
    for (let i = start; i < end; i++) if (text.charCodeAt(i) !== text.charCodeAt(at++)) return false;
    return true;
  }
}

/** A hash table for so many entries, at most half full: an entry is a place plus one, at its hash or soon after it. */
function tableFor(entries: number) {
  const size = 2 ** (33 - Math.clz32(entries));
  return { table: memory("table", size).fill(0, 0, size), mask: size - 1 };
}

const keptNumbers = 2 ** 15;
const kept: Record<string, Int32Array> = {};

/** Memory for so many numbers, with old ones in it: new memory for each response would take as long as reading it. */
function memory(use: string, numbers: number): Int32Array {
  if (numbers > keptNumbers) return new Int32Array(numbers);
  kept[use] ??= new Int32Array(keptNumbers);
  return kept[use];
}

/** Drawn once, so that no text can be written to fill one place of a table. */
const factor = Math.floor(Math.random() * 2 ** 31) | 1;
const joined = (hash: number, next: number): number => Math.imul(hash ^ next, factor);
const placed = (hash: number): number => hash ^ (hash >>> 15);

const wideSpaces = new Set(
  [..."\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"].map((sign) => sign.charCodeAt(0)),
);

/** Whether `\s` matches it. */
function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  return code >= 160 && (wideSpaces.has(code) || (code >= 0x2000 && code <= 0x200a));
}
