// A formula of a report: MathML, which browsers set without a script or a font. What cannot be typeset stays text.

import katex from "katex";
import type { Mark } from "../math/marks.ts";
import { katexLimits, longestFormula } from "../math/split.ts";
import { visible } from "../math/visible.ts";

interface FormulaProps {
  source: string;
  isDisplay?: boolean | undefined;
  marks?: readonly Mark[] | undefined;
}

const markClasses = { answer: "answer-mark", false: "false-equation" } as const;

export function Formula({ source, isDisplay = false, marks = [] }: FormulaProps) {
  const said = marks.flatMap(({ says }) => says ?? []).join("; ");
  const about = {
    class: ["formula", isDisplay ? "display" : "", ...marks.map(({ kind }) => markClasses[kind])]
      .filter(Boolean)
      .join(" "),
    title: said === "" ? undefined : said,
  };
  const made = mathMl(source, isDisplay);
  return (
    <>
      {made === undefined ? (
        <span {...about}>{visible(source)}</span>
      ) : (
        // KaTeX writes elements of its own and escapes all text; it trusts no command.
        <span {...about} dangerouslySetInnerHTML={{ __html: made }} />
      )}
      {said !== "" && <span class="spoken"> ({said}) </span>}
    </>
  );
}

function mathMl(source: string, isDisplay: boolean): string | undefined {
  if (source.length > longestFormula) return undefined;
  try {
    return katex.renderToString(source, {
      output: "mathml",
      displayMode: isDisplay,
      ...katexLimits(),
      trust: false,
    });
  } catch {
    return undefined;
  }
}
