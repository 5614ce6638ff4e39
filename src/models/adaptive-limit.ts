// How many requests a server is given at once. The limit halves when the server says that it has too much, and grows
// back with each request that succeeds.

export class AdaptiveLimit {
  private limit: number;
  private cutAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly most: number) {
    this.limit = most;
  }

  get value(): number {
    return Math.floor(this.limit);
  }

  succeeded(): void {
    this.limit = Math.min(this.most, this.limit + 2 / this.limit);
  }

  /**
   * Requests that were already under way at the last cut say nothing about the new limit, so that a burst of refusals
   * halves it once.
   */
  overloaded(startedAt: number, now: number): void {
    if (startedAt < this.cutAt) return;
    this.limit = Math.max(1, this.limit / 2);
    this.cutAt = now;
  }
}
