import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  choice,
  flag,
  json,
  number,
  type Options,
  repeated,
  text,
  textAs,
  url,
  whole,
  wholeOrNone,
} from "./option.ts";
import { readOptions, UsageError } from "./read-options.ts";

const options = {
  gold: text({ help: "Give the gold.", excludes: ["input"] }),
  answer: text({ help: "Give the answer." }),
  input: text({ help: "Read a file." }),
  maxProblems: whole({ short: "x", least: 1, help: "Take N." }),
  temperature: number({ short: "t", least: 0, most: 2, default: 0.5, help: "Sample." }),
  baseUrls: repeated(url({ name: "base-url", aliases: ["api-url"], help: "Ask a server." })),
  tasks: repeated(text({ short: "a", help: "Name tasks." }), /[,|]/),
  interface: choice(["text", "logprobs"], { default: "text", help: "Ask so." }),
  extraBody: json({ help: "Add fields." }),
  end: wholeOrNone({ least: 1, help: "End there." }),
  every: whole({ needs: "input", help: "Every Nth." }),
  pair: textAs((given) => given.split("/"), { help: "A pair." }),
  json: flag({ short: "j", help: "Print JSON." }),
};
const parse = (...argv: string[]) => readOptions(argv, options);
const said = (...argv: string[]) => parse(...argv).given;

describe("values", () => {
  it("may look like anything but another option", () => {
    expect(said("--answer", "-1", "--gold", "-x^2")).toEqual({ answer: "-1", gold: "-x^2" });
    expect(said("--answer=--gold")).toEqual({ answer: "--gold" });
    expect(() => parse("-x", "-3")).toThrow("-x: '-3' is not a whole number of at least 1");
  });
  it("may stand in the same word", () => {
    expect(said("--gold=a=b", "-x3", "-t=0.5")).toEqual({ gold: "a=b", maxProblems: 3, temperature: 0.5 });
  });
  it("of a repeated option are a list; of others the last counts", () => {
    expect(said("--base-url", "http://a/v1", "--api_url=https://b/v1", "-t", "0", "-t", "1")).toEqual({
      baseUrls: ["http://a/v1", "https://b/v1"],
      temperature: 1,
    });
    expect(said("-a", "gsm8k,math", "-a", "amc|aime")).toEqual({ tasks: ["gsm8k", "math", "amc", "aime"] });
  });
  it("are read by their kind", () => {
    expect(said("--extra-body", '{"a":[1]}', "--pair", "a/b", "--end", "None", "-j")).toEqual({
      extraBody: { a: [1] },
      pair: ["a", "b"],
      end: null,
      json: true,
    });
  });
  it("that nobody gave are the defaults", () => {
    expect(parse().values).toMatchObject({ temperature: 0.5, interface: "text", json: false, end: null });
    expect(parse().given).toEqual({});
  });
});

describe("words", () => {
  it("that belong to no option are kept in order, numbers among them", () => {
    expect(parse("run", "--json", "-5", "other").positionals).toEqual(["run", "-5", "other"]);
  });
  it("after -- are never options", () => {
    expect(parse("--json", "--", "--gold")).toMatchObject({ given: { json: true }, positionals: ["--gold"] });
  });
});

describe("mistakes", () => {
  it.each([
    [["--temprature", "1"], "there is no option '--temprature'. Did you mean '--temperature'?"],
    [["--max_probelms=1"], "there is no option '--max_probelms'. Did you mean '--max-problems'?"],
    [["--zzz"], "there is no option '--zzz'."],
    [["-z"], "there is no option '-z'."],
    [["--x=3"], "there is no option '--x'. Did you mean '-x'?"],
    [["--url", "x"], "there is no option '--url'. Did you mean '--base-url'?"],
    [["--policy_body", "{}"], "there is no option '--policy_body'. Did you mean '--extra-body'?"],
    [["--problems", "x"], "there is no option '--problems'. Did you mean '--max-problems'?"],
    [["--body", "{}"], "there is no option '--body'. Did you mean '--extra-body'?"],
    [["--api-urls", "x"], "there is no option '--api-urls'. Did you mean '--api-url'?"],
    [["-q"], "there is no option '-q'."],
    [["--gold"], "--gold needs a value"],
    [
      ["--gold", "--json"],
      "--gold needs a value, and '--json' is another option; write --gold=--json if you mean that text",
    ],
    [["--json=1"], "--json takes no value"],
    [["--toString"], "there is no option '--toString'."],
    [["--temperature", "3"], "--temperature: '3' is not a number from 0 to 2"],
    [["-t", "Infinity"], "-t: 'Infinity' is not a number from 0 to 2"],
    [["-t", ""], "-t: '' is not a number from 0 to 2"],
    [["-x", "1.5"], "-x: '1.5' is not a whole number of at least 1"],
    [["--interface", "txt"], "--interface: 'txt' is not one of text, logprobs. Did you mean 'text'?"],
    [["--extra-body", "{"], "--extra-body: this is not JSON"],
    [["--extra-body", "[1]"], "--extra-body: give a JSON object"],
    [["--base-url", "localhost:8000"], "is not a URL that begins with http:// or https://"],
    [["--base-url", "https://user:secret@host/v1"], "--base-url: https://host/v1 has a user name"],
    [["-a", "gsm8k,,math"], "-a: a name is missing in 'gsm8k,,math'"],
    [["--gold", "1", "--input", "f"], "--gold cannot be used with --input: give one of them"],
    [["--every", "2"], "--every needs --input, which is not given"],
  ])("%j: %s", (argv, message) => {
    expect(() => parse(...argv)).toThrow(UsageError);
    expect(() => parse(...argv)).toThrow(message);
  });
  it("never show the key in an address", () => {
    expect(() => parse("--base-url", "https://user:secret@host/v1")).not.toThrow(/secret/);
  });
  it("name what is missing", () => {
    const needed: Options = { data: text({ required: true, help: "Solve these problems." }) };
    expect(() => readOptions([], needed)).toThrow("--data is required");
  });
});

describe("laws", () => {
  const anything = fc.string({ unit: "grapheme", maxLength: 12 });
  it("what follows = is the value, whatever it is", () => {
    fc.assert(
      fc.property(anything, (given) => {
        expect(said(`--answer=${given}`)).toEqual({ answer: given });
      }),
      { numRuns: 300 },
    );
  });
  it("hyphens and underscores are alike", () => {
    const spelling = fc.constantFrom("--base-url", "--base_url", "--api-url", "--api_url");
    fc.assert(
      fc.property(spelling, (name) => {
        expect(said(name, "http://h/v1")).toEqual({ baseUrls: ["http://h/v1"] });
      }),
      { numRuns: 20 },
    );
  });
  it("the order of different options does not matter", () => {
    const words = [["-x", "3"], ["--answer", "-1"], ["-j"], ["--interface=logprobs"], ["-t0.1"]];
    fc.assert(
      fc.property(fc.shuffledSubarray(words, { minLength: 5 }), (order) => {
        expect(said(...order.flat())).toEqual(said(...words.flat()));
      }),
      { numRuns: 50 },
    );
  });
  it("a line is read, or refused with a sentence: nothing else happens", () => {
    const word = fc.oneof(
      anything,
      fc.constantFrom(
        "--gold",
        "-x",
        "--extra-body",
        "--tasks",
        "-a",
        "--",
        "--json",
        "-t",
        "--end",
        "--pair",
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
        try {
          parse(...argv);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
          expect((error as Error).message).not.toBe("");
        }
      }),
      { numRuns: 1000 },
    );
  });
});
