// Columns of text for a terminal.

/** The first row is the head; columns after the first stand to the right, as numbers do, unless they are words. */
export function textTable(
  rows: readonly (readonly string[])[],
  { isWords = false }: { isWords?: boolean } = {},
): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const aligned = (cell: string, column: number): string =>
    isWords || column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
  return rows.map((row) => row.map(aligned).join("  ").trimEnd()).join("\n");
}
