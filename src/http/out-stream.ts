// An answer in pieces that waits for its reader: a client that reads slowly holds back whoever writes.

import type { Exchange } from "./exchange.ts";

/** The reader went away. */
export class ReaderGone extends Error {
  constructor() {
    super("whoever read the answer went away");
    this.name = "ReaderGone";
  }
}

export class OutStream {
  constructor(private readonly exchange: Exchange) {}

  /** Resolves when there is room for more. @throws {ReaderGone} */
  async write(bytes: string | Uint8Array): Promise<void> {
    const { exchange } = this;
    if (!exchange.isWritable) throw new ReaderGone();
    const hasRoom = exchange.response.write(bytes);
    exchange.moved();
    if (!hasRoom) await this.room();
  }

  end(): void {
    this.exchange.response.end();
  }

  private room(): Promise<void> {
    const { response } = this.exchange;
    return new Promise((resolve, reject) => {
      const onDrain = () => {
        response.off("close", onClose);
        this.exchange.moved();
        resolve();
      };
      const onClose = () => {
        response.off("drain", onDrain);
        reject(new ReaderGone());
      };
      response.once("drain", onDrain).once("close", onClose);
    });
  }
}
