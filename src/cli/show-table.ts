// Columns of text for a terminal, and text of unknown origin made harmless to it.

/** The first row is the head; columns after the first are numbers and stand to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A model's text must not move the cursor, colour the screen, change the title or turn the reading direction. */
export const harmless = (text: string): string =>
  text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "\ufffd");
