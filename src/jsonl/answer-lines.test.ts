import { describe, expect, it } from "vitest";
import { answerLines, failLines } from "./answer-lines.ts";
import type { Handle } from "./line-module.ts";

const double: Handle = ({ n }) => {
  if (typeof n !== "number") throw new Error("'n' must be a number");
  return { add: { result: 2 * n }, count: n > 1 ? "large" : "small" };
};

async function answer(text: string | Buffer, handle = double) {
  const block = await answerLines({ bytes: Buffer.from(text as string), first: 7 }, handle, { result: null });
  return { ...block, lines: Buffer.from(block.bytes).toString("utf8").split("\n").slice(0, -1) };
}

describe("a block of lines", () => {
  it("has an answer for each line, in order", async () => {
    const { lines, counts, problems } = await answer('{"n":1}\n{"n":2.5}\n');
    expect(lines).toEqual(['{"n":1,"result":2.0}', '{"n":2.5,"result":5.0}']);
    expect(counts).toEqual({ small: 1, large: 1 });
    expect(problems).toEqual([]);
  });

  it("may lack the last newline, and may have Windows' line ends", async () => {
    expect((await answer('{"n":1}\r\n{"n":2}')).lines).toEqual([
      '{"n":1,"result":2.0}',
      '{"n":2,"result":4.0}',
    ]);
  });

  it("takes an answer that comes later", async () => {
    const later: Handle = async ({ n }) => ({ add: { result: n } });
    expect((await answer('{"n":1}\n{"n":2}\n', later)).lines).toEqual([
      '{"n":1,"result":1.0}',
      '{"n":2,"result":2.0}',
    ]);
  });
});

describe("a line that fails", () => {
  it("is data: its fields, the members every line has, and the error with its number", async () => {
    const { lines, problems } = await answer('{"n":1}\n{"n":"x"}\n{"n":3}\n');
    expect(lines[1]).toBe('{"n":"x","result":null,"error":"line 8: \'n\' must be a number"}');
    expect(lines).toHaveLength(3);
    expect(problems).toEqual(["line 8: 'n' must be a number"]);
  });

  it.each([
    ["no JSON", "nope", /^line 7: not JSON: /],
    ["nothing", "", /^line 7: an empty line/],
    ["an array", "[1]", /^line 7: a JSON object is needed, this is an array$/],
    ["a number", "5", /^line 7: a JSON object is needed, this is a number$/],
    ["null", "null", /^line 7: a JSON object is needed, this is null$/],
    ["bytes that are no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), /^line 7: not UTF-8$/],
  ])("holds %s", async (_, text, error) => {
    const bytes = Buffer.concat([Buffer.from(text as string), Buffer.from("\n")]);
    const { lines, problems } = await answer(bytes);
    expect(problems[0]).toMatch(error);
    expect(JSON.parse(lines[0]!)).toEqual({ result: null, error: problems[0] });
  });

  it("does not spoil its neighbours, even when it is no UTF-8", async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"n":1,"t":"é"}\n'),
      Buffer.from([0xff, 10]),
      Buffer.from('{"n":2}\n'),
    ]);
    const { lines } = await answer(bytes);
    expect(lines[0]).toBe('{"n":1,"t":"é","result":2.0}');
    expect(lines[2]).toBe('{"n":2,"result":4.0}');
  });

  it("loses the error of an earlier run once it succeeds, but keeps a user's field of that name", async () => {
    const { lines } = await answer('{"n":1,"error":"line 3: old"}\n{"n":1,"error":"mine"}\n');
    expect(lines).toEqual(['{"n":1,"result":2.0}', '{"n":1,"error":"mine","result":2.0}']);
  });

  it("may be any line of a thread that was killed", async () => {
    const { bytes, problems } = await failLines(
      { bytes: Buffer.from('{"n":1}\n'), first: 1 },
      "took too long",
    );
    expect(problems).toEqual(["line 1: took too long"]);
    expect(Buffer.from(bytes).toString()).toBe('{"n":1,"error":"line 1: took too long"}\n');
  });
});
