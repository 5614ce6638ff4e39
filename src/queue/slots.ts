// The slots of a worker, which all of its runs share: what is under way is never more, however many runs there are and
// however their parts change.

/** For which a unit waits that another worker may have a slot for. */
const patienceMs = 1_000;

export class Slots {
  private readonly waiting = new Set<(isTaken: boolean) => void>();

  /** @param end when aborted, nothing is begun any more */
  constructor(
    private free: number,
    private readonly end: AbortSignal,
  ) {
    const none = () => {
      for (const answer of this.waiting) answer(false);
    };
    end.addEventListener("abort", none, { once: true });
  }

  /** Whether there is one, now or soon; those who came first have it first. */
  take(): Promise<boolean> {
    if (this.end.aborted) return Promise.resolve(false);
    if (this.free > 0) {
      this.free--;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const answer = (isTaken: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(answer);
        resolve(isTaken);
      };
      const timer = setTimeout(() => answer(false), patienceMs);
      this.waiting.add(answer);
    });
  }

  give(): void {
    const [next] = this.waiting;
    if (next) next(true);
    else this.free++;
  }
}
