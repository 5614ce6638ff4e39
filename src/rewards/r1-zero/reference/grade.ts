// How the reference decides that an answer is right: by one of its two normal forms, and in full mode also by the
// mathematical value of both sides.

import { extractAnswer, verify } from "../../../math/index.ts";
import { hasBox, lastBoxed } from "./boxed.ts";
import { mathdForm } from "./mathd.ts";
import { symbolicEqual } from "./symbolic.ts";

export function referenceEqual(answer: string, golds: readonly string[], mode: "fast" | "full"): boolean {
  return golds.some((given) => {
    const gold = hasBox(given) ? lastBoxed(given) : given;
    if (gold === undefined) return false;
    if (mathdForm(answer) === mathdForm(gold) || symbolicEqual(answer, gold)) return true;
    return mode === "full" && fullEqual(answer, gold);
  });
}

// In full mode: the mathematical comparison, if neither normal form has matched. `verify` replaces the reference's
// library, without its time limit; like the library, it extracts the value of a sentence.

/** Longer answers that mostly repeat themselves are refused. */
const repeatsFrom = 128;

function fullEqual(answer: string, gold: string): boolean {
  for (const text of [answer, gold]) if (text.length > repeatsFrom && mostlyRepeats(text)) return false;
  if (verify(gold, answer).equal) return true;
  const said = extractAnswer(answer)?.answer;
  return said !== undefined && verify(gold, said).equal;
}

// Whether a text mostly repeats itself, like degenerate model output.

/** Longer texts are not measured; as answers they are refused for their length. */
const longest = 1 << 14;

/** More than a fifth of all its substrings occurred earlier in the text. */
export function mostlyRepeats(text: string): boolean {
  if (text.length > longest) return true;
  const n = text.length;
  return 1 - distinctSubstrings(text) / ((n * (n + 1)) / 2) > 0.2;
}

interface State {
  length: number;
  link: number;
  next: Map<string, number>;
}

/** Counted with a suffix automaton, in which each state adds its length minus that of its link. */
function distinctSubstrings(text: string): number {
  const states: State[] = [{ length: 0, link: -1, next: new Map() }];
  let last = 0;
  let count = 0;
  for (const c of text) {
    const current = states.push({ length: states[last]!.length + 1, link: 0, next: new Map() }) - 1;
    let p = last;
    while (p >= 0 && !states[p]!.next.has(c)) {
      states[p]!.next.set(c, current);
      p = states[p]!.link;
    }
    if (p >= 0) states[current]!.link = splitAt(states, p, c);
    count += states[current]!.length - states[states[current]!.link]!.length;
    last = current;
  }
  return count;
}

/** The state after `p` by `c`, as long as `p` allows; a longer one is split. */
function splitAt(states: State[], p: number, c: string): number {
  const q = states[p]!.next.get(c)!;
  const length = states[p]!.length + 1;
  if (states[q]!.length === length) return q;
  const clone = states.push({ length, link: states[q]!.link, next: new Map(states[q]!.next) }) - 1;
  for (let s = p; s >= 0 && states[s]!.next.get(c) === q; s = states[s]!.link) states[s]!.next.set(c, clone);
  states[q]!.link = clone;
  return clone;
}
