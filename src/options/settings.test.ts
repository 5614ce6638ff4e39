import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choice, json, number, repeated, text, url, whole, wholeOrNone } from "./option.ts";
import { readOptions } from "./read-options.ts";
import { shapeOf } from "./schema.ts";
import { differences, identityOf, settle } from "./settings.ts";

const settings = {
  template: choice(["plain", "r1_zero"], { identity: true, help: "Ask so." }),
  system: text({ help: "Send this." }),
  temperature: number({ least: 0, default: 0, identity: true, help: "Sample." }),
  topP: number({ least: 0, most: 1, identity: true, help: "Send it." }),
  timeout: number({ above: 0, help: "Wait." }),
  numSamples: whole({ least: 1, most: 100, default: 1, help: "Draw." }),
  baseUrls: repeated(url({ name: "base-url", help: "Ask." })),
  extraBody: json({ identity: true, help: "Add." }),
  end: wholeOrNone({ name: "data-end", least: 1, help: "End." }),
};
const schema = z.object(shapeOf(settings));

const line = fc
  .record(
    {
      template: fc.constantFrom("plain", "r1_zero"),
      system: fc.string({ unit: "grapheme", maxLength: 8 }),
      temperature: fc.double({ min: 0, max: 2, noNaN: true }).map((x) => String(Math.abs(x))),
      "top-p": fc.double({ min: 0, max: 1, noNaN: true }).map((x) => String(Math.abs(x))),
      timeout: fc.integer({ min: 1, max: 99 }).map(String),
      "num-samples": fc.integer({ min: 1, max: 100 }).map(String),
      "base-url": fc.constantFrom("http://a/v1", "https://b/v1"),
      "extra-body": fc
        .dictionary(fc.string({ maxLength: 3 }), fc.integer())
        .map((body) => JSON.stringify(body)),
      "data-end": fc.constantFrom("None", "1", "7"),
    },
    { requiredKeys: [] },
  )
  .map((given) => Object.entries(given).map(([name, value]) => `--${name}=${value}`));

describe("settings", () => {
  it("that were declared, given and written down read back as they were", () => {
    fc.assert(
      fc.property(line, (argv) => {
        const settled = settle(settings, readOptions(argv, settings).given);
        expect(schema.parse(JSON.parse(JSON.stringify(settled)))).toEqual(settled);
      }),
      { numRuns: 300 },
    );
  });
  it("of a run that is continued are what is said now, else what it had, else the defaults", () => {
    const before = { temperature: 0.6, numSamples: 4 };
    expect(settle(settings, { numSamples: 8 }, before)).toEqual({
      temperature: 0.6,
      numSamples: 8,
      end: null,
    });
  });
  it.each([
    [{ temperature: -1, numSamples: 1, end: null }, "temperature"],
    [{ temperature: 0, numSamples: 101, end: null }, "numSamples"],
    [{ temperature: 0, numSamples: 1.5, end: null }, "numSamples"],
    [{ temperature: 0, numSamples: 1, end: 0 }, "end"],
    [{ temperature: 0, numSamples: 1, end: null, template: "other" }, "template"],
    [{ temperature: 0, numSamples: 1, end: null, timeout: 0 }, "timeout"],
    [{ temperature: 0, numSamples: 1, end: null, baseUrls: [] }, "baseUrls"],
    [{ numSamples: 1, end: null }, "temperature"],
  ])("of a file that nobody can have asked for are refused: %j", (file, member) => {
    const read = schema.safeParse(file);
    expect(read.error?.issues[0]?.path).toEqual([member]);
  });
});

describe("what differs between two runs", () => {
  it("is told by the names of the command line, and only of what belongs to a run's identity", () => {
    const before = identityOf(settings, { temperature: 0, numSamples: 1, topP: 0.9 });
    const after = identityOf(settings, { temperature: 0.6, numSamples: 8, extraBody: { a: 1 } });
    expect(differences(before, after)).toEqual([
      "temperature: 0 → 0.6",
      "top-p: 0.9 → none",
      'extra-body: none → {"a":1}',
    ]);
  });
});
