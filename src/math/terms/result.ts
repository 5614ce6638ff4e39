// Calculations that may fail. They nest deeply, so a failure is thrown where it occurs; where a rule can go on without
// the result, it becomes a value. Apart from the readers of a text, `tried` is the only place in math/ that catches.

/**
 * Why a calculation gives no result: something in it is not defined (`1/0`), has no single value (a list, a matrix), is
 * not solved (numbers that cannot be put in order), or is not proven (a limit); or it exceeds a limit.
 */
export type Because = "undefined" | "no value" | "unsolved" | "unproven" | Limit;
export type Limit = "steps" | "the size of integers" | "length" | "depth";

export class NoResult extends Error {
  constructor(
    readonly because: Because,
    reason = "",
  ) {
    super(reason);
    this.name = "NoResult";
  }
}

export type Result<T> = { ok: true; value: T } | { ok: false; because: Because; reason: string };

/** Failures of a single calculation. Exceeded limits are different: they end the whole comparison. */
export const ofCalculation: readonly Because[] = ["undefined", "no value", "unsolved"];
export const ofLimits: readonly Because[] = ["steps", "the size of integers", "length", "depth"];

/** Carries out a calculation that may fail for these reasons. */
export function tried<T>(calculate: () => T, reasons = ofCalculation): Result<T> {
  try {
    return { ok: true, value: calculate() };
  } catch (error) {
    if (!(error instanceof NoResult && reasons.includes(error.because))) throw error;
    return { ok: false, because: error.because, reason: error.message };
  }
}

/** The result of a calculation, or something else if there is none. */
export function triedOr<T, U>(calculate: () => T, otherwise: U, reasons = ofCalculation): T | U {
  const found = tried(calculate, reasons);
  return found.ok ? found.value : otherwise;
}
