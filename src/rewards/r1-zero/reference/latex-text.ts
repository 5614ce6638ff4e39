// LaTeX as plain text, in the reference's second normal form: `\frac{a}{b}` becomes a/b, symbols become characters, and
// an unknown command is removed while the text after it stays.

import { commands, environmentArguments, equations, matrices, unfilled } from "./latex-commands.ts";
import { ligatures, symbols } from "./latex-symbols.ts";

/** Deeper groups are not read; the caller keeps the text as it is, as the reference does. */
const deepest = 200;

/**
 * @throws if groups are nested too deeply, if the text would be far longer than its source, or where the reference
 * fails too (`\sqrt` of nothing): the caller keeps the text as it is
 */
export function latexToText(latex: string): string {
  const text = new PlainText();
  new TextReader(latex).readNodes({}, text);
  return text.text;
}

/**
 * The work limit. After a missing argument the reader goes back, so nodes may be read twice at each level; an accent
 * writes two characters for each character below it, and a matrix pads all its cells to the widest, so the text may
 * double at each level.
 */
class ReadingBudget {
  private nodes: number;
  private characters: number;

  constructor(length: number) {
    this.nodes = 100 * length + 1000;
    this.characters = 25 * length + 10_000;
  }

  payNode(): void {
    if (--this.nodes < 0) throw new RangeError("the text is read again and again");
  }

  payText(length: number): void {
    this.characters -= length;
    if (this.characters < 0) throw new RangeError("the text grows too long");
  }
}

/** What ends a list of nodes, besides the end of the text. */
interface Stop {
  brace?: "}" | "]";
  environment?: string;
  mathematics?: string;
}

/** The context of a text. A matrix handles `&` and `\\` differently. */
interface Sink {
  add(text: string): void;
  column(): void;
  row(): void;
}

class PlainText implements Sink {
  text = "";
  add(text: string): void {
    this.text += text;
  }
  column(): void {
    this.text += "   ";
  }
  row(): void {
    this.text += "\n";
  }
}

/** A cell without any node is omitted; a cell with only spaces is not. */
class Matrix implements Sink {
  private readonly rows: string[][] = [[]];
  private cell: string | undefined;
  add(text: string): void {
    this.cell = (this.cell ?? "") + text;
  }
  column(): void {
    if (this.cell !== undefined) this.rows.at(-1)!.push(this.cell.trim());
    this.cell = undefined;
  }
  row(): void {
    this.column();
    this.rows.push([]);
  }
  inOneLine(budget: ReadingBudget): string {
    this.column();
    const cells = this.rows.flat();
    if (cells.length === 0) throw new RangeError("a matrix without a cell");
    const width = cells.reduce((widest, cell) => Math.max(widest, [...cell].length), 0);
    budget.payText(width * cells.length);
    return `[ ${this.rows.map((row) => row.map((cell) => cell.padStart(width)).join(" ")).join("; ")} ]`;
  }
}

/** The text ended where an argument was expected. */
class TextEnded extends Error {}

const space = /\s*/y;
/** Spaces up to the beginning of a blank line. */
const spaceInParagraph = /(?:(?!\n\n)\s)*/y;
const letters = /\p{L}+/uy;
const environmentName = /\s*\{([\p{L}\p{N}_* .-]+)\}/uy;

class TextReader {
  private i = 0;
  private depth = 0;
  private inEquation = false;
  private readonly budget: ReadingBudget;

  constructor(private readonly latex: string) {
    this.budget = new ReadingBudget(latex.length);
  }

  /** Reads up to the stop, which is skipped, or to the end of the text. */
  readNodes(stop: Stop, sink: Sink): void {
    if (++this.depth > deepest) throw new RangeError("groups are nested too deep");
    while (this.i < this.latex.length && !this.readNode(stop, sink)) this.budget.payNode();
    this.depth--;
  }

  /** One node, with the spaces before it; true at the stop. */
  private readNode(stop: Stop, sink: Sink): boolean {
    const start = this.i;
    const chars = this.readChars(stop);
    // Between commands of an equation, spaces are omitted.
    if (this.i > start && !(this.inEquation && chars.trim() === "")) sink.add(chars);
    const c = this.latex[this.i];
    if (c === undefined) return true;
    if (c === "{" || (c === "[" && stop.brace === "]")) {
      sink.add(this.readGroup(c === "{" ? "}" : "]"));
      return false;
    }
    if (c === "\\") return this.readCommand(stop, sink);
    this.i++;
    // An unmatched closing brace is skipped.
    if (c === "}" || c === "]") return c === stop.brace;
    if (c === "&") sink.column();
    else {
      const [from, to] = this.ligature()!;
      this.i += from.length - 1;
      sink.add(to);
    }
    return false;
  }

  /** Characters without a special meaning. */
  private readChars(stop: Stop): string {
    const start = this.i;
    for (; this.i < this.latex.length; this.i++) {
      const c = this.latex[this.i]!;
      if (c === "\\" || c === "{" || c === "}" || c === "&") break;
      if (stop.brace === "]" && (c === "[" || c === "]")) break;
      if ("-`'!?~".includes(c) && this.ligature(this.i)) break;
    }
    return this.latex.slice(start, this.i);
  }

  private ligature(at = this.i - 1): readonly [string, string] | undefined {
    return ligatures.find(([from]) => this.latex.startsWith(from, at));
  }

  private readGroup(brace: "}" | "]"): string {
    this.i++;
    const text = new PlainText();
    this.readNodes({ brace }, text);
    return text.text;
  }

  /** True if the command ends the list of nodes. */
  private readCommand(stop: Stop, sink: Sink): boolean {
    const [name, after] = this.readName();
    if (name === "") return true;
    if (name === "begin" || name === "end") return this.readEnvironment(name, stop, sink);
    if (name === ")" || name === "]") return stop.mathematics === name;
    if (name === "(" || name === "[")
      sink.add(this.readEquation(name === "[", { mathematics: name === "(" ? ")" : "]" }));
    else if (name === "\\") {
      this.skipArguments("*[", true);
      sink.row();
    } else if (commands.has(name)) {
      const { takes, print } = commands.get(name)!;
      const text = print(this.readArguments(takes));
      this.budget.payText(text.length);
      sink.add(text);
    } else sink.add(this.symbol(name) + (this.inEquation && this.isChars() ? after : ""));
    return false;
  }

  private symbol = (name: string): string => symbols.get(name) ?? unfilled.get(name) ?? "";

  /** Whether the next character has no special meaning. */
  private isChars(): boolean {
    const c = this.latex[this.i];
    return c !== undefined && !"\\{}&".includes(c) && !this.ligature(this.i);
  }

  /** A command's name and the spaces after it; one character if it is not a letter. */
  private readName(): [name: string, after: string] {
    this.i++;
    const name = this.match(letters);
    if (name === "") {
      const sign = this.latex.codePointAt(this.i);
      if (sign === undefined) return ["", ""];
      const character = String.fromCodePoint(sign);
      this.i += character.length;
      return [character, ""];
    }
    return [name, name === "begin" || name === "end" ? "" : this.match(spaceInParagraph)];
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.i;
    const found = pattern.exec(this.latex)?.[0] ?? "";
    this.i += found.length;
    return found;
  }

  /** The text of the arguments; or undefined, with the reader reset, if the text ends before them. */
  private readArguments(takes: string): string[] | undefined {
    const start = this.i;
    const { depth } = this;
    try {
      return [...takes].map((kind) => (kind === "{" ? this.readArgument() : this.readOption(kind, false)));
    } catch (error) {
      if (!(error instanceof TextEnded)) throw error;
      this.i = start;
      this.depth = depth;
      return undefined;
    }
  }

  private skipArguments(takes: string, isTight: boolean): void {
    for (const kind of takes) this.readOption(kind, isTight);
  }

  /** A star, or an argument in brackets; a tight one allows no space before it. */
  private readOption(kind: string, isTight: boolean): string {
    const start = this.i;
    const spaces = this.match(space);
    const c = this.latex[this.i];
    if (kind === "*" && c === "*") return this.latex[this.i++]!;
    if (kind === "[" && c === "[" && !(isTight && spaces !== "")) return this.readGroup("]");
    this.i = start;
    return "";
  }

  /** A group, a command without its arguments, or one character. */
  private readArgument(): string {
    this.match(space);
    const c = this.latex[this.i];
    if (c === undefined) throw new TextEnded();
    if (c === "}") return "";
    if (c === "{") return this.readGroup("}");
    if (c === "\\") return this.readBareCommand();
    const ligature = this.ligature(this.i);
    const character = String.fromCodePoint(this.latex.codePointAt(this.i)!);
    this.i += (ligature?.[0] ?? character).length;
    return ligature?.[1] ?? (c === "&" ? "   " : character);
  }

  private readBareCommand(): string {
    const start = this.i;
    const [name] = this.readName();
    if (name === "") throw new TextEnded();
    if (name === "end") this.i = start;
    if (name === "\\") return "\n";
    const command = commands.get(name);
    return command ? command.print(undefined) : this.symbol(name);
  }

  private readEnvironment(command: string, stop: Stop, sink: Sink): boolean {
    environmentName.lastIndex = this.i;
    const name = environmentName.exec(this.latex);
    if (!name) {
      sink.add(`\\${command}`);
      return false;
    }
    this.i += name[0].length;
    const environment = name[1]!;
    // The end of a different environment is skipped.
    if (command === "end") return environment === stop.environment;
    this.readArguments(environmentArguments.get(environment) ?? "");
    if (matrices.has(environment)) {
      const matrix = new Matrix();
      this.readNodes({ environment }, matrix);
      sink.add(matrix.inOneLine(this.budget));
    } else if (equations.has(environment)) sink.add(this.readEquation(true, { environment }));
    else {
      const text = new PlainText();
      this.readNodes({ environment }, text);
      sink.add(text.text);
    }
    return false;
  }

  /** In an equation spaces are kept after commands, and dropped between them. */
  private readEquation(isDisplayed: boolean, stop: Stop): string {
    const outside = this.inEquation;
    this.inEquation = true;
    const text = new PlainText();
    this.readNodes(stop, text);
    this.inEquation = outside;
    const equation = text.text.trim();
    if (!isDisplayed) return equation;
    const displayed = `\n    ${equation.replaceAll("\n", "\n    ")}\n`;
    this.budget.payText(displayed.length);
    return displayed;
  }
}
