// The choices on which graders differ, each with a name. The defaults are documented as strict grading.

export interface Policies {
  /**
   * The kind of answers: it sets the other choices, and enables the notation of a field (one-letter units, formulas of
   * chemistry).
   */
  preset: "strict" | "science" | "finance";
  /** How far a number may be from the gold, as a fraction of it; false: not at all. */
  tolerance: number | false;
  /** Whether a decimal may stand for an exact value and the reverse, by significant digits; false: never. */
  rounding: { goldDigits: number; answerDigits: number } | false;
  /** Whether `50%` may stand for `50` and for `0.5`. */
  percent: "either" | "exact";
  /** Whether `30°` may stand for `30` and for `π/6`. */
  degrees: "either" | "exact";
  /** The meaning of a unit on only one side. */
  units: "optional" | "required";
  /** Whether work may be left undone that the gold does not leave undone. */
  form: "any" | "evaluated";
  /** Whether constants of integration may have any name; the names that are such constants; false: never. */
  constants: boolean | readonly string[];
  /** Whether `2,5` may be a decimal, if it is neither a list nor thousands. */
  decimalComma: boolean;
}

export const strictPolicies: Policies = {
  preset: "strict",
  tolerance: false,
  rounding: { goldDigits: 3, answerDigits: 6 },
  percent: "either",
  degrees: "either",
  units: "optional",
  form: "any",
  constants: true,
  decimalComma: false,
};

/** What each preset changes. */
const presets: Readonly<Record<Policies["preset"], Partial<Policies>>> = {
  strict: {},
  science: { rounding: { goldDigits: 2, answerDigits: 2 }, tolerance: 0.01 },
  finance: { rounding: { goldDigits: 3, answerDigits: 3 }, tolerance: 0.002 },
};

const choices: { [K in keyof Policies]?: readonly unknown[] } = {
  preset: ["strict", "science", "finance"],
  percent: ["either", "exact"],
  degrees: ["either", "exact"],
  units: ["optional", "required"],
  form: ["any", "evaluated"],
  decimalComma: [true, false],
};

/** Other rules for decimals, for users who ask which one would change a verdict. */
const otherRoundings: readonly Policies["rounding"][] = [
  false,
  strictPolicies.rounding,
  { goldDigits: 2, answerDigits: 3 },
];

/** Every policy that differs from the given ones in one choice. */
export function neighbours(policies: Policies): { option: keyof Policies; policies: Policies }[] {
  return (Object.keys(strictPolicies) as (keyof Policies)[]).flatMap((option) => {
    const now = JSON.stringify(policies[option]);
    const values = option === "rounding" ? otherRoundings : (choices[option] ?? []);
    return values
      .filter((value) => JSON.stringify(value) !== now)
      .map((value) => ({
        option,
        policies: {
          ...policies,
          [option]: value,
          ...(option === "preset" && presets[value as Policies["preset"]]),
        },
      }));
  });
}

/** Validates policies from outside, and fills in the defaults. Throws a sentence that names the field. */
export function readPolicies(given: object): Policies {
  const { preset } = given as { preset?: Policies["preset"] };
  const chosen = preset !== undefined && Object.hasOwn(presets, preset) ? presets[preset] : {};
  const result: Record<string, unknown> = { ...strictPolicies, ...chosen };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(strictPolicies, name))
      throw new TypeError(
        `there is no grading option '${name}'; the options are ${Object.keys(strictPolicies).join(", ")}`,
      );
    if (name === "rounding") result[name] = readRounding(value);
    else if (name === "constants") result[name] = readConstants(value);
    else if (name === "tolerance") result[name] = readTolerance(value);
    else {
      const allowed = choices[name as keyof Policies]!;
      if (!allowed.includes(value))
        throw new TypeError(
          `grading option '${name}' is ${allowed.map((c) => JSON.stringify(c)).join(" or ")}, not ${JSON.stringify(value)}`,
        );
      result[name] = value;
    }
  }
  return result as unknown as Policies;
}

function readRounding(value: unknown): Policies["rounding"] {
  if (value === false) return false;
  const { goldDigits = 3, answerDigits = 6 } = (value ?? {}) as Record<string, unknown>;
  const valid = (n: unknown): n is number => typeof n === "number" && Number.isInteger(n) && n > 0;
  if (typeof value !== "object" || value === null || !valid(goldDigits) || !valid(answerDigits))
    throw new TypeError(
      "grading option 'rounding' is false or { goldDigits, answerDigits } with whole numbers above 0",
    );
  return { goldDigits, answerDigits };
}

function readTolerance(value: unknown): Policies["tolerance"] {
  if (value !== false && !(typeof value === "number" && value >= 0 && value < 1))
    throw new TypeError(
      "grading option 'tolerance' is false or a share of the gold from 0 to below 1, such as 0.01",
    );
  return value as Policies["tolerance"];
}

function readConstants(value: unknown): Policies["constants"] {
  const isNames = Array.isArray(value) && value.every((name) => typeof name === "string" && name !== "");
  if (typeof value !== "boolean" && !isNames)
    throw new TypeError("grading option 'constants' is true, false or a list of names");
  return value as Policies["constants"];
}
