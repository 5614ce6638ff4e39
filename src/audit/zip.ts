// Zip files, as far as logs use them: the members in the directory at the end, stored, deflated, or compressed with
// zstd. Nothing is written to disk, so a member's name is not used as a path. A member states its size before it is
// unpacked, and is not unpacked beyond that.

import type { FileHandle } from "node:fs/promises";
import { crc32, inflateRawSync } from "node:zlib";
import { Decompress } from "fzstd";
import { count } from "../outgoing/counted.ts";

export interface Member {
  name: string;
  /** 0 is stored, 8 is DEFLATE, 93 is zstd. */
  method: number;
  /** Its size in the file, and its unpacked size. */
  packed: number;
  size: number;
  /** The CRC-32 of its unpacked bytes. */
  checksum: number;
  /** The position of its local header. */
  start: number;
}

/** More than any log has. */
const mostDirectory = 512 << 20;
const mostMembers = 4_000_000;
/** A sample with long tool output takes some megabytes. */
export const largestMember = 256 << 20;

const [endMark, end64Mark, entryMark, localMark] = [0x06054b50, 0x06064b50, 0x02014b50, 0x04034b50];

export const isZip = (bytes: Buffer): boolean => bytes.length >= 4 && bytes.readUInt32LE(0) === localMark;

/** The members by name; if a name occurs twice, the last counts. @throws {Error} with a sentence */
export async function zipMembers(file: FileHandle, size: number): Promise<Map<string, Member>> {
  const { at, length, entries } = await directoryOf(file, size);
  if (length > mostDirectory || entries > mostMembers)
    throw new Error(`the directory of the zip has ${count(length)} bytes, which is too much to be read`);
  const bytes = await bytesAt(file, at, length);
  const members = new Map<string, Member>();
  for (let from = 0; from + 46 <= bytes.length && bytes.readUInt32LE(from) === entryMark; ) {
    const nameLength = bytes.readUInt16LE(from + 28);
    const extraLength = bytes.readUInt16LE(from + 30);
    const next = from + 46 + nameLength + extraLength + bytes.readUInt16LE(from + 32);
    if (next > bytes.length) break;
    const name = bytes.toString("utf8", from + 46, from + 46 + nameLength);
    const extra = bytes.subarray(from + 46 + nameLength, from + 46 + nameLength + extraLength);
    const sizes = wideSizes(extra, {
      size: bytes.readUInt32LE(from + 24),
      packed: bytes.readUInt32LE(from + 20),
      start: bytes.readUInt32LE(from + 42),
    });
    const [method, checksum] = [bytes.readUInt16LE(from + 10), bytes.readUInt32LE(from + 16)];
    members.set(name, { name, method, checksum, ...sizes });
    from = next;
  }
  return members;
}

type Sizes = Pick<Member, "size" | "packed" | "start">;

/** What does not fit into 32 bits is in an extra field, in this order. */
function wideSizes(extra: Buffer, sizes: Sizes): Sizes {
  const wide = { ...sizes };
  for (let at = 0; at + 4 <= extra.length; ) {
    const [tag, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)];
    if (tag === 1) {
      let from = at + 4;
      for (const name of ["size", "packed", "start"] as const) {
        if (sizes[name] !== 0xffffffff || from + 8 > Math.min(extra.length, at + 4 + length)) continue;
        wide[name] = Number(extra.readBigUInt64LE(from));
        from += 8;
      }
    }
    at += 4 + length;
  }
  return wide;
}

async function directoryOf(file: FileHandle, size: number) {
  const from = Math.max(0, size - 66_000);
  const tail = await bytesAt(file, from, size - from);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== endMark)
    throw new Error("the zip has no directory at its end: it was cut off while it was written");
  const short = {
    entries: tail.readUInt16LE(end + 10),
    length: tail.readUInt32LE(end + 12),
    at: tail.readUInt32LE(end + 16),
  };
  if (short.at !== 0xffffffff && short.length !== 0xffffffff && short.entries !== 0xffff) return short;
  const locator = end - 20;
  if (locator < 0) throw new Error("the zip has no directory that can be read");
  const wide = await bytesAt(file, Number(tail.readBigUInt64LE(locator + 8)), 56);
  if (wide.length < 56 || wide.readUInt32LE(0) !== end64Mark)
    throw new Error("the zip has no directory that can be read");
  return {
    entries: Number(wide.readBigUInt64LE(32)),
    length: Number(wide.readBigUInt64LE(40)),
    at: Number(wide.readBigUInt64LE(48)),
  };
}

/** A piece of the file that was read ahead: members are consecutive, and one read for each would be slow. */
interface ReadAhead {
  start: number;
  bytes: Buffer;
}

const aheadBytes = 1 << 20;

/** As `bytesAt`, from the buffer if that has the range. */
async function fromAhead(file: FileHandle, ahead: ReadAhead, start: number, length: number): Promise<Buffer> {
  if (start < ahead.start || start + length > ahead.start + ahead.bytes.length) {
    ahead.bytes = await bytesAt(file, start, Math.max(length, aheadBytes));
    ahead.start = start;
  }
  return ahead.bytes.subarray(start - ahead.start, start - ahead.start + length);
}

/** The bytes of a member as they are in the file, as a view of a larger buffer. @throws {Error} with a sentence */
export async function packedBytes(
  file: FileHandle,
  { start, packed, size }: Member,
  ahead: ReadAhead,
): Promise<Buffer> {
  if (packed > largestMember || size > largestMember)
    throw new Error(
      `it has ${count(Math.max(packed, size))} bytes, and the limit is ${count(largestMember)}`,
    );
  const header = await fromAhead(file, ahead, start, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== localMark)
    throw new Error("it is not at the position that the zip file gives");
  const from = start + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const bytes = await fromAhead(file, ahead, from, packed);
  if (bytes.length < packed) throw new Error("the zip ends before it does");
  return bytes;
}

/** @throws {Error} with a sentence, for example if its bytes are not those that the zip states */
export function unpack(
  bytes: Uint8Array,
  { checksum, ...member }: Pick<Member, "method" | "size" | "checksum">,
): Buffer {
  const unpacked = decompressed(bytes, member);
  if (crc32(unpacked) !== checksum) throw new Error("it is damaged: its checksum differs");
  return unpacked;
}

function decompressed(bytes: Uint8Array, { method, size }: Pick<Member, "method" | "size">): Buffer {
  if (method === 0) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (method === 8) {
    // Without a chunk size, 16 KB are allocated for a member of any size.
    const chunkSize = Math.min(Math.max(size + 1, 64), 1 << 16);
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, size), chunkSize });
  }
  if (method === 93) return unpackZstd(bytes, size);
  throw new Error(`it is compressed by method ${method}, which is not supported`);
}

const zstdPiece = 1 << 16;

/** A member may consist of several frames. */
function unpackZstd(bytes: Uint8Array, size: number): Buffer {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((part) => {
    length += part.length;
    if (length > size) throw new Error("it decompresses to more bytes than the zip says");
    parts.push(part);
  });
  for (let from = 0; from < bytes.length; from += zstdPiece)
    stream.push(bytes.subarray(from, from + zstdPiece), from + zstdPiece >= bytes.length);
  return Buffer.concat(parts);
}

async function bytesAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  if (!Number.isSafeInteger(start) || start < 0 || !(length >= 0)) return Buffer.alloc(0);
  const bytes = Buffer.allocUnsafe(Math.min(length, mostDirectory));
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, start + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}
