// Which runs of letters are English and which are products of variables: `hours` is a word, `abc` is not.

import { wordSet } from "../../words/index.ts";
import { joiningFunctions, typedFunctions } from "../functions/functions.ts";
import { limits } from "../terms/limits.ts";

const shortWords = new Set(
  (
    "no or is to of in if at we up an as be by do go he it me my on so us am " +
    "yes odd red one two six ten all any not the day sum man men are and for per can has had was win tie pen box cup cat dog hen pig " +
    "cow car bus van ant bee egg boy son mom dad who why how new old big low hot few non out off way end set map row act arc area age " +
    "her his its our she you him but did get got let may nor now own put see too use yet top toy tea sea sky sun run hit bag bat bed " +
    "blue Bob Amy Tom Joe Ann Sam Max Ben Dan Jim Kim Leo Mia Zoe Eve Ian Jay Kai Lee Liz Meg Ned Pam Pat Ray Rob Ron Roy Sue Ted Tim Jon Jan Jen DNE"
  )
    .toLowerCase()
    .split(" "),
);

const sortedRun = (run: string): boolean => {
  for (let i = 1; i < run.length; i++) if (run.charCodeAt(i) !== run.charCodeAt(i - 1) + 1) return false;
  return true;
};

/** Whether a run of letters is to be read as a word. */
export function isWord(run: string): boolean {
  if (run.length < 2) return false;
  if (run.length > limits.word) return true;
  if (shortWords.has(run.toLowerCase())) return true;
  for (let i = 0; i < run.length; i++) if (run.charCodeAt(i) > 127) return true;
  const lower = run.toLowerCase();
  if (run.length === 2) return false;
  if (run === run.toUpperCase()) return true;
  if (run.length === 3) return run[0] !== lower[0] && run.slice(1) === lower.slice(1) && /[aeiouy]/.test(run);
  return /[aeiouy]/i.test(run) && !sortedRun(lower);
}

const letterAfterFunction = wordSet`x y z t u v w a b n k r A B C`;
const embedded = new RegExp(`^(${joiningFunctions.join("|")})`);

/** Splits `sinx` or `xcosx` into functions and letters; undefined if the run is anything else. */
export function splitFunctions(run: string): string[] | undefined {
  if (run.length < 3 || run.length > 16 || run === "cost" || run === "tank" || run === "sect")
    return undefined;
  const parts: string[] = [];
  let sawFunction = false;
  let rest = run;
  while (rest !== "") {
    const found = embedded.exec(rest)?.[1];
    if (found) {
      sawFunction = true;
      parts.push(found);
      rest = rest.slice(found.length);
      if (rest === "") return undefined;
      continue;
    }
    const letter = rest[0]!;
    const previous = parts[parts.length - 1];
    if (previous !== undefined && !typedFunctions.has(previous)) return undefined;
    if (!letterAfterFunction.has(letter)) return undefined;
    parts.push(letter);
    rest = rest.slice(1);
  }
  return sawFunction ? parts : undefined;
}

/** Whether a word may be in a noun phrase: a plain word, not a letter that could be a variable. */
export const mayLabel = (word: string): boolean =>
  /^[A-Za-z]+$/.test(word) && (word.length > 1 || word === "a");

/** Words with a role in the grammar: they end the phrase before them. */
const structural = wordSet`
  and or for where when with if such mod is are otherwise else in on unless given over from to as but while then
`;
export const isStructural = (word: string): boolean => structural.has(word.toLowerCase());

/** Words that give the direction of a force or a velocity: `36 N to the right`. */
const directions = wordSet`
  to the due up down right left upward upwards downward downwards forward forwards backward backwards north south east west
  northeast northwest southeast southwest clockwise counterclockwise anticlockwise inward outward
`;
export const isDirection = (word: string): boolean => directions.has(word.toLowerCase());

const ordinalEndings = new Set(["st", "nd", "rd", "th"]);
export const isOrdinalEnding = (word: string): boolean => ordinalEndings.has(word.toLowerCase());

const scales = new Map(
  Object.entries({
    hundred: 100n,
    thousand: 10n ** 3n,
    million: 10n ** 6n,
    billion: 10n ** 9n,
    trillion: 10n ** 12n,
  }),
);
export const scaleOf = (word: string): bigint | undefined => scales.get(word.toLowerCase());
