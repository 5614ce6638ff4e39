// How a person ends a run: the first Ctrl-C lets the requests in flight end, the second gives them up, as the end of
// a job does at once; a third leaves the program whatever it does.

export interface StopRequests {
  /** Aborted when nothing new is to begin. */
  drain: AbortSignal;
  /** Aborted when what is under way is to be given up. */
  stop: AbortSignal;
  /** What a shell gives a program that was ended so; undefined while nobody has asked. */
  code(): number | undefined;
  forget(): void;
}

/** 128 and the signal's number, as shells have it. */
const codes = { SIGINT: 130, SIGTERM: 143 } as const;

export function listenForStop(say: (sentence: string) => void): StopRequests {
  const drain = new AbortController();
  const stop = new AbortController();
  let code: number | undefined;
  const onInterrupt = () => {
    code ??= codes.SIGINT;
    if (stop.signal.aborted) process.exit(code);
    if (drain.signal.aborted) return stop.abort();
    say("stopping: waiting for the requests in flight; press Ctrl-C again to stop at once");
    drain.abort();
  };
  const onTerminate = () => {
    code ??= codes.SIGTERM;
    drain.abort();
    stop.abort();
  };
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onTerminate);
  return {
    drain: drain.signal,
    stop: stop.signal,
    code: () => code,
    forget() {
      process.off("SIGINT", onInterrupt);
      process.off("SIGTERM", onTerminate);
    },
  };
}
