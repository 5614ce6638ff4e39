// Permutations as products of cycles: `(12)(345)`, `(1\ 2)(3\ 4)`. A gold is one only if it consists of such brackets, and
// only then is the answer read as one.

import { type Decision, different, equal, undecided } from "../terms/decision.ts";

type Cycle = string[];

const looks = /\\(?:left|right|,|;|:|!|q?quad|\s)|\\?[()]|\$|\\circ|\\cdot|~/g;

/** Brackets without their size, and every kind of space as one. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(looks, (found) => (/^\\?[()]$/.test(found) ? found.slice(-1) : " "))
    .replace(/\s+/g, " ")
    .trim();

const brackets = /^(?:\( ?[0-9A-Za-z]+(?:(?: ?, ?| )[0-9A-Za-z]+)* ?\) ?)+$/;

/** The cycles of a text that consists of brackets; without spaces each character moves. */
function cyclesIn(text: string): Cycle[] | undefined {
  if (!brackets.test(text)) return undefined;
  const cycles = [...text.matchAll(/\(([^)]*)\)/g)].map((found) => {
    const parts = found[1]!.trim().split(/ ?, ?| /);
    return parts.length === 1 ? [...parts[0]!] : parts;
  });
  return cycles.every((cycle) => new Set(cycle).size === cycle.length) ? cycles : undefined;
}

/** A bracket that begins with digits or letters and holds nothing else: most golds begin otherwise. */
const opening = /^\s*(?:\$+\s*|\\[[(]\s*)?(?:\\left\s*)?\(\s*[0-9A-Za-z]+(?:\s|\\|\))/;

/** `(PA)(PB)` is a product of two lengths. */
const areSegments = (cycles: readonly Cycle[]): boolean =>
  cycles.every((cycle) => cycle.length === 2 && cycle.every((end) => /^[A-Z]$/.test(end)));

/**
 * Whether a gold is a product of cycles: two brackets or more, or one of three elements or with spaces in it, each of at least two different
 * digits or letters, and no commas.
 */
function goldCycles(gold: string): Cycle[] | undefined {
  if (!opening.test(gold)) return undefined;
  const text = plain(gold);
  if (text.includes(",")) return undefined;
  const cycles = cyclesIn(text);
  // A single bracket with two digits may be a number, and with two letters a product.
  const isOne =
    cycles?.length === 1 &&
    !/\d \d/.test(text) &&
    !(cycles[0]!.length > 2 && /^\((?:[a-z]+|[1-9]+)\)$/.test(text));
  if (!cycles || isOne || areSegments(cycles)) return undefined;
  return cycles.every((cycle) => cycle.length > 1) ? cycles : undefined;
}

/** Where each element goes, the cycles carried out from the left. */
function permutation(cycles: readonly Cycle[]): Map<string, string> {
  const moved = new Map<string, string>();
  for (const element of new Set(cycles.flat())) {
    let at = element;
    for (const cycle of cycles) {
      const place = cycle.indexOf(at);
      if (place >= 0) at = cycle[(place + 1) % cycle.length]!;
    }
    if (at !== element) moved.set(element, at);
  }
  return moved;
}

function same(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([element, image]) => b.get(element) === image);
}

/** More elements than this are not plausible in an answer, and would take long. */
const maxElements = 400;

/** Undefined unless the gold is a product of cycles. */
export function compareCycles(gold: string, answer: string): Decision | undefined {
  const g = goldCycles(gold);
  if (!g) return undefined;
  const a = cyclesIn(plain(answer));
  if (!a) return different("order", "cycles against something else");
  if (g.flat().length > maxElements || a.flat().length > maxElements)
    return undecided("limit", "long products of cycles");
  // Conventions differ: some compute a product from the left, others from the right.
  const [left, right] = [
    same(permutation(g), permutation(a)),
    same(permutation([...g].reverse()), permutation([...a].reverse())),
  ];
  if (left && right) return equal("order");
  return left || right ? undecided("order", "the same permutation from one side only") : different("order");
}
