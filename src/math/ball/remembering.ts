// Both sides of a comparison are evaluated at the same points, and sine and cosine come from one kernel: the latest
// results of a kernel are often asked for again.

/** So many results are kept: about what the functions in two sides at one point need. */
const KEPT = 8;

/** The same kernel, which gives its latest results again instead of calculating them. */
export function remembering<Result>(
  kernel: (x: bigint, bits: number) => Result,
): (x: bigint, bits: number) => Result {
  const places: bigint[] = new Array(KEPT).fill(0n);
  const precisions: number[] = new Array(KEPT).fill(-1);
  const results: Result[] = new Array(KEPT);
  let oldest = 0;
  return (x, bits) => {
    for (let i = 0; i < KEPT; i++) if (precisions[i] === bits && places[i] === x) return results[i]!;
    const result = kernel(x, bits);
    places[oldest] = x;
    precisions[oldest] = bits;
    results[oldest] = result;
    oldest = (oldest + 1) % KEPT;
    return result;
  };
}
