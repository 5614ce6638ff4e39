import { expect, it } from "vitest";
import { isKeyName, looksLikeKey } from "./secrets.ts";

it.each(
  (
    "api_key apikey x-api-key access_key accessKey private_key api_token subscription-key hf_token hfToken jwt key auth " +
    "pass password client_secret Authorization session.token"
  ).split(" "),
)("%s is the name of a key", (name) => expect(isKeyName(name)).toBe(true));

it.each(
  (
    "max_tokens stop_token_ids token_ids tokenizer keyword prompt_cache_key eos_token top_k monkey author passage bypass " +
    "logprobs"
  ).split(" "),
)("%s is not", (name) => expect(isKeyName(name)).toBe(false));

it.each([
  "sk-1234567890ab",
  "hf_abcdefghijkl",
  "Bearer abcdefgh",
  "AKIAIOSFODNN7EXAMPLE",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx",
  "0123456789abcdef0123456789abcdef",
])("%s looks like a key", (value) => expect(looksLikeKey(value)).toBe(true));

it.each(["skip", "high", "a-model-with-a-long-name-of-words-only", "Qwen/Qwen2.5-Math-7B-Instruct"])(
  "%s does not",
  (value) => expect(looksLikeKey(value)).toBe(false),
);
