// Random identities and near-identities, by the thousand: no wrong one may be equal, and no true one different.
// ASSAY_TRIALS sets the number, ASSAY_SEED the seed.

import { describe, expect, it } from "vitest";
import { verify } from "../../src/math/index.ts";
import { trials } from "../seed.ts";
import { Dice } from "./dice.ts";
import { allLaws, identity, nearIdentity, textsOf } from "./rewritings.ts";
import type { Texts } from "./spelling.ts";
import { structure } from "./structures.ts";
import { counterexample } from "./value.ts";

const seed = Number(process.env.ASSAY_SEED ?? 20_240);
const count = trials(30_000, 3_000);

/** Undecided pairs by rule and reason. */
class Undecided {
  private readonly causes = new Map<string, { count: number; example: string }>();
  asked = 0;
  open = 0;

  count({ gold, answer }: Texts, by: string, reason: string | undefined): void {
    this.open++;
    const cause = `${by}: ${(reason ?? "").replace(/\d+/g, "#")}`;
    const before = this.causes.get(cause);
    if (before) before.count++;
    else this.causes.set(cause, { count: 1, example: `${gold}  ←  ${answer}` });
  }

  /** Below one in a hundred; in a small sample, three are allowed. */
  expectFew(): void {
    expect(this.open).toBeLessThan(Math.max(4, this.asked / 100));
  }

  report(title: string): void {
    const lines = [...this.causes].map(
      ([cause, { count, example }]) => `  ${count} × ${cause}\n      ${example}`,
    );
    console.log([`${title}: ${this.open} of ${this.asked} undecided`, ...lines].join("\n"));
  }
}

/** An answer may not shrink the gold's domain: 1 and (-1)^{2n} are the same in whole numbers only. */
const smallerDomain = "the answer has no value where the gold has one";

/** Fails with both texts if an equal pair is called different; counts it if it is undecided. */
function expectNotDifferent(texts: Texts, trial: number, undecided: Undecided): void {
  const { verdict, by, reason } = verify(texts.gold, texts.answer);
  undecided.asked++;
  if (verdict === "undecided" && reason !== smallerDomain) undecided.count(texts, by, reason);
  if (verdict === "different")
    expect.fail(`trial ${trial}: called different (${by}, ${reason}):\n  ${texts.gold}\n  ${texts.answer}`);
}

/** Fails with both texts if a different pair is called equal. */
function expectNotEqual(texts: Texts, trial: number): void {
  const { equal, by } = verify(texts.gold, texts.answer);
  if (equal) expect.fail(`trial ${trial}: called equal (${by}):\n  ${texts.gold}\n  ${texts.answer}`);
}

const share = (part: number): number => Math.max(1, Math.round(count * part));

describe("the laws themselves", () => {
  it.each(allLaws.map((law) => [law.name, law] as const))("%s holds in plain arithmetic", (_, law) => {
    for (let trial = 0; trial < 25; trial++) {
      const [left, right] = law.build(new Dice(seed, trial));
      const point = counterexample(left, right);
      expect(point && [...point], `trial ${trial}`).toBeUndefined();
    }
  });
});

describe("random identities", () => {
  it("are never called different, and seldom left undecided", () => {
    const undecided = new Undecided();
    for (let trial = 0; trial < share(0.3); trial++) {
      const dice = new Dice(seed, trial);
      expectNotDifferent(textsOf(identity(dice), dice), trial, undecided);
    }
    undecided.report("identities");
    undecided.expectFew();
  });
});

describe("random near-identities", () => {
  it("are never equal", () => {
    let certified = 0;
    for (let trial = 0; trial < share(0.5); trial++) {
      const dice = new Dice(seed + 1, trial);
      const pair = nearIdentity(dice);
      if (!pair) continue;
      certified++;
      expectNotEqual(textsOf(pair, dice), trial);
    }
    console.log(`near-identities: ${certified} certified to differ, none of them called equal`);
    expect(certified).toBeGreaterThan(share(0.5) / 2);
  });
});

describe("random structures", () => {
  it("that say the same are never called different, and seldom left undecided", () => {
    const undecided = new Undecided();
    for (let trial = 0; trial < share(0.1); trial++) {
      const texts = structure(new Dice(seed + 2, trial), true);
      if (texts) expectNotDifferent(texts, trial, undecided);
    }
    undecided.report("structures");
    undecided.expectFew();
  });

  it("that do not say the same are never equal", () => {
    for (let trial = 0; trial < share(0.1); trial++) {
      const texts = structure(new Dice(seed + 3, trial), false);
      if (texts) expectNotEqual(texts, trial);
    }
  });
});
