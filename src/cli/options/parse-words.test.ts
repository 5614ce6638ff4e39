import { describe, expect, it } from "vitest";
import { parseWords } from "./parse-words.ts";

const flags = {
  gold: { type: "string" },
  answer: { type: "string" },
  "max-problems": { type: "string", short: "x" },
  temperature: { type: "string", short: "t" },
  "base-url": { type: "string", multiple: true },
  json: { type: "boolean", short: "j" },
} as const;
const parse = (...argv: string[]) => parseWords(argv, flags);

describe("values", () => {
  it("may look like anything but another option", () => {
    expect(parse("--answer", "-1", "--gold", "-x^2").values).toEqual({ answer: "-1", gold: "-x^2" });
    expect(parse("-x", "-3").values).toEqual({ "max-problems": "-3" });
    expect(parse("--answer=--gold").values).toEqual({ answer: "--gold" });
  });
  it("may stand in the same word", () => {
    expect(parse("--gold=a=b", "-x3", "-t=0.5").values).toEqual({
      gold: "a=b",
      "max-problems": "3",
      temperature: "0.5",
    });
  });
  it("of a repeated option are a list; of others the last counts", () => {
    expect(parse("--base-url", "a", "--base_url=b", "-t", "0", "-t", "1").values).toEqual({
      "base-url": ["a", "b"],
      temperature: "1",
    });
  });
});

describe("words", () => {
  it("that belong to no option are kept in order, numbers among them", () => {
    expect(parse("run", "--json", "-5", "other").positionals).toEqual(["run", "-5", "other"]);
  });
  it("after -- are never options", () => {
    expect(parse("--json", "--", "--gold")).toEqual({ values: { json: true }, positionals: ["--gold"] });
  });
});

describe("mistakes", () => {
  it.each([
    [["--temprature", "1"], "there is no option '--temprature'. Did you mean '--temperature'?"],
    [["--max_probelms=1"], "there is no option '--max_probelms'. Did you mean '--max-problems'?"],
    [["--zzz"], "there is no option '--zzz'."],
    [["-q"], "there is no option '-q'."],
    [["--gold"], "--gold needs a value"],
    [
      ["--gold", "--json"],
      "--gold needs a value, and '--json' is another option; write --gold=--json if you mean that text",
    ],
    [["--json=1"], "--json takes no value"],
    [["--toString"], "there is no option '--toString'."],
  ])("%j: %s", (argv, message) => expect(() => parse(...argv)).toThrow(message));
});
