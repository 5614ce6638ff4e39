// A part of a report, with its heading.

import type { ComponentChildren } from "preact";
import { visible } from "../math/visible.ts";

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{visible(title)}</h2>
      {children}
    </section>
  );
}
