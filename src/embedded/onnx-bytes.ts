// Writes the few parts of an ONNX file that are needed here. The format is protocol buffers, where two concatenated
// messages are one message with the fields of both. A graph can therefore be extended by appending bytes to its file.

/** Element types of tensors, with ONNX's numbers. */
export const elementTypes = { float32: 1, int64: 7, float16: 10 } as const;
type ElementType = keyof typeof elementTypes;

type Bytes = Uint8Array;

interface Attribute {
  name: string;
  value: number | readonly number[];
}

/** An operation of the graph. */
export function node(
  operation: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: readonly Attribute[] = [],
): Bytes {
  return message(1, [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, operation),
    ...attributes.map(attribute),
  ]);
}

function attribute({ name, value }: Attribute): Bytes {
  const [integer, integers] = [2, 7];
  return typeof value === "number"
    ? message(5, [text(1, name), number(3, value), number(20, integer)])
    : message(5, [text(1, name), ...value.map((each) => number(8, each)), number(20, integers)]);
}

/** A constant of the graph. */
export function initializer(
  name: string,
  shape: readonly number[],
  data: BigInt64Array | Float32Array,
): Bytes {
  const type = data instanceof Float32Array ? elementTypes.float32 : elementTypes.int64;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message(5, [
    ...shape.map((size) => number(1, size)),
    number(2, type),
    text(8, name),
    field(9, bytes),
  ]);
}

/** A dimension that is a text may have any size. */
export type Shape = readonly (number | string)[];

export function graphInput(name: string, type: ElementType, shape: Shape): Bytes {
  const sizes = shape.map((size) => message(1, [typeof size === "number" ? number(1, size) : text(2, size)]));
  const tensor = message(1, [number(1, elementTypes[type]), message(2, sizes)]);
  return message(11, [text(1, name), message(2, [tensor])]);
}
/** Its type follows from the graph. */
export const graphOutput = (name: string): Bytes => message(12, [text(1, name)]);

/** A model's graph, or an addition to it. */
export const graph = (parts: readonly Bytes[]): Bytes => message(7, parts);

/** The fields of a model other than its graph. */
export const modelHead = (operatorSet: number): Bytes => {
  const intermediateVersion = 8;
  return join([number(1, intermediateVersion), message(8, [text(1, ""), number(2, operatorSet)])]);
};

const message = (place: number, parts: readonly Bytes[]): Bytes => field(place, join(parts));
const text = (place: number, characters: string): Bytes => field(place, Buffer.from(characters));
const number = (place: number, amount: number): Bytes => join([variable(place * 8), variable(amount)]);
const field = (place: number, bytes: Bytes): Bytes =>
  join([variable(place * 8 + 2), variable(bytes.length), bytes]);

export const join = (parts: readonly Bytes[]): Bytes => Buffer.concat(parts);

/** Seven bits in each byte, the low ones first; the highest bit says that more bytes follow. */
function variable(amount: number): Bytes {
  const bytes: number[] = [];
  let rest = amount;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

// The names of a graph's inputs and outputs, read from the bytes of an ONNX file without running it.

export interface GraphNames {
  inputs: string[];
  outputs: string[];
}

/** Field numbers of the messages of the format. */
const graphOfModel = 7;
const inputOfGraph = 11;
const outputOfGraph = 12;
const nameOfValue = 1;

/** @throws {RangeError} if the bytes are not a message of the format */
export function graphNames(model: Uint8Array): GraphNames {
  const names: GraphNames = { inputs: [], outputs: [] };
  for (const graph of parts(model)) {
    if (graph.place !== graphOfModel) continue;
    for (const { place, bytes } of parts(graph.bytes)) {
      if (place === inputOfGraph) names.inputs.push(nameIn(bytes));
      if (place === outputOfGraph) names.outputs.push(nameIn(bytes));
    }
  }
  return names;
}

function nameIn(value: Uint8Array): string {
  for (const { place, bytes } of parts(value))
    if (place === nameOfValue) return Buffer.from(bytes).toString("utf8");
  return "";
}

/** The fields of a message that are bytes; numbers are skipped. */
function* parts(message: Uint8Array): Generator<{ place: number; bytes: Uint8Array }> {
  let at = 0;
  const variable = (): number => {
    let amount = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new RangeError("it ends in the middle");
      amount += (byte % 128) * factor;
      if (byte < 128) return amount;
    }
  };
  while (at < message.length) {
    const key = variable();
    const kind = key % 8;
    if (kind === 0) variable();
    else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else if (kind === 2) {
      const length = variable();
      if (at + length > message.length) throw new RangeError("it ends in the middle");
      yield { place: Math.floor(key / 8), bytes: message.subarray(at, at + length) };
      at += length;
    } else throw new RangeError("it is not an ONNX file");
  }
}
