// Numbers and times in the page's format: the same digits as the command line.

import type { ViewedKind } from "../src/view/api.ts";

/** The kinds of what is viewed. */
export const kindWords: Readonly<Record<ViewedKind, string>> = {
  eval: "evaluation",
  processbench: "ProcessBench",
  search: "search",
  rollouts: "rollouts",
};

export const count = (value: number): string => value.toLocaleString("en");
export { intervalWords, percent } from "../src/runs/figure.ts";

export const shortDate = (iso: string): string => {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleString("en", {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
};

/** A message as a sentence. An address or a path at its beginning keeps its first letter. */
export const sentence = (message: string): string =>
  `${/^[a-z]+[ ,;]/.test(message) ? message.charAt(0).toUpperCase() : message.charAt(0)}${message.slice(1)}${/[.!?…]$/.test(message) ? "" : "."}`;

export const plural = (number: number, one: string, many = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : many}`;
