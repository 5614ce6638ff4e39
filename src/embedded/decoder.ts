// The model as a graph: inputs are tokens and the cache of earlier tokens; outputs are logits and the new part of the
// cache. A model's own graph returns the whole cache at every step. Here a few operations are added that return only
// the new part, and only the requested logits: outputs of the runtime are copied, and the cache of a batch is by far
// the largest part of a step.

import type * as Ort from "onnxruntime-web";
import type { InferenceSession, Tensor } from "onnxruntime-web";
import { EmbeddedError } from "./embedded-error.ts";
import { type CacheShape, KeyValues, type Numbers } from "./key-values.ts";
import type { ModelFolder } from "./model-folder.ts";
import {
  elementTypes,
  type GraphNames,
  graph,
  graphInput,
  graphNames,
  graphOutput,
  initializer,
  join,
  node,
} from "./onnx-bytes.ts";

/** The input of one call: `rows` times `length` tokens. */
interface Call {
  rows: number;
  length: number;
  ids: BigInt64Array;
  positions: BigInt64Array;
  /** Over the slots of the cache and then over the tokens; 1 for positions that are attended to. */
  mask: BigInt64Array;
  /** For each row, the token whose logits are requested. */
  wanted: BigInt64Array;
  /** Slots of the cache. */
  past: number;
  cache: readonly Numbers[];
}

export interface Called {
  /** The logits of the requested tokens, row by row. */
  logits: Float32Array;
  /** The new cache entries of all tokens of the call. */
  added: KeyValues;
}

/** Names of the added parts of the graph; no model has such names. */
const own = {
  wanted: "assay.wanted",
  logits: "assay.logits",
  added: (name: string) => `assay.added.${name}`,
};

export class Decoder {
  private constructor(
    private readonly runtime: Runtime,
    private readonly session: InferenceSession,
    private readonly names: { cache: string[]; added: string[]; hasPositions: boolean },
    readonly shape: CacheShape,
  ) {}

  /** @throws {EmbeddedError} if the file is not a decoder with a cache, or cannot be run */
  static async open(folder: ModelFolder): Promise<Decoder> {
    const { modelPath } = folder;
    const fail = (message: string) => new EmbeddedError("folder", `${modelPath}: ${message}`);
    let found: GraphNames;
    try {
      found = graphNames(folder.model);
    } catch (error) {
      throw fail(`it cannot be read as an ONNX file: ${(error as Error).message}`);
    }
    const caches = cacheNames(found, fail);
    const runtime = await loadRuntime();
    let session: InferenceSession;
    try {
      session = await runtime.InferenceSession.create(join([folder.model, additions(caches)]), {
        executionProviders: ["wasm"],
        graphOptimizationLevel: "all",
        logSeverityLevel: 3,
        externalData: folder.externalData,
      });
    } catch (error) {
      throw fail(`the runtime cannot load it: ${(error as Error).message}`);
    }
    const names = {
      cache: caches.map((name) => `past_key_values.${name}`),
      added: caches.map(own.added),
      hasPositions: found.inputs.includes("position_ids"),
    };
    const shape = { ...cacheShape(session, names.cache, folder, fail), arrays: caches.length };
    return new Decoder(runtime, session, names, shape);
  }

  async run(call: Call): Promise<Called> {
    const { rows, length, past } = call;
    const { heads, headSize, type } = this.shape;
    const { Tensor: make } = this.runtime;
    const feeds: Record<string, Tensor> = {
      input_ids: new make("int64", call.ids, [rows, length]),
      attention_mask: new make("int64", call.mask, [rows, past + length]),
      [own.wanted]: new make("int64", call.wanted, [rows, 1]),
    };
    if (this.names.hasPositions) feeds.position_ids = new make("int64", call.positions, [rows, length]);
    this.names.cache.forEach((name, place) => {
      feeds[name] = new make(type, call.cache[place] as Float32Array, [rows, heads, past, headSize]);
    });
    const results = await this.session.run(feeds, [own.logits, ...this.names.added]);
    const arrays = this.names.added.map((name) => bitsOf(results[name]!.data));
    return {
      logits: results[own.logits]!.data as Float32Array,
      added: new KeyValues(this.shape, rows, length, arrays),
    };
  }

  close(): Promise<void> {
    return this.session.release();
  }
}

/** `0.key`, `0.value`, `1.key` and so on. */
function cacheNames({ inputs, outputs }: GraphNames, fail: (message: string) => Error): string[] {
  const missing = (what: string, name: string) =>
    fail(`it has no ${what} '${name}'; a decoder with a cache (text-generation-with-past) is needed`);
  const caches = inputs.flatMap((name) => /^past_key_values\.(\d+\.(?:key|value))$/.exec(name)?.[1] ?? []);
  for (const name of ["input_ids", "attention_mask"])
    if (!inputs.includes(name)) throw missing("input", name);
  if (caches.length === 0) throw missing("input", "past_key_values.0.key");
  for (const name of ["logits", ...caches.map((cache) => `present.${cache}`)])
    if (!outputs.includes(name)) throw missing("output", name);
  const known = ["input_ids", "attention_mask", "position_ids"];
  const other = inputs.find((name) => !known.includes(name) && !name.startsWith("past_key_values."));
  if (other !== undefined) throw fail(`its input '${other}' is not supported`);
  return caches;
}

/** The last slots of each cache, one for each token, and of the logits the requested rows in single precision. */
function additions(caches: readonly string[]): Uint8Array {
  const constant = (name: string, value: bigint) => initializer(name, [1], BigInt64Array.of(value));
  return graph([
    constant("assay.one", 1n),
    constant("assay.two", 2n),
    constant("assay.end", 2n ** 62n),
    node("Shape", ["input_ids"], ["assay.shape"]),
    node("Slice", ["assay.shape", "assay.one", "assay.two"], ["assay.length"]),
    node("Neg", ["assay.length"], ["assay.from"]),
    ...caches.flatMap((name) => [
      node("Slice", [`present.${name}`, "assay.from", "assay.end", "assay.two"], [own.added(name)]),
      graphOutput(own.added(name)),
    ]),
    graphInput(own.wanted, "int64", ["batch", 1]),
    node("GatherND", ["logits", own.wanted], ["assay.gathered"], [{ name: "batch_dims", value: 1 }]),
    node("Cast", ["assay.gathered"], [own.logits], [{ name: "to", value: elementTypes.float32 }]),
    graphOutput(own.logits),
  ]);
}

function cacheShape(
  session: InferenceSession,
  names: readonly string[],
  { keyValueHeads, headSize }: ModelFolder,
  fail: (message: string) => Error,
): Omit<CacheShape, "arrays"> {
  const shapes = session.inputMetadata.flatMap((input) => {
    if (!names.includes(input.name) || !input.isTensor) return [];
    const [, heads, , size] = input.shape;
    return {
      type: input.type,
      heads: typeof heads === "number" ? heads : keyValueHeads,
      headSize: typeof size === "number" ? size : headSize,
    };
  });
  const [first] = shapes;
  if (first?.heads === undefined || first.headSize === undefined)
    throw fail(
      "neither it nor config.json gives the size of the cache (num_key_value_heads, head_dim or hidden_size)",
    );
  if (first.type !== "float32" && first.type !== "float16")
    throw fail(`its cache holds ${first.type}; float32 and float16 are supported`);
  if (new Set(shapes.map((shape) => JSON.stringify(shape))).size > 1)
    throw fail("its layers have caches of different shapes, which is not supported");
  return { type: first.type, heads: first.heads, headSize: first.headSize };
}

/** Half precision is returned as numbers if the JavaScript version supports them, and otherwise as bits. */
const bitsOf = (data: Tensor.DataType): Numbers =>
  data instanceof Float32Array || data instanceof Uint16Array
    ? data
    : new Uint16Array((data as Uint8Array).buffer as ArrayBuffer, (data as Uint8Array).byteOffset);

// onnxruntime-web, which is loaded only when a model is opened: it is large, and grading does not need it.

type Runtime = typeof Ort;

async function loadRuntime(): Promise<Runtime> {
  let runtime: Runtime;
  try {
    runtime = await import("onnxruntime-web");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new EmbeddedError(
      "runtime",
      "embedded models run on onnxruntime-web, which is not installed: npm install onnxruntime-web (with --global if assay is installed globally)",
    );
  }
  // With one thread, sums are always made in the same order, and no helper thread keeps the process alive.
  runtime.env.wasm.numThreads = 1;
  return runtime;
}
