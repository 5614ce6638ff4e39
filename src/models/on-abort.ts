// One listener for a signal, however many requests wait for it: a run has hundreds of requests under one signal, and
// adding and removing a listener for each costs more than sending it.

const callbacks = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls back when the signal is aborted; what is returned takes that back. */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {};
  let all = callbacks.get(signal);
  if (!all) {
    const made = new Set<() => void>();
    all = made;
    callbacks.set(signal, made);
    signal.addEventListener("abort", () => {
      for (const each of [...made]) each();
      made.clear();
    });
  }
  const known = all;
  known.add(callback);
  return () => known.delete(callback);
}
