// The parts of a composed reward that depend on more than the answer: length, repetition and language. Each is a number
// that an expression weights; docs/serve.md has their formulas and sources.

import { ExpectedError } from "../errors/expected-error.ts";
import { repeatedShare } from "./repetition.ts";
import { FieldError } from "./reward.ts";

export interface Shaped {
  row: Record<string, unknown>;
  response: string;
  /** Whether the answer is right; computed only for parts that need it. */
  isRight(): boolean;
}

export type Argument = number | string;

interface Shaping {
  /** Its arguments in order, with their defaults; arguments without a default are required. */
  parameters: Readonly<Record<string, Argument | undefined>>;
  needsAnswer?: boolean;
  /** @throws {ExpectedError} if an argument is invalid */
  open(given: Readonly<Record<string, Argument>>): (shaped: Shaped) => number;
}

const units = ["tokens", "words", "characters"];

/** DAPO's soft punishment of overlong responses, as a positive number: 0 below `max - cache`, 1 from `max` on. */
const overlong: Shaping = {
  parameters: { max: undefined, cache: undefined, unit: "tokens" },
  open(given) {
    const [max, cache, unit] = [above0(given, "max"), above0(given, "cache"), unitOf(given)];
    if (cache > max) throw new ExpectedError("overlong: cache must not be greater than max");
    return (shaped) => clamp((lengthOf(shaped, unit, "overlong") - (max - cache)) / cache, 0, 1);
  },
};

/** The share of n-grams of words that occurred earlier in the response. */
const repetition: Shaping = {
  parameters: { n: 4 },
  open(given) {
    const n = above0(given, "n");
    if (!Number.isInteger(n) || n > 50)
      throw new ExpectedError("repetition: n must be a whole number up to 50");
    return ({ response }) => repeatedShare(response, n);
  },
};

/** The scripts of a language; languages with the same script cannot be distinguished. */
const scripts: Readonly<Record<string, string>> = {
  ar: "Arabic",
  el: "Greek",
  en: "Latin",
  he: "Hebrew",
  hi: "Devanagari",
  ja: "Han|Hiragana|Katakana",
  ko: "Hangul",
  ru: "Cyrillic",
  th: "Thai",
  zh: "Han",
};

/** The share of words in the language's script, formulas left out. A Chinese or Japanese character counts as a word. */
const language: Shaping = {
  parameters: { code: undefined },
  open({ code }) {
    const script = Object.hasOwn(scripts, String(code)) ? scripts[String(code)]! : undefined;
    if (script === undefined)
      throw new ExpectedError(`language: '${code}' is none of ${Object.keys(scripts).join(", ")}`);
    const own = new RegExp(
      `^[${script
        .split("|")
        .map((name) => `\\p{Script=${name}}`)
        .join("")}]`,
      "u",
    );
    return ({ response }) => {
      if (script === "Latin" && isAscii.test(response)) return 1;
      const words = withoutFormulas(response).match(scriptWords) ?? [];
      return words.length === 0 ? 1 : words.filter((word) => own.test(word)).length / words.length;
    };
  },
};

/** Text in which every word is Latin. */
const isAscii = /^\p{ASCII}*$/u;

const scriptWords =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L})+/gu;

/** Letters of formulas, commands and tags belong to no language. A formula that is never closed is text. */
function withoutFormulas(text: string): string {
  let kept = "";
  let from = 0;
  let open: { sign: string; after: number } | undefined;
  for (const { 0: sign, index } of text.matchAll(/\\[A-Za-z]+|\\[()[\]]|\$+|<\/?[a-z]+>/g)) {
    if (open) {
      if (closing[open.sign] !== sign) continue;
      open = undefined;
    } else {
      kept += `${text.slice(from, index)} `;
      if (Object.hasOwn(closing, sign)) open = { sign, after: index + sign.length };
    }
    from = index + sign.length;
  }
  return kept + text.slice(open?.after ?? from);
}

const closing: Readonly<Record<string, string>> = { $: "$", $$: "$$", "\\(": "\\)", "\\[": "\\]" };

/** The cosine of the length: right answers get less the longer they are, wrong ones lose less. */
const length: Shaping = {
  parameters: {
    max: undefined,
    right_short: 1,
    right_long: 0.5,
    wrong_short: -1,
    wrong_long: -0.5,
    unit: "tokens",
  },
  needsAnswer: true,
  open(given) {
    const [max, unit] = [above0(given, "max"), unitOf(given)];
    const of = (name: string) => numberOf(given, name);
    const right = [of("right_short"), of("right_long")] as const;
    const wrong = [of("wrong_short"), of("wrong_long")] as const;
    return (shaped) => {
      const [short, long] = shaped.isRight() ? right : wrong;
      const share = Math.min(1, lengthOf(shaped, unit, "length") / max);
      return long + ((short - long) * (1 + Math.cos(Math.PI * share))) / 2;
    };
  },
};

export const shapings: Readonly<Record<string, Shaping>> = { overlong, repetition, language, length };

/** The lengths in tokens come from the trainer: they cannot be computed from the text. */
function lengthOf({ row, response }: Shaped, unit: string, part: string): number {
  if (unit === "words") return wordsOf(response).length;
  if (unit === "characters") return [...response].length;
  const ids = [row.completion_ids, row.response_ids].find(Array.isArray);
  const given = row.response_length ?? ids?.length;
  if (typeof given === "number" && given >= 0) return given;
  throw new FieldError(
    `${part} counts tokens, so the item needs 'response_length' or 'completion_ids'; or use ${part}(…, unit=words)`,
  );
}

const wordsOf = (text: string): string[] => text.match(/\S+/g) ?? [];

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function numberOf(given: Readonly<Record<string, Argument>>, name: string): number {
  const value = given[name];
  if (typeof value === "number") return value;
  throw new ExpectedError(`${name} must be a number; it is '${value}'`);
}

function above0(given: Readonly<Record<string, Argument>>, name: string): number {
  const value = numberOf(given, name);
  if (value > 0) return value;
  throw new ExpectedError(`${name} must be greater than 0; it is ${value}`);
}

function unitOf({ unit }: Readonly<Record<string, Argument>>): string {
  if (units.includes(String(unit))) return String(unit);
  throw new ExpectedError(`unit must be one of ${units.join(", ")}; it is '${unit}'`);
}
