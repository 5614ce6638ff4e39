// The work of every reader of untrusted text grows linearly: each kind of input is written once, and once twice as
// long, and the counted work of the two is compared. Work that is limited by a budget does not grow at all.

import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { trials } from "../seed.ts";
import { importCounted, workOf, worksOf } from "./counted-work.ts";
import { aroundLetters, type Kind, kinds, mixtures } from "./inputs.ts";
import type { NamedReader } from "./readers.ts";
import { readers as named } from "./readers.ts";
import { SteppedPattern } from "./regexp-steps.ts";

const seed = Number(process.env.ASSAY_SEED ?? 20_261_116);
/** Each reader gets one in so many kinds, and each different ones; with `ASSAY_TRIALS=full` all get all. */
const share = Math.ceil(kinds.length / trials(kinds.length, 6));
const size = 500;

/**
 * Twice the text may take this many times the work; a quadratic reader takes four times. Windows of some hundred
 * characters around a mark, and nesting up to a limit, grow faster at first.
 */
const most = 3.3;
/** The work allowed for any text, however short: tables that are made once, fixed checks at the end of a text. */
const fixed = 3000;
/** The limit at which a reader may stop; far more than a linear reader needs for a text of this size. */
const ceiling = 6_000_000;
/** For a text of 200 characters. */
const mostOfShort = 2_000_000;

const counted = new Map<string, NamedReader["read"]>();

beforeAll(async () => {
  const entry = fileURLToPath(new URL("readers.ts", import.meta.url));
  const { readers } = await importCounted<{ readers: readonly NamedReader[] }>(entry);
  for (const { name, read } of readers) counted.set(name, read);
});

/** The factor by which the work grows when the text doubles: in total, and of methods of strings and arrays only. */
function growth(read: NamedReader["read"], kind: Kind): { work: number; times: number } {
  const [once, twice] = [kind.write(size), kind.write(2 * size)];
  const before = worksOf(() => read(once), ceiling);
  const work = worksOf(() => read(twice), ceiling);
  const times = (["all", "native"] as const).map(
    (which) => (2 * (work[which] - fixed)) / Math.max(1, before[which]) / (twice.length / once.length),
  );
  return { work: work.all, times: Math.max(...times) };
}

describe("twice the text is twice the work", () => {
  it.each(named.map(({ name }, place) => [name, place] as const))("%s", (name, place) => {
    const chosen = [...kinds.filter((_, i) => (i + place) % share === 0), ...mixtures(seed + place, 1)];
    const grown = chosen
      .map((kind) => ({ kind: kind.name, ...growth(counted.get(name)!, kind) }))
      .filter(({ work, times }) => times > most || work >= ceiling);
    expect(grown).toEqual([]);
  });
});

/** Some readers have a fast path for short texts, which the texts above are too long for. */
describe("a short text is little work, however it ends", () => {
  const repeated = ["\\left", "\\left(", "{x}", "a", " ", "1,", "**", "(", "\\(", "\\text{a} ", "#### "];
  it.each(named.map(({ name }) => [name]))("%s", (name) => {
    const works = repeated.map((piece) => {
      const text = `${piece.repeat(200 / piece.length)}<a>`;
      return { piece, work: workOf(() => counted.get(name)!(text), ceiling) };
    });
    expect(works.filter(({ work }) => work > mostOfShort)).toEqual([]);
  });
});

describe("nesting around a letter is work within a budget", () => {
  it.each(aroundLetters.map((kind) => [kind.name, kind] as const))("%s", (_, kind) => {
    const readers = ["verify, as the answer", "verify, as the gold", "verify, against nearly itself"];
    const works = readers.map((name) => workOf(() => counted.get(name)!(kind.write(300)), ceiling));
    expect(works.filter((work) => work >= ceiling)).toEqual([]);
  });
});

describe("the measure", () => {
  const stepsOf = (pattern: RegExp, text: string): number => {
    const stepped = new SteppedPattern(pattern.source, pattern.flags);
    stepped.find(text, 0, 1e9);
    return stepped.steps;
  };
  it("sees a pattern that goes back over the text again and again", () => {
    const [once, twice] = [stepsOf(/\s+$/, `${" ".repeat(200)}x`), stepsOf(/\s+$/, `${" ".repeat(400)}x`)];
    expect(twice / once).toBeGreaterThan(3.5);
  });
  it("sees a pattern that reads the text once", () => {
    const [once, twice] = [stepsOf(/a[bc]+d/g, "abc".repeat(200)), stepsOf(/a[bc]+d/g, "abc".repeat(400))];
    expect(twice / once).toBeLessThan(2.1);
  });
  it("sees methods of strings that look at the whole text", () => {
    const search = (text: string): void => {
      for (let i = 0; i < text.length; i++) text.indexOf("y", i);
    };
    const [once, twice] = [200, 400].map((length) => workOf(() => search("x".repeat(length)))) as [
      number,
      number,
    ];
    expect(twice / once).toBeGreaterThan(3.5);
  });
});
