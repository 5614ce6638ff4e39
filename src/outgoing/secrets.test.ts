import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../test/random-text.ts";
import {
  harmless,
  isKeyName,
  keepSecret,
  keepSecretHeaders,
  looksLikeKey,
  withoutSecrets,
} from "./secrets.ts";

it("leaves a text alone that holds no secret", () => {
  keepSecret("sk-first-secret");
  expect(withoutSecrets("the answer is 42")).toBe("the answer is 42");
});

it("takes secrets out, also where one begins like another", () => {
  keepSecret("sk-abcdefgh");
  keepSecret("sk-abcdefgh-longer");
  expect(withoutSecrets("a sk-abcdefgh-longer b sk-abcdefgh c")).toBe("a [key] b [key] c");
});

it("knows how JSON and addresses spell them", () => {
  const secret = 'quote"back\\slash&more';
  keepSecret(secret);
  expect(JSON.parse(withoutSecrets(JSON.stringify({ echo: `it is ${secret}` })))).toEqual({
    echo: "it is [key]",
  });
  expect(withoutSecrets(`?k=${encodeURIComponent(secret)}`)).toBe("?k=[key]");
});

it("takes short words for no secret, since answers may hold them", () => {
  keepSecret("EMPTY");
  keepSecret("1234");
  expect(withoutSecrets("the set is EMPTY, 1234")).toBe("the set is EMPTY, 1234");
});

it("keeps headers that are keys by their names, with and without their scheme", () => {
  keepSecretHeaders({
    "X-Api-Key": "header-secret-1",
    Authorization: "Basic dXNlcjpwYXNz",
    accept: "application/json",
  });
  expect(withoutSecrets("header-secret-1 dXNlcjpwYXNz application/json")).toBe(
    "[key] [key] application/json",
  );
});

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

describe("printed text", () => {
  it.each([
    ["an escape", "\x1b[2J", "\\u001b[2J"],
    ["the clipboard", "\x1b]52;c;ZXZpbA==\x07", "\\u001b]52;c;ZXZpbA==\\u0007"],
    ["the second set of controls", "\x9b2J", "\\u009b2J"],
    ["the reading direction", "a\u202eb\u2066c\u061c", "a\\u202eb\\u2066c\\u061c"],
    ["a carriage return", "right\rwrong", "right\\u000dwrong"],
    ["a deletion", "\x7f\b", "\\u007f\\u0008"],
    ["lines and tabs", "a\r\nb\tc\n", "a\nb\tc\n"],
    ["other letters", "Größe ≤ 2 家 😀", "Größe ≤ 2 家 😀"],
  ])("is harmless: %s", (_, text, expected) => expect(harmless(text)).toBe(expected));

  it("holds nothing harmful, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(harmless(text)).not.toMatch(/[^\n\t\P{Cc}]|\p{Bidi_Control}/u);
      }),
    );
  });

  it("is the same JSON", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(JSON.parse(harmless(JSON.stringify({ text })))).toEqual({ text });
      }),
    );
  });
});
