// The response in a query: the text after the prompt, and never the whole.

import { describe, expect, it } from "vitest";
import { responseIn } from "./openrlhf.ts";

const template = "Answer as <think> … </think> <answer> 42 </answer>. What is 6 · 8?";

describe("the response", () => {
  it("follows the prompt", () => {
    expect(responseIn(`${template}Hm. </think> <answer>48</answer>`, template)).toBe(
      "Hm. </think> <answer>48</answer>",
    );
    expect(responseIn(template, template)).toBe("");
  });

  it("follows the end of a prompt that was cut from the left, at its last place", () => {
    const prompt = `${"a".repeat(300)} ${template}`;
    const query = `${prompt.slice(40)}48`;
    expect(responseIn(query, prompt)).toBe("48");
    expect(responseIn(`${prompt.slice(40)}x${prompt.slice(-200)}49`, prompt)).toBe("49");
  });

  it("is not there where the prompt is not, or is empty", () => {
    expect(responseIn("something else </think> <answer>42</answer>", template)).toBeUndefined();
    expect(responseIn(`${template}x`, "")).toBeUndefined();
    expect(responseIn("", template)).toBeUndefined();
  });

  it.each(["<|im_end|>", "<|endoftext|>", "</s>", "<|eot_id|>", "<|im_end|>\n<|endoftext|>"])(
    "ends before special tokens: %s",
    (tokens) => expect(responseIn(`${template}48${tokens}`, template)).toBe("48"),
  );

  it("ends before any number of them, and keeps those inside", () => {
    expect(responseIn(`${template}a</s>b${"<|endoftext|>".repeat(5_000)}\n`, template)).toBe("a</s>b");
    expect(responseIn(`${template}48 \n`, template)).toBe("48 \n");
  });
});
