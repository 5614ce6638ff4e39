// LaTeX as plain text, as the reference's second normal form has it: `\frac{a}{b}` becomes a/b, symbols become
// characters, and a command that is not known leaves its arguments.

import { letterStyles, symbols } from "./latex-symbols.ts";

/** Deeper groups are not read; the caller keeps the text as it is, as the reference does. */
const deepest = 200;

/** @throws {RangeError} when groups are nested too deep. */
export function latexToText(latex: string): string {
  return new TextReader(latex).readUntil(() => false);
}

const matrices = new Set([
  "array",
  "matrix",
  "pmatrix",
  "bmatrix",
  "smallmatrix",
  "psmallmatrix",
  "bsmallmatrix",
]);

class TextReader {
  private i = 0;
  private depth = 0;

  constructor(private readonly latex: string) {}

  /** The text up to the end, or to where `ends` says; braces that close nothing are passed over. */
  readUntil(ends: () => boolean): string {
    let text = "";
    while (this.i < this.latex.length && !ends()) text += this.readPiece();
    return text;
  }

  private readPiece(): string {
    const c = this.latex[this.i]!;
    if (c === "\\") return this.readCommand();
    if (c === "{") return this.readGroup();
    this.i++;
    if (c === "}") return "";
    if (c === "~") return " ";
    return c === "&" ? "   " : c;
  }

  private readGroup(): string {
    if (++this.depth > deepest) throw new RangeError("groups are nested too deep");
    this.i++;
    const text = this.readUntil(() => this.latex[this.i] === "}");
    this.i++;
    this.depth--;
    return text;
  }

  private readCommand(): string {
    const name = this.readName();
    switch (name) {
      case "frac": {
        const numerator = this.readArgument();
        return `${inBrackets(numerator)}/${inBrackets(this.readArgument())}`;
      }
      case "sqrt":
        this.skipOption();
        return `√(${this.readArgument()})`;
      case "begin":
        return this.readEnvironment();
      case "end":
        this.readArgument();
        return "";
    }
    const style = letterStyles.get(name);
    if (style) return style(this.readArgument());
    return symbols.get(name) ?? "";
  }

  /** A command's name, with the spaces behind it; a single character where it is no letter. */
  private readName(): string {
    const start = ++this.i;
    while (this.i < this.latex.length && /[a-zA-Z]/.test(this.latex[this.i]!)) this.i++;
    if (this.i === start) return this.latex[this.i++] ?? "";
    const name = this.latex.slice(start, this.i);
    this.skipSpaces();
    return name;
  }

  /** A group, a command without its arguments, or one character. */
  private readArgument(): string {
    this.skipSpaces();
    const c = this.latex[this.i];
    if (c === undefined || c === "}") return "";
    if (c === "{") return this.readGroup();
    if (c === "\\") return symbols.get(this.readName()) ?? "";
    const character = String.fromCodePoint(this.latex.codePointAt(this.i)!);
    this.i += character.length;
    return character;
  }

  private skipOption(): void {
    this.skipSpaces();
    if (this.latex[this.i] !== "[") return;
    const end = this.latex.indexOf("]", this.i);
    if (end >= 0) this.i = end + 1;
  }

  private skipSpaces(): void {
    while (this.latex[this.i] === " ") this.i++;
  }

  /** A matrix in one line, `[ 1 2; 3 4 ]`; what other environments hold stands as it is. */
  private readEnvironment(): string {
    const name = this.readArgument();
    if (name === "array") this.readArgument();
    if (!matrices.has(name)) return "";
    if (++this.depth > deepest) throw new RangeError("environments are nested too deep");
    const rows = [[""]];
    while (this.i < this.latex.length && !this.latex.startsWith("\\end", this.i)) {
      if (this.latex[this.i] === "&") {
        this.i++;
        rows.at(-1)!.push("");
      } else if (this.latex.startsWith("\\\\", this.i)) {
        this.i += 2;
        rows.push([""]);
      } else {
        const row = rows.at(-1)!;
        row[row.length - 1] += this.readPiece();
      }
    }
    if (this.i < this.latex.length) this.readCommand();
    this.depth--;
    return `[ ${rows.map((row) => row.map((cell) => cell.trim()).join(" ")).join("; ")} ]`;
  }
}

const inBrackets = (text: string): string => ([...text].length > 1 ? `(${text})` : text);
