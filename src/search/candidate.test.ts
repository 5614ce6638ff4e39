import { describe, expect, it } from "vitest";
import { readSolution, readStep } from "./candidate.ts";

const stop = (text: string, stopReason?: string | number | null) => ({
  text,
  finish: "stop",
  ...(stopReason === undefined ? {} : { stopReason }),
});

describe("a step", () => {
  it("goes on where the server stopped at the blank line, in each server's words", () => {
    expect(readStep(stop("We add.", "\n\n")).ends).toBeNull(); // vLLM, SGLang
    expect(readStep(stop("We add.")).ends).toBeNull(); // llama.cpp tells nothing
    expect(readStep(stop("We add.\n\n")).ends).toBeNull(); // TGI leaves the stop in the text
    expect(readStep({ text: "We add.", finish: "stop_sequence" }).ends).toBeNull();
  });
  it("ends the turn where the server says so, or the text does", () => {
    expect(readStep(stop("We add.", null)).ends).toBe("turn"); // vLLM
    expect(readStep(stop("We add.", 151645)).ends).toBe("turn"); // SGLang: the token's number
    expect(readStep(stop("We add.", "<|im_end|>")).ends).toBe("turn");
    expect(readStep({ text: "We add.", finish: "eos_token" }).ends).toBe("turn");
    expect(readStep(stop("We add.<|im_end|>"))).toEqual({
      steps: ["We add."],
      rewards: [null],
      ends: "turn",
    });
  });
  it("with a box is the end, however it stopped", () => {
    expect(readStep(stop("So \\boxed{1}.", "\n\n")).ends).toBe("answer");
    expect(readStep({ text: "So \\boxed{1} and", finish: "length" }).ends).toBe("answer");
    expect(readStep(stop("So \\boxed{1", null)).ends).toBe("turn"); // a box that never closes is none
  });
  it("with an empty box goes on, since that is no answer yet", () => {
    expect(readStep(stop("The answer will stand in \\boxed{}.", "\n\n")).ends).toBeNull();
    expect(readStep(stop("The answer will stand in \\boxed{ }.", null)).ends).toBe("turn");
  });
  it("is not the end where it was cut off", () => {
    expect(readStep({ text: "We add", finish: "length" }).ends).toBeNull();
  });
  it("is cut at the first blank line, also where the server ignores stops", () => {
    expect(readStep(stop("\n\nWe add.\n \nSo \\boxed{1}.", null))).toEqual({
      steps: ["We add."],
      rewards: [null],
      ends: null,
    });
  });
  it("without words is dropped", () => {
    expect(readStep(stop("", null)).dropped?.why).toContain("ended its turn");
    expect(readStep(stop(" \n\n ", "\n\n")).dropped?.why).toBe("empty");
    expect(readStep(stop("<|im_end|>")).steps).toEqual([]);
  });
});

describe("a solution", () => {
  it("is its steps, and goes no further", () => {
    expect(readSolution(stop("We add.\n\n\nSo \\boxed{1}.\n\nThat is all."))).toEqual({
      steps: ["We add.", "So \\boxed{1}.", "That is all."],
      rewards: [null, null, null],
      ends: "answer",
    });
    expect(readSolution({ text: "We add", finish: "length" }).ends).toBe("length");
    expect(readSolution(stop("No idea.")).ends).toBe("turn");
    expect(readSolution(stop("\n")).dropped?.why).toBe("empty");
  });
});
