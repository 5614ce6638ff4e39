// Remembers the caches of prompts, block by block, so that a prompt which begins as an earlier one did is computed
// from where they part: the steps of one solution, and the judgements of its candidates, share nearly everything.

import type { KeyValues } from "./key-values.ts";

/** Slots of a block. A block begins at a multiple of this, so that sums over it come out bit by bit the same. */
export const blockLength = 16;

interface Block {
  parent: Block | undefined;
  name: string;
  keyValues: KeyValues | undefined;
  next: Map<string, Block>;
}

export class PrefixCache {
  private readonly root: Block = { parent: undefined, name: "", keyValues: undefined, next: new Map() };
  /** The one that was used longest ago comes first, and a block always before the one it follows. */
  private readonly byAge = new Set<Block>();
  private bytes = 0;

  constructor(private readonly mostBytes: number) {}

  /** The blocks that the prompt begins with, without its last token, whose logits are always wanted. */
  find(ids: readonly number[]): KeyValues[] {
    const path: Block[] = [];
    let at: Block | undefined = this.root;
    for (let end = blockLength; end < ids.length; end += blockLength) {
      at = at.next.get(nameOf(ids, end));
      if (!at) break;
      path.push(at);
    }
    this.touch(path);
    return path.map(({ keyValues }) => keyValues!);
  }

  /** Keeps all whole blocks of a prompt; `blockAt` makes the one that begins at a slot. */
  keep(ids: readonly number[], blockAt: (slot: number) => KeyValues): void {
    const path: Block[] = [];
    let at = this.root;
    for (let end = blockLength; end <= ids.length; end += blockLength) {
      const name = nameOf(ids, end);
      let block = at.next.get(name);
      if (!block) {
        const keyValues = blockAt(end - blockLength);
        block = { parent: at, name, keyValues, next: new Map() };
        at.next.set(name, block);
        this.bytes += keyValues.bytes;
      }
      path.push(block);
      at = block;
    }
    this.touch(path);
    for (const oldest of this.byAge) {
      if (this.bytes <= this.mostBytes) break;
      this.byAge.delete(oldest);
      oldest.parent!.next.delete(oldest.name);
      this.bytes -= oldest.keyValues!.bytes;
    }
  }

  private touch(path: readonly Block[]): void {
    for (const block of path.toReversed()) {
      this.byAge.delete(block);
      this.byAge.add(block);
    }
  }
}

const nameOf = (ids: readonly number[], end: number): string => ids.slice(end - blockLength, end).join(" ");
