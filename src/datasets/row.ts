// A row knows its position, so errors name the set, the row and the field.

import { DatasetError } from "./dataset-error.ts";

export class Row {
  constructor(
    readonly values: Readonly<Record<string, unknown>>,
    /** Counted from 1; in JSON Lines the number of its line. */
    readonly number: number,
    /** The data set, or the file. */
    readonly dataset: string,
  ) {}

  /** Whether the row has a field, even if it is null. */
  has(field: string): boolean {
    return Object.hasOwn(this.values, field);
  }

  /** The first of these fields that the row has. */
  get(...fields: readonly string[]): unknown {
    const field = fields.find((name) => this.has(name));
    if (field !== undefined) return this.values[field];
    const [first, ...others] = fields.map((name) => `'${name}'`);
    const nor = others.map((name) => ` nor ${name}`).join("");
    throw this.wrong(
      `has no field ${first}${nor}; it has ${Object.keys(this.values).slice(0, 20).join(", ") || "none"}`,
    );
  }

  /** The first of these fields, which must hold text; a number is taken as its text. */
  text(...fields: readonly string[]): string {
    const value = this.get(...fields);
    const text = asText(value);
    if (text === undefined)
      throw this.wrong(`has no string in the field '${fields.find((name) => this.has(name))}'`);
    return text;
  }

  wrong(what: string): DatasetError {
    return new DatasetError("content", this.dataset, `${this.dataset}: row ${this.number} ${what}`);
  }
}

/** Deeper values can be parsed, but not serialised again by recursive programs. */
const deepest = 500;

/** Whether a value is nested deeper than any reasonable row. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}

export function asText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}
