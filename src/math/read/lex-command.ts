// The cursor of the lexer, and LaTeX commands and escapes: what each one stands for, or that it only concerns the look.

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
import { type Gap, isLatin, type LexOptions, type Look, type Token, type TokenKind } from "./token.ts";

/** Where the lexer stands in the text, what space it has passed, which braces are open. */
abstract class Scanner {
  readonly tokens: Token[] = [];
  protected at = 0;
  protected gap: Gap = "";
  /** Whether a line has ended since the last token. */
  private lineEnded = false;
  /** The delimiter that closes the mathematics being read: `$`, `\]`, `\)`; "" outside. */
  protected closing = "";
  /** Open braces, innermost last: what closing each one means. */
  protected readonly braces: ("group" | "box" | "upright" | "matrix" | "pmatrix" | "bmatrix")[] = [];
  protected uprightDepth = 0;
  /** Open environments, innermost last: in an aligned one `&` is mere layout. */
  protected readonly environments: string[] = [];
  /** Questions about the whole text, each asked at most once. */
  private readonly known = new Map<string, boolean>();
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

  /** Inside mathematics delimiters a line break is a space. */
  protected lineBreak(): void {
    if (this.closing === "" && this.tokens.length > 0) this.lineEnded = true;
    this.space(" ");
  }

  /** Opens or closes mathematics; what is never closed was not opened. */
  protected delimiter(closing: string): void {
    if (this.closing === closing) this.closing = "";
    else if (this.closing === "" && this.lastPlace(closing) >= this.at) this.closing = closing;
    this.space("back");
  }

  /** Where a delimiter stands last, looked up once: a text may open mathematics as often as it has characters. */
  private lastPlace(delimiter: string): number {
    this.lastPlaces ??= new Map();
    let place = this.lastPlaces.get(delimiter);
    if (place === undefined) {
      place = this.text.lastIndexOf(delimiter);
      this.lastPlaces.set(delimiter, place);
    }
    return place;
  }

  protected space(gap: Gap): void {
    if (this.gap === "" || this.gap === "back" || gap === " ") this.gap = gap;
  }

  protected contains(what: string): boolean {
    let answer = this.known.get(what);
    if (answer === undefined) {
      answer = this.text.includes(what);
      this.known.set(what, answer);
    }
    return answer;
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
      (commandOps.has(known) ||
        spaceCommands.has(known) ||
        symbolCommands.has(known) ||
        functionSpellings.has(known) ||
        known === "sqrt")
    )
      return known;
  }
  return undefined;
}

/** Commands that fit a bracket to what it holds, by what they say of it. */
const sizes: ReadonlyMap<string, string> = new Map([
  ["left", "left"],
  ["right", "right"],
  ["mleft", "left"],
  ["mright", "right"],
  ["middle", "middle"],
]);
const colours = new Set(["color", "textcolor", "colorbox", "fcolorbox"]);
const romanLetter = /\{\s*\\rm\s+([A-Za-z])\s*\}/y;
const romanType = /\{\s*\\rm\s+/y;
const lonelyLetter = /\s+([A-Za-z])/y;
const plainMatrices = new Set(["matrix", "pmatrix", "bmatrix"]);

export abstract class CommandScanner extends Scanner {
  /** No closing brace is left ahead, so nobody need look for one again. */
  private unclosed = false;

  protected command(given?: string): void {
    const { text } = this;
    const start = this.at;
    const c = text[start + 1] ?? "";
    if (!isLatin(c)) return this.escape(c, start);
    this.at += 2;
    if (given !== undefined) this.at = start + 1 + given.length;
    else while (isLatin(text[this.at] ?? "")) this.at++;
    const name = text.slice(start + 1, this.at);
    const size = sizes.get(name);
    if (size !== undefined) return this.sized(size);
    if (structuralCommands.has(name)) return this.push("command", name, start);
    if (plainMatrices.has(name) && text[this.at] === "{") return this.openMatrix(name, start);
    if (uprightCommands.has(name) && (this.opens("upright") || this.takesLetter(name))) return;
    if (silentCommands.has(name)) return this.look("type");
    if (spaceCommands.has(name)) return this.space(" ");
    if (droppedWithArgument.has(name)) return this.dropArgument();
    if (name === "mathbb" || name === "Bbb") return this.blackboard(start);
    if (name === "bar") return this.push("command", "bar", start);
    if (accentCommands.has(name)) return this.push("command", `accent:${name}`, start);
    if (styleCommands.has(name)) return this.styled(start);
    if (name === "boxed" || name === "fbox" || name === "framebox") return this.look("box");
    if (name === "bbox") {
      this.dropOptions();
      return this.look("box");
    }
    if (name === "not") return this.negated(start);
    if (colours.has(name)) {
      this.skipArgument();
      if (name === "fcolorbox") this.skipArgument();
      return this.look("type");
    }
    const op = commandOps.get(name);
    if (op !== undefined)
      return op === "and" || op === "or" ? this.push("word", op, start) : this.push("op", op, start);
    const symbolName = symbolCommands.get(name);
    if (symbolName !== undefined) return this.push("symbol", symbolName, start);
    const functionName = functionSpellings.get(name);
    if (functionName !== undefined) return this.push("function", functionName, start);
    if (numberSets.has(name)) return this.push("setname", numberSets.get(name)!, start);
    if (name === "begin" || name === "end") return this.environment(name, start);
    const known = runTogether(name);
    if (known !== undefined) {
      this.at = start;
      return this.command(known);
    }
    this.push("command", name, start);
  }

  private escape(c: string, start: number): void {
    this.at += 2;
    switch (c) {
      case "":
        this.at = start + 1;
        return this.push("op", "\\", start);
      case ",":
      case ";":
      case ":":
      case ">":
      case "/":
        return this.space("thin");
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
      case "$":
      case "%":
      case "&":
      case "#":
        return this.push("op", c, start);
      case "_":
        return this.push("op", "\\_", start);
    }
    this.at = start + 1;
    this.push("op", "\\", start);
  }

  /** A row may end in `\\[4pt]`; a doubled backslash before a word is an escaping slip of the data. */
  private rowBreak(start: number): void {
    const size = /\s*\[-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|mu)\]/y;
    size.lastIndex = this.at;
    const found = size.exec(this.text);
    if (found) this.at += found[0].length;
    else if (isLatin(this.text[this.at] ?? "") && !this.contains("\\begin")) {
      this.at = start + 1;
      return this.command();
    }
    this.push("op", "\\\\", start);
  }

  private opens(kind: "upright"): boolean {
    const before = this.at;
    if (this.text[this.at] === "*") this.at++;
    this.skipSpaces();
    if (this.text[this.at] !== "{") {
      this.at = before;
      return false;
    }
    const last = this.last();
    const script = last?.kind === "op" && (last.value === "^" || last.value === "_") && this.gap === "";
    this.at++;
    if (script) {
      // The braces carry meaning here: `5^\text{th}`.
      this.braces.push("group");
      this.push("op", "{", this.at - 1);
      return true;
    }
    this.space(" ");
    this.braces.push(kind);
    this.uprightDepth++;
    return true;
  }

  /** `{\rm d}`, as plain TeX sets a letter upright. */
  protected roman(start: number): boolean {
    romanLetter.lastIndex = start;
    const found = romanLetter.exec(this.text);
    if (!found) return this.romanGroup(start);
    this.at = start + found[0].length;
    this.uprightLetter(found[1]!, this.at - 1);
    return true;
  }

  /** `{\rm m/s}`. */
  private romanGroup(start: number): boolean {
    romanType.lastIndex = start;
    const found = romanType.exec(this.text);
    if (!found) return false;
    this.at = start + found[0].length;
    this.space(" ");
    this.braces.push("upright");
    this.uprightDepth++;
    return true;
  }

  /** `\mathrm T`, without braces. */
  private takesLetter(name: string): boolean {
    lonelyLetter.lastIndex = this.at;
    const found = name.startsWith("math") ? lonelyLetter.exec(this.text) : undefined;
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

  /** `[5px, border: 2px solid]` after a command. */
  private dropOptions(): void {
    const options = /\s*\[[^\]{}\\]*\](?=\s*\{)/y;
    options.lastIndex = this.at;
    const found = options.exec(this.text);
    if (found) this.at += found[0].length;
  }

  /** `\pmatrix{1 & 2 \cr 3 & 4}`, as plain TeX has it. */
  private openMatrix(name: string, start: number): void {
    this.at++;
    this.braces.push(name as "pmatrix");
    this.environments.push(name);
    this.push("command", `begin:${name}`, start);
  }

  private styled(start: number): void {
    const at = this.at;
    this.skipSpaces();
    const isBold = /^\\(mathbf|boldsymbol|bm|pmb|mathbfit)/.test(this.text.slice(start, start + 12));
    if (isBold && this.basis(start)) return;
    const set = /\{?\s*([RNZQC])\s*\}?/y;
    if (this.text.startsWith("\\mathbf", start) || this.text.startsWith("\\mathds", start)) {
      set.lastIndex = this.at;
      const found = set.exec(this.text);
      if (
        found &&
        found[0].length >= 3 &&
        (this.contains("∈") || this.contains("\\in") || this.contains("\\setminus"))
      ) {
        this.at += found[0].length;
        return this.push("setname", found[1]!, start);
      }
    }
    if (isBold && this.boldLetter(start)) return;
    this.at = at;
    this.look("type");
  }

  private boldLetter(start: number): boolean {
    const letter = /\{\s*([A-Za-z])\s*\}|([A-Za-z])(?![A-Za-z])|\{\s*\\([A-Za-z]+)\s*\}/y;
    letter.lastIndex = this.at;
    const found = letter.exec(this.text);
    const greek = found?.[3] === undefined ? undefined : symbolCommands.get(found[3]);
    if (!found || (found[3] !== undefined && (greek === undefined || greek === "pi"))) return false;
    this.at += found[0].length;
    if (greek === undefined) this.push("word", (found[1] ?? found[2])!, start);
    else this.push("symbol", greek, start);
    this.last()!.bold = true;
    return true;
  }

  /** A command of mere look; braces behind it are not seen in print, nor is a space. */
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
    const letter = /\{\s*(?:([ijk])|\\([ij])math)\s*\}|\\([ij])math(?![A-Za-z])|([ijk])(?![A-Za-z])/y;
    letter.lastIndex = this.at;
    const found = letter.exec(this.text);
    if (!found) return false;
    this.at += found[0].length;
    this.push("symbol", `\\mathbf{${found.slice(1).find(Boolean)}}`, start);
    return true;
  }

  private sized(name: string): void {
    this.skipSpaces();
    const c = this.text[this.at];
    if (c === ".") this.at++;
    else if (c === "<" || c === ">") {
      this.at++;
      this.push("op", c === "<" ? "⟨" : "⟩", this.at - 1);
    } else if (c === "|") {
      // The sizing commands say what a bare bar leaves open: whether it opens or closes.
      this.at++;
      this.push("op", name === "middle" ? "∣" : name === "left" ? "|(" : "|)", this.at - 1);
    }
  }

  private blackboard(start: number): void {
    const letter = /\s*(?:\{\s*([A-Za-z])\s*\}|([A-Za-z]))/y;
    letter.lastIndex = this.at;
    const found = letter.exec(this.text);
    const name = found?.[1] ?? found?.[2];
    if (!found || !name) return this.push("command", "mathbb", start);
    this.at += found[0].length;
    const set = numberSets.get(name);
    if (set !== undefined) this.push("setname", set, start);
    else this.push("symbol", name, start);
  }

  private negated(start: number): void {
    const target = /\s*(=|<|>|\\in(?![a-z])|\\equiv|\\mid|\\subset(?![a-z])|∈)/y;
    target.lastIndex = this.at;
    const found = target.exec(this.text);
    if (!found) return this.push("command", "not", start);
    this.at += found[0].length;
    const which = found[1]!;
    const op =
      which === "="
        ? "≠"
        : which === "<"
          ? "≥"
          : which === ">"
            ? "≤"
            : which === "\\mid"
              ? "∤"
              : which === "\\equiv"
                ? "≢"
                : which.includes("subset")
                  ? "⊄"
                  : "∉";
    this.push("op", op, start);
  }

  /** Skips `{…}` (or `[…]`, or nothing) behind a command of mere layout. */
  private dropArgument(): void {
    if (this.text[this.at] === "*") this.at++;
    if (this.skipArgument()) this.space(" ");
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
    const argument = /\s*\{\s*([A-Za-z]{1,20}\*?)\s*\}/y;
    argument.lastIndex = this.at;
    const found = argument.exec(this.text);
    if (!found) return this.push("command", name, start);
    this.at += found[0].length;
    const environment = found[1]!.replace("*", "");
    if (
      name === "begin" &&
      (environment === "array" || environment === "tabular" || environment === "alignedat")
    ) {
      const columns = /\s*(?:\[[a-z]\])?\s*\{[^{}]{0,80}\}/y;
      columns.lastIndex = this.at;
      const spec = columns.exec(this.text);
      if (spec) this.at += spec[0].length;
    }
    if (name === "begin") this.environments.push(environment);
    else this.environments.pop();
    this.push("command", `${name}:${environment}`, start);
  }
}
