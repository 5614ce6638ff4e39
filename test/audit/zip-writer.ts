// The smallest zip writer that the tests need: members stored, deflated or already packed, and a directory at the end.

import { crc32, deflateRawSync } from "node:zlib";

export interface WrittenMember {
  name: string;
  bytes: Buffer;
  /** 0 is stored, 8 is DEFLATE; 93 is zstd, whose bytes are packed already. */
  method?: 0 | 8 | 93;
  /** What the zip states of the unpacked bytes; default: what is true. */
  size?: number;
  checksum?: number;
}

export function writeZip(members: readonly WrittenMember[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, method = 8, size = bytes.length, checksum = crc32(bytes) } of members) {
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(method, 8);
    head.writeUInt32LE(checksum, 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(size, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(checksum, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(at, 42);
    parts.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += head.length + Buffer.byteLength(name) + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, index, end]);
}
