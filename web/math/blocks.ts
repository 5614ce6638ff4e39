// The little Markdown that models write, read after the mathematics is cut out: paragraphs, headings, lists, bold, code. No
// links, no images, no HTML. Everything keeps its place in the source.

import { type Piece, splitMath } from "./split.ts";

export type Inline =
  | { kind: "text"; from: number; to: number; isBold: boolean }
  | { kind: "break" }
  | { kind: "piece"; piece: Piece; isBold: boolean };

export interface Block {
  kind: "paragraph" | "heading" | "item" | "code block";
  /** The depth of a heading or of a list. */
  level: number;
  /** What stands before an item, for example `1.`; empty for a dot. */
  label: string;
  inlines: Inline[];
}

const heading = /^(#{1,6})[^\S\n]+/;
const item = /^([^\S\n]{0,12})(?:[-*+•]|(\d{1,3}[.)]))[^\S\n]+/;
const rule = /^[^\S\n]*(?:-{3,}|\*{3,}|_{3,})[^\S\n]*$/;

export function readBlocks(text: string): Block[] {
  const reader = new BlockReader(text);
  for (const piece of splitMath(text)) reader.add(piece);
  return reader.blocks;
}

class BlockReader {
  readonly blocks: Block[] = [];
  private block: Block | undefined;
  private isBold = false;
  private isLineStart = true;

  constructor(private readonly text: string) {}

  add(piece: Piece): void {
    if (piece.kind === "code block") {
      this.endBlock();
      this.blocks.push({
        kind: "code block",
        level: 0,
        label: "",
        inlines: [{ kind: "piece", piece, isBold: false }],
      });
      this.isLineStart = true;
    } else if (piece.kind === "text") this.addText(piece.from, piece.to);
    else {
      this.open().inlines.push({ kind: "piece", piece, isBold: this.isBold });
      this.isLineStart = false;
    }
  }

  private addText(from: number, to: number): void {
    for (let at = from; at < to; ) {
      const newline = this.text.indexOf("\n", at);
      const end = newline < 0 || newline >= to ? to : newline;
      this.addLine(at, end);
      if (end === to) break;
      this.endLine();
      at = end + 1;
    }
  }

  private addLine(from: number, to: number): void {
    if (from === to) return;
    let start = from;
    if (this.isLineStart) {
      const line = this.text.slice(from, to);
      if (line.trim() === "" && !this.hasMore(to)) return;
      if (rule.test(line) && !this.hasMore(to)) return this.endBlock();
      const head = heading.exec(line);
      const listed = head ? null : item.exec(line);
      if (head) this.begin("heading", head[1]!.length, "");
      else if (listed) this.begin("item", 1 + Math.floor(listed[1]!.length / 2), listed[2] ?? "");
      start += (head ?? listed)?.[0].length ?? 0;
    }
    this.addBold(start, to);
    this.isLineStart = false;
  }

  /** Whether something else stands on the line, such as a formula. */
  private hasMore(at: number): boolean {
    return at < this.text.length && this.text[at] !== "\n";
  }

  private addBold(from: number, to: number): void {
    for (let at = from; at < to; ) {
      const mark = this.text.indexOf("**", at);
      const end = mark < 0 || mark >= to ? to : mark;
      if (end > at) this.open().inlines.push({ kind: "text", from: at, to: end, isBold: this.isBold });
      if (end === to) break;
      if (this.isBold || this.isClosedBold(end + 2)) this.isBold = !this.isBold;
      else this.open().inlines.push({ kind: "text", from: end, to: end + 2, isBold: false });
      at = end + 2;
    }
  }

  /** Bold ends within its paragraph, or it is none. */
  private isClosedBold(from: number): boolean {
    const piece = this.text.slice(from, from + longestBold);
    const close = piece.indexOf("**");
    return close > 0 && !/\n[^\S\n]*\n/.test(piece.slice(0, close));
  }

  private endLine(): void {
    if (this.isLineStart) this.endBlock();
    else if (this.block?.kind === "heading") this.endBlock();
    else this.block?.inlines.push({ kind: "break" });
    this.isLineStart = true;
  }

  private begin(kind: Block["kind"], level: number, label: string): void {
    this.endBlock();
    this.block = { kind, level, label, inlines: [] };
    this.blocks.push(this.block);
  }

  private open(): Block {
    if (!this.block) this.begin("paragraph", 0, "");
    return this.block!;
  }

  private endBlock(): void {
    const inlines = this.block?.inlines;
    while (inlines?.at(-1)?.kind === "break") inlines.pop();
    this.block = undefined;
    this.isBold = false;
  }
}

const longestBold = 2_000;
