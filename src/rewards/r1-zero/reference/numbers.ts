// What the reference takes for a number, an integer and a fraction, by how it is written.

const float = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** The integer that a decimal is within a ten-millionth of, through a double. */
export function integerIn(text: string): bigint | undefined {
  const trimmed = text.trim();
  const value = float.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (!Number.isFinite(value)) return undefined;
  const nearest = Math.round(value);
  return Math.abs(value - nearest) <= 1e-7 ? BigInt(nearest) : undefined;
}

/**
 * Commas go where three digits and then no further digit follow, again and again. A match takes the comma
 * behind it along, so that of four groups the last keeps its own: `1,234,567,890` is no integer here.
 */
export function withoutThousandsCommas(text: string): string {
  for (let left = text; ; ) {
    const next = left.replace(/(\d),(\d{3})(\D|$)/g, "$1$2$3");
    if (next === left) return left;
    left = next;
  }
}

export const isInteger = (text: string): boolean => integerIn(withoutThousandsCommas(text)) !== undefined;

/** One integer over another. Any one character may follow either, as the reference has it. */
export const isFraction = (text: string): boolean => /^-?[0-9]+[^\n]?\/0*[1-9][0-9]*[^\n]?$/.test(text);
