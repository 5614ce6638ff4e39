// A server that answers every request with a failure is given up soon, but not while a first request may succeed.

import { expect, it, onTestFinished } from "vitest";
import { type Answer, TestServer } from "../../test/models/server.ts";
import { Endpoint, type EndpointOptions } from "./endpoint.ts";

const broken = { status: 500, body: { error: { message: "CUDA error" } } };
const ok = { body: { ok: true } };

async function open(answer: Answer, options: Partial<EndpointOptions> = {}): Promise<Endpoint> {
  const server = await TestServer.start(answer);
  const endpoint = new Endpoint({
    baseUrls: [server.url],
    concurrency: 8,
    backoff: { firstMs: 1, mostMs: 2 },
    tries: 1_000_000,
    firstSuccessMs: 50,
    ...options,
  });
  onTestFinished(async () => {
    await endpoint.close();
    await server.close();
  });
  return endpoint;
}

const post = (endpoint: Endpoint, body: object = {}) =>
  endpoint.post("/x", body, { key: "k", read: (answer) => answer });

it("is given up with its words, for all requests alike", async () => {
  const endpoint = await open(() => broken);
  const [first, second] = await Promise.allSettled([post(endpoint), post(endpoint)]);
  const failure = {
    status: "rejected",
    reason: expect.objectContaining({
      isHopeless: true,
      message: expect.stringContaining("status 500: CUDA error; no request has ever succeeded"),
    }),
  };
  expect([first, second]).toEqual([failure, failure]);
});

it("is waited for while a request is under way that has not failed yet", async () => {
  const endpoint = await open(({ body }, number) => {
    if (body.isSlow) return { ...ok, delayMs: 400 };
    return number < 20 ? broken : { ...broken, delayMs: 20 };
  });
  const slow = post(endpoint, { isSlow: true });
  const ill = post(endpoint).catch((error) => error);
  expect(await slow).toEqual(ok.body);
  // From here on the server has succeeded once, so the other request is retried for the full time.
  await endpoint.close();
  expect(await ill).toMatchObject({ isHopeless: false });
});

it.each([429, 503])("is waited for where it says that it is busy (%i)", async (status) => {
  const since = Date.now();
  const endpoint = await open(() => (Date.now() - since < 200 ? { status, body: {} } : ok));
  expect(await post(endpoint)).toEqual(ok.body);
});
