// Keys of a page, which work unless the user types into a field.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

export type Keys = Readonly<Record<string, (() => void) | undefined>>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));

const isPressed = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("a, button, summary") !== null;

export function useKeys(keys: Keys): void {
  // Updated as soon as they are drawn, so that fast key presses work.
  const latest = useRef(keys);
  latest.current = keys;
  // A key that is pressed as soon as the page is seen counts.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.key === "Escape" && isTyping(event.target)) {
        (event.target as HTMLElement).blur();
        return;
      }
      if (isTyping(event.target)) return;
      // The browser handles Enter on a link or a button.
      if (event.key === "Enter" && event.target !== document.body && isPressed(event.target)) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Removes the focus from a button, so that Enter opens the selected row. */
export const leaveControl = (): void => (document.activeElement as HTMLElement | null)?.blur();

/**
 * `j` and `k` move through a list, and so do the arrows once a row is selected; Enter opens it. Returns the selected
 * index.
 * @param start the index of the item that was opened last
 */
export function useListKeys(
  length: number,
  addressAt: (place: number) => string,
  start?: number,
): number | undefined {
  const [moved, setMoved] = useState<number>();
  const chosen = moved ?? start;
  const at = chosen !== undefined && chosen >= 0 && chosen < length ? chosen : undefined;
  const move = (by: number) => {
    leaveControl();
    setMoved(Math.max(0, Math.min(length - 1, (at ?? -1) + by)));
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: at === undefined ? undefined : () => move(1),
    ArrowUp: at === undefined ? undefined : () => move(-1),
    Enter: at === undefined ? undefined : () => location.assign(addressAt(at)),
  });
  return at;
}

/** Focuses the page's search field. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>("[data-search]")?.focus();
}
