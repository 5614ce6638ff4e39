// One listener for each signal, however many requests wait for it: a run has hundreds of requests under one signal, and
// adding and removing a listener for each would cost more than sending it.

export interface Stoppable {
  stop(): void;
}

const watchers = new WeakMap<AbortSignal, Set<Stoppable>>();

/** Calls the function when the signal is aborted, unless it was removed before. */
export function stopOnAbort(signal: AbortSignal | undefined, stoppable: Stoppable): void {
  if (!signal) return;
  let all = watchers.get(signal);
  if (!all) {
    const made = new Set<Stoppable>();
    all = made;
    watchers.set(signal, made);
    signal.addEventListener("abort", () => {
      for (const each of [...made]) each.stop();
      made.clear();
    });
  }
  all.add(stoppable);
}

export function forgetOnAbort(signal: AbortSignal | undefined, stoppable: Stoppable): void {
  if (signal) watchers.get(signal)?.delete(stoppable);
}
