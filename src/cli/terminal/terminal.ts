// The gate for everything that is printed. It is at the streams themselves, so that no command and no message can go around
// it: what is printed holds no secret and cannot steer the terminal.

import { harmless, withoutSecrets } from "../../outgoing/secrets.ts";
import { showsColours, withColours } from "./colour.ts";

type Write = NodeJS.WriteStream["write"];

/** How a guarded stream writes what is our own. */
const own = new WeakMap<NodeJS.WriteStream, Write>();

export function guardTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (own.has(stream)) continue;
    // Every thread of a pool pipes what it prints here, and there are as many as the machine has cores.
    stream.setMaxListeners(0);
    const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;
    own.set(stream, write as Write);
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) =>
      write(printed(chunk, stream), ...rest)) as Write;
  }
}

/** Bytes are lines of JSON on their way to another program, unless a person looks at them. */
function printed(chunk: string | Uint8Array, stream: NodeJS.WriteStream): string | Uint8Array {
  if (typeof chunk === "string") return withColours(harmless(withoutSecrets(chunk)), showsColours(stream));
  return stream.isTTY ? harmless(withoutSecrets(Buffer.from(chunk).toString("utf8"))) : chunk;
}

/** Takes back the line that the cursor is in. */
export const eraseLine = (stream: NodeJS.WriteStream): void => eraseLines(stream, 1);

/** Takes back the last lines, of which the cursor is in the last one. */
export function eraseLines(stream: NodeJS.WriteStream, lines: number): void {
  if (lines < 1) return;
  const write = own.get(stream) ?? stream.write.bind(stream);
  write(`\r\x1b[K${"\x1b[1A\x1b[K".repeat(lines - 1)}`);
}
