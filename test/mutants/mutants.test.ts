// Golds of every kind, with every applicable mutation: no mutant may equal its gold, and every gold equals itself.
// ASSAY_MUTANTS sets the number, ASSAY_SEED the seed.

import { describe, expect, it } from "vitest";
import { verify } from "../../src/math/index.ts";
import { Dice } from "../identities/dice.ts";
import { gold, kinds } from "./golds.ts";
import { mutators as plainMutators } from "./mutators.ts";
import { notationMutators } from "./notation-mutators.ts";

const mutators = [...plainMutators, ...notationMutators];

const seed = Number(process.env.ASSAY_SEED ?? 20_240);
const wanted = Number(process.env.ASSAY_MUTANTS ?? 6_000);

describe("mutated golds", () => {
  it("are never equal to the gold they were made of, and every gold equals itself", () => {
    const made = new Map(mutators.map(({ name }) => [name, 0]));
    const equal: string[] = [];
    let count = 0;
    for (let trial = 0; count < wanted; trial++) {
      const dice = new Dice(seed, trial);
      const original = gold(dice);
      if (!verify(original.text, original.text).equal) equal.push(`not itself: ${original.text}`);
      for (const { name, kinds: applies, mutate } of mutators) {
        if (!applies.includes(original.kind)) continue;
        const answer = mutate(original, dice);
        if (answer === undefined) continue;
        count++;
        made.set(name, made.get(name)! + 1);
        const result = verify(original.text, answer);
        if (result.equal)
          equal.push(`${name} (${result.by}): ${original.text}  ←  ${JSON.stringify(answer)}`);
      }
    }
    expect(equal).toEqual([]);
    expect([...made].filter(([, times]) => times === 0)).toEqual([]);
    console.log(
      `${count} mutants of ${kinds.length} kinds of gold by ${mutators.length} mutators, none of them equal`,
    );
  });
});
