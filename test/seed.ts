// Property tests draw the same cases every time, so a failing test fails until it is fixed. Another seed tries other
// cases: ASSAY_SEED=7 npx vitest run src/math. A failure prints its seed and its smallest case.

export const seed = Number(process.env.ASSAY_SEED ?? 20_240_229);

const asked = process.env.ASSAY_TRIALS;

/**
 * How often something random is tried: in full with ASSAY_TRIALS=full, else as often as finds it in an ordinary run;
 * ASSAY_TRIALS=20 tries it a fifth as often.
 */
export function trials(full: number, usual: number): number {
  if (asked === "full") return full;
  return asked === undefined ? usual : Math.ceil((usual * Number(asked)) / 100);
}
