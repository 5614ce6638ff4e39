// Keys that work on a page, while nobody types into a field.

import { useEffect, useRef, useState } from "preact/hooks";

export type Keys = Readonly<Record<string, (() => void) | undefined>>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));

export function useKeys(keys: Keys): void {
  // The latest are known as soon as they are drawn, so that keys may come fast.
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key === "Escape" && isTyping(event.target)) {
        (event.target as HTMLElement).blur();
        return;
      }
      if (isTyping(event.target)) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** `j` and `k` walk through a list, Enter opens; gives the place that is chosen. */
export function useListKeys(length: number, addressAt: (place: number) => string): number | undefined {
  const [at, setAt] = useState<number>();
  const move = (by: number) => setAt(Math.max(0, Math.min(length - 1, (at ?? -1) + by)));
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: at === undefined || at >= length ? undefined : () => location.assign(addressAt(at)),
  });
  return at;
}

/** Puts the cursor into the page's field for searching. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>("[data-search]")?.focus();
}
