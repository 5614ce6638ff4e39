import { expect, it } from "vitest";
import { keepSecret, keepSecretHeaders, withoutSecrets } from "./secrets.ts";

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
