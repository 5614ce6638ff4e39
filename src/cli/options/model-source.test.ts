import { describe, expect, it } from "vitest";
import type { ModelSource } from "../../config/index.ts";
import { completeSource, sentAs, withUsualKey } from "./model-source.ts";

const environment = { OPENAI_API_KEY: "sk-somebodys" };
const served = (baseUrl: string, more: Partial<ModelSource> = {}): ModelSource => ({
  kind: "openai",
  baseUrl,
  model: "m",
  ...more,
});

describe("OPENAI_API_KEY, where no key is named", () => {
  it.each([
    "https://api.openai.com/v1",
    "http://127.0.0.1:8000/v1",
    "http://localhost:8000/v1",
    "http://[::1]:8000/v1",
  ])("goes to %s", (url) => expect(withUsualKey(served(url), environment).apiKeyEnv).toBe("OPENAI_API_KEY"));
  it.each(["http://10.0.0.5:8000/v1", "http://localhost.example.com/v1", "http://127.0.0.1.example.com/v1"])(
    "does not go in the clear to %s",
    (url) => expect(withUsualKey(served(url), environment).apiKeyEnv).toBeUndefined(),
  );
  it("does not go to several servers of which one is reached in the clear", () => {
    const source: ModelSource = { kind: "openai", baseUrls: ["https://a/v1", "http://b/v1"], model: "m" };
    expect(withUsualKey(source, environment)).toEqual(source);
  });
  it("does not take the place of a key that is named, nor of a header that holds one", () => {
    expect(withUsualKey(served("https://a/v1", { apiKeyEnv: "MINE" }), environment).apiKeyEnv).toBe("MINE");
    const source = served("https://a/v1", { headers: { Authorization: "Basic x" } });
    expect(withUsualKey(source, environment)).toEqual(source);
  });
  it("is nothing where it is not set, or where no server is asked", () => {
    expect(withUsualKey(served("https://a/v1"), {}).apiKeyEnv).toBeUndefined();
    expect(withUsualKey(served("https://a/v1"), { OPENAI_API_KEY: "" }).apiKeyEnv).toBeUndefined();
    expect(withUsualKey({ kind: "replay", path: "/r" }, environment).apiKeyEnv).toBeUndefined();
  });
});

describe("a source with what the command line says", () => {
  it("has the fields of both bodies, those of the command line over its own", () => {
    const source = served("https://a/v1", { extraBody: { a: 1, b: { c: 2 } }, maxTries: 3 });
    expect(sentAs(source, { extraBody: { b: null }, timeoutSeconds: 5 })).toEqual({
      ...source,
      extraBody: { a: 1, b: null },
      timeoutSeconds: 5,
    });
    expect(source.extraBody).toEqual({ a: 1, b: { c: 2 } });
  });
  it("is the one of the command line alone where there is no other", () => {
    expect(completeSource(undefined, { baseUrls: ["https://a/v1"], model: "m", maxTries: 2 })).toEqual({
      kind: "openai",
      baseUrls: ["https://a/v1"],
      model: "m",
      maxTries: 2,
    });
  });
});
