// Files that the user downloads: notes, and the rows of a list as CSV or JSON Lines.

export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export type FileRow = Readonly<Record<string, string | number | boolean | null | readonly number[]>>;

export const asJsonLines = (rows: readonly FileRow[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** The columns of the first row, because all rows have the same. */
export const asCsv = (rows: readonly FileRow[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.map(csvCell).join(",")}\r\n`)
    .join("");

function csvCell(value: FileRow[string]): string {
  const text = value === null ? "" : Array.isArray(value) ? value.join(" ") : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
