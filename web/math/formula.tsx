// One formula, typeset when it comes into view. KaTeX is loaded with the first one. What cannot be typeset stays the text
// that it is: too long, wrong, or beyond KaTeX's limits.

import type { KatexOptions } from "katex";
import { useEffect, useRef } from "preact/hooks";
import { longestFormula } from "./split.ts";
import { visible } from "./visible.ts";

type Katex = typeof import("katex").default;

let katex: Promise<Katex> | undefined;

/** The class of our own marks: only we know it, so that no text can wear it. */
const nonce = `answer-${crypto.getRandomValues(new Uint32Array(2)).join("")}`;

async function loadKatex(): Promise<Katex> {
  const [module] = await Promise.all([import("katex"), import("./katex-style.ts")]);
  return module.default;
}

/** So that a formula of ours can be told by nobody else's style or script. */
const options: KatexOptions = {
  throwOnError: true,
  strict: "ignore",
  maxExpand: 1_000,
  maxSize: 30,
  trust: (context) => context.command === "\\htmlClass" && "class" in context && context.class === nonce,
};

function typeset(katex: Katex, source: string, element: HTMLElement, isDisplay: boolean): boolean {
  try {
    katex.render(source, element, { ...options, displayMode: isDisplay });
    return true;
  } catch {
    return false;
  }
}

interface FormulaProps {
  source: string;
  isDisplay?: boolean | undefined;
  /** The part that is the extracted answer, as places in the source. */
  mark?: readonly [number, number] | undefined;
}

const seen = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

function whenSeen(element: Element, act: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer!.unobserve(target);
        seen.get(target)?.();
      }
    },
    { rootMargin: "400px" },
  );
  seen.set(element, act);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

export function Formula({ source, isDisplay = false, mark }: FormulaProps) {
  const span = useRef<HTMLSpanElement>(null);
  const [from, to] = mark ?? [];
  useEffect(() => {
    const element = span.current;
    if (!element || source.length > longestFormula) return;
    return whenSeen(element, () => {
      katex ??= loadKatex();
      katex.then(
        (loaded) => {
          if (span.current !== element) return;
          const made = document.createElement("span");
          const marked = from === undefined || to === undefined ? undefined : withMark(source, from, to);
          const isMarked = marked !== undefined && typeset(loaded, marked, made, isDisplay);
          if (isMarked)
            for (const inner of made.getElementsByClassName(nonce)) inner.classList.add("answer-mark");
          else if (!typeset(loaded, source, made, isDisplay)) return;
          // Until now the formula as a whole was marked.
          if (isMarked) element.classList.remove("answer-mark");
          element.replaceChildren(made);
        },
        () => {},
      );
    });
  }, [source, isDisplay, from, to]);
  return (
    <span
      key={`${source} ${from}`}
      ref={span}
      class={`formula${isDisplay ? " display" : ""}${from !== undefined ? " answer-mark" : ""}`}
    >
      {visible(source)}
    </span>
  );
}

const withMark = (source: string, from: number, to: number): string =>
  `${source.slice(0, from)}\\htmlClass{${nonce}}{${source.slice(from, to)}}${source.slice(to)}`;
