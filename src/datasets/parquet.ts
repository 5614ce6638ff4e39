// Rows of a parquet file, in any of the hub's codecs, as plain values. The file's metadata is checked first: a small
// file can claim more rows than fit into memory.

import { open } from "node:fs/promises";
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadata,
  parquetMetadataAsync,
  parquetReadObjects,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { counted } from "../outgoing/counted.ts";

/** More than any benchmark has. */
const mostRows = 5_000_000;
const mostValues = 50_000_000;
const mostBytes = 4 * 1024 * 1024 * 1024;

export async function readParquet(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const file = {
    byteLength: bytes.byteLength,
    // A copy, because a decoder may get any part of it, and small buffers share their memory.
    slice: (start: number, end?: number) => new Uint8Array(bytes.subarray(start, end)).buffer,
  };
  try {
    const metadata = parquetMetadata(file.slice(0));
    checkSize(metadata);
    return await rowsBetween(file, metadata);
  } catch (error) {
    throw inWords(error);
  }
}

/** The decoder trusts what it reads: damaged bytes make it fail in the middle of its own code. */
const inWords = (error: unknown): unknown =>
  error instanceof TypeError || error instanceof RangeError
    ? new Error(`it is damaged, or not a Parquet file (${error.message})`)
    : error;

/** The rows of a file, one row group at a time, so that no more than that is in memory. */
export async function* parquetRows(path: string): AsyncGenerator<Record<string, unknown>> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const file: AsyncBuffer = {
      byteLength: size,
      async slice(start, end = size) {
        const bytes = new Uint8Array(end - start);
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
        if (bytesRead < bytes.length) throw new Error("it is shorter than its metadata says");
        return bytes.buffer;
      },
    };
    const metadata = await parquetMetadataAsync(file);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      checkSize({ ...metadata, num_rows: group.num_rows, row_groups: [group] });
      const rowEnd = rowStart + Number(group.num_rows);
      yield* await rowsBetween(file, metadata, rowStart, rowEnd);
      rowStart = rowEnd;
    }
  } catch (error) {
    throw inWords(error);
  } finally {
    await handle.close();
  }
}

async function rowsBetween(
  file: Parameters<typeof parquetReadObjects>[0]["file"],
  metadata: FileMetaData,
  rowStart = 0,
  rowEnd = Number(metadata.num_rows),
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  // One column at a time: if several are read at once, only the first failure would have a listener.
  for (const column of columnsOf(metadata)) {
    const columns = [column];
    const values = await parquetReadObjects({ file, metadata, compressors, columns, rowStart, rowEnd });
    for (const [i, row] of values.entries()) {
      rows[i] ??= {};
      rows[i][column] = plain(row[column]);
    }
  }
  return rows;
}

const columnsOf = ({ schema }: FileMetaData): string[] => {
  const names: string[] = [];
  // The tree is stored depth first: the element after a column's children is the next column.
  for (let at = 1; at < schema.length; ) {
    names.push(schema[at]!.name);
    for (let open = 1; open > 0 && at < schema.length; open--) open += schema[at++]!.num_children ?? 0;
  }
  return [...new Set(names)];
};

/** @throws {Error} if the metadata claims more than can be read */
function checkSize({ num_rows, row_groups }: FileMetaData): void {
  let rows = 0;
  let values = 0;
  let size = 0;
  for (const group of row_groups) {
    rows += Number(group.num_rows);
    for (const { meta_data } of group.columns) {
      values += Number(meta_data?.num_values ?? 0);
      size += Number(meta_data?.total_uncompressed_size ?? 0);
    }
  }
  const stated = `${counted(rows, "row")}, ${counted(values, "value")}, ${counted(size, "byte")}`;
  if (Math.max(rows, Number(num_rows)) > mostRows || values > mostValues || size > mostBytes)
    throw new Error(`it says that it holds ${stated}, which exceeds the limit`);
  if (rows < 0 || values < 0 || size < 0) throw new Error("its metadata has a negative size");
}

/** Long integers as numbers if that is exact, else as their digits; missing values as null. */
function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  return value;
}
