// Every state of the page is an address in the hash, so reload, the back button and shared links work, also for a page
// that is opened from a file.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

export interface Address {
  /** Decoded, without the empty parts. */
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

/** The path of a request to the server. */
export const apiPath = (path: readonly string[], query?: Query): string =>
  `api/${addressOf(path, query).slice(2)}`;

/** Typing replaces the entry in the history, a choice adds one. */
export function goTo(address: string, how: "push" | "replace" = "push"): void {
  if (address === location.hash) return;
  if (how === "push") location.hash = address;
  else {
    history.replaceState(null, "", address);
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

/** The parts of an address that select the page; the rest selects its view. */
function pageOf(hash: string): string {
  const { path, query } = readAddress(hash);
  return addressOf(path, path[0] === "compare" ? { problem: query.get("problem") ?? undefined } : {});
}

/** One key for one state, independent of the order of its parts. */
function stateOf(hash: string): string {
  const { path, query } = readAddress(hash);
  query.sort();
  return addressOf(path, query);
}

const placesName = "assay-places";
const mostPlaces = 100;
/** A scroll position is reached if it has not changed for this many frames. */
const stillFrames = 30;

/** The scroll position of each state, the most recent last. */
function readPlaces(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(placesName) ?? "[]") as [string, number][]);
  } catch {
    return new Map();
  }
}

/** Restores the scroll position when the user goes back, up or to an earlier state. Called once. */
export function keepPlaces(): void {
  history.scrollRestoration = "manual";
  const places = readPlaces();
  let here = location.hash;
  let giveUp = () => {};
  // While a page is left, its scroll position may be wrong already.
  let top = scrollY;
  addEventListener(
    "scroll",
    () => {
      top = scrollY;
    },
    { passive: true },
  );
  const leave = () => {
    places.delete(stateOf(here));
    places.set(stateOf(here), top);
    for (const key of places.keys()) if (places.size > mostPlaces) places.delete(key);
  };
  const goThere = () => {
    giveUp();
    const wanted = places.get(stateOf(location.hash)) ?? 0;
    let frames = 600;
    let still = 0;
    const actions = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
    giveUp = () => {
      frames = 0;
      for (const action of actions) removeEventListener(action, giveUp);
    };
    for (const action of actions) addEventListener(action, giveUp, { passive: true });
    // The content may still be loading.
    const tryIt = () => {
      if (frames-- <= 0) return;
      // Content that is rendered later may move it again.
      still = Math.abs(scrollY - wanted) <= 1 ? still + 1 : 0;
      scrollTo(0, wanted);
      if (still > stillFrames) giveUp();
      else requestAnimationFrame(tryIt);
    };
    requestAnimationFrame(() => requestAnimationFrame(tryIt));
  };
  addEventListener("hashchange", () => {
    leave();
    const isOther = pageOf(here) !== pageOf(location.hash);
    here = location.hash;
    if (isOther) goThere();
  });
  addEventListener("pagehide", () => {
    leave();
    try {
      sessionStorage.setItem(placesName, JSON.stringify([...places]));
    } catch {
      // If storage is unavailable, positions last as long as the page.
    }
  });
  if (places.has(stateOf(here))) goThere();
}

/** The item that was opened last from a list, which the list selects when the user returns. */
const opened = new Map<string, string>();
export const lastOpened = (list: string): string | undefined => opened.get(list);
/** Nothing is remembered while `item` is not known. */
export function useOpened(list: string, item: string | undefined): void {
  // Before the page is painted, since one may go back at once.
  useLayoutEffect(() => {
    if (item !== undefined) opened.set(list, item);
  }, [list, item]);
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

/** The page of a run, with a changed query. */
export const runAddress = (run: string, query: URLSearchParams, changes: Query): string =>
  addressOf(["run", run], changed(query, changes));

/** The query with some parts changed; undefined removes a part. */
export function changed(query: URLSearchParams, changes: Query): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === "" || value === false) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
