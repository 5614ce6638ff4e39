// The formulas of a text: between dollars, or between LaTeX's own brackets.

/** A formula from `from` up to `to`, with its delimiters; without them from `start` up to `end`. */
export interface Formula {
  from: number;
  to: number;
  start: number;
  end: number;
  closed: boolean;
}

/** All formulas in this part of a text. One that is not closed comes last, and says so. */
export function formulasIn(text: string, from = 0, to = text.length): Formula[] {
  const formulas: Formula[] = [];
  let open: { from: number; start: number; close: string } | undefined;
  for (let i = from; i < to; i++) {
    const c = text[i];
    if (c !== "$" && c !== "\\") continue;
    const two = text.slice(i, i + 2);
    if (open && text.startsWith(open.close, i) && !isPrice(text, i)) {
      const end = i + open.close.length;
      formulas.push({ from: open.from, to: end, start: open.start, end: i, closed: true });
      i = end - 1;
      open = undefined;
    } else if (two === "\\\\" || two === "\\$") i++;
    else if (open) continue;
    else if (two === "$$" || two === "\\(" || two === "\\[") {
      open = { from: i, start: i + 2, close: closings[two] };
      i++;
    } else if (c === "$" && !isMoney(text, i, to)) open = { from: i, start: i + 1, close: "$" };
  }
  if (open) formulas.push({ from: open.from, to, start: open.start, end: to, closed: false });
  return formulas;
}

/** A price inside a formula, as in `$\\boxed{$14}$`, closes nothing. */
const isPrice = (text: string, at: number): boolean =>
  text[at] === "$" && text[at - 1] === "{" && /\d/.test(text[at + 1] ?? "");

const closings = { $$: "$$", "\\(": "\\)", "\\[": "\\]" } as const;

/**
 * Whether a dollar is the currency: a number, or a calculator note of GSM8K, follows it, and the next dollar closes nothing. `$5 and $7` is money twice:
 * what closes a formula has no space before it and no digit after it.
 */
function isMoney(text: string, at: number, to: number): boolean {
  if (!/^(?:[-−]?\.?\d|<<[^<>\n]{0,200}>>)/.test(text.slice(at + 1, at + 210))) return false;
  let next = text.indexOf("$", at + 1);
  while (next > 0 && text[next - 1] === "\\") next = text.indexOf("$", next + 1);
  if (next < 0 || next >= to || text[next + 1] === "$") return true;
  if (/\s/.test(text[next - 1]!) || /\d/.test(text[next + 1] ?? "")) return true;
  return /\n\s*\n|[.!?][^\S\n]+[A-Z][^$\\=]*$/.test(text.slice(at, next));
}
