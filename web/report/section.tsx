// The parts that every report is made of: sections, and figures in tiles.

import type { ComponentChildren } from "preact";
import type { Interval } from "../../src/view/api.ts";
import { visible } from "../math/visible.ts";
import { IntervalBar } from "../parts/interval-bar.tsx";
import { intervalWords, percent } from "../words.ts";

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{visible(title)}</h2>
      {children}
    </section>
  );
}

/** A figure from 0 to 1 with its interval. */
export function Tile({ name, value, interval }: { name: string; value: number; interval: Interval }) {
  return (
    <div class="tile">
      <div class="tile-name">{name}</div>
      <div class="tile-value">{percent(value)}</div>
      <IntervalBar value={value} interval={interval} width={140} />
      <div class="muted small">{intervalWords(interval)}</div>
    </div>
  );
}
