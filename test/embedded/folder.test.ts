// The messages about a folder that is not a model, or not one that can be run.

import { execFile } from "node:child_process";
import { cp, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { graph, graphInput, graphNames, graphOutput, modelHead } from "../../src/embedded/onnx-bytes.ts";
import { openEmbedded } from "../../src/embedded/open.ts";
import { tinyModel } from "./tiny-model.ts";

type Change = (path: string) => Promise<unknown>;

async function opening(change: Change): Promise<string> {
  const { path, remove } = await tinyModel();
  onTestFinished(remove);
  await change(path);
  return openEmbedded(path, { ownThread: false }).then(
    async (model) => {
      await model.close();
      return "opened";
    },
    (error: Error) => error.message,
  );
}

const write =
  (name: string, text: string | Uint8Array): Change =>
  (path) =>
    writeFile(join(path, name), text);
const without =
  (name: string): Change =>
  (path) =>
    rm(join(path, name));
const model = (inputs: string[], outputs: string[]) =>
  write(
    "onnx/model.onnx",
    Buffer.concat([
      modelHead(17),
      graph([...inputs.map((name) => graphInput(name, "int64", ["batch"])), ...outputs.map(graphOutput)]),
    ]),
  );
const past = "past_key_values.0.key";

describe("a folder", () => {
  const cases: [string, Change, RegExp][] = [
    ["that is not there", (path) => rm(path, { recursive: true }), /there is no such folder/],
    ["without a configuration", without("config.json"), /config\.json is missing/],
    ["without a tokenizer", without("tokenizer.json"), /tokenizer\.json is missing/],
    ["without a model", without("onnx/model.onnx"), /holds no model: none of onnx\/model\.onnx, model\.onnx/],
    ["with half a configuration", write("config.json", "{"), /config\.json is not JSON/],
    [
      "with a wrong field",
      write("config.json", '{"max_position_embeddings":"long"}'),
      /config\.json: max_position_embeddings must be a number/,
    ],
    ["with another tokenizer", write("tokenizer.json", '{"model":{}}'), /tokenizer\.json cannot be used/],
    [
      "with a template that is none",
      write("tokenizer_config.json", '{"chat_template":"{% for"}'),
      /chat template cannot be used/,
    ],
    ["with a file that is no model", write("onnx/model.onnx", "hello"), /cannot be read as an ONNX file/],
    [
      "with a model without a cache",
      model(["input_ids", "attention_mask"], ["logits"]),
      /it has no input 'past_key_values\.0\.key'; a decoder with a cache/,
    ],
    [
      "with a model that gives no cache back",
      model(["input_ids", "attention_mask", past], ["logits"]),
      /it has no output 'present\.0\.key'/,
    ],
    [
      "with a model that wants more",
      model(["input_ids", "attention_mask", "pixel_values", past], ["logits", "present.0.key"]),
      /its input 'pixel_values' is not supported/,
    ],
    [
      "with a graph that cannot be run",
      model(["input_ids", "attention_mask", past], ["logits", "present.0.key"]),
      /model\.onnx: the runtime cannot load it/,
    ],
  ];
  it.each(cases)("%s", async (_, change, message) => {
    expect(await opening(change)).toMatch(message);
  });

  it("may have the model beside the rest, and do without what can be done without", async () => {
    const opened = await opening(async (path) => {
      await rename(join(path, "onnx", "model.onnx"), join(path, "model.onnx"));
      await without("generation_config.json")(path);
      await without("tokenizer_config.json")(path);
    });
    expect(opened).toBe("opened");
  });

  it("may be named by its model's file", async () => {
    const { path, remove } = await tinyModel();
    onTestFinished(remove);
    const opened = await openEmbedded(join(path, "onnx", "model.onnx"), { ownThread: false });
    expect(opened.name).toBe("tiny");
    await opened.close();
  });

  it("may have its template in a file of its own, and then says so where it has none", async () => {
    const { path, remove } = await tinyModel();
    onTestFinished(remove);
    const ask = async () => {
      const opened = await openEmbedded(path, { ownThread: false });
      try {
        const messages = [{ role: "user", content: "7" }];
        const prompt = { messages, ending: "turn" as const };
        const seeds = [{ seed: 1, index: 0 }];
        return await opened.ask({ prompt, sampling: { maxTokens: 1 }, seeds });
      } finally {
        await opened.close();
      }
    };
    await write("tokenizer_config.json", "{}")(path);
    await expect(ask()).rejects.toThrow("the model has no chat template");
    await write(
      "chat_template.jinja",
      "{% for message in messages %}{{ message.content }}12{% endfor %}",
    )(path);
    expect(await ask()).toMatchObject({ promptTokens: 3 });
    await write("chat_template.jinja", "{{ raise_exception('no roles here') }}")(path);
    await expect(ask()).rejects.toMatchObject({ kind: "request", field: "messages" });
  });
});

describe("the runtime", () => {
  it("is asked for by name where it is not installed", async () => {
    const { path, remove } = await tinyModel();
    onTestFinished(remove);
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const elsewhere = dirname(path);
    for (const room of ["embedded", "http", "errors", "outgoing", "workers"])
      await cp(join(root, "dist", room), join(elsewhere, room), { recursive: true });
    await writeFile(join(elsewhere, "package.json"), '{"type":"module"}');
    await mkdir(join(elsewhere, "node_modules"));
    for (const name of ["zod", "@huggingface"])
      await symlink(join(root, "node_modules", name), join(elsewhere, "node_modules", name));
    const script = `import { openEmbedded } from "./embedded/index.js";
      openEmbedded("tiny").catch((error) => console.log(error.kind, error.message));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
      cwd: elsewhere,
    });
    expect(stdout).toMatch(/^runtime .*: npm install onnxruntime-web \(with --global if .*\)\n$/);
  });
});

describe("the names in an ONNX file", () => {
  const whole = Buffer.concat([
    modelHead(17),
    graph([graphInput("a", "int64", ["x", 3]), graphInput("b", "float32", []), graphOutput("c")]),
  ]);
  it("are read", () => expect(graphNames(whole)).toEqual({ inputs: ["a", "b"], outputs: ["c"] }));
  it("of both, where one was put behind the other", () => {
    const longer = Buffer.concat([whole, graph([graphOutput("d")])]);
    expect(graphNames(longer)).toEqual({ inputs: ["a", "b"], outputs: ["c", "d"] });
  });
  it("are not made up where it was cut off", () => {
    for (let length = 1; length < whole.length; length++) {
      const cut = () => graphNames(whole.subarray(0, length));
      try {
        expect(cut()).toEqual({ inputs: [], outputs: [] }); // Nothing of the graph was written.
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
  });
});
