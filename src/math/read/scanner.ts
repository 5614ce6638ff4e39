// The cursor of the lexer: where it stands in the text, what space it has passed, which braces are open.

export type TokenKind =
  | "number"
  | "fraction" // a vulgar fraction such as ½
  | "word" // a run of letters
  | "symbol" // a letter that is one symbol whatever stands beside it
  | "function"
  | "setname"
  | "command"
  | "op"
  | "end";

/** What stood before a token: nothing, a space, a thin space, a negative space. */
export type Gap = "" | " " | "thin" | "back";

/** What only concerns the look of a group: its colour or type, or a box around it. */
export type Look = "type" | "box";

export interface Token {
  kind: TokenKind;
  value: string;
  /** Power of ten of `1.5e3`. */
  exponent?: string;
  gap: Gap;
  /** Set as words or upright (`\text`, `\mathrm`). */
  upright: boolean;
  /** Begins a line, outside of what mathematics delimiters enclose. */
  line?: true;
  /** What is left of a run of letters or digits, whose beginning was read. */
  cut?: true;
  /** A letter in bold type, as vectors are set. */
  bold?: true;
  /** A minus that is written as a dash, as between the ends of a range. */
  dash?: true;
  /** On braces: what made them, if a command of mere look did. */
  made?: Look;
  start: number;
  end: number;
}

export interface LexOptions {
  /** How `4e-2` reads where it could be either: a power of ten, or a calculation with e. */
  exponents?: "ten" | "euler";
}

export const isDigit = (c: string): boolean => c >= "0" && c <= "9";
export const isLatin = (c: string): boolean => (c >= "a" && c <= "z") || (c >= "A" && c <= "Z");

export abstract class Scanner {
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
