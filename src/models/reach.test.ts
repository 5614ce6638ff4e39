import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { TestServer } from "../../test/models/server.ts";
import type { ModelSource } from "../config/index.ts";
import { listedModel, reachServers } from "./reach.ts";

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serving(models: TestServer["models"]): Promise<TestServer> {
  const server = await TestServer.start();
  server.models = models;
  servers.push(server);
  return server;
}

const list = (...ids: string[]) => ({ body: { object: "list", data: ids.map((id) => ({ id })) } });
const source = (...baseUrls: string[]): ModelSource => ({ kind: "openai", baseUrls, model: "m" });
const refusal = (given: ModelSource, options = {}) =>
  reachServers(given, options).then(
    () => "reached",
    (error: Error) => error.message,
  );

/** A port on which nothing listens. */
async function closedPort(): Promise<string> {
  const server = await TestServer.start();
  const { url } = server;
  await server.close();
  return url;
}

describe("a server that is there", () => {
  it("tells its models", async () => {
    const { url } = await serving(list("a", "b"));
    const entries = [{ id: "a" }, { id: "b" }];
    const servers = [{ url, models: ["a", "b"], entries }];
    expect(await reachServers(source(url))).toEqual({ servers, unusable: [] });
  });
  it.each([404, 405, 403, 500, 503])("is taken as it is where it lists none (status %i)", async (status) => {
    const { url } = await serving({ status, body: { detail: "no" } });
    const { servers, unusable } = await reachServers(source(url));
    expect([servers[0]!.models, unusable]).toEqual([undefined, []]);
  });
  it("is taken as it is where its list is none", async () => {
    for (const body of ["{}", '{"data":[{"name":1}]}', "null", "not JSON"]) {
      const { url } = await serving({ body });
      expect(await reachServers(source(url))).toEqual({ servers: [{ url }], unusable: [] });
    }
  });
  it("is taken as busy where it takes the connection and says nothing", async () => {
    const silent = createServer((socket) => void socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as { port: number };
    const url = `http://127.0.0.1:${port}/v1`;
    const { servers } = await reachServers(source(url), { waitMs: 200 });
    const unlisted = { why: `${url} did not list its models within 0.2 s`, isRefusal: false };
    expect(servers).toEqual([{ url, unlisted }]);
    expect(() => listedModel(undefined, servers, { flag: "--model" })).toThrow(
      `which model? Give --model NAME; ${unlisted.why}`,
    );
    await new Promise((resolve) => silent.close(resolve));
  });
});

describe("a server that is not there, or not right", () => {
  it("where nothing listens", async () => {
    const url = await closedPort();
    expect(await refusal(source(url))).toBe(`${url}: nothing answers there (connection refused)`);
  });
  it("whose host has no address", async () => {
    expect(await refusal(source("http://no-such-host.invalid/v1"))).toMatch(
      /^http:\/\/no-such-host\.invalid\/v1: (?:there is no such host|the host's name cannot be looked up now)$/,
    );
  });
  it.each(["", "/", "/v1/chat/completions", "/v1/models", "/api/"])(
    "under the path '%s' of one that is right",
    async (path) => {
      const server = await TestServer.start();
      servers.push(server);
      server.answerModels = (asked) => (asked === "/v1/models" ? list("m") : { status: 404, body: {} });
      const root = server.url.replace(/\/v1$/, "");
      expect(await refusal(source(root + path))).toContain(`did you mean ${root}/v1?`);
    },
  );
  it("that wants a key, where none is sent, and where one is", async () => {
    const { url } = await serving({ status: 401, body: { error: { message: "Invalid key" } } });
    expect(await refusal(source(url))).toBe(
      `${url}: status 401: Invalid key; no key is configured, so the word 'EMPTY' was sent as one`,
    );
    const told = await refusal(
      { ...source(url), apiKeyEnv: "SOME_KEY" },
      { environment: { SOME_KEY: "sk-abc123456" } },
    );
    expect(told).toBe(`${url}: status 401: Invalid key; the key in the variable SOME_KEY was sent`);
    expect(await refusal(source(url), { environment: { OPENAI_API_KEY: "sk-abc123456" } })).toBe(
      `${url}: status 401: Invalid key; no key was sent but the word 'EMPTY': the key in OPENAI_API_KEY goes over plain http only if you name it ` +
        "(--api-key-env OPENAI_API_KEY)",
    );
  });
  it("that is a web page", async () => {
    const { url } = await serving({ headers: { "content-type": "text/html" }, body: "<!DOCTYPE html><p>Hi" });
    expect(await refusal(source(url))).toBe(`${url}: a web page answers there, not a model server`);
  });
  it("is named, and the others decide", async () => {
    const [dead, { url }] = [await closedPort(), await serving(list("m"))];
    const { servers, unusable } = await reachServers(source(dead, url));
    expect(servers).toEqual([{ url, models: ["m"], entries: [{ id: "m" }] }]);
    expect(unusable).toEqual([{ url: dead, why: `${dead}: nothing answers there (connection refused)` }]);
  });
  it("beside its OpenAI part is looked for where the part is", async () => {
    const server = await TestServer.start();
    servers.push(server);
    server.answerModels = (asked) => (asked === "/v1/models" ? list("prm") : { status: 404, body: {} });
    for (const url of [server.url, server.url.replace(/\/v1$/, "")])
      expect((await reachServers(source(url), { isVersioned: false })).servers[0]!.models).toEqual(["prm"]);
  });
});

describe("the model's name", () => {
  const flag = { flag: "--model" };
  /** Servers with these lists. */
  const at = (...lists: (string[] | undefined)[]) =>
    lists.map((models, index) => ({ url: `http://${index}/v1`, models }));
  it("is the only one there is where none is given", () => {
    expect(listedModel(undefined, at(["a"]), flag)).toEqual({ name: "a" });
    expect(() => listedModel(undefined, at(["a", "b"]), flag)).toThrow(
      "Give --model NAME; the server lists a, b",
    );
    expect(() => listedModel(undefined, at(undefined), flag)).toThrow("the server does not list its models");
  });
  it("is not asked for where the server refuses to list", async () => {
    const { url } = await serving({ status: 403, body: { error: { message: "Not for you" } } });
    const { servers } = await reachServers(source(url), { environment: {} });
    expect(() => listedModel(undefined, servers, flag)).toThrow(
      `${url}: status 403: Not for you; no key is configured, so the word 'EMPTY' was sent as one. If only the list of models is refused, name one with --model NAME`,
    );
    expect(listedModel("m", servers, flag)).toEqual({ name: "m" });
  });
  it("is taken where it is listed, or where nothing is", () => {
    expect(listedModel("b", at(["a", "b"]), flag)).toEqual({ name: "b" });
    expect(listedModel("gemini", at(["models/gemini", "x"]), flag)).toEqual({ name: "gemini" });
    expect(listedModel("b", at(undefined), flag)).toEqual({ name: "b" });
    expect(listedModel("b", at([]), flag)).toEqual({ name: "b" });
  });
  it("is refused by a server of another one, and doubted where there are several", () => {
    expect(() => listedModel("b", at(["a"]), flag)).toThrow("the server has no model 'b'; it lists 'a' only");
    expect(listedModel("c", at(["adder", "b2"]), flag)).toEqual({
      name: "c",
      doubt: "the server does not list 'c'; it lists adder, b2",
    });
    expect(listedModel("ader", at(["adder", "b2"]), flag).doubt).toBe(
      "the server does not list 'ader'; it lists adder, b2. Did you mean 'adder'?",
    );
  });
  it("leaves out the servers of several that do not have it", () => {
    const without = [{ url: "http://0/v1", why: "http://0/v1: the server does not list 'a'; it lists m1" }];
    expect(listedModel("a", at(["m1"], ["a", "b"]), flag)).toEqual({ name: "a", without });
    expect(listedModel("a", at(["m1"], undefined), flag)).toEqual({ name: "a", without });
  });
  it("that is only customary gives way to the only one there is", () => {
    expect(listedModel("policy-model", at(["a"]), { ...flag, isUsual: true })).toEqual({ name: "a" });
    expect(listedModel("policy-model", at(["a"], undefined), { ...flag, isUsual: true })).toEqual({
      name: "a",
    });
  });
});
