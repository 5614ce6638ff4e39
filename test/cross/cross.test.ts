// Golds of many fields against each other: two that are equal but belong to different things are a bug. Within a group
// all pairs are tried, between groups a sample; ASSAY_CROSS=all tries all of them (some minutes), ASSAY_SEED draws a
// different sample.

import { describe, expect, it } from "vitest";
import { verify } from "../../src/math/index.ts";
import { Dice } from "../identities/dice.ts";
import { families } from "./families.ts";

const seed = Number(process.env.ASSAY_SEED ?? 20_240);
const sampled = 12_000;

interface Text {
  text: string;
  family: string[];
}

const groups = Object.entries(families).map(([name, lines]) => ({
  name,
  texts: lines.flatMap((family) => family.map((text): Text => ({ text, family }))),
}));
const everything = groups.flatMap(({ texts }) => texts);

/** The same text may be in two groups, as `0` is; then its spellings in both are equal. */
const related = (a: Text, b: Text): boolean =>
  a.family === b.family || a.family.some((text) => b.family.includes(text));

function leaks(pairs: Iterable<readonly [Text, Text]>): string[] {
  const found: string[] = [];
  for (const [gold, answer] of pairs) {
    if (related(gold, answer)) continue;
    const { equal, by } = verify(gold.text, answer.text);
    if (equal) found.push(`${gold.text}  ←  ${answer.text}  (${by})`);
  }
  return found;
}

function* square(golds: Text[], answers: Text[]): Iterable<readonly [Text, Text]> {
  for (const gold of golds) for (const answer of answers) yield [gold, answer];
}

function* sample(): Iterable<readonly [Text, Text]> {
  const dice = new Dice(seed, 0);
  for (let i = 0; i < sampled; i++) yield [dice.pick(everything), dice.pick(everything)];
}

describe("golds of different meaning are never equal", () => {
  it.each(groups.map(({ name, texts }) => [name, texts] as const))("in %s", (_, texts) => {
    expect(leaks(square(texts, texts))).toEqual([]);
  });

  it("between groups", () => {
    expect(leaks(process.env.ASSAY_CROSS === "all" ? square(everything, everything) : sample())).toEqual([]);
  });
});

describe("spellings of one thing", () => {
  it("are seldom called different", () => {
    const refused = groups.flatMap(({ texts }) =>
      [...square(texts, texts)]
        .filter(([gold, answer]) => gold.family === answer.family && gold.text !== answer.text)
        .filter(([gold, answer]) => !verify(gold.text, answer.text).equal)
        .map(([gold, answer]) => `${gold.text}  ←  ${answer.text}`),
    );
    console.log(`${refused.length} spellings of one thing are not recognised:\n  ${refused.join("\n  ")}`);
  });
});
