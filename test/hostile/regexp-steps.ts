// How many steps a backtracking engine takes to match a pattern. V8 counts none, and a clock would say something else on
// every machine; so the pattern is matched once more here, by the textbook machine: one program of instructions, one
// stack of places to go back to. The answer is compared with V8's own, which shows that the machine is right.

type Is = (c: string) => boolean;

type Tree =
  | { kind: "sequence" | "alternatives"; items: Tree[] }
  | { kind: "character"; is: Is }
  | { kind: "group"; slot: number; body: Tree }
  | { kind: "repeat"; body: Tree; least: number; most: number; lazy: boolean }
  | { kind: "assert"; holds: (text: string, at: number) => boolean; atStart: boolean }
  | { kind: "look"; body: Tree; behind: boolean; negative: boolean }
  | { kind: "same"; as: number | string };

type Instruction =
  | { op: "character"; is: Is; back: boolean }
  | { op: "split"; first: number; second: number }
  | { op: "jump"; to: number }
  | { op: "save"; slot: number }
  | { op: "moved"; slot: number }
  | { op: "assert"; holds: (text: string, at: number) => boolean }
  | { op: "look"; from: number; to: number; negative: boolean }
  | { op: "same"; as: number | string; back: boolean }
  | { op: "end" };

const special = new Set("^$\\.*+?()[]{}|");

class PatternReader {
  private at = 0;
  groups = 0;
  readonly names = new Map<string, number>();

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  read(): Tree {
    const tree = this.alternatives();
    if (this.at < this.source.length) throw new SyntaxError(`not understood: ${this.source.slice(this.at)}`);
    return tree;
  }

  private alternatives(): Tree {
    const items = [this.sequence()];
    while (this.take("|")) items.push(this.sequence());
    return items.length === 1 ? items[0]! : { kind: "alternatives", items };
  }

  private sequence(): Tree {
    const items: Tree[] = [];
    while (this.at < this.source.length && this.source[this.at] !== "|" && this.source[this.at] !== ")")
      items.push(this.repeated(this.atom()));
    return { kind: "sequence", items };
  }

  private repeated(body: Tree): Tree {
    const rest = this.source.slice(this.at, this.at + 24);
    const found = /^(?:[*+?]|\{(\d+)(,)?(\d+)?\})/.exec(rest);
    if (!found) return body;
    this.at += found[0].length;
    const [sign, from, comma, to] = found;
    const least = from === undefined ? (sign === "+" ? 1 : 0) : Number(from);
    const most =
      from === undefined
        ? sign === "?"
          ? 1
          : Number.POSITIVE_INFINITY
        : to !== undefined
          ? Number(to)
          : comma
            ? Number.POSITIVE_INFINITY
            : least;
    return { kind: "repeat", body, least, most, lazy: this.take("?") };
  }

  private atom(): Tree {
    const { flags } = this;
    if (this.take("^"))
      return {
        kind: "assert",
        atStart: !flags.includes("m"),
        holds: (text, at) => at === 0 || (flags.includes("m") && /[\n\r\u2028\u2029]/.test(text[at - 1]!)),
      };
    if (this.take("$"))
      return {
        kind: "assert",
        atStart: false,
        holds: (text, at) =>
          at === text.length || (flags.includes("m") && /[\n\r\u2028\u2029]/.test(text[at]!)),
      };
    if (this.take("(")) return this.group();
    if (this.source[this.at] === "[") return this.characters(this.classEnd());
    if (this.source[this.at] === "\\") return this.escape();
    const code = flags.includes("u") ? this.source.codePointAt(this.at)! : this.source.charCodeAt(this.at);
    return this.characters(this.at + (code > 0xffff ? 2 : 1));
  }

  private group(): Tree {
    const look = /^\?<?[=!]/.exec(this.source.slice(this.at, this.at + 3))?.[0];
    if (look) {
      this.at += look.length;
      const body = this.closed();
      return { kind: "look", body, behind: look.includes("<"), negative: look.endsWith("!") };
    }
    if (this.take("?:")) return this.closed();
    const name = /^\?<([^>]+)>/.exec(this.source.slice(this.at, this.at + 80));
    const slot = ++this.groups;
    if (name) {
      this.at += name[0].length;
      this.names.set(name[1]!, slot);
    }
    return { kind: "group", slot, body: this.closed() };
  }

  private closed(): Tree {
    const body = this.alternatives();
    if (!this.take(")")) throw new SyntaxError("a group without an end");
    return body;
  }

  private classEnd(): number {
    let end = this.at + 1;
    while (this.source[end] !== "]") end += this.source[end] === "\\" ? 2 : 1;
    return end + 1;
  }

  private escape(): Tree {
    const rest = this.source.slice(this.at, this.at + 60);
    const border = /^\\[bB]/.exec(rest)?.[0];
    if (border) {
      this.at += 2;
      const isWord = (c: string | undefined): boolean => c !== undefined && /\w/.test(c);
      const holds = (text: string, at: number): boolean =>
        (isWord(text[at - 1]) !== isWord(text[at])) === (border === "\\b");
      return { kind: "assert", atStart: false, holds };
    }
    const back = /^\\(?:k<([^>]+)>|([1-9]\d?))/.exec(rest);
    if (back) {
      this.at += back[0].length;
      return { kind: "same", as: back[1] ?? Number(back[2]) };
    }
    const whole = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[\s\S])/.exec(rest)![0];
    return this.characters(this.at + whole.length);
  }

  /** V8 itself says which characters a class holds. */
  private characters(end: number): Tree {
    const written = this.source.slice(this.at, end);
    this.at = end;
    if (written.length === 1 && !special.has(written) && !this.flags.includes("i"))
      return { kind: "character", is: (c) => c === written };
    const one = new RegExp(`^(?:${written})$`, this.flags.replace(/[^ius]/g, ""));
    const known = new Map<string, boolean>();
    const is = (c: string): boolean => {
      let answer = known.get(c);
      if (answer === undefined) {
        answer = originalExec.call(one, c) !== null;
        known.set(c, answer);
      }
      return answer;
    };
    return { kind: "character", is };
  }

  private take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }
}

const originalExec = RegExp.prototype.exec;

export class TooManySteps extends Error {}

/** A pattern as a program that counts its steps. */
export class SteppedPattern {
  private readonly program: Instruction[] = [];
  private readonly slots: number;
  private readonly names: ReadonlyMap<string, number>;
  private readonly isAnchored: boolean;
  private readonly whole: boolean;
  /** The possible first characters of a match; undefined if it may be empty or begins with a lookaround. */
  private readonly first: readonly Is[] | undefined;
  private readonly begins = new Map<string, boolean>();
  private free: number;
  /** A repeated part has one slot for its beginning. */
  private readonly slotOf = new Map<Tree, number>();
  steps = 0;

  constructor(source: string, flags: string) {
    const reader = new PatternReader(source, flags);
    const tree = reader.read();
    this.names = reader.names;
    this.whole = flags.includes("u");
    this.isAnchored = flags.includes("y") || begins(tree);
    this.first = firstOf(tree);
    this.free = 2 * reader.groups + 2;
    this.write(tree, false);
    this.program.push({ op: "end" });
    this.slots = this.free;
  }

  /** Where the pattern matches from this place on; undefined if it does not. */
  find(text: string, from: number, most: number): { index: number; end: number } | undefined {
    // Saved values are restored if a match fails.
    const saved = new Array<number>(this.slots).fill(-1);
    for (let index = from; index <= text.length; index++) {
      if (!this.isAnchored && this.first && !this.mayBegin(text, index)) {
        if (++this.steps > most) throw new TooManySteps();
        continue;
      }
      const end = this.run(0, text, index, saved, most);
      if (end >= 0) return { index, end };
      if (this.isAnchored) return undefined;
      if (this.whole && index < text.length && text.codePointAt(index)! > 0xffff) index++;
    }
    return undefined;
  }

  /** V8 looks for the first character before it tries a place, too. */
  private mayBegin(text: string, at: number): boolean {
    const c = this.after(text, at);
    if (c === undefined) return false;
    let answer = this.begins.get(c);
    if (answer === undefined) {
      answer = this.first!.some((is) => is(c));
      this.begins.set(c, answer);
    }
    return answer;
  }

  private write(tree: Tree, back: boolean): void {
    const { program } = this;
    switch (tree.kind) {
      case "sequence":
        for (const item of back ? [...tree.items].reverse() : tree.items) this.write(item, back);
        return;
      case "alternatives": {
        const ends: number[] = [];
        for (const [i, item] of tree.items.entries()) {
          if (i === tree.items.length - 1) {
            this.write(item, back);
            break;
          }
          const split = { op: "split" as const, first: program.length + 1, second: 0 };
          program.push(split);
          this.write(item, back);
          ends.push(program.length);
          program.push({ op: "jump", to: 0 });
          split.second = program.length;
        }
        for (const end of ends) program[end] = { op: "jump", to: program.length };
        return;
      }
      case "character":
        program.push({ op: "character", is: tree.is, back });
        return;
      case "group":
        program.push({ op: "save", slot: 2 * tree.slot + (back ? 1 : 0) });
        this.write(tree.body, back);
        program.push({ op: "save", slot: 2 * tree.slot + (back ? 0 : 1) });
        return;
      case "repeat":
        this.writeRepeat(tree, back);
        return;
      case "assert":
        program.push({ op: "assert", holds: tree.holds });
        return;
      case "look": {
        const look = { op: "look" as const, from: program.length + 1, to: 0, negative: tree.negative };
        program.push(look);
        this.write(tree.body, tree.behind);
        program.push({ op: "end" });
        look.to = program.length;
        return;
      }
      case "same":
        program.push({ op: "same", as: tree.as, back });
    }
  }

  private writeRepeat({ body, least, most, lazy }: Extract<Tree, { kind: "repeat" }>, back: boolean): void {
    const { program } = this;
    for (let i = 0; i < least; i++) this.write(body, back);
    const skips: number[] = [];
    const choose = (): void => {
      skips.push(program.length);
      program.push({ op: "split", first: 0, second: 0 });
    };
    const slot = this.slotOf.get(body) ?? this.free++;
    this.slotOf.set(body, slot);
    const again = program.length;
    for (let i = least; i < Math.min(most, least + (most === Number.POSITIVE_INFINITY ? 1 : most)); i++) {
      choose();
      program.push({ op: "save", slot });
      this.write(body, back);
      program.push({ op: "moved", slot });
    }
    if (most === Number.POSITIVE_INFINITY) program.push({ op: "jump", to: again });
    const after = program.length;
    for (const skip of skips)
      program[skip] = {
        op: "split",
        first: lazy ? after : skip + 1,
        second: lazy ? skip + 1 : after,
      };
  }

  /** The end of a match that begins here, or -1. */
  private run(
    start: number,
    text: string,
    from: number,
    saved: number[],
    most: number,
    keep?: number[],
  ): number {
    const { program } = this;
    /** In threes: where to continue, the position in the text, -1; or a slot, its old value, -2. */
    const stack: number[] = [];
    let pc = start;
    let at = from;
    for (;;) {
      if (++this.steps > most) throw new TooManySteps();
      const next = program[pc]!;
      let fails = false;
      switch (next.op) {
        case "character": {
          const c = next.back ? this.before(text, at) : this.after(text, at);
          if (c === undefined || !next.is(c)) fails = true;
          else at += next.back ? -c.length : c.length;
          pc++;
          break;
        }
        case "split":
          stack.push(next.second, at, -1);
          pc = next.first;
          break;
        case "jump":
          pc = next.to;
          break;
        case "save":
          stack.push(next.slot, saved[next.slot]!, -2);
          saved[next.slot] = at;
          pc++;
          break;
        case "moved":
          fails = saved[next.slot] === at;
          pc++;
          break;
        case "assert":
          fails = !next.holds(text, at);
          pc++;
          break;
        case "look": {
          const found = this.run(next.from, text, at, saved, most, next.negative ? undefined : stack) >= 0;
          fails = found === next.negative;
          pc = next.to;
          break;
        }
        case "same": {
          const slot = typeof next.as === "number" ? next.as : this.names.get(next.as)!;
          const said = text.slice(saved[2 * slot]!, saved[2 * slot + 1]!);
          if (saved[2 * slot]! >= 0 && saved[2 * slot + 1]! >= 0) {
            const begin = next.back ? at - said.length : at;
            const here = text.slice(Math.max(0, begin), begin + said.length);
            this.steps += said.length;
            if (here.toLowerCase() !== said.toLowerCase()) fails = true;
            else at += next.back ? -said.length : said.length;
          }
          pc++;
          break;
        }
        case "end":
          // Values saved by a lookaround stay, and are undone with what came before it; the rest is discarded.
          for (let i = 0; keep && i < stack.length; i += 3)
            if (stack[i + 2] === -2) keep.push(stack[i]!, stack[i + 1]!, -2);
          for (let i = stack.length - 3; !keep && i >= 0; i -= 3)
            if (stack[i + 2] === -2) saved[stack[i]!] = stack[i + 1]!;
          return at;
      }
      while (fails) {
        const kind = stack.pop();
        if (kind === undefined) return -1;
        const value = stack.pop()!;
        const where = stack.pop()!;
        if (kind === -2) saved[where] = value;
        else {
          pc = where;
          at = value;
          fails = false;
        }
      }
    }
  }

  private after(text: string, at: number): string | undefined {
    if (at >= text.length) return undefined;
    return this.whole && text.codePointAt(at)! > 0xffff ? text.slice(at, at + 2) : text[at];
  }

  private before(text: string, at: number): string | undefined {
    if (at <= 0) return undefined;
    const isPair = this.whole && at > 1 && text.codePointAt(at - 2)! > 0xffff;
    return isPair ? text.slice(at - 2, at) : text[at - 1];
  }
}

/** Whether a pattern can only match at the beginning of a text. */
function begins(tree: Tree): boolean {
  switch (tree.kind) {
    case "assert":
      return tree.atStart;
    case "alternatives":
      return tree.items.every(begins);
    case "sequence":
      return tree.items.length > 0 && begins(tree.items[0]!);
    case "group":
      return begins(tree.body);
    default:
      return false;
  }
}

/**
 * The possible first characters of a match of a tree; undefined if it may be empty. Lookarounds and boundaries only
 * narrow it.
 */
function firstOf(tree: Tree): readonly Is[] | undefined {
  switch (tree.kind) {
    case "character":
      return [tree.is];
    case "group":
      return firstOf(tree.body);
    case "repeat":
      return tree.least > 0 ? firstOf(tree.body) : undefined;
    case "alternatives": {
      const all = tree.items.map(firstOf);
      return all.includes(undefined) ? undefined : all.flatMap((some) => some!);
    }
    case "sequence": {
      const some: Is[] = [];
      for (const item of tree.items) {
        if (item.kind === "assert" || item.kind === "look") continue;
        const next = firstOf(item.kind === "repeat" && item.least === 0 ? item.body : item);
        if (!next) return undefined;
        some.push(...next);
        if (item.kind !== "repeat" || item.least > 0) return some;
      }
      return undefined;
    }
    default:
      return undefined;
  }
}
