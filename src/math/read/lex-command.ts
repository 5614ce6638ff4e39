// The cursor of the lexer, and LaTeX commands and escapes: the meaning of each one, or that it only affects the
// appearance.

import { functionSpellings } from "../functions/functions.ts";
import {
  accentCommands,
  commandOps,
  droppedWithArgument,
  numberSets,
  silentCommands,
  spaceCommands,
  structuralCommands,
  styleCommands,
  symbolCommands,
  uprightCommands,
} from "../notation/vocabulary.ts";
import {
  type Gap,
  isLatinAt,
  isSign,
  type LexOptions,
  type Look,
  type Token,
  type TokenKind,
} from "./token.ts";

/** The position of the lexer in the text, the space that it has passed, and the open braces. */
abstract class Scanner {
  readonly tokens: Token[] = [];
  protected at = 0;
  protected gap: Gap = "";
  /** Whether a line has ended since the last token. */
  private lineEnded = false;
  /** The delimiter that closes the mathematics being read: `$`, `\]`, `\)`; "" outside. */
  protected closing = "";
  /** Open braces, innermost last: the effect of closing each one. */
  protected readonly braces: ("group" | "box" | "upright" | "matrix" | "pmatrix" | "bmatrix")[] = [];
  protected uprightDepth = 0;
  /** Open environments, innermost last: in an aligned one, `&` only affects the layout. */
  protected readonly environments: string[] = [];
  private lastPlaces: Map<string, number> | undefined;

  constructor(
    protected readonly text: string,
    protected readonly options: LexOptions,
  ) {}

  protected push(kind: TokenKind, value: string, start: number, end = this.at): void {
    const token: Token = { kind, value, gap: this.gap, upright: this.uprightDepth > 0, start, end };
    if (this.lineEnded) {
      token.line = true;
      this.lineEnded = false;
    }
    this.tokens.push(token);
    this.gap = "";
  }

  /** An operator; those of logic are words. */
  protected pushOp(op: string, start: number): void {
    this.push(op === "and" || op === "or" ? "word" : "op", op, start);
    if (op === "and" || op === "*") this.tokens[this.tokens.length - 1]!.sign = true;
  }

  /** Inside mathematics delimiters a line break is a space. */
  protected lineBreak(): void {
    if (this.closing === "" && this.tokens.length > 0) this.lineEnded = true;
    this.space(" ");
  }

  /** Opens or closes mathematics; if it is never closed, it was not opened. */
  protected delimiter(closing: string): void {
    if (this.closing === closing) this.closing = "";
    else if (this.closing === "" && this.lastPlace(closing) >= this.at) this.closing = closing;
    this.space("back");
  }

  /** The last occurrence of something, looked up once: a text may open mathematics as often as it has characters. */
  private lastPlace(what: string): number {
    this.lastPlaces ??= new Map();
    let place = this.lastPlaces.get(what);
    if (place === undefined) {
      place = this.text.lastIndexOf(what);
      this.lastPlaces.set(what, place);
    }
    return place;
  }

  protected space(gap: Gap): void {
    if (this.gap === "" || this.gap === "back" || gap === " ") this.gap = gap;
  }

  protected match(pattern: RegExp, at = this.at): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.text);
  }

  protected contains(what: string): boolean {
    return this.lastPlace(what) >= 0;
  }

  protected last(): Token | undefined {
    return this.tokens[this.tokens.length - 1];
  }

  protected skipSpaces(): void {
    while (this.text[this.at] === " " || this.text[this.at] === "\n") this.at++;
  }

  protected closeBrace(start: number): void {
    this.at = Math.max(this.at, start + 1);
    const kind = this.braces.pop();
    if (kind === "upright") {
      this.uprightDepth--;
      this.space(" ");
      return;
    }
    if (kind !== undefined && kind !== "group" && kind !== "box") {
      this.environments.pop();
      this.push("command", `end:${kind}`, start);
      return;
    }
    this.push("op", "}", start);
    if (kind === "box") this.last()!.made = "box";
  }
}

/** `\cdotx` for `\cdot x`: the command that a longer, unknown name begins with. */
function runTogether(name: string): string | undefined {
  for (let rest = 1; rest <= 2; rest++) {
    const known = name.slice(0, -rest);
    if (
      known.length > 1 &&
      (known === "sqrt" ||
        [commandOps, spaceCommands, symbolCommands, functionSpellings].some((table) => table.has(known)))
    )
      return known;
  }
  return undefined;
}

const romanLetter = /\{\s*\\rm\s+([A-Za-z])\s*\}/y;
const romanType = /\{\s*\\rm\s+/y;
const lonelyLetter = /\s+([A-Za-z])/y;
const loneLetter = /\{\s*([A-Za-z])\s*\}|([A-Za-z])(?![A-Za-z])|\{\s*\\([A-Za-z]+)\s*\}|\\([A-Za-z]+)/y;
const basisLetter = /\{\s*(?:([ijk])|\\([ij])math)\s*\}|\\([ij])math(?![A-Za-z])|([ijk])(?![A-Za-z])/y;
const blackboardLetter = /\s*(?:\{\s*([A-Za-z])\s*\}|([A-Za-z]))/y;
const environmentName = /\s*\{\s*([A-Za-z]{1,20}\*?)\s*\}/y;
const columnSpec = /\s*(?:\[[a-z]\])?\s*\{[^{}]{0,80}\}/y;
const rowSize = /\s*\[-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|mu)\]/y;
const negatable = /\s*(=|<|>|\\in(?![a-z])|\\equiv|\\mid|\\subset(?![a-z])|∈)/y;
const boxOptions = /\s*\[[^\]{}\\]*\](?=\s*\{)/y;
/** The type of a letter, by the command that sets it. */
const fonts: ReadonlyMap<string, string> = new Map([
  ...["mathbf", "boldsymbol", "bm", "pmb"].map((name): [string, string] => [name, "mathbf"]),
  ...["mathcal", "mathscr", "mathfrak"].map((name): [string, string] => [name, name]),
]);
// biome-ignore format: a table reads better in rows
const negations: ReadonlyMap<string, string> = new Map([
  ["=", "≠"], ["<", "≥"], [">", "≤"], ["\\mid", "∤"], ["\\equiv", "≢"], ["\\subset", "⊄"], ["\\in", "∉"], ["∈", "∉"],
]);

type Meaning = (lexer: CommandScanner, name: string, start: number) => void;

function firstMeanings(
  rows: readonly (readonly [names: string | Iterable<string>, meaning: Meaning])[],
): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const [names, meaning] of rows)
    for (const name of typeof names === "string" ? names.split(" ") : names)
      if (!meanings.has(name)) meanings.set(name, meaning);
  return meanings;
}

export abstract class CommandScanner extends Scanner {
  /** There is no further closing brace, so there is no need to search for one again. */
  private unclosed = false;

  /** What each command means; a command in several rows has the meaning of the first one. */
  private static readonly meanings: ReadonlyMap<string, Meaning> = firstMeanings([
    ["left right mleft mright middle", (lexer, name) => lexer.sized(name)],
    [structuralCommands, (lexer, name, start) => lexer.push("command", name, start)],
    ["matrix pmatrix bmatrix", (lexer, name, start) => lexer.plainMatrix(name, start)],
    [uprightCommands, (lexer, name, start) => lexer.uprightType(name, start)],
    [silentCommands, (lexer) => lexer.look("type")],
    [spaceCommands, (lexer) => lexer.space(" ")],
    [droppedWithArgument, (lexer, name, start) => lexer.dropArgument(name, start)],
    ["mathbb Bbb", (lexer, _, start) => lexer.blackboard(start)],
    ["bar", (lexer, name, start) => lexer.push("command", name, start)],
    [accentCommands, (lexer, name, start) => lexer.push("command", `accent:${name}`, start)],
    [styleCommands, (lexer, name, start) => lexer.styled(name, start)],
    ["boxed fbox framebox", (lexer) => lexer.look("box")],
    ["bbox", (lexer) => lexer.boxWithOptions()],
    ["not", (lexer, _, start) => lexer.negated(start)],
    ["color textcolor colorbox fcolorbox", (lexer, name, start) => lexer.coloured(name, start)],
    [commandOps.keys(), (lexer, name, start) => lexer.pushOp(commandOps.get(name)!, start)],
    [symbolCommands.keys(), (lexer, name, start) => lexer.push("symbol", symbolCommands.get(name)!, start)],
    [
      functionSpellings.keys(),
      (lexer, name, start) => lexer.push("function", functionSpellings.get(name)!, start),
    ],
    [numberSets.keys(), (lexer, name, start) => lexer.push("setname", numberSets.get(name)!, start)],
    ["begin end", (lexer, name, start) => lexer.environment(name as "begin" | "end", start)],
  ]);

  protected command(): void {
    const { text } = this;
    const start = this.at;
    if (!isLatinAt(text, start + 1)) return this.escape(text[start + 1] ?? "", start);
    this.at += 2;
    while (isLatinAt(text, this.at)) this.at++;
    const written = text.slice(start + 1, this.at);
    const meant = CommandScanner.meanings.has(written) ? written : (runTogether(written) ?? written);
    this.at = start + 1 + meant.length;
    const meaning = CommandScanner.meanings.get(meant);
    if (meaning) meaning(this, meant, start);
    else this.push("command", meant, start);
  }

  private isRaised(): boolean {
    const [before, last] = this.tokens.slice(-2);
    return last?.value === "^" || (last?.value === "{" && before?.value === "^");
  }

  private escape(c: string, start: number): void {
    this.at += 2;
    if (",;:>/".includes(c) && c) return this.space("thin");
    if ("$%&#".includes(c) && c) return this.push("op", c, start);
    switch (c) {
      case " ":
      case "\n":
        return this.space(this.gap === "" ? "thin" : " ");
      case "!":
        if (this.gap === "") this.gap = "back";
        // In print a space after it takes no room either.
        while (this.text[this.at] === " ") this.at++;
        return;
      case "(":
      case ")":
        return this.delimiter("\\)");
      case "[":
      case "]":
        return this.delimiter("\\]");
      case "{":
      case "}":
        return this.push("op", `\\${c}`, start);
      case "|":
        return this.push("op", "‖", start);
      case "\\":
        return this.rowBreak(start);
      case "_":
        return this.push("op", "\\_", start);
    }
    this.at = start + 1;
    this.push("op", "\\", start);
  }

  /** A row may end in `\\[4pt]`; a doubled backslash before a word is an escaping mistake in the data. */
  private rowBreak(start: number): void {
    const found = this.match(rowSize);
    if (found) this.at += found[0].length;
    else if (isLatinAt(this.text, this.at) && !this.contains("\\begin")) {
      this.at = start + 1;
      return this.command();
    }
    this.push("op", "\\\\", start);
  }

  private uprightType(name: string, start: number): void {
    // A line below an exponent makes a falling factorial, `n^{\underline{k}}`, which is not read.
    const isFalling = /^u(?:nder)?line$/.test(name) && this.isRaised();
    if (isFalling || !(this.opensUpright() || this.takesLetter(name))) this.push("command", name, start);
  }

  private opensUpright(): boolean {
    const before = this.at;
    if (this.text[this.at] === "*") this.at++;
    this.skipSpaces();
    if (this.text[this.at] !== "{") {
      this.at = before;
      return false;
    }
    this.at++;
    if (isSign(this.last(), "^_") && this.gap === "") {
      // Here the braces have a meaning: `5^\text{th}`.
      this.braces.push("group");
      this.push("op", "{", this.at - 1);
      return true;
    }
    this.openUpright();
    return true;
  }

  /** `{\rm d}`, `{\rm m/s}`, as plain TeX sets letters upright. */
  protected roman(start: number): boolean {
    const letter = this.match(romanLetter, start);
    const found = letter ?? this.match(romanType, start);
    if (!found) return false;
    this.at = start + found[0].length;
    if (letter) this.uprightLetter(letter[1]!, this.at - 1);
    else this.openUpright();
    return true;
  }

  private openUpright(): void {
    this.space(" ");
    this.braces.push("upright");
    this.uprightDepth++;
  }

  /** `\mathrm T`, without braces. */
  private takesLetter(name: string): boolean {
    const found = name.startsWith("math") ? this.match(lonelyLetter) : undefined;
    if (!found) return false;
    this.at += found[0].length;
    this.uprightLetter(found[1]!, this.at - 1);
    return true;
  }

  private uprightLetter(letter: string, start: number): void {
    this.uprightDepth++;
    this.push("word", letter, start);
    this.uprightDepth--;
  }

  /** `\pmatrix{1 & 2 \cr 3 & 4}`, as in plain TeX. */
  private plainMatrix(name: string, start: number): void {
    if (this.text[this.at] !== "{") return this.push("command", name, start);
    this.at++;
    this.braces.push(name as "pmatrix");
    this.environments.push(name);
    this.push("command", `begin:${name}`, start);
  }

  private styled(name: string, start: number): void {
    const at = this.at;
    this.skipSpaces();
    const font = fonts.get(name);
    if (font === "mathbf" && this.basis(start)) return;
    if (font !== undefined && this.letterIn(font, start)) return;
    this.at = at;
    this.look("type");
  }

  private letterIn(font: string, start: number): boolean {
    const found = this.match(loneLetter);
    const command = found?.[3] ?? found?.[4];
    const greek = command === undefined ? undefined : symbolCommands.get(command);
    if (!found || (command !== undefined && (greek === undefined || greek === "pi"))) return false;
    this.at += found[0].length;
    if (greek === undefined) this.push("word", (found[1] ?? found[2])!, start);
    else this.push("symbol", greek, start);
    this.last()!.font = font;
    return true;
  }

  /** A command that only affects the appearance; braces after it are not visible in print, nor is a space. */
  private look(kind: Look): void {
    while (this.text[this.at] === " ") this.at++;
    if (this.text[this.at] !== "{") return;
    const start = this.at;
    const last = this.last();
    this.at++;
    // Two boxes in a row are two things.
    if (kind === "box" && last?.made === "box" && last.value === "}") this.push("op", ";", start);
    this.braces.push(kind === "box" ? "box" : "group");
    this.push("op", "{", start);
    this.last()!.made = kind;
  }

  /** `\mathbf{i}`: a vector of the basis, other than the imaginary unit. */
  private basis(start: number): boolean {
    const found = this.match(basisLetter);
    if (!found) return false;
    this.at += found[0].length;
    this.push("symbol", `\\mathbf{${found.slice(1).find(Boolean)}}`, start);
    return true;
  }

  /** `\bbox[5px, border: 2px solid]{…}`. */
  private boxWithOptions(): void {
    this.at += this.match(boxOptions)?.[0].length ?? 0;
    this.look("box");
  }

  /** White text, and text on black, cannot be seen. */
  private coloured(name: string, start: number): void {
    if (name === "fcolorbox") this.skipArgument();
    const from = this.at;
    this.skipArgument();
    const colour = this.text.slice(from, this.at).replace(/[\s{}]/g, "");
    if (colour === (name.endsWith("box") ? "black" : "white")) return this.push("command", name, start);
    this.look("type");
  }

  /** Fits a bracket to its content: it opens, closes, or is in the middle. */
  private sized(name: string): void {
    this.skipSpaces();
    const c = this.text[this.at];
    if (c === ".") this.at++;
    else if (c === "<" || c === ">") {
      this.at++;
      this.push("op", c === "<" ? "⟨" : "⟩", this.at - 1);
    } else if (c === "|") {
      // The sizing commands show what a bare bar leaves open: whether it opens or closes.
      this.at++;
      this.push("op", name === "middle" ? "∣" : name.endsWith("left") ? "|(" : "|)", this.at - 1);
    }
  }

  private blackboard(start: number): void {
    const found = this.match(blackboardLetter);
    const name = found?.[1] ?? found?.[2];
    if (!found || !name) return this.push("command", "mathbb", start);
    this.at += found[0].length;
    const set = numberSets.get(name);
    if (set !== undefined) this.push("setname", set, start);
    else this.push("symbol", name, start);
    if (set === undefined) this.last()!.font = "mathbb";
  }

  private negated(start: number): void {
    const found = this.match(negatable);
    if (!found) return this.push("command", "not", start);
    this.at += found[0].length;
    this.push("op", negations.get(found[1]!)!, start);
  }

  /** Skips `{…}` after a layout command; both of them after a rule. Without braces, `\phantom5` hides what follows. */
  private dropArgument(name: string, start: number): void {
    if (this.text[this.at] === "*") this.at++;
    if (!this.skipArgument() || (name === "rule" && !this.skipArgument()))
      return this.push("command", name, start);
    this.space(" ");
  }

  private skipArgument(): boolean {
    this.skipSpaces();
    if (this.text[this.at] !== "{") return false;
    const close = this.unclosed ? -1 : this.text.indexOf("}", this.at);
    if (close >= 0) this.at = close + 1;
    else this.unclosed = true;
    return true;
  }

  private environment(name: "begin" | "end", start: number): void {
    const found = this.match(environmentName);
    if (!found) return this.push("command", name, start);
    this.at += found[0].length;
    const environment = found[1]!.replace("*", "");
    if (
      name === "begin" &&
      (environment === "array" || environment === "tabular" || environment === "alignedat")
    ) {
      this.at += this.match(columnSpec)?.[0].length ?? 0;
    }
    if (name === "begin") this.environments.push(environment);
    else this.environments.pop();
    this.push("command", `${name}:${environment}`, start);
  }
}
