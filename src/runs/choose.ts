// Binomial coefficients, remembered row by row.

const pascal: Float64Array[] = [Float64Array.of(1)];

/** The choices among n, for k = 0 … n. Exact below 2^53, and to 16 digits above. */
export function binomials(n: number): Float64Array {
  for (let row = pascal.length; row <= n; row++) {
    const above = pascal[row - 1]!;
    pascal.push(Float64Array.from({ length: row + 1 }, (_, i) => (above[i - 1] ?? 0) + (above[i] ?? 0)));
  }
  return pascal[n]!;
}

export const choose = (n: number, k: number): number => (k < 0 || k > n ? 0 : binomials(n)[k]!);
