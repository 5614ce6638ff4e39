// Relations in words: `x is greater than or equal to 5`, `n leaves a remainder of 2 when divided by 4`. Behind a name each
// phrase of a closed list is the sign that it says; anywhere else (`at least 5`) it stays words, and a hedge.

import type { Token } from "./scanner.ts";

type Sign = readonly [kind: Token["kind"], value: string];

const less: Sign = ["op", "<"];
const atMost: Sign = ["op", "≤"];
const greater: Sign = ["op", ">"];
const atLeast: Sign = ["op", "≥"];
const other: Sign = ["op", "≠"];
const same: Sign = ["op", "="];
const remainder: Sign = ["op", "≡"];
const divided: Sign = ["command", "pmod"];
const zero: Sign = ["number", "0"];

/** Phrases with their signs; longer ones come first. */
const relations: readonly (readonly [string, readonly Sign[]])[] = [
  ["is strictly less than", [less]],
  ["is strictly greater than", [greater]],
  ["is less than or equal to", [atMost]],
  ["is greater than or equal to", [atLeast]],
  ["less than or equal to", [atMost]],
  ["greater than or equal to", [atLeast]],
  ["is not less than", [atLeast]],
  ["is not greater than", [atMost]],
  ["not less than", [atLeast]],
  ["not greater than", [atMost]],
  ["is no less than", [atLeast]],
  ["is no more than", [atMost]],
  ["no less than", [atLeast]],
  ["no more than", [atMost]],
  ["is less than", [less]],
  ["is greater than", [greater]],
  ["is more than", [greater]],
  ["is larger than", [greater]],
  ["is smaller than", [less]],
  ["is at least", [atLeast]],
  ["is at most", [atMost]],
  ["less than", [less]],
  ["greater than", [greater]],
  ["more than", [greater]],
  ["larger than", [greater]],
  ["smaller than", [less]],
  ["at least", [atLeast]],
  ["at most", [atMost]],
  ["exceeds", [greater]],
  ["is not equal to", [other]],
  ["not equal to", [other]],
  ["does not equal", [other]],
  ["is equal to", [same]],
  ["equals", [same]],
  ["leaves a remainder of", [remainder]],
  ["leaves remainder", [remainder]],
  ["leaves a remainder", [remainder]],
  ["has a remainder of", [remainder]],
  ["has remainder", [remainder]],
  ["is congruent to", [remainder]],
  ["is divisible by", [remainder, zero, divided]],
  ["is a multiple of", [remainder, zero, divided]],
];

/** Behind the remainder. */
const divisions: readonly (readonly [string, readonly Sign[]])[] = [
  ["when divided by", [divided]],
  ["when it is divided by", [divided]],
  ["upon division by", [divided]],
  ["on division by", [divided]],
  ["divided by", [divided]],
  ["modulo", [divided]],
];

const byFirstWord = (table: typeof relations): ReadonlyMap<string, [string[], readonly Sign[]][]> => {
  const map = new Map<string, [string[], readonly Sign[]][]>();
  for (const [phrase, signs] of table) {
    const words = phrase.split(" ");
    map.set(words[0]!, [...(map.get(words[0]!) ?? []), [words, signs]]);
  }
  return map;
};
const relationsByWord = byFirstWord(relations);
const divisionsByWord = byFirstWord(divisions);

const isName = (token: Token | undefined): boolean =>
  token?.kind === "symbol" ||
  (token?.kind === "word" && token.value.length === 1) ||
  token?.value === "}" ||
  /^(?:numbers|reals|integers)$/i.test(token?.value ?? "");

/** What a phrase at a place says, and of how many words it is. */
function phraseAt(
  tokens: Token[],
  at: number,
  table: typeof relationsByWord,
): [readonly Sign[], number] | undefined {
  for (const [words, signs] of table.get(tokens[at]!.value.toLowerCase()) ?? []) {
    const matches = words.every(
      (word, i) => tokens[at + i]?.kind === "word" && tokens[at + i]!.value.toLowerCase() === word,
    );
    if (matches) return [signs, words.length];
  }
  return undefined;
}

/** Whether a token may begin the value that a relation leads to. */
const startsValue = (token: Token | undefined): boolean =>
  token !== undefined && token.kind !== "end" && !(token.kind === "word" && token.value.length > 1);

/** The tokens with a sign for each relation that is spoken of a name. */
export function readSpokenRelations(tokens: Token[]): Token[] {
  if (!tokens.some((token) => token.kind === "word" && relationsByWord.has(token.value.toLowerCase())))
    return tokens;
  const result: Token[] = [];
  let congruent = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const found: [readonly Sign[], number] | undefined =
      token.kind !== "word"
        ? undefined
        : isName(result[result.length - 1])
          ? phraseAt(tokens, i, relationsByWord)
          : congruent
            ? phraseAt(tokens, i, divisionsByWord)
            : undefined;
    if (!found || !startsValue(tokens[i + found[1]])) {
      result.push(token);
      continue;
    }
    const signs: readonly Sign[] = found[0];
    const length = found[1];
    for (const [kind, value] of signs)
      result.push({ ...token, kind, value, gap: " ", end: tokens[i + length - 1]!.end });
    congruent = signs[0] === remainder && signs.length === 1;
    i += length - 1;
  }
  return result;
}
