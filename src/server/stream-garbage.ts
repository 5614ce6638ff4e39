// The bytes of a stream are garbage once they are cut into blocks. V8 does not notice: it looks when the few objects that
// hold them fill its space for young objects, and until then each piece takes fresh memory. A batch is kept for a while,
// so that there is nothing to be collected.

/** Bytes that may pile up. */
const mostBytes = 1024 * 1024;

export class StreamGarbage {
  private bytes = 0;

  /** @param collect collects young garbage, where that can be asked for */
  constructor(private readonly collect: (() => void) | undefined) {}

  /** Told of each piece that was read. */
  read(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes < mostBytes) return;
    this.bytes = 0;
    this.collect?.();
  }
}
