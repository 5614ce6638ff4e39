// A reward as text: two digits, and four near 0 and 1, where two would suggest that the scorer is certain.

/** For example `0.49`, `0.0012`, `>0.9999`; differences may be negative. */
export function rewardWords(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? "-" : "";
  const tail = Math.min(size, Math.abs(1 - size));
  if (tail === 0 || tail >= 0.01) return value.toFixed(2);
  if (tail >= 0.0001) return value.toFixed(4);
  return sign + (size < 0.5 ? "<0.0001" : size < 1 ? ">0.9999" : ">1");
}
