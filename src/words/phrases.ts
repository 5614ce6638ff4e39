// The phrases that have a role around an answer, in the languages that models answer in. Each row is tested by its example,
// in which its role must be found, and by its counterexample, in which it must not.
//
// `|` separates phrases, a space separates words, `/` separates words for one place, and `?` ends a word that may be
// missing. Chinese and Japanese phrases have no spaces, and match within a run of characters, the longest first. A comma
// or a colon is a word.

import { english } from "./english-phrases.ts";
import { foreign } from "./foreign-phrases.ts";
import type { Role } from "./roles.ts";

export type Phrase = readonly [
  role: Role,
  language: string,
  pattern: string,
  example: string,
  counterexample: string,
];

export const phrases = [...english, ...foreign].map(([role, language, pattern, example, counterexample]) => ({
  role,
  language,
  pattern,
  example,
  counterexample,
}));
