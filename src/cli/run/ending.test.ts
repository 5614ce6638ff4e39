// Which refusals are about the length, in the words of the servers in use.

import { describe, expect, it } from "vitest";
import { lengthHint } from "./ending.ts";

describe("a hint at the length", () => {
  it.each([
    [
      "status 400: This model's maximum context length is 4096 tokens. However, you requested 30952 tokens (232 in the messages, 30720 in the completion).",
      "-m 3072",
    ],
    [
      "Requested token count exceeds the model's maximum context length of 8192 tokens. You requested a total of 30952 tokens",
      "-m 6144",
    ],
    ["`inputs` tokens + `max_new_tokens` must be <= 2048. Given: 232 `inputs` tokens", "-m 1536"],
    ["max_tokens=30720 cannot be greater than max_model_len (1024)", "-m 768"],
    ["the request exceeds the available context size. try increasing the context size", "-m"],
    ["max_tokens is too large: 30720. This model supports at most 4096 completion tokens", "-m"],
  ])("names the flag for %j", (failure, example) => {
    expect(lengthHint(failure, "-m")).toContain(`fewer tokens with -m`);
    expect(lengthHint(failure, "-m")).toContain(example);
  });

  it.each(["status 400: no such model", "status 500: out of memory", "no answer within 600 s", ""])(
    "is not given for %j",
    (failure) => expect(lengthHint(failure, "-m")).toBeUndefined(),
  );
});
