// The service's description of itself: its routes and its rewards.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { bodyOf, post, serveFor } from "./served.ts";

interface Media {
  schema: { properties: { items: { items: object } } };
}
interface Described {
  paths: Record<
    string,
    Record<
      string,
      {
        requestBody: { content: Record<string, Media> };
        responses: Record<string, { content: Record<string, Media> }>;
      }
    >
  >;
  components: { schemas: Record<string, object> };
}

const described = async (url: string) => (await bodyOf(fetch(`${url}/openapi.json`))) as unknown as Described;

it("describes every route of NeMo Gym, where it is answered", async () => {
  const gym = ["verify", "seed_session", "aggregate_metrics", "reverify_mode"];
  const below = (prefix: string) => gym.map((name) => `${prefix}/${name}`);
  const plain = await described((await serveFor()).url);
  expect(Object.keys(plain.paths)).toEqual(
    expect.arrayContaining([...below("/nemo-gym"), ...below("/nemo-gym/ng-rollout/{rollout}")]),
  );
  expect(plain.paths).not.toHaveProperty("/verify");
  const server = await described((await serveFor(["--nemo-gym"])).url);
  expect(Object.keys(server.paths)).toEqual(
    expect.arrayContaining([...below(""), ...below("/ng-rollout/{rollout}")]),
  );
});

it("describes items as objects, and answers line by line", async () => {
  const { paths, components } = await described((await serveFor()).url);
  for (const name of ["score", "grade", "extract"]) {
    const { requestBody, responses } = paths[`/v1/${name}`]!.post!;
    const { schema } = requestBody.content["application/json"]!;
    expect(schema.properties.items.items).toMatchObject({ type: "object" });
    const types = ["application/json", "application/x-ndjson"];
    expect(Object.keys(requestBody.content)).toEqual(types);
    expect(Object.keys(responses["200"]!.content)).toEqual(types);
  }
  const named = [...JSON.stringify(paths).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name]) => name!,
  );
  expect(named).toContain("r1_zero_item");
  for (const name of named) expect(components.schemas).toHaveProperty(name);
});

it("says of a user's own reward what is known, and then what its results showed", async () => {
  const module = join(await temporaryFolder(), "mine.mjs");
  await writeFile(module, "export const score = () => ({ reward: 0.5, length: 3 });");
  const service = await serveFor(["--module", module]);
  const own = async () => {
    const { rewards } = await bodyOf(fetch(`${service.url}/v1/rewards`));
    return (rewards as { name: string }[]).find(({ name }) => name === "mine");
  };
  expect(await own()).toMatchObject({
    fields: { type: "object", description: expect.stringContaining("score(row)") },
    result: { required: ["reward"], description: expect.stringContaining("once it has scored") },
    defaults: {},
  });
  await post(`${service.url}/v1/score`, { items: [{}] });
  expect(await own()).toMatchObject({ result: { required: ["reward", "length"] } });
});
