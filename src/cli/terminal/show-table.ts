// Columns of text for a terminal.

import { paint, widthOf } from "./colour.ts";

export interface TableOptions {
  /** Whether the columns after the first are words; numbers stand to the right. */
  isWords?: boolean;
  /** The columns that there are on the terminal; a wider table is written as one figure a line. */
  within?: number | undefined;
}

/** The width of the terminal that a stream is; without limit where it is none. */
export const columnsOf = ({ isTTY, columns }: { isTTY?: boolean; columns?: number }): number | undefined =>
  isTTY ? columns || 80 : undefined;

/** The first row is the head. */
export function textTable(
  rows: readonly (readonly string[])[],
  { isWords = false, within = columnsOf(process.stdout) }: TableOptions = {},
): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]!))));
  const wide = widths.reduce((sum, width) => sum + width + 2, -2);
  if (within !== undefined && wide > within) return oneALine(rows);
  const aligned = (cell: string, column: number): string => {
    const space = " ".repeat(widths[column]! - widthOf(cell));
    return isWords || column === 0 ? cell + space : space + cell;
  };
  return rows
    .map((row) => row.map(aligned).join("  ").trimEnd())
    .map((line, i) => (i === 0 ? paint("heading", line) : line))
    .join("\n");
}

/** Each row as a block: its first cell, and under it the other columns by name. */
function oneALine([head, ...rows]: readonly (readonly string[])[]): string {
  const width = Math.max(...head!.map(widthOf));
  return rows
    .map(([first, ...cells]) =>
      [
        paint("heading", first!),
        ...cells.map((cell, i) => `  ${head![i + 1]}${" ".repeat(width - widthOf(head![i + 1]!))}  ${cell}`),
      ].join("\n"),
    )
    .join("\n");
}
