// The smallest parquet writer that the tests need: one row group, one plain page a column, every codec. Codecs that
// Node cannot write are written as their format allows: stored, not compressed.

import { brotliCompressSync, gzipSync } from "node:zlib";

export type Codec = "none" | "snappy" | "gzip" | "brotli" | "lz4" | "zstd";

/** The type of a column; all may be null. */
export type Column =
  | { type: "text"; values: (string | null)[] }
  | { type: "integer"; values: (bigint | null)[] }
  | { type: "double"; values: (number | null)[] }
  | { type: "list"; values: (string[] | null)[] };

const codecs: Record<Codec, { id: number; pack: (bytes: Buffer) => Buffer }> = {
  none: { id: 0, pack: (bytes) => bytes },
  snappy: { id: 1, pack: (bytes) => Buffer.concat([varint(bytes.length), ...literals(bytes)]) },
  gzip: { id: 2, pack: (bytes) => gzipSync(bytes) },
  brotli: { id: 4, pack: (bytes) => brotliCompressSync(bytes) },
  zstd: { id: 6, pack: zstdStored },
  lz4: { id: 7, pack: lz4Stored },
};

export function writeParquet(columns: Readonly<Record<string, Column>>, codec: Codec = "none"): Buffer {
  const { id, pack } = codecs[codec];
  const parts: Buffer[] = [Buffer.from("PAR1")];
  let at = 4;
  const chunks = Object.entries(columns).map(([name, column]) => {
    const page = pageOf(column);
    const packed = pack(page.bytes);
    const header = struct([
      [1, i32(0)], // a data page
      [2, i32(page.bytes.length)],
      [3, i32(packed.length)],
      [
        5,
        struct(
          [
            [1, i32(page.count)],
            [2, i32(0)],
            [3, i32(3)],
            [4, i32(3)],
          ].map(asField),
        ),
      ],
    ]);
    const start = at;
    parts.push(header.bytes, packed);
    at += header.bytes.length + packed.length;
    const path = [...name.split("."), ...(column.type === "list" ? ["list", "element"] : [])];
    const meta = struct([
      [1, i32(physical[column.type])],
      [2, list(5, [zigzag(0), zigzag(3)])],
      [3, list(8, path.map(string))],
      [4, i32(id)],
      [5, i64(page.count)],
      [6, i64(header.bytes.length + page.bytes.length)],
      [7, i64(header.bytes.length + packed.length)],
      [9, i64(start)],
    ]);
    return struct([
      [2, i64(start)],
      [3, meta],
    ]).bytes;
  });
  const rows = Object.values(columns)[0]!.values.length;
  const schema = [
    struct([
      [4, text("schema")],
      [5, i32(new Set(Object.keys(columns).map(groupOf)).size)],
    ]).bytes,
    ...Object.entries(columns).flatMap(([name, column], i, all) => [
      ...(name.includes(".") && groupOf(all[i - 1]?.[0] ?? "") !== groupOf(name)
        ? [groupSchema(groupOf(name), all.filter(([each]) => groupOf(each) === groupOf(name)).length)]
        : []),
      ...schemaOf(name.slice(name.indexOf(".") + 1), column),
    ]),
  ];
  const group = struct([
    [1, list(12, chunks)],
    [2, i64(at)],
    [3, i64(rows)],
  ]);
  const footer = struct([
    [1, i32(1)],
    [2, list(12, schema)],
    [3, i64(rows)],
    [4, list(12, [group.bytes])],
  ]).bytes;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([...parts, footer, length, Buffer.from("PAR1")]);
}

/** The path `doc.query`, a member of the struct `doc`; the members of a struct are together. */
const groupOf = (name: string): string => name.split(".")[0]!;

const groupSchema = (name: string, children: number): Buffer =>
  struct([
    [3, i32(0)],
    [4, text(name)],
    [5, i32(children)],
  ]).bytes;

const physical = { text: 6, list: 6, integer: 2, double: 5 };
const optional = 1;

function schemaOf(name: string, column: Column): Buffer[] {
  const leaf = (leafName: string, type: number, isText: boolean) =>
    struct([
      [1, i32(type)],
      [3, i32(optional)],
      [4, text(leafName)],
      ...(isText ? [asField([6, i32(0)])] : []),
    ]).bytes;
  if (column.type !== "list") return [leaf(name, physical[column.type], column.type === "text")];
  const outer = struct([
    [3, i32(optional)],
    [4, text(name)],
    [5, i32(1)],
    [6, i32(3)],
  ]);
  const repeated = struct([
    [3, i32(2)],
    [4, text("list")],
    [5, i32(1)],
  ]);
  return [outer.bytes, repeated.bytes, leaf("element", physical.list, true)];
}

interface Entry {
  repeats: number;
  level: number;
  value: string | undefined;
}

function pageOf(column: Column): { bytes: Buffer; count: number } {
  if (column.type === "list") {
    const entries = column.values.flatMap((row): Entry[] =>
      row === null || row.length === 0
        ? [{ repeats: 0, level: row === null ? 0 : 1, value: undefined }]
        : row.map((value, i) => ({ repeats: i === 0 ? 0 : 1, level: 3, value })),
    );
    const values = entries.flatMap(({ value }) => (value === undefined ? [] : [byteArray(value)]));
    const levels = [
      levelsOf(entries.map(({ repeats }) => repeats)),
      levelsOf(entries.map(({ level }) => level)),
    ];
    return { bytes: Buffer.concat([...levels, ...values]), count: entries.length };
  }
  const values: Buffer[] = [];
  for (const value of column.values) {
    if (typeof value === "string") values.push(byteArray(value));
    else if (value !== null) {
      const eight = Buffer.alloc(8);
      if (typeof value === "bigint") eight.writeBigInt64LE(value);
      else eight.writeDoubleLE(value);
      values.push(eight);
    }
  }
  const levels = levelsOf(column.values.map((value) => (value === null ? 0 : 1)));
  return { bytes: Buffer.concat([levels, ...values]), count: column.values.length };
}

function byteArray(value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Runs of length one, which is a valid encoding of levels below 256. */
function levelsOf(levels: readonly number[]): Buffer {
  const runs = Buffer.concat(levels.map((level) => Buffer.from([2, level])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(runs.length);
  return Buffer.concat([length, runs]);
}

// Thrift's compact protocol, as far as the footer needs it.

interface Value {
  type: number;
  bytes: Buffer;
}

type Field = readonly [number, Value];
const asField = (field: readonly (number | Value)[]): Field => field as unknown as Field;

function struct(fields: readonly Field[]): Value {
  let last = 0;
  const bytes = fields.flatMap(([id, value]) => {
    const head = Buffer.from([((id - last) << 4) | value.type]);
    last = id;
    return [head, value.bytes];
  });
  return { type: 12, bytes: Buffer.concat([...bytes, Buffer.from([0])]) };
}

function list(type: number, items: readonly Buffer[]): Value {
  const head =
    items.length < 15
      ? Buffer.from([(items.length << 4) | type])
      : Buffer.concat([Buffer.from([0xf0 | type]), varint(items.length)]);
  return { type: 9, bytes: Buffer.concat([head, ...items]) };
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}

const zigzag = (value: number): Buffer => varint(value * 2);
const i32 = (value: number): Value => ({ type: 5, bytes: zigzag(value) });
const i64 = (value: number): Value => ({ type: 6, bytes: zigzag(value) });
const string = (value: string): Buffer =>
  Buffer.concat([varint(Buffer.byteLength(value)), Buffer.from(value)]);
const text = (value: string): Value => ({ type: 8, bytes: string(value) });

// Stored blocks.

function literals(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 60) {
    const part = bytes.subarray(at, at + 60);
    found.push(Buffer.from([(part.length - 1) << 2]), part);
  }
  return found;
}

function lz4Stored(bytes: Buffer): Buffer {
  const lengths: number[] = [];
  for (let rest = bytes.length - 15; rest >= 0; rest -= 255) lengths.push(Math.min(rest, 255));
  if (lengths.at(-1) === 255) lengths.push(0);
  return Buffer.concat([Buffer.from([Math.min(bytes.length, 15) << 4, ...lengths]), bytes]);
}

function zstdStored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32LE(0xfd2fb528);
  head[4] = 0xa0; // one segment, its length in four bytes
  head.writeUInt32LE(bytes.length, 5);
  head.writeUIntLE((bytes.length << 3) | 1, 9, 3); // the last block, stored
  return Buffer.concat([head, bytes]);
}
