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

/** One line on a terminal that shows the progress. In a file or a pipe there is none, only permanent messages. */
export class StatusLine {
  private shownAt = Number.NEGATIVE_INFINITY;

  /** @param everyMs the shortest time between two states that are shown */
  constructor(
    private readonly stream: NodeJS.WriteStream,
    private readonly everyMs = 0,
  ) {}

  show(text: string): void {
    const now = performance.now();
    if (!this.stream.isTTY || now - this.shownAt < this.everyMs) return;
    eraseLines(this.stream, 1);
    this.stream.write(text);
    this.shownAt = now;
  }

  /** A permanent message; the line is cleared for it. */
  say(sentence: string): void {
    this.clear();
    this.stream.write(`${sentence}\n`);
  }

  clear(): void {
    if (this.shownAt > Number.NEGATIVE_INFINITY) eraseLines(this.stream, 1);
    this.shownAt = Number.NEGATIVE_INFINITY;
  }
}

/** Clears the last lines, including the current one. */
export function eraseLines(stream: NodeJS.WriteStream, lines: number): void {
  if (lines < 1) return;
  const write = own.get(stream) ?? stream.write.bind(stream);
  write(`\r\x1b[K${"\x1b[1A\x1b[K".repeat(lines - 1)}`);
}
