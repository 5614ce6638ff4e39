// The lines that one large request adds to the log. They wait until the request is known to be good, in order, but when
// they are so many that they would fill the memory, they are written as they come.

import type { Performed } from "./perform.ts";

const mostHeldBytes = 16 * 1024 * 1024;

export class HeldLog {
  private held: Uint8Array[] = [];
  private bytes = 0;
  private last: Promise<void> = Promise.resolve();
  private isRefused = false;

  constructor(private readonly write: (lines: Uint8Array) => void) {}

  /** Takes the lines out of what is graded, one block after the other. */
  take(graded: Promise<Performed>): Promise<Performed> {
    this.last = Promise.all([graded, this.last]).then(([{ log, refused }]) => {
      this.isRefused ||= refused !== undefined;
      if (!log) return;
      this.held.push(log);
      this.bytes += log.length;
      if (this.bytes > mostHeldBytes) this.flush();
    });
    this.last.catch(() => {});
    return graded.then((performed) => ({ ...performed, log: undefined }));
  }

  /** The request is good, and all of it is graded. */
  async end(): Promise<void> {
    await this.last;
    this.flush();
  }

  private flush(): void {
    const lines = this.held.splice(0);
    if (!this.isRefused) for (const each of lines) this.write(each);
  }
}
