// Columns of text for a terminal, and text of unknown origin made harmless to it.

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

/** A model's text must not move the cursor, colour the screen, change the title or turn the reading direction. */
export const harmless = (text: string): string =>
  text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "\ufffd");
