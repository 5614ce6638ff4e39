// Property tests draw the same cases every time, so a failing test fails until it is fixed. Another seed tries other
// cases: ASSAY_SEED=7 npx vitest run src/math. A failure prints its seed and its smallest case.

/** How often something random is tried: in full with ASSAY_TRIALS=full, else as often as finds it in an ordinary run. */
export const trials = (full: number, usual: number): number =>
  process.env.ASSAY_TRIALS === "full" ? full : usual;

export const seeded = (numRuns: number): { seed: number; numRuns: number } => ({
  seed: Number(process.env.ASSAY_SEED ?? 20_240_229),
  numRuns,
});
