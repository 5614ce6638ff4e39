// A gold answer that cannot be graded against is nobody's wrong answer: the row is unscored, with the reason.

/** The gold is missing, empty or of the wrong type. */
export class GoldError extends TypeError {
  constructor(reason: string) {
    super(reason);
    this.name = "GoldError";
  }
}

/** What a value is, for a sentence about it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
