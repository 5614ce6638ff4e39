// One of several parts of the same work, done by independent programs. Rows of a stream are assigned by a hash of their
// number: no pattern of the data can load one shard more than another, equal rows are spread, and the outputs together
// show the order of the rows.

/** Shard `index`, counted from 0, of `count`. */
export interface Shard {
  index: number;
  count: number;
}

/** As it is written on the command line: `0/4`. */
export const shardName = ({ index, count }: Shard): string => `${index}/${count}`;

/** A folder for each shard, so that shards on a common disk do not collide; none for the whole. */
export const shardFolder = (shard: Shard | undefined): string[] =>
  shard ? [`shard-${shard.index}-of-${shard.count}`] : [];

/** The shard that a row belongs to, by its number in the input, counted from 1. */
export const shardOfRow = (row: number, count: number): number => mixed(row) % count;

/** The numbers of a shard's rows, as an endless sequence. */
export function* rowsOfShard({ index, count }: Shard): Generator<number, never> {
  for (let row = 1; ; row++) if (shardOfRow(row, count) === index) yield row;
}

/** Every bit of the number reaches every bit of the hash (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let hash = (value >>> 0) ^ Math.imul(Math.floor(value / 2 ** 32), 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
