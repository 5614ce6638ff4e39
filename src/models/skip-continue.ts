// `100 Continue` may stand before any answer, asked for or not, and a client has to pass over it. The parser of undici
// takes one that it did not ask for as a broken answer, so that such a server could never be used.

import type { Socket } from "node:net";

const interim = /^HTTP\/1\.[01] 100(?: [^\r\n]*)?\r\n(?:[^\r\n]+\r\n)*\r\n/;
const begin = Buffer.from("HTTP/1.");
/** An interim answer is short. */
const longest = 4096;

export function skipContinue(socket: Socket): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  socket.read = (size?: number): Buffer | null => {
    const chunk = read(size);
    return chunk === null ? null : withoutInterim(chunk);
  };
}

function withoutInterim(chunk: Buffer): Buffer {
  let left = chunk;
  while (left.length > 12 && left.subarray(0, begin.length).equals(begin)) {
    const found = interim.exec(left.toString("latin1", 0, longest));
    if (!found) break;
    left = left.subarray(found[0].length);
  }
  return left;
}
