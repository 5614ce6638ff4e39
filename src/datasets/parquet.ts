// Rows of a parquet file, in any of the hub's codecs, as plain values.

import { parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";

export async function readParquet(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const file = {
    byteLength: bytes.byteLength,
    // A copy, since a decoder may be given any part of it and small buffers share their memory.
    slice: (start: number, end?: number) => new Uint8Array(bytes.subarray(start, end)).buffer,
  };
  const rows = await parquetReadObjects({ file, compressors });
  return rows.map((row) => plain(row) as Record<string, unknown>);
}

/** Long integers as numbers where that loses nothing, else as their digits; what is not there as null. */
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
