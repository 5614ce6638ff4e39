// Two texts as one: words that only the first has are struck out, words that only the second has are underlined.

import { useMemo } from "preact/hooks";
import { alignSteps } from "../../src/view/align-steps.ts";
import { visible } from "../math/visible.ts";

interface WordDifferenceProps {
  a: string;
  b: string;
  label: string;
}

interface Stretch {
  kind: "same" | "a" | "b";
  text: string;
}

export function WordDifference({ a, b, label }: WordDifferenceProps) {
  const stretches = useMemo(() => differenceOf(a, b), [a, b]);
  return (
    <p class="word-difference" role="group" aria-label={label}>
      {stretches.map(({ kind, text }, place) =>
        kind === "same" ? text : kind === "a" ? <del key={place}>{text}</del> : <ins key={place}>{text}</ins>,
      )}
    </p>
  );
}

const wordsIn = (text: string): string[] => visible(text).match(/\S+\s*/g) ?? [];

function differenceOf(a: string, b: string): Stretch[] {
  const [inA, inB] = [wordsIn(a), wordsIn(b)];
  const stretches: Stretch[] = [];
  const add = (kind: Stretch["kind"], text: string) => {
    const last = stretches.at(-1);
    if (last?.kind === kind) last.text += text;
    else stretches.push({ kind, text });
  };
  let pending: Stretch[] = [];
  const flush = () => {
    for (const kind of ["a", "b"] as const)
      for (const each of pending) if (each.kind === kind) add(kind, each.text);
    pending = [];
  };
  for (const pair of alignSteps(inA, inB)) {
    if (pair.same) {
      flush();
      add("same", inA[pair.a!]!);
      continue;
    }
    if (pair.a !== undefined) pending.push({ kind: "a", text: inA[pair.a]! });
    if (pair.b !== undefined) pending.push({ kind: "b", text: inB[pair.b]! });
  }
  flush();
  return stretches;
}
