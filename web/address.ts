// Every state of the page is an address in the hash: reload, the back button and a link sent to somebody do what people
// expect, and a page opened from a file works the same.

import { useEffect, useState } from "preact/hooks";

export interface Address {
  /** Decoded, without the empty ones. */
  path: string[];
  query: URLSearchParams;
}

export function readAddress(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  return { path: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Parts that are undefined or empty are left out. */
export function addressOf(path: readonly (string | number)[], query: Query | URLSearchParams = {}): string {
  const entries = query instanceof URLSearchParams ? [...query] : Object.entries(query);
  const kept = entries.flatMap(([name, value]) =>
    value === undefined || value === "" || value === false ? [] : [[name, String(value)] as [string, string]],
  );
  const search = new URLSearchParams(kept).toString();
  return `#/${path.map((part) => encodeURIComponent(part)).join("/")}${search === "" ? "" : `?${search}`}`;
}

/** Typing replaces the entry of the history, a choice makes a new one. */
export function goTo(address: string, how: "push" | "replace" = "push"): void {
  if (address === location.hash) return;
  if (how === "push") location.hash = address;
  else {
    history.replaceState(null, "", address);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

export function useAddress(): Address {
  const [address, setAddress] = useState(() => readAddress(location.hash));
  useEffect(() => {
    const follow = () => setAddress(readAddress(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return address;
}

/** The query with some parts changed; undefined takes a part away. */
export function changed(query: URLSearchParams, changes: Query): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "" || value === false) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
