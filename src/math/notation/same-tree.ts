// Whether two trees are written the same.

import { fieldsOf, type Node } from "./tree.ts";

type Fields = Readonly<Record<string, unknown>>;

export function sameTree(a: Node, b: Node): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  const [left, right] = [a as unknown as Fields, b as unknown as Fields];
  for (const { name } of fieldsOf(a)) if (!sameValue(left[name], right[name])) return false;
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
  if ("kind" in a) return "kind" in b && sameTree(a as Node, b as Node);
  // Branches and units are plain objects.
  const [left, right] = [a as Fields, b as Fields];
  for (const key of Object.keys(left)) if (!sameValue(left[key], right[key])) return false;
  return true;
}
