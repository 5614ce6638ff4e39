// A model small enough to be computed by hand: one layer of attention over tables of numbers. It is written as an ONNX
// file in the Hugging Face layout, and `logitsAfter` computes its expected output by plain arithmetic, without a cache.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  graph,
  graphInput,
  graphOutput,
  initializer,
  modelHead,
  node,
} from "../../src/embedded/onnx-bytes.ts";

const special = ["<unk>", "<end>", "<system>", "<user>", "<assistant>"];
const words = [" red", " green", " blue", " apple", " pear", " tree", "house", "cat", ".", ",", "\n\n"];
export const vocabulary = [...special, ...words, ..."0123456789"];
export const endId = vocabulary.indexOf("<end>");
export const contextLength = 96;

const heads = 2;
const headSize = 4;
const width = heads * headSize;

const pieces = /\n\n| ?[a-z]+|[^a-z]/g;

export interface Kind {
  /** The cache is in half precision. */
  half?: boolean;
  /** Positions follow from the number of slots before a token, and are not an input. */
  countsSlots?: boolean;
  /** The scale of the logits. */
  sharpness?: number;
}

/** Numbers without a pattern, from -1 to 1. */
const number = (table: number, row: number, column: number): number =>
  Math.sin(table * 91.7 + row * 12.9898 + column * 78.233 + row * column * 3.7);

const table = (which: number, rows: number, columns: number): number[][] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => Math.fround(number(which, row, column))),
  );

const queries = table(1, vocabulary.length, width);
const keys = table(2, vocabulary.length, width);
const values = table(3, vocabulary.length, width);
const head = table(4, width, vocabulary.length);

/** Later tokens have more weight. */
const weightAt = (position: number): number => 1 + position / 8;

/** The logits after these tokens. */
function logitsAfter(ids: readonly number[], { sharpness = 1 }: Kind = {}): number[] {
  const mixed: number[] = [];
  for (let h = 0; h < heads; h++) {
    const part = (row: readonly number[]) => row.slice(h * headSize, (h + 1) * headSize);
    const query = part(queries[ids.at(-1)!]!);
    const scores = ids.map((id) => part(keys[id]!).reduce((sum, k, i) => sum + k * query[i]!, 0));
    const most = Math.max(...scores);
    const shares = scores.map((score) => Math.exp(score - most));
    const total = shares.reduce((sum, share) => sum + share, 0);
    for (let i = 0; i < headSize; i++)
      mixed.push(
        ids.reduce((sum, id, at) => sum + (shares[at]! / total) * part(values[id]!)[i]! * weightAt(at), 0),
      );
  }
  return vocabulary.map((_, id) => sharpness * mixed.reduce((sum, m, i) => sum + m * head[i]![id]!, 0));
}

export function logprobsAfter(ids: readonly number[], kind: Kind = {}): number[] {
  const logits = logitsAfter(ids, kind);
  const sum = Math.log(logits.reduce((total, logit) => total + Math.exp(logit), 0));
  return logits.map((logit) => logit - sum);
}

/** The most likely continuation, up to the end of the turn or this number of tokens. */
export function greedyAfter(ids: readonly number[], most: number, kind: Kind = {}): number[] {
  const drawn: number[] = [];
  while (drawn.length < most) {
    const logits = logitsAfter([...ids, ...drawn], kind);
    const id = logits.indexOf(Math.max(...logits));
    if (id === endId) break;
    drawn.push(id);
  }
  return drawn;
}

export const textOf = (ids: readonly number[]): string =>
  ids
    .map((id) => vocabulary[id]!)
    .filter((token) => !special.includes(token))
    .join("");

/** In the form of the chat template below. */
export const idsOfChat = (content: string): number[] => [
  vocabulary.indexOf("<user>"),
  ...idsOf(content),
  vocabulary.indexOf("<assistant>"),
];

export const idsOf = (text: string): number[] =>
  (text.match(pieces) ?? []).map((piece) => Math.max(0, vocabulary.indexOf(piece)));

/** A model's folder; `remove` deletes it. */
export async function tinyModel(kind: Kind = {}): Promise<{ path: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), "assay-tiny-"));
  const path = join(root, "tiny");
  await mkdir(join(path, "onnx"), { recursive: true });
  await writeFile(join(path, "onnx", "model.onnx"), onnxOf(kind));
  const json = (name: string, value: object) => writeFile(join(path, name), JSON.stringify(value));
  await json("config.json", { max_position_embeddings: contextLength, num_attention_heads: heads });
  await json("generation_config.json", { eos_token_id: [endId] });
  await json("tokenizer.json", tokenizer);
  await json("tokenizer_config.json", { eos_token: "<end>", chat_template: chatTemplate });
  return { path, remove: () => rm(root, { recursive: true, force: true }) };
}

const chatTemplate =
  "{% for message in messages %}<{{ message.role }}>{{ message.content }}" +
  "{% if message.role == 'assistant' %}<end>{% endif %}{% endfor %}" +
  "{% if add_generation_prompt %}<assistant>{% endif %}";

const tokenizer = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: special.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: null,
  pre_tokenizer: {
    type: "Split",
    pattern: { Regex: pieces.source },
    behavior: "Isolated",
    invert: false,
  },
  post_processor: null,
  decoder: { type: "Fuse" },
  model: {
    type: "WordPiece",
    unk_token: "<unk>",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
  },
};

function onnxOf({ half = false, countsSlots = false, sharpness = 1 }: Kind): Uint8Array {
  const float32 = 1;
  const float16 = 10;
  const cacheType = half ? "float16" : "float32";
  const parts: Uint8Array[] = [];
  const op = (
    operation: string,
    inputs: string[],
    output: string,
    attributes: Record<string, number | readonly number[]> = {},
  ): string => {
    const given = Object.entries(attributes).map(([name, value]) => ({ name, value }));
    parts.push(node(operation, inputs, [output], given));
    return output;
  };
  const integers = (name: string, shape: number[], ...all: number[]) =>
    parts.push(initializer(name, shape, BigInt64Array.from(all, BigInt)));
  const floats = (name: string, shape: number[], all: number[]) =>
    parts.push(initializer(name, shape, Float32Array.from(all)));

  parts.push(graphInput("input_ids", "int64", ["batch", "length"]));
  parts.push(graphInput("attention_mask", "int64", ["batch", "total"]));
  if (!countsSlots) parts.push(graphInput("position_ids", "int64", ["batch", "length"]));
  integers("zero", [], 0);
  integers("one", [], 1);
  integers("first", [1], 0);
  integers("second", [1], 1);
  integers("last", [1], 2);
  integers("middle", [2], 1, 2);
  integers("byHeads", [4], 0, 0, heads, headSize);
  integers("together", [3], 0, 0, width);
  floats("nothing", [], [0]);
  floats("never", [], [-1e9]);
  floats("eighth", [], [1 / 8]);
  floats("whole", [], [1]);
  floats(
    "head",
    [width, vocabulary.length],
    head.flat().map((each) => each * sharpness),
  );

  const sizeOf = (input: string) =>
    op("Gather", [op("Shape", [input], `${input}.shape`), "one"], `${input}.size`);
  const [total, length] = [sizeOf("attention_mask"), sizeOf("input_ids")];
  const before = op("Sub", [total, length], "before");
  const own = op("Add", [op("Range", ["zero", length, "one"], "steps"), before], "own");
  const slots = op("Range", ["zero", total, "one"], "slots");
  const past = op(
    "LessOrEqual",
    [op("Unsqueeze", [slots, "first"], "asRow"), op("Unsqueeze", [own, "second"], "asColumn")],
    "past",
  );
  const real = op("Cast", ["attention_mask"], "real", { to: 9 });
  const seen = op("And", [op("Unsqueeze", [real, "middle"], "realOfAll"), past], "seen");
  const bias = op("Where", [seen, "nothing", "never"], "bias");

  const position = op(
    "Cast",
    [countsSlots ? op("Unsqueeze", [own, "first"], "counted") : "position_ids"],
    "position",
    { to: float32 },
  );
  const weight = op("Add", [op("Mul", [position, "eighth"], "eighths"), "whole"], "weight");
  const looked = (name: string, rows: number[][]) => {
    floats(`${name}.table`, [rows.length, width], rows.flat());
    return op("Gather", [`${name}.table`, "input_ids"], name);
  };
  const inHeads = (name: string) =>
    op("Transpose", [op("Reshape", [name, "byHeads"], `${name}.split`)], `${name}.heads`, {
      perm: [0, 2, 1, 3],
    });
  const weighed = () =>
    op("Mul", [looked("value", values), op("Unsqueeze", [weight, "last"], "weightOfAll")], "weighed");
  const whole = (name: string, now: string) => {
    const given = `past_key_values.0.${name}`;
    const present = `present.0.${name}`;
    parts.push(graphInput(given, cacheType, ["batch", heads, "past", headSize]));
    const added = half ? op("Cast", [now], `${name}.half`, { to: float16 }) : now;
    op("Concat", [given, added], present, { axis: 2 });
    parts.push(graphOutput(present));
    return half ? op("Cast", [present], `${name}.single`, { to: float32 }) : present;
  };
  const query = inHeads(looked("query", queries));
  const key = whole("key", inHeads(looked("key", keys)));
  const value = whole("value", inHeads(weighed()));
  const scores = op("MatMul", [query, op("Transpose", [key], "turned", { perm: [0, 1, 3, 2] })], "scores");
  const shares = op("Softmax", [op("Add", [scores, bias], "masked")], "shares", { axis: 3 });
  const mixed = op("Transpose", [op("MatMul", [shares, value], "mixed")], "back", { perm: [0, 2, 1, 3] });
  op("MatMul", [op("Reshape", [mixed, "together"], "joined"), "head"], "logits");
  parts.push(graphOutput("logits"));
  return Buffer.concat([modelHead(17), graph(parts)]);
}
