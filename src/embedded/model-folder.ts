// A model's folder in the layout of the Hugging Face hub: its files and their content.

import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { badField } from "../outgoing/bad-field.ts";
import { EmbeddedError } from "./embedded-error.ts";

const count = z.int().min(1);
const id = z.int().min(0);
const ids = z.union([id.transform((one) => [one]), z.array(id)]).nullish();

const modelConfig = z.object({
  max_position_embeddings: count.nullish(),
  n_positions: count.nullish(),
  n_ctx: count.nullish(),
  num_attention_heads: count.nullish(),
  n_head: count.nullish(),
  num_key_value_heads: count.nullish(),
  hidden_size: count.nullish(),
  n_embd: count.nullish(),
  head_dim: count.nullish(),
  eos_token_id: ids,
});
const generationConfig = z.object({ eos_token_id: ids });

/** A special token is written as text, or as an object that holds the text. */
const special = z
  .union([z.string(), z.object({ content: z.string() }).transform(({ content }) => content)])
  .nullish();
const namedTemplates = z.array(z.object({ name: z.string(), template: z.string() }));
const tokenizerConfig = z.looseObject({
  bos_token: special,
  eos_token: special,
  pad_token: special,
  unk_token: special,
  chat_template: z.union([z.string(), namedTemplates]).nullish(),
});

export type TokenizerConfig = z.infer<typeof tokenizerConfig>;

/** A file of weights that the ONNX file refers to by name. */
interface ExternalData {
  path: string;
  data: Uint8Array;
}

export interface ModelFolder {
  name: string;
  /** Of the ONNX file. */
  modelPath: string;
  model: Uint8Array;
  externalData: ExternalData[];
  /** Undefined if the configuration does not have it. */
  contextLength: number | undefined;
  keyValueHeads: number | undefined;
  headSize: number | undefined;
  /** Tokens that end a turn. */
  endIds: number[];
  /** The tokenizer library validates it. */
  tokenizer: object;
  tokenizerConfig: TokenizerConfig;
  chatTemplate: string | undefined;
}

/** The possible places of the ONNX file, in the order of search. */
const modelNames = ["onnx/model.onnx", "model.onnx", "onnx/model_quantized.onnx", "onnx/model_q4.onnx"];

/** Reads a folder, or the folder of the named ONNX file. @throws {EmbeddedError} that names the file */
export async function readModelFolder(path: string): Promise<ModelFolder> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new EmbeddedError("folder", `${path}: there is no such folder`);
  const { folder, modelPath } = found.isDirectory() ? await inFolder(path) : ofFile(path);
  const config = await readJson(join(folder, "config.json"), modelConfig);
  const generation = await readJson(join(folder, "generation_config.json"), generationConfig, {});
  const tokenizer = await readJson(join(folder, "tokenizer.json"), z.looseObject({}));
  const ownConfig = await readJson(join(folder, "tokenizer_config.json"), tokenizerConfig, {});
  const heads = config.num_attention_heads ?? config.n_head;
  const width = config.hidden_size ?? config.n_embd;
  return {
    name: basename(resolve(folder)),
    modelPath,
    model: await readFile(modelPath),
    externalData: await externalDataOf(modelPath),
    contextLength: config.max_position_embeddings ?? config.n_positions ?? config.n_ctx ?? undefined,
    keyValueHeads: config.num_key_value_heads ?? heads ?? undefined,
    headSize: config.head_dim ?? (width && heads ? width / heads : undefined),
    endIds: generation.eos_token_id ?? config.eos_token_id ?? [],
    tokenizer,
    tokenizerConfig: ownConfig,
    chatTemplate: await chatTemplateOf(folder, ownConfig),
  };
}

async function inFolder(folder: string): Promise<{ folder: string; modelPath: string }> {
  for (const name of modelNames) {
    const modelPath = join(folder, name);
    if (await stat(modelPath).catch(() => undefined)) return { folder, modelPath };
  }
  throw new EmbeddedError("folder", `${folder} holds no model: none of ${modelNames.join(", ")}`);
}

function ofFile(modelPath: string): { folder: string; modelPath: string } {
  const around = dirname(resolve(modelPath));
  return { folder: basename(around) === "onnx" ? dirname(around) : around, modelPath };
}

/** `model.onnx_data`, and `model.onnx_data_1` and so on. */
async function externalDataOf(modelPath: string): Promise<ExternalData[]> {
  const folder = dirname(modelPath);
  const prefix = `${basename(modelPath)}_data`;
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort();
  return Promise.all(names.map(async (path) => ({ path, data: await readFile(join(folder, path)) })));
}

async function chatTemplateOf(folder: string, config: TokenizerConfig): Promise<string | undefined> {
  const file = await readFile(join(folder, "chat_template.jinja"), "utf8").catch(() => undefined);
  const { chat_template: template } = config;
  if (file !== undefined) return file;
  if (!Array.isArray(template)) return template ?? undefined;
  return (template.find(({ name }) => name === "default") ?? template[0])?.template;
}

async function readJson<T extends z.ZodType>(
  path: string,
  schema: T,
  missing?: z.input<T>,
): Promise<z.output<T>> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (isMissing && missing !== undefined) return schema.parse(missing);
    throw new EmbeddedError("folder", `${path} ${isMissing ? "is missing" : "cannot be read"}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new EmbeddedError("folder", `${path} is not JSON: ${(error as Error).message}`);
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new EmbeddedError("folder", `${path}: ${badField(read.error.issues[0]!, value)}`);
}
