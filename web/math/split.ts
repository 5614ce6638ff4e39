// Finds the mathematics in a text, in one pass from left to right that keeps all positions: code, \( \), \[ \], $$, $,
// bare environments and bare boxes. Unclosed delimiters are text. Each search only goes forward, so the work is linear,
// also for hostile text.

export type PieceKind = "text" | "code" | "code block" | "formula" | "display";

export interface Piece {
  kind: PieceKind;
  /** In the source, with its delimiters. */
  from: number;
  to: number;
  /** What is between the delimiters. */
  start: number;
  end: number;
}

/** Longer formulas are not typeset, so the search for a box ends there. */
export const longestFormula = 4_000;

/** KaTeX options for a formula of unknown origin. */
export const katexLimits = () => ({
  throwOnError: true,
  strict: "ignore" as const,
  maxExpand: 1_000,
  maxSize: 30,
  // A command that is not trusted, such as a link, is shown in this colour.
  errorColor: "var(--wrong)",
  macros: { "\\mbox": "\\text{#1}", "\\hfill": "\\quad" },
});

const environments =
  /^(?:equation|align|alignat|aligned|gather|gathered|multline|split|cases|array|[pbvBV]?matrix|smallmatrix)\*?$/;

export function splitMath(text: string): Piece[] {
  return new Splitter(text).split();
}

class Splitter {
  private readonly pieces: Piece[] = [];
  private at = 0;
  /** Where the text in progress began. */
  private textFrom = 0;
  /** Closing delimiters that do not occur in the rest. */
  private readonly missing = new Set<string>();
  private readonly dollars: Dollars;

  constructor(private readonly text: string) {
    this.dollars = new Dollars(text);
  }

  split(): Piece[] {
    const { text } = this;
    const opening = /[\\$`]/g;
    while (this.at < text.length) {
      opening.lastIndex = this.at;
      const found = opening.exec(text);
      if (!found) break;
      this.at = found.index;
      const piece = this.pieceHere();
      if (piece) this.add(piece);
    }
    this.flush(text.length);
    return this.pieces;
  }

  /** The delimiter that opens here; undefined if there is none, and then the position is skipped. */
  private pieceHere(): Piece | undefined {
    const { text, at } = this;
    const c = text[at];
    if (c === "`") return this.code();
    if (c === "$") return this.dollar();
    const next = text[at + 1];
    if (next === "(") return this.between(2, "\\)", "formula");
    if (next === "[") return this.between(2, "\\]", "display");
    if (text.startsWith("\\begin{", at)) return this.environment();
    if (text.startsWith("\\boxed{", at)) return this.box();
    if (/^\\(?:mbox|text|textbf|textit|emph|textrm)\{/.test(text.slice(at, at + 9))) return this.words();
    this.at += 2;
    return undefined;
  }

  private between(length: number, close: string, kind: PieceKind): Piece | undefined {
    const start = this.at + length;
    const end = this.closing(close, start);
    if (end === undefined) {
      this.at = start;
      return undefined;
    }
    return { kind, from: this.at, to: end + close.length, start, end };
  }

  private closing(close: string, from: number): number | undefined {
    if (this.missing.has(close)) return undefined;
    const end = this.text.indexOf(close, from);
    if (end >= 0) return end;
    this.missing.add(close);
    return undefined;
  }

  private dollar(): Piece | undefined {
    const { text, at } = this;
    if (text[at + 1] === "$") {
      const piece = this.between(2, "$$", "display");
      if (!piece || piece.end > piece.start) return piece;
      this.at = piece.to;
      return undefined;
    }
    const end = this.dollars.closing(at);
    if (end === undefined) {
      this.at++;
      return undefined;
    }
    return { kind: "formula", from: at, to: end + 1, start: at + 1, end };
  }

  private code(): Piece | undefined {
    const { text, at } = this;
    let open = at;
    while (text[open] === "`") open++;
    const fence = text.slice(at, open);
    const isBlock = fence.length >= 3 && (at === 0 || text[at - 1] === "\n");
    const end = this.closing(isBlock ? `\n${fence}` : fence, open);
    const isInLine =
      end !== undefined && !/\n\s*\n/.test(text.slice(open, Math.min(end, open + longestFormula)));
    if (end === undefined || (!isBlock && (!isInLine || end - open > longestFormula))) {
      this.at = open;
      return undefined;
    }
    if (!isBlock) return { kind: "code", from: at, to: end + fence.length, start: open, end };
    const line = text.indexOf("\n", open);
    return { kind: "code block", from: at, to: end + 1 + fence.length, start: Math.min(line + 1, end), end };
  }

  private environment(): Piece | undefined {
    const { text, at } = this;
    const name = /^\\begin\{([A-Za-z]+\*?)\}/.exec(text.slice(at, at + 24))?.[1];
    if (name !== undefined && environments.test(name)) {
      const close = `\\end{${name}}`;
      const end = this.closing(close, at);
      // The delimiters belong to the formula.
      if (end !== undefined) {
        const to = end + close.length;
        return { kind: "display", from: at, to, start: at, end: to };
      }
    }
    this.at += 6;
    return undefined;
  }

  private box(): Piece | undefined {
    const { text, at } = this;
    let depth = 0;
    const last = Math.min(text.length, at + longestFormula);
    for (let i = at + 6; i < last; i++) {
      const c = text[i];
      if (c === "\\") i++;
      else if (c === "{") depth++;
      else if (c === "}" && --depth === 0)
        return { kind: "formula", from: at, to: i + 1, start: at, end: i + 1 };
    }
    this.at += 7;
    return undefined;
  }

  /** The words in a text command outside of a formula. */
  private words(): Piece | undefined {
    const start = this.text.indexOf("{", this.at) + 1;
    const inside = /^[^{}\\$`\n]{0,200}\}/.exec(this.text.slice(start, start + 201));
    if (!inside) {
      this.at = start;
      return undefined;
    }
    const end = start + inside[0].length - 1;
    return { kind: "text", from: this.at, to: end + 1, start, end };
  }

  private add(piece: Piece): void {
    this.flush(piece.from);
    this.pieces.push(piece);
    this.at = piece.to;
    this.textFrom = piece.to;
  }

  private flush(to: number): void {
    if (to > this.textFrom)
      this.pieces.push({ kind: "text", from: this.textFrom, to, start: this.textFrom, end: to });
  }
}

/**
 * Dollars are also money. A formula between single ones ends at the next one, has no blank inside the delimiters, no digit
 * after them and no blank line in it.
 */
class Dollars {
  private readonly signs: number[] = [];
  private readonly breaks: number[] = [];
  private sign = 0;
  private break = 0;

  constructor(private readonly text: string) {
    const mark = /\\[\s\S]|\$|\n[^\S\n]*\n/g;
    for (let found = mark.exec(text); found; found = mark.exec(text)) {
      if (found[0] === "$") this.signs.push(found.index);
      else if (found[0][0] === "\n") {
        this.breaks.push(found.index);
        mark.lastIndex--;
      }
    }
  }

  /** The end of the formula that opens here. Called for positions from left to right. */
  closing(open: number): number | undefined {
    const { text, signs, breaks } = this;
    if (/\s/.test(text[open + 1] ?? " ")) return undefined;
    while (this.sign < signs.length && signs[this.sign]! <= open) this.sign++;
    while (this.break < breaks.length && breaks[this.break]! < open) this.break++;
    const end = signs[this.sign];
    if (end === undefined || end > (breaks[this.break] ?? Number.POSITIVE_INFINITY)) return undefined;
    return /\s/.test(text[end - 1]!) || /[\d$]/.test(text[end + 1] ?? "") ? undefined : end;
  }
}
