// Whether two trees are written the same.

import type { Node } from "./tree.ts";

export function sameTree(a: Node, b: Node): boolean {
  return a.kind === b.kind && sameFields(a as unknown as Fields, b as unknown as Fields);
}

type Fields = Record<string, unknown>;

function sameFields(a: Fields, b: Fields): boolean {
  for (const key of Object.keys(a)) if (!sameValue(a[key], b[key])) return false;
  return true;
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!sameValue(a[i], b[i])) return false;
    return true;
  }
  return sameFields(a as Fields, b as Fields);
}
