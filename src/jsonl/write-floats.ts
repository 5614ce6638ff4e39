// JSON in which every number is a float. Python's `1` becomes a tensor of integers, on which common trainers fail;
// `1.0` is read as a float everywhere.

/** JSON text of a value, its numbers with a decimal point or an exponent. */
export function writeFloats(value: unknown): string {
  switch (typeof value) {
    case "number":
      return writeFloat(value);
    case "string":
      return JSON.stringify(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value)) return `[${value.map(writeFloats).join(",")}]`;
      return `{${writeMembers(value as Record<string, unknown>)}}`;
    default:
      throw new TypeError(`a ${typeof value} cannot be written as JSON`);
  }
}

/** The members of an object, without its braces; those that are undefined are left out. */
export function writeMembers(members: Readonly<Record<string, unknown>>): string {
  let text = "";
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${writeFloats(value)}`;
  }
  return text;
}

function writeFloat(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be written as JSON`);
  const text = String(value === 0 ? 0 : value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
