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

/** A column by its name; else a path whose parts are members of objects or places in lists, counted from 0. */
export function columnOf(row: Row, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  let value: unknown = row;
  for (const [i, part] of column.split(".").entries()) {
    const inside = value;
    value = memberOf(inside, part);
    if (value !== undefined) continue;
    const where = i === 0 ? "the row" : `'${column.split(".").slice(0, i).join(".")}'`;
    throw new Error(`there is no column '${column}': ${where} has ${namesIn(inside)}`);
  }
  return value;
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
