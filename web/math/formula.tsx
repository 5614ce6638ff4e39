// One formula, typeset when it comes into view, or before the page is printed. KaTeX is loaded with the first one. A formula that cannot be typeset
// (too long, invalid, or beyond KaTeX's limits) stays text.

import type { KatexOptions } from "katex";
import { useEffect, useRef } from "preact/hooks";
import type { Mark } from "./marks.ts";
import { katexLimits, longestFormula } from "./split.ts";
import { visible } from "./visible.ts";

type Katex = typeof import("katex").default;

let katex: Promise<Katex> | undefined;

/** The secret prefix of the class of our own marks, so that no formula can use it. */
const nonce = `mark-${crypto.getRandomValues(new Uint32Array(2)).join("")}-`;
const markClasses = { answer: "answer-mark", false: "false-equation" } as const;

async function loadKatex(): Promise<Katex> {
  const [module] = await Promise.all([import("katex"), import("./katex-style.ts")]);
  return module.default;
}

/** Of the commands that set a class, only our own marks are allowed. */
const trust: NonNullable<KatexOptions["trust"]> = (context) =>
  context.command === "\\htmlClass" && "class" in context && context.class.startsWith(nonce);

function typeset(katex: Katex, source: string, element: HTMLElement, isDisplay: boolean): boolean {
  try {
    katex.render(source, element, { ...katexLimits(), trust, displayMode: isDisplay });
    return true;
  } catch {
    return false;
  }
}

interface FormulaProps {
  source: string;
  isDisplay?: boolean | undefined;
  /** Parts of it, as positions in the source. */
  marks?: readonly Mark[] | undefined;
}

/** The formulas that were not in view yet. */
const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

function see(element: Element): void {
  const act = waiting.get(element);
  forget(element);
  act?.();
}

function forget(element: Element): void {
  waiting.delete(element);
  observer?.unobserve(element);
}

function whenSeen(element: Element, act: () => void): () => void {
  if (!observer) {
    observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) see(target);
      },
      { rootMargin: "400px" },
    );
    addEventListener("beforeprint", () => {
      for (const element of [...waiting.keys()]) see(element);
    });
  }
  waiting.set(element, act);
  observer.observe(element);
  return () => forget(element);
}

const none: readonly Mark[] = [];

export function Formula({ source, isDisplay = false, marks = none }: FormulaProps) {
  const span = useRef<HTMLSpanElement>(null);
  const key = marks.map(({ from, to, kind }) => `${kind} ${from} ${to}`).join();
  useEffect(() => {
    const element = span.current;
    if (!element || source.length > longestFormula) return;
    // Loaded now, because printing does not wait for it.
    katex ??= loadKatex();
    return whenSeen(element, () => {
      katex!.then(
        (loaded) => {
          if (span.current !== element) return;
          const made = document.createElement("span");
          const isMarked = marks.length > 0 && typeset(loaded, withMarks(source, marks), made, isDisplay);
          if (isMarked) dress(made, marks);
          else if (!typeset(loaded, source, made, isDisplay)) return;
          // In this case the formula as a whole is marked.
          if (isMarked) element.classList.remove(...Object.values(markClasses));
          element.replaceChildren(made);
        },
        () => {},
      );
    });
  }, [source, isDisplay, key]);
  const classes = ["formula", isDisplay ? "display" : "", ...marks.map(({ kind }) => markClasses[kind])];
  const said = marks.flatMap(({ says }) => says ?? []).join("; ");
  return (
    <>
      <span
        key={`${source} ${key}`}
        ref={span}
        class={classes.filter(Boolean).join(" ")}
        title={said === "" ? undefined : said}
      >
        {visible(source)}
      </span>
      {said !== "" && <span class="spoken"> ({said}) </span>}
    </>
  );
}

/** The marked positions get their style and their title. */
function dress(made: HTMLElement, marks: readonly Mark[]): void {
  for (const [place, { kind, says }] of marks.entries())
    for (const inner of made.getElementsByClassName(`${nonce}${place}`)) {
      inner.classList.add(markClasses[kind]);
      if (says !== undefined) inner.setAttribute("title", says);
    }
}

function withMarks(source: string, marks: readonly Mark[]): string {
  let marked = "";
  const ends: number[] = [];
  for (let at = 0; at <= source.length; at++) {
    while (ends.at(-1) === at) {
      marked += "}";
      ends.pop();
    }
    // A mark that ends outside of the one that contains its beginning cannot be expressed in KaTeX.
    for (const [place, { from, to }] of marks.entries())
      if (from === at && to <= (ends.at(-1) ?? source.length)) {
        marked += `\\htmlClass{${nonce}${place}}{`;
        ends.push(to);
      }
    marked += source[at] ?? "";
  }
  return marked;
}
