// How a person ends a run: the first Ctrl-C lets the requests in flight end, the second gives them up, as the end of
// a job does at once.

export interface StopRequests {
  /** Aborted when nothing new is to begin. */
  drain: AbortSignal;
  /** Aborted when what is under way is to be given up. */
  stop: AbortSignal;
  forget(): void;
}

export function listenForStop(say: (sentence: string) => void): StopRequests {
  const drain = new AbortController();
  const stop = new AbortController();
  const onInterrupt = () => {
    if (drain.signal.aborted) return stop.abort();
    say("stopping: waiting for the requests in flight; Ctrl-C again does not wait");
    drain.abort();
  };
  const onTerminate = () => stop.abort();
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  return {
    drain: drain.signal,
    stop: stop.signal,
    forget() {
      process.off("SIGINT", onInterrupt);
      process.off("SIGTERM", onTerminate);
    },
  };
}
