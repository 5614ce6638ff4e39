// Invalid items and bodies: the error belongs to the item, or to the request, and has a message.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodyOf, json, post, startServe, tagged, until } from "./served.ts";

let service: Awaited<ReturnType<typeof startServe>>;
let folder: string;
let log: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-"));
  log = join(folder, "items.jsonl");
  service = await startServe(["--log", log]);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const good = { response: tagged("42"), ground_truth: "42" };
const goodText = JSON.stringify(good);
const lines = { "content-type": "application/x-ndjson" };
const score = (body: unknown, headers = json as Record<string, string>) =>
  post(`${service.url}/v1/score`, body, headers);

describe("an item that is no object", () => {
  it.each([
    [5, "a number"],
    [null, "null"],
    ["x", "a string"],
    [[], "an array"],
  ])("is an error of that item: %j", async (item, kind) => {
    const error = `a JSON object is needed, this is ${kind}`;
    const failed = { format_reward: null, answer_reward: null, reward: null, error };
    const few = await bodyOf(score({ items: [good, item, good] }));
    expect(few.results).toMatchObject([{ reward: 1 }, failed, { reward: 1 }]);
    const many = await bodyOf(score({ items: [good, item, ...Array.from({ length: 100 }, () => good)] }));
    expect(many.results).toHaveLength(102);
    expect(many.results.slice(0, 3)).toMatchObject([{ reward: 1 }, failed, { reward: 1 }]);
  });
});

describe.each([10_000, 100_000])("a value nested %d deep", (depth) => {
  const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;

  it.each(["response", "ground_truth", "unknown"])("as %s touches no other item", async (field) => {
    const item = `{"response":"a","ground_truth":"1","${field}":${deep}}`;
    const { results } = await bodyOf(score(`{"items":[${goodText},${item},${goodText}]}`));
    expect(results.map(({ reward }) => reward)).toEqual([1, field === "unknown" ? 0 : null, 1]);
    const text = await (await score(`${goodText}\n${item}\n${goodText}\n`, lines)).text();
    expect(text.trimEnd().split("\n")).toHaveLength(3);
  });

  it.each([
    ["/slime", `{"response":"a","label":${deep}}`, 422],
    ["/openrlhf", `{"query":["pa"],"prompts":["p"],"labels":[${deep}]}`, 422],
    ["/nemo-gym/verify", `{"response":{"output":[]},"expected_answer":${deep}}`, 200],
    ["/v1/grade", `{"items":[{"gold":${deep},"answer":"1"}]}`, 200],
    ["/v1/grade", `{"items":[],"options":{"units":${deep}}}`, 400],
    ["/v1/extract", `{"items":[{"response":${deep}}]}`, 200],
    ["/v1/score", deep, 400],
  ])("is no fault of ours at %s", async (path, body, status) => {
    expect((await post(`${service.url}${path}`, body)).status).toBe(status);
  });
});

it("writes every item to the log, also those that cannot be shown", async () => {
  await until(async () => (await readFile(log, "utf8")).includes("nested too deeply"));
  const written = (await readFile(log, "utf8")).trimEnd().split("\n");
  for (const line of written) expect(JSON.parse(line)).toMatchObject({ request: expect.any(String) });
});

describe("bytes that are not UTF-8", () => {
  const bytes = (text: string) => Buffer.from(text.replaceAll("?", "\xff"), "latin1");
  const send = (path: string, body: Buffer, headers = json as Record<string, string>) =>
    fetch(`${service.url}${path}`, { method: "POST", body: new Uint8Array(body), headers });

  it.each([
    ["/v1/score", '{"items":[{"response":"?","ground_truth":"1"}]}', "item 0: not UTF-8"],
    [
      "/v1/score",
      `{"items":[{"response":"?${"x".repeat(300_000)}","ground_truth":"1"}]}`,
      "item 0: not UTF-8",
    ],
    ["/v1/score", `{"reward":"?","items":[${goodText}]}`, "the body is not UTF-8: byte 12 is 0xff"],
    [
      "/openrlhf",
      '{"query":["p?"],"prompts":["p"],"labels":["1"]}',
      "the body is not UTF-8: byte 13 is 0xff",
    ],
    ["/slime", '{"response":"?","label":"1"}', "the body is not UTF-8: byte 14 is 0xff"],
    [
      "/slime",
      `{"response":"${"x".repeat(300_000)}?","label":"1"}`,
      "the body is not UTF-8: byte 300014 is 0xff",
    ],
  ])("are refused at %s, whatever the size", async (path, text, message) => {
    const answer = await send(path, bytes(text));
    expect([answer.status, (await bodyOf(answer)).error.message]).toEqual([400, message]);
  });

  it("fail their line alone, and the sign for what cannot be read is a letter like others", async () => {
    const text = await (await send("/v1/score", bytes(`{"response":"?"}\n${goodText}\n`), lines)).text();
    const [first, second] = text.split("\n");
    expect(JSON.parse(first!)).toMatchObject({ reward: null, error: "line 1: not UTF-8" });
    expect(JSON.parse(second!)).toMatchObject({ reward: 1 });
    const sign = { response: tagged("42", "\ufffd"), ground_truth: "42" };
    expect((await bodyOf(score({ items: [sign] }))).results[0]).toMatchObject({ reward: 1 });
  });
});

describe("a request that is refused while its body still comes", () => {
  /** Sends everything before it reads the answer, as most clients do. */
  const sendAll = (head: string, pieces: number, piece: Buffer) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(service.port, "127.0.0.1");
      socket.on("error", reject).pause();
      const write = (left: number): void => {
        if (left > 0) return void socket.write(piece, () => write(left - 1));
        let text = "";
        socket.setEncoding("utf8").on("data", (more: string) => {
          text += more;
          if (text.includes("}}")) resolve(text);
        });
        socket.resume();
      };
      socket.write(`POST /v1/score HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${head}`);
      write(pieces);
    });

  it("is read to its end, so that the client sees why", async () => {
    const item = `{"response":"${"x".repeat(999_000)}"},`;
    const start = `{"reward":"zz","items":[`;
    const length = start.length + 40 * item.length;
    const named = await sendAll(`content-length: ${length}\r\n\r\n${start}`, 40, Buffer.from(item));
    expect(named).toMatch(/^HTTP\/1.1 400 [\s\S]*there is no reward 'zz'/);
    const chunk = Buffer.from(`f4240\r\n${" ".repeat(1_000_000)}\r\n`);
    const chunked = await sendAll("transfer-encoding: chunked\r\n\r\n", 40, chunk);
    expect(chunked).toMatch(/^HTTP\/1.1 413 [\s\S]*larger than/);
  });
});
