// Tables for a terminal, never wider than it is.

import { paint, widthOf } from "./colour.ts";
import { cut, cutInside, folded } from "./columns.ts";

interface TableOptions {
  /** Whether the columns after the first are words; numbers are aligned to the right. */
  isWords?: boolean;
  /** The columns of the terminal; a wider table is written with one figure on each line. */
  within?: number | undefined;
  /** Columns of the table that are cut if it would be too wide, at the end of a text or inside it. */
  cuts?: Readonly<Record<number, "end" | "inside">>;
  /** Whether the first word of the head is the title of the table, and not only of the first column. */
  isTitled?: boolean;
}

type Rows = readonly (readonly string[])[];

/** The width of a stream's terminal; unlimited if it is not a terminal. */
export const columnsOf = ({ isTTY, columns }: { isTTY?: boolean; columns?: number }): number | undefined =>
  isTTY ? columns || 80 : undefined;

/** The first row is the head. */
export function textTable(rows: Rows, options: TableOptions = {}): string {
  const { isWords = false, within = columnsOf(process.stdout), cuts = {} } = options;
  const widths = rows[0]!.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, widthOf(row[column]!)), 0),
  );
  if (within !== undefined && !narrowed(widths, within, cuts))
    return oneALine(rows, within, options.isTitled ?? false);
  const fitted = (cell: string, column: number): string =>
    widthOf(cell) <= widths[column]!
      ? cell
      : (cuts[column] === "inside" ? cutInside : cut)(cell, widths[column]!);
  const aligned = (cell: string, column: number): string => {
    const space = " ".repeat(widths[column]! - widthOf(cell));
    return isWords || column === 0 ? cell + space : space + cell;
  };
  return rows
    .map((row) =>
      row
        .map((cell, column) => aligned(fitted(cell, column), column))
        .join("  ")
        .trimEnd(),
    )
    .map((line, i) => (i === 0 ? paint("heading", line) : line))
    .join("\n");
}

const widthOfAll = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width + 2, -2);

/** A shorter text would not be readable. */
const narrowest = 8;

/** Shortens the widest of the columns that may be cut until all fit; returns whether they do. */
function narrowed(widths: number[], within: number, cuts: NonNullable<TableOptions["cuts"]>): boolean {
  const columns = Object.keys(cuts).map(Number);
  for (let over = widthOfAll(widths) - within; over > 0; over--) {
    const widest = columns.reduce((a, b) => (widths[b]! > widths[a]! ? b : a), columns[0] ?? -1);
    if (widest < 0 || widths[widest]! <= narrowest) return false;
    widths[widest]!--;
  }
  return true;
}

/** Each row as a block: its first cell, and under it the other columns by name; columns without a value are left out. */
function oneALine([head, ...rows]: Rows, within: number, isTitled: boolean): string {
  const width = head!.slice(1).reduce((widest, cell) => Math.max(widest, widthOf(cell)), 0);
  const indent = " ".repeat(width + 4);
  const blocks = rows.map(([first, ...cells]) =>
    [
      ...folded(first!, within).map((line) => paint("heading", line)),
      ...cells.flatMap((cell, i) => {
        if (cell === "") return [];
        const name = head![i + 1]!;
        const lines = widthOf(cell) > within - indent.length ? folded(cell, within - indent.length) : [cell];
        return `  ${name}${" ".repeat(width - widthOf(name))}  ${lines.join(`\n${indent}`)}`;
      }),
    ].join("\n"),
  );
  return [...(isTitled ? [paint("heading", head![0]!)] : []), ...blocks].join("\n");
}

export const tableFormats = ["text", "markdown", "csv", "latex"] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A table for a terminal, or for a paper, a page or a program. The first row is the head. */
export function written(rows: Rows, format: TableFormat): string {
  const [head, ...rest] = rows as [readonly string[], ...(readonly string[])[]];
  const lined = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  switch (format) {
    case "text":
      return textTable(rows);
    case "markdown":
      return [lined(head), lined(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...rest.map(lined)].join(
        "\n",
      );
    case "csv":
      return rows
        .map((row) =>
          row.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(","),
        )
        .join("\n");
    case "latex": {
      const line = (cells: readonly string[]): string => `${cells.map(inLatex).join(" & ")} \\\\`;
      const columns = head.map((_, i) => (i === 0 ? "l" : "r")).join("");
      return [
        `\\begin{tabular}{${columns}}`,
        line(head),
        "\\hline",
        ...rest.map(line),
        "\\end{tabular}",
      ].join("\n");
    }
  }
}

const inLatex = (text: string): string =>
  text
    .replace(/[\\&%$#_{}]/g, (sign) => (sign === "\\" ? "\\textbackslash{}" : `\\${sign}`))
    .replaceAll("−", "$-$");
