// The configuration file: its content, and the messages about mistakes in it.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadConfig } from "./index.ts";

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-config-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const json = (config: unknown) => folderWith({ "assay.config.json": JSON.stringify(config) });

const sft = { baseUrl: "http://127.0.0.1:8000/v1", model: "sft" };

describe("a configuration", () => {
  it("that is not there says nothing", async () => {
    expect(await loadConfig(await folderWith({}))).toEqual({ path: undefined, sources: {}, tasks: {} });
  });

  it("may be a module", async () => {
    const folder = await folderWith({
      "assay.config.mjs": `export default { sources: { sft: ${JSON.stringify(sft)} } };`,
    });
    expect(await loadConfig(folder)).toEqual({
      path: join(folder, "assay.config.mjs"),
      sources: { sft: { kind: "openai", ...sft } },
      tasks: {},
    });
  });

  it("may be JSON, with paths relative to itself", async () => {
    const folder = await json({
      sources: { old: { kind: "replay", path: "old.jsonl" } },
      tasks: { mine: { path: "rows.jsonl", fields: { problem: "prompt", answer: "target" } } },
    });
    expect(await loadConfig(folder)).toMatchObject({
      sources: { old: { path: join(folder, "old.jsonl") } },
      tasks: { mine: { path: join(folder, "rows.jsonl"), fields: { problem: "prompt", answer: "target" } } },
    });
  });
});

describe("a mistake is told with the file and the field", () => {
  const cases: [string, unknown, string][] = [
    ["a source without an address", { sources: { sft: { model: "m" } } }, "sources.sft.baseUrl is missing"],
    [
      "both addresses",
      { sources: { sft: { ...sft, baseUrls: [sft.baseUrl] } } },
      "sources.sft.baseUrls: give either baseUrl or baseUrls",
    ],
    [
      "an address that is none",
      { sources: { sft: { ...sft, baseUrl: "localhost" } } },
      "sources.sft.baseUrl must be a URL that begins with http:// or https://",
    ],
    ["no model", { sources: { sft: { baseUrl: sft.baseUrl } } }, "sources.sft.model is missing"],
    [
      "a key in place of its variable",
      { sources: { sft: { ...sft, apiKeyEnv: "sk-123" } } },
      "sources.sft.apiKeyEnv must be the name of an environment variable, not the key itself",
    ],
    [
      "a replay without a file",
      { sources: { sft: { kind: "replay" } } },
      "sources.sft.path is missing, and a model of kind 'replay' needs it",
    ],
    [
      "a misspelt option",
      { sources: { sft: { ...sft, temprature: 1 } } },
      "sources.sft.temprature: there is no such option",
    ],
    ["a misspelt section", { source: {} }, "source: there is no such option"],
    [
      "a task with two places",
      { tasks: { t: { path: "a", dataset: "b/c" } } },
      "tasks.t.dataset: give either path or dataset",
    ],
    [
      "a prompt without the problem",
      { tasks: { t: { path: "a", prompt: "Solve." } } },
      "tasks.t.prompt must contain {problem}, where the problem goes",
    ],
  ];
  it.each(cases)("%s", async (_, config, message) => {
    const folder = await json(config);
    await expect(loadConfig(folder)).rejects.toThrow(`${join(folder, "assay.config.json")}: ${message}`);
  });

  it("a key is never repeated", async () => {
    const folder = await json({ sources: { sft: { ...sft, apiKeyEnv: "sk-123" } } });
    await expect(loadConfig(folder)).rejects.not.toThrow("sk-123");
  });

  it("text that is not JSON", async () => {
    const folder = await folderWith({ "assay.config.json": "{ sources: {} }" });
    await expect(loadConfig(folder)).rejects.toThrow(/assay\.config\.json: it is not JSON/);
  });

  it("a module that fails, or exports nothing", async () => {
    const failing = await folderWith({ "assay.config.mjs": "throw new Error('no such thing')" });
    await expect(loadConfig(failing)).rejects.toThrow(
      /assay\.config\.mjs: it cannot be loaded: no such thing/,
    );
    const empty = await folderWith({ "assay.config.mjs": "export const sources = {}" });
    await expect(loadConfig(empty)).rejects.toThrow(/assay\.config\.mjs: it has no default export/);
  });

  it("two files", async () => {
    const folder = await folderWith({ "assay.config.json": "{}", "assay.config.mjs": "export default {}" });
    await expect(loadConfig(folder)).rejects.toThrow(/assay\.config\.json exists too; keep one of them/);
  });

  it("TypeScript, where this Node cannot read it", async () => {
    const folder = await folderWith({ "assay.config.ts": "export default { tasks: {} as object };" });
    const readsIt = Boolean((process.features as { typescript?: unknown }).typescript);
    if (readsIt) expect(await loadConfig(folder)).toMatchObject({ tasks: {} });
    else await expect(loadConfig(folder)).rejects.toThrow(/use Node 22\.18 or later, or assay\.config\.mjs/);
  });
});
