// The small subset of Markdown that models write, parsed after the mathematics is cut out: paragraphs, headings, lists,
// quotes, tables, bold, italics, code. No links, no images, no HTML. All positions are those of the source.

import { type Piece, splitMath } from "./split.ts";

interface Style {
  isBold: boolean;
  isItalic: boolean;
}

export type Inline =
  | ({ kind: "text"; from: number; to: number } & Style)
  /** A new line; in a table also a new cell or row. */
  | { kind: "break" | "cell" | "row" }
  | ({ kind: "piece"; piece: Piece } & Style);

export interface Block {
  kind: "paragraph" | "heading" | "item" | "quote" | "table" | "code block";
  /** The depth of a heading or of a list. */
  level: number;
  /** The text before an item, for example `1.`; empty for a bullet. */
  label: string;
  inlines: Inline[];
}

const heading = /^(#{1,6})[^\S\n]+/;
const item = /^([^\S\n]{0,12})(?:[-*+•]|(\d{1,3}[.)]))[^\S\n]+/;
const rule = /^[^\S\n]*(?:-{3,}|\*{3,}|_{3,})[^\S\n]*$/;
const quote = /^[^\S\n]{0,3}>[^\S\n]?/;
/** The line below the head of a table. */
const tableRule = /^[^\S\n]*\|[-:|\s]*-[-:|\s]*\|[^\S\n]*$/;
const plainStyle: Style = { isBold: false, isItalic: false };

export function readBlocks(text: string): Block[] {
  const reader = new BlockReader(text);
  for (const piece of splitMath(text)) reader.add(piece);
  return reader.blocks;
}

class BlockReader {
  readonly blocks: Block[] = [];
  private block: Block | undefined;
  private isBold = false;
  /** The end of italics that began before. */
  private italicEnd = -1;
  private isLineStart = true;

  constructor(private readonly text: string) {}

  add(piece: Piece): void {
    if (piece.kind === "code block") {
      this.endBlock();
      this.begin("code block").inlines.push({ kind: "piece", piece, ...plainStyle });
      this.endBlock();
      this.isLineStart = true;
    } else if (piece.kind === "text") this.addText(piece.start, piece.end);
    else {
      this.open().inlines.push({ kind: "piece", piece, ...this.style(piece.from) });
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
      const isRow = /^[^\S\n]*\|/.test(line);
      if (this.block?.kind === "table" ? !isRow : this.block?.kind === "quote" && !quote.test(line))
        this.endBlock();
      if (isRow && this.block?.kind !== "table" && this.hasTableRule(to)) this.begin("table");
      if (this.block?.kind === "table") {
        this.isLineStart = false;
        if (!tableRule.test(line)) this.addCells(start + line.indexOf("|") + 1, to);
        return;
      }
      const head = heading.exec(line);
      const quoted = quote.exec(line);
      const listed = head || quoted ? null : item.exec(line);
      if (head) this.begin("heading", head[1]!.length);
      else if (quoted && this.block?.kind !== "quote") this.begin("quote");
      else if (listed) this.begin("item", 1 + Math.floor(listed[1]!.length / 2), listed[2]);
      start += (head ?? quoted ?? listed)?.[0].length ?? 0;
    }
    if (this.block?.kind === "table") this.addCells(start, to);
    else this.addStyled(start, to);
    this.isLineStart = false;
  }

  /** Whether something else is on the line, such as a formula. */
  private hasMore(at: number): boolean {
    return at < this.text.length && this.text[at] !== "\n";
  }

  /** Whether the line after this one is the rule below a table's head. */
  private hasTableRule(at: number): boolean {
    const line = this.text.indexOf("\n", at);
    if (line < 0) return false;
    const end = this.text.indexOf("\n", line + 1);
    return tableRule.test(
      this.text.slice(line + 1, Math.min(end < 0 ? this.text.length : end, line + longestRule)),
    );
  }

  private addCells(from: number, to: number): void {
    let at = from;
    for (const cell of this.text.slice(from, to).split("|")) {
      if (at > from) this.open().inlines.push({ kind: "cell" });
      if (cell !== "") this.addStyled(at, at + cell.length);
      at += cell.length + 1;
    }
  }

  private style(at: number): Style {
    return { isBold: this.isBold, isItalic: at < this.italicEnd };
  }

  private addStyled(from: number, to: number): void {
    let at = from;
    const addUpTo = (end: number) => {
      if (end > at) this.open().inlines.push({ kind: "text", from: at, to: end, ...this.style(at) });
      at = end;
    };
    for (const found of this.text.slice(from, to).matchAll(/\*\*|[*_]/g)) {
      const index = from + found.index;
      if (found[0] === "**") {
        if (!this.isBold && !this.isClosedBold(index + 2)) continue;
        addUpTo(index);
        this.open();
        this.isBold = !this.isBold;
        at = index + 2;
      } else if (index === this.italicEnd || (this.italicEnd < index && this.opensItalic(index))) {
        addUpTo(index);
        if (index !== this.italicEnd) this.italicEnd = this.italicClose(index)!;
        at = index + 1;
      }
    }
    addUpTo(to);
  }

  /** Bold must end within its paragraph. */
  private isClosedBold(from: number): boolean {
    const piece = this.text.slice(from, from + longestStyled);
    const close = piece.indexOf("**");
    return close > 0 && !/\n[^\S\n]*\n/.test(piece.slice(0, close));
  }

  private opensItalic(at: number): boolean {
    return (
      !/[\p{L}\p{N}*_\\]/u.test(this.text[at - 1] ?? " ") &&
      /[^\s*_]/.test(this.text[at + 1] ?? " ") &&
      this.italicClose(at) !== undefined
    );
  }

  /** Italics end within their line, at the end of a word. */
  private italicClose(at: number): number | undefined {
    const sign = this.text[at]!;
    const [rest = ""] = this.text.slice(at + 1, at + longestItalic).split("\n", 1);
    const close = at + 1 + rest.indexOf(sign);
    return close > at + 1 &&
      /\S/.test(this.text[close - 1]!) &&
      !/[\p{L}\p{N}*_]/u.test(this.text[close + 1] ?? " ")
      ? close
      : undefined;
  }

  private endLine(): void {
    if (this.isLineStart || this.block?.kind === "heading") this.endBlock();
    else this.block?.inlines.push({ kind: this.block.kind === "table" ? "row" : "break" });
    this.isLineStart = true;
  }

  private begin(kind: Block["kind"], level = 0, label = ""): Block {
    this.endBlock();
    this.block = { kind, level, label, inlines: [] };
    this.blocks.push(this.block);
    return this.block;
  }

  private open(): Block {
    return this.block ?? this.begin("paragraph");
  }

  private endBlock(): void {
    const inlines = this.block?.inlines;
    while (["break", "row"].includes(inlines?.at(-1)?.kind ?? "")) inlines!.pop();
    this.block = undefined;
    this.isBold = false;
    this.italicEnd = -1;
  }
}

const longestStyled = 2_000;
const longestItalic = 400;
const longestRule = 400;

/** The cells of a table, row by row. */
export function tableRows({ inlines }: Block): Inline[][][] {
  const rows: Inline[][][] = [[[]]];
  for (const inline of inlines) {
    if (inline.kind === "row") rows.push([[]]);
    else if (inline.kind === "cell") rows.at(-1)!.push([]);
    else rows.at(-1)!.at(-1)!.push(inline);
  }
  // The last bar of a row does not open a cell.
  return rows
    .map((cells) => (cells.at(-1)!.length === 0 ? cells.slice(0, -1) : cells))
    .filter((cells) => cells.length > 0);
}
