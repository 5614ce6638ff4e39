// The filter for everything that is printed. It is installed on the streams themselves, so no command and no message
// can bypass it: the output contains no secret and cannot control the terminal.

import { harmless, withoutSecrets } from "../../outgoing/secrets.ts";
import { showsColours, withColours } from "./colour.ts";

type Write = NodeJS.WriteStream["write"];

/** How a guarded stream writes our own sequences. */
const own = new WeakMap<NodeJS.WriteStream, Write>();

export function guardTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (own.has(stream)) continue;
    // Every thread of a pool pipes its output here, and there are as many as the machine has cores.
    stream.setMaxListeners(0);
    const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;
    own.set(stream, write as Write);
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) =>
      write(printed(chunk, stream), ...rest)) as Write;
  }
}

/** Bytes are lines of JSON for another program, unless the stream is a terminal. */
function printed(chunk: string | Uint8Array, stream: NodeJS.WriteStream): string | Uint8Array {
  if (typeof chunk === "string") return withColours(harmless(withoutSecrets(chunk)), showsColours(stream));
  return stream.isTTY ? harmless(withoutSecrets(Buffer.from(chunk).toString("utf8"))) : chunk;
}

/** Clears the current line. */
export const eraseLine = (stream: NodeJS.WriteStream): void => eraseLines(stream, 1);

/** Clears the last lines, including the current one. */
export function eraseLines(stream: NodeJS.WriteStream, lines: number): void {
  if (lines < 1) return;
  const write = own.get(stream) ?? stream.write.bind(stream);
  write(`\r\x1b[K${"\x1b[1A\x1b[K".repeat(lines - 1)}`);
}
