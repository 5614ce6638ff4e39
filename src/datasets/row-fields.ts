// A row in the form that a command needs: fields are taken from columns with other names, or from nested fields, so the
// dumps of other programs need no rewriting. The output has the original row.

type Row = Record<string, unknown>;

/** An argument of a command, and the column that it is taken from. */
export interface FieldFrom {
  name: string;
  column: string;
}

/** @throws {Error} that becomes the row's error */
export function withFields(row: Row, fields: readonly FieldFrom[]): Row {
  if (fields.length === 0) return row;
  const taken = fields.map(({ name, column }) => [name, columnOf(row, column)]);
  return { ...row, ...Object.fromEntries(taken) };
}

/**
 * A column by its name; else a path whose parts are members of objects or places in lists, counted from 0. Undefined if
 * it is missing.
 */
export function columnIn(row: Row, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  let value: unknown = row;
  for (const part of column.split(".")) {
    value = memberOf(value, part);
    if (value === undefined) return undefined;
  }
  return value;
}

/** @throws {Error} that says what there is, if the column is missing */
export function columnOf(row: Row, column: string): unknown {
  const found = columnIn(row, column);
  if (found !== undefined || Object.hasOwn(row, column)) return found;
  const parts = column.split(".");
  const path = (length: number) => parts.slice(0, length).join(".");
  let known = parts.length - 1;
  while (known > 0 && columnIn(row, path(known)) === undefined) known--;
  const where = known === 0 ? "the row" : `'${path(known)}'`;
  throw new Error(
    `there is no column '${column}': ${where} has ${namesIn(known === 0 ? row : columnIn(row, path(known)))}`,
  );
}

function memberOf(value: unknown, part: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
  if (Array.isArray(value) && !/^\d+$/.test(part)) return undefined;
  return (value as Row)[part];
}

const mostNames = 12;

function namesIn(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} elements`;
  if (typeof value !== "object" || value === null) return "no parts";
  const names = Object.keys(value);
  const more = names.length > mostNames ? ", …" : "";
  return names.length === 0 ? "none" : names.slice(0, mostNames).join(", ") + more;
}
