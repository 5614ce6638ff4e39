/** Until that time, or until it is asked to end. */
export function pause(ms: number, end?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      end?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, end?.aborted ? 0 : ms);
    end?.addEventListener("abort", wake);
  });
}
