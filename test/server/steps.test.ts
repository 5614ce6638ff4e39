// /v1/steps: a process reward model behind the service, asked over HTTP.

import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { assay } from "../command-line.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { bodyOf, post, serveFor } from "./served.ts";

/** A server that answers each request by its text. */
async function modelServer(answer: (said: string) => { status?: number; body: object }): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { status = 200, body } = answer(JSON.stringify(JSON.parse(text || "{}")));
    response.setHeader("content-type", "application/json");
    response.statusCode = status;
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Like vLLM's /pooling: a step that says "wrong" has 0.25, any other 0.75. */
const poolingServer = () =>
  modelServer((said) => {
    const steps = said.split("<extra_0>").slice(0, -1);
    const data = steps.map((step) => (step.includes("wrong") ? [0.75, 0.25] : [0.25, 0.75]));
    return { status: said.includes("broken") ? 400 : 200, body: { data: [{ data }], object: "list" } };
  });

/** The service with a reward model at this address. */
async function serveSteps(baseUrl: string, ...options: string[]): Promise<string> {
  const config = join(await temporaryFolder(), "assay.config.mjs");
  const source = { kind: "openai", baseUrl, model: "prm", maxTries: 1 };
  await writeFile(config, `export default { sources: { prm: ${JSON.stringify(source)} } };\n`);
  return (await serveFor(["--config", config, "--steps", "prm", ...options])).url;
}

describe("/v1/steps", () => {
  it("scores the steps of each solution, and fails alone where the model does", async () => {
    const url = await serveSteps(await poolingServer(), "--steps-interface", "pooling");
    const items = [
      { problem: "2+2?", steps: ["right", "wrong", "right"] },
      { problem: "2+2?", steps: ["broken"] },
    ];
    const answer = await post(`${url}/v1/steps`, { items });
    expect(answer.status).toBe(200);
    const { results } = await bodyOf(answer);
    expect(results[0]).toEqual({ rewards: [0.75, 0.25, 0.75], verdicts: ["right", "wrong", "right"] });
    expect(results[1]).toEqual({ rewards: null, verdicts: null, error: expect.stringContaining("400") });
    expect((await bodyOf(fetch(`${url}/openapi.json`))).paths).toHaveProperty(["/v1/steps", "post"]);
  });

  it("gives no reward for a step if the reply of the model holds no verdict", async () => {
    const choices = [{ message: { content: "Hm." }, finish_reason: "stop" }];
    const url = await serveSteps(`${await modelServer(() => ({ body: { choices } }))}/v1`);
    const answer = await post(`${url}/v1/steps`, { items: [{ problem: "2+2?", steps: ["2+2=4"] }] });
    expect((await bodyOf(answer)).results).toEqual([{ rewards: [null], verdicts: [null] }]);
  });

  it("refuses a solution whose steps, each with those before it, would fill the memory", async () => {
    let asked = 0;
    const choices = [{ message: { content: "[Right]" }, finish_reason: "stop" }];
    const baseUrl = await modelServer(() => {
      asked++;
      return { body: { choices } };
    });
    const url = await serveSteps(`${baseUrl}/v1`);
    const items = [
      { problem: "2+2?", steps: new Array(20_000).fill("b") },
      { problem: "2+2?", steps: ["2+2=4"] },
    ];
    const { results } = await bodyOf(post(`${url}/v1/steps`, { items }));
    expect(results[0]).toEqual({ rewards: null, verdicts: null, error: expect.stringContaining("too much") });
    expect(results[1]).toEqual({ rewards: [1], verdicts: ["right"] });
    expect(asked).toBe(1);
    const many = Array.from({ length: 300 }, () => ({ problem: "2+2?", steps: new Array(300).fill("b") }));
    expect((await post(`${url}/v1/steps`, { items: many })).status).toBe(413);
  });

  it("says what is wrong with a request, and where no model is configured", async () => {
    const { url } = await serveFor(["--steps", "embedded:prm"]);
    for (const [body, message] of [
      [{ items: [{ problem: "x", steps: [] }] }, "items.0.steps"],
      [{ items: [{ problem: "x" }] }, "items.0.steps"],
      [{}, "items"],
      ["{", "not JSON"],
    ] as const) {
      const answer = await post(`${url}/v1/steps`, body);
      expect([answer.status, (await bodyOf(answer)).error.message]).toEqual([
        400,
        expect.stringContaining(message),
      ]);
    }
    const { results } = await bodyOf(
      post(`${url}/v1/steps`, {
        items: [
          {
            problem: "Ann has 3 apples and buys 4 more. How many has she?",
            steps: ["3 + 4 = 7", "3 + 4 = 9"],
          },
        ],
      }),
    );
    const rewards = results[0]!.rewards as unknown as number[];
    expect(rewards).toHaveLength(2);
    expect(rewards.every((reward) => reward >= 0 && reward <= 1)).toBe(true);
    const without = await serveFor();
    expect((await post(`${without.url}/v1/steps`, { items: [] })).status).toBe(404);
    const { code, stderr } = await assay(["serve", "--steps", "nowhere"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("there is no source 'nowhere'")]);
  });
});
