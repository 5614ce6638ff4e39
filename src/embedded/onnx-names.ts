// The names of a graph's inputs and outputs, read from the bytes of an ONNX file without running it.

export interface GraphNames {
  inputs: string[];
  outputs: string[];
}

/** Where things stand in the messages of the format. */
const graphOfModel = 7;
const inputOfGraph = 11;
const outputOfGraph = 12;
const nameOfValue = 1;

/** @throws {RangeError} when the bytes are no message of the format */
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

/** The parts of a message that are bytes; numbers are passed over. */
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
