// Mathematics without delimiters in a sentence, whose tokens are one formula together.

import type { WordSpan } from "../words/index.ts";

/** A sign or a letter of mathematics outside of delimiters: `xy`, `|x|`, `f(0)`. A formula in delimiters is a part, too. */
const isPart = ({ kind, role, text }: WordSpan): boolean =>
  kind === "value" ||
  role === "operator" ||
  (kind === "sign" && /^[=|()[\]^_{}]$/.test(text)) ||
  (kind === "word" && (/^[a-zα-ω]$/.test(text) || (role === "noun" && /^[a-z]{2}$/.test(text))));

/**
 * Mathematics without delimiters as one value: "the circle x^2 + y^2 = 9" says an equation and not 9, "(3, -2)" is a
 * point. A name or words before `=` lead to the value after it, and so does a calculation with numbers.
 */
export function withWholeFormulas(text: string, spans: readonly WordSpan[]): WordSpan[] {
  const whole: WordSpan[] = [];
  for (let i = 0; i < spans.length; ) {
    let end = i;
    for (let depth = 0; end < spans.length; end++) {
      const span = spans[end]!;
      if (!isPart(span) && !(depth > 0 && span.text === ",")) break;
      if (/^[([]$/.test(span.text)) depth++;
      else if (/^[)\]]$/.test(span.text)) depth--;
      if (depth < 0) break;
    }
    const run = spans.slice(i, end);
    if (isFormula(run)) {
      const [first, last] = [run[0]!, run.at(-1)!];
      const said = text.slice(first.start, last.end);
      whole.push({ ...first, end: last.end, kind: "value", role: "value", text: said });
      i = end;
    } else {
      for (const span of spans.slice(i, end + 1)) whole.push(span);
      i = end + 1;
    }
  }
  return whole;
}

/** An equation for something other than one name or a number, or a tuple. */
function isFormula(run: readonly WordSpan[]): boolean {
  const at = run.findIndex(({ text }) => text === "=");
  if (at < 0) return /^[([]$/.test(run[0]?.text ?? "") && run.some(({ text }) => text.includes(","));
  const [left, right] = [run.slice(0, at), run.slice(at + 1)];
  const isPlain = (side: readonly WordSpan[]) =>
    side.every(
      ({ kind, text }, i) =>
        // "0.5 x 100%"
        (text === "x" && side[i - 1]?.kind === "value" && side[i + 1]?.kind === "value") ||
        (kind !== "word" && !/[A-Za-z|\\]/.test(text.replace(/^\\[%$]$/, ""))),
    );
  const isName = left.length === 1 && /^\$?(?:[A-Za-z]|\\[A-Za-z]+)(?:_\{?\w+\}?)?\$?$/.test(left[0]!.text);
  return right.length > 0 && left.length > 0 && !(isPlain(right) && (isPlain(left) || isName));
}
