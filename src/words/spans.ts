// Divides a text completely into spans, each with a role. One pass over its tokens: a formula, between dollars or
// LaTeX's own brackets, is one token; the longest phrase of the table that begins at a token decides, else the kind of
// the token.

import { phrases } from "./phrases.ts";
import type { Role, Span } from "./roles.ts";
import { wordSet } from "./word-set.ts";

/** A formula from `from` up to `to`, with its delimiters; without them from `start` up to `end`. */
export interface Formula {
  from: number;
  to: number;
  start: number;
  end: number;
  closed: boolean;
}

/** All formulas in this part of a text. An unclosed one comes last, and is marked. */
export function formulasIn(text: string, from = 0, to = text.length): Formula[] {
  const formulas: Formula[] = [];
  const unclosed = new Set<string>();
  let open: { from: number; start: number; close: string } | undefined;
  for (let i = from; i < to; i++) {
    const c = text[i];
    if (c !== "$" && c !== "\\") continue;
    const two = text.slice(i, i + 2);
    if (open && text.startsWith(open.close, i) && !isPrice(text, i)) {
      const end = i + open.close.length;
      formulas.push({ from: open.from, to: end, start: open.start, end: i, closed: true });
      i = end - 1;
      open = undefined;
    } else if (two === "\\\\" || two === "\\$") i++;
    else if (open) continue;
    else if (two === "$$" || two === "\\(" || two === "\\[") {
      open = { from: i, start: i + 2, close: closings[two] };
      i++;
    } else if (c === "$" && !isMoney(text, i, to)) open = { from: i, start: i + 1, close: "$" };
    else if (two === "\\b") {
      const environment = environmentAt(text, i, to, unclosed);
      if (!environment) continue;
      formulas.push(environment);
      i = environment.to - 1;
    }
  }
  if (open) formulas.push({ from: open.from, to, start: open.start, end: to, closed: false });
  return formulas;
}

const displayed =
  /\\begin\{((?:align|equation|gather|multline|flalign|alignat|eqnarray|displaymath|math)\*?)\}/y;

/** An environment of displayed mathematics, if it is closed. @param unclosed names that were searched in vain */
function environmentAt(text: string, at: number, to: number, unclosed: Set<string>): Formula | undefined {
  displayed.lastIndex = at;
  const name = displayed.exec(text)?.[1];
  if (name === undefined || unclosed.has(name)) return undefined;
  const close = `\\end{${name}}`;
  const end = text.indexOf(close, at);
  if (end >= 0 && end + close.length <= to)
    return { from: at, to: end + close.length, start: at, end: end + close.length, closed: true };
  unclosed.add(name);
  return undefined;
}

/** The dollar of a price inside a formula, as in `$\\boxed{$14}$`, does not close it. */
const isPrice = (text: string, at: number): boolean =>
  text[at] === "$" && text[at - 1] === "{" && /\d/.test(text[at + 1] ?? "");

const closings = { $$: "$$", "\\(": "\\)", "\\[": "\\]" } as const;

/**
 * Whether a dollar is the currency: a number, or a calculator note of GSM8K, follows it, and the next dollar closes nothing. `$5 and $7` is money twice:
 * what closes a formula has no space before it and no digit after it.
 */
function isMoney(text: string, at: number, to: number): boolean {
  if (!/^(?:[-−]?\.?\d|<<[^<>\n]{0,200}>>)/.test(text.slice(at + 1, at + 210))) return false;
  // "$400 + $60"
  if (/\$\d[\d,.]*\s?[-+−×*]\s?$/.test(text.slice(Math.max(0, at - 24), at))) return true;
  let next = text.indexOf("$", at + 1);
  while (next > 0 && text[next - 1] === "\\") next = text.indexOf("$", next + 1);
  if (next < 0 || next >= to || text[next + 1] === "$") return true;
  if (/\s/.test(text[next - 1]!) || /\d/.test(text[next + 1] ?? "")) return true;
  return /\n\s*\n|[.!?][^\S\n]+[A-Z][^$\\=]*$/.test(text.slice(at, next));
}

interface TrieNode {
  next: Map<string, TrieNode>;
  role?: Role;
  /** The languages of the rows that have this phrase. */
  isEnglish?: boolean;
  isForeign?: boolean;
}

const node = (): TrieNode => ({ next: new Map() });
const words = node();
const characters = node();
const east = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u3005-\u3007]/;

function add(root: TrieNode, path: readonly string[], role: Role, isEnglish: boolean): void {
  let at = root;
  for (const step of path) {
    const next = at.next.get(step) ?? node();
    at.next.set(step, next);
    at = next;
  }
  at.role ??= role;
  if (isEnglish) at.isEnglish = true;
  else at.isForeign = true;
}

/** All phrases that match a pattern, as lists of words. */
function spelledOut(pattern: string): string[][] {
  return pattern.split("|").flatMap((phrase) => {
    let all: string[][] = [[]];
    for (const word of phrase.trim().split(/\s+/)) {
      const isOptional = word.endsWith("?");
      const spellings = (isOptional ? word.slice(0, -1) : word).split("/");
      all = all.flatMap((head) => [
        ...spellings.map((spelling) => [...head, spelling]),
        ...(isOptional ? [head] : []),
      ]);
    }
    return all.filter((phrase) => phrase.length > 0);
  });
}

// Roles that deny, doubt or withdraw have precedence if a phrase is in two rows.
const rank: Record<string, number> = {
  closing: 0,
  remark: 0,
  report: 1,
  correction: 2,
  example: 3,
  condition: 4,
  hedge: 5,
  denial: 6,
};
for (const { pattern, role, language } of phrases.toSorted(
  (a, b) => (rank[a.role] ?? 7) - (rank[b.role] ?? 7),
))
  for (const phrase of spelledOut(pattern)) {
    if (phrase.length === 1 && east.test(phrase[0]!)) add(characters, [...phrase[0]!], role, false);
    else add(words, phrase, role, language === "English");
  }

export interface Token extends Span {
  kind: "word" | "value" | "sign" | "break";
  text: string;
}

/** A span of a phrase or of a token. */
export interface WordSpan extends Span {
  kind: Token["kind"];
  /** The words in small letters. */
  text: string;
  /** The languages of the row with these words; empty for an open-class word. */
  isEnglish: boolean;
  isForeign: boolean;
}

const pattern =
  /(\n[^\S\n]*\n\s*)|(\n)|[^\S\n]+|(\p{L}(?:\.\p{L})+(?![\p{L}\p{M}]))|([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u3005-\u3007]+)|(\d+(?:[.,]\d+)*(?:-\p{L}{2,})+)|([-−+]?[$€£¥]?\.?\d(?:[\d,.]*\d)?(?:\/\d+)?(?:\s?[%°])?)|([\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*)|(\\[A-Za-z]+\*?(?:\s?(?:\{(?:[^{}]|\{[^{}]{0,80}\}){0,80}\}|\[[^\][]{0,20}\](?=\{)))*|\\.)|(<\/?[a-zA-Z!][^<>\n]{0,80}>|<<[^<>\n]{0,200}>>)|([\s\S])/uy;

const leading = "=≈≡≅→⇒⟹⟶∴➜⇔↦∈:：";
const linking = ",;.．!()[]\"'*_`|{}…、，。；！（）「」『』【】《》“”‘’$€£¥~#–—•・·&";
const operators = "+/^<≤≥≠×÷√±-−∼≃";
/** Ticks, signs at the end of a proof, and decorative emoji. */
const harmless = new Set([
  ..."✓✔✅☑🎉🎊👍🙂😊😀😃😄👏🏆🎯💯🚀✨⭐🌟🥳💪📌📝🔍💡➡👉✏∎■□\ufe0f\u200b\u200c\u200d\u200e\u200f",
]);
/** The same as commands: `$\\blacksquare$`. */
const harmlessCommands = "blacksquare|square|Box|qed|QED|checkmark|star|bigstar";
const harmlessFormula = new RegExp(String.raw`^\s*\\(?:${harmlessCommands})\s*$`);
const harmlessCommand = new RegExp(`^(?:${harmlessCommands})$`);
const denying = "❌✗✘🚫👎⛔✖☐☒";
const leadingCommands = wordSet`
  approx equiv Rightarrow rightarrow to implies Longrightarrow longrightarrow therefore iff Leftrightarrow in mapsto
  leadsto colon simeq cong
`;
const layoutCommands = wordSet`
  text textbf textit textrm mathrm mathbf emph quad qquad displaystyle item large Large LARGE huge Huge small bf it rm
  hline noindent newline par begin end left right bigg Big big medskip bigskip smallskip hspace vspace mbox ldots dots
  cdots blacksquare square Box qed checkmark boxed fbox underline
`;

/** The tokens of a part of a text. Formulas are one token each. */
function tokensIn(text: string, from: number, to: number, formulas: readonly Formula[]): Token[] {
  const tokens: Token[] = [];
  let next = 0;
  const push = (kind: Token["kind"], start: number, end: number, role: Role, said?: string) =>
    tokens.push({ kind, start, end, role, text: said ?? text.slice(start, end) });
  for (let at = from; at < to; ) {
    while (next < formulas.length && formulas[next]!.from < at) next++;
    const formula = formulas[next];
    if (formula?.from === at) {
      // A dollar sign that opens no formula is a typing error.
      const held = text.slice(formula.start, formula.end);
      const isEmpty = !formula.closed && !/[\p{L}\p{N}]/u.test(held);
      const isMark = harmlessFormula.test(held);
      if (isEmpty || isMark) push("sign", at, formula.to, isMark ? "remark" : "link");
      else push("value", at, formula.to, "value");
      at = formula.to;
      continue;
    }
    pattern.lastIndex = at;
    const found = pattern.exec(text)!;
    const end = Math.min(to, pattern.lastIndex, formula?.from ?? to);
    const [, blank, line, dotted, run, compound, number, word, command, tag, sign] = found;
    if (blank !== undefined || line !== undefined) push("break", at, end, "link", blank ? "\n\n" : "\n");
    else if (run !== undefined) easternTokens(run.slice(0, end - at), at, push);
    else if (compound !== undefined) push("word", at, end, "noun");
    else if (number !== undefined) push("value", at, end, "value");
    else if (dotted !== undefined || word !== undefined) {
      const said = text.slice(at, end).toLowerCase().replaceAll("’", "'");
      push("word", at, end, /n't$/.test(said) ? "denial" : wordRole(said), said);
    } else if (command !== undefined) pushCommand(text.slice(at + 1, end), at, end, push);
    else if (tag !== undefined) push("sign", at, end, "link");
    else if (sign === "[" && text.startsWith("[ ]", at) && at + 3 <= to) {
      // An unticked box of a task list.
      push("sign", at, at + 3, "denial");
      at += 3;
      continue;
    } else if (sign !== undefined) push("sign", at, end, signRole(sign, at, tokens, text[end] ?? ""));
    at = Math.max(end, at + 1);
  }
  return withRawFormulas(text, tokens);
}

const isRaw = ({ kind, role, text }: Token): boolean =>
  kind === "value" ||
  role === "operator" ||
  (kind === "word" && text.length === 1 && !east.test(text)) ||
  /^[=^_{}]$/.test(text);

/** Mathematics without delimiters is one value up to the next space: `2\\pi`, `10^{5}`, `x=5`. */
function withRawFormulas(text: string, tokens: readonly Token[]): Token[] {
  const merged: Token[] = [];
  for (let i = 0, next = 0; i < tokens.length; i = next) {
    next = i + 1;
    if (isRaw(tokens[i]!))
      while (next < tokens.length && isRaw(tokens[next]!) && tokens[next]!.start === tokens[next - 1]!.end)
        next++;
    let last = next - 1;
    while (last > i && (tokens[last]!.role === "operator" || tokens[last]!.text === "=")) last--;
    const run = tokens.slice(i, last + 1);
    const isFormula =
      run.length > 1 && !/[{}]/.test(run[0]!.text) && run.some(({ kind }) => kind === "value");
    if (isFormula) {
      const [start, end] = [run[0]!.start, run.at(-1)!.end];
      merged.push({ kind: "value", start, end, role: "value", text: text.slice(start, end) });
    } else for (const token of run) merged.push(token);
    for (const token of tokens.slice(last + 1, next)) merged.push(token);
  }
  return merged;
}

/** A Korean word with a topic particle introduces a statement about it. */
const wordRole = (word: string): Role =>
  /^[\uac00-\ud7a3]+[은는]$/u.test(word) ? "leadIn" : scriptRole(word);

/** Letters of scripts that the table does not cover have an unknown role. */
const scriptRole = (word: string): Role =>
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Hangul}\p{Script=Greek}\p{M}'-]+$/u.test(word)
    ? "noun"
    : "unknown";

type Push = (kind: Token["kind"], start: number, end: number, role: Role, said?: string) => void;

/** A command outside of formulas: with arguments it is a value, unless it only sets words. */
function pushCommand(command: string, start: number, end: number, push: Push): void {
  const [name] = /^[A-Za-z]*/.exec(command)!;
  const rest = command.slice(name.length);
  if (name === "begin" || name === "end") push("sign", start, end, "link");
  else if (leadingCommands.has(name)) push("sign", start, end, "leadIn");
  else if (layoutCommands.has(name) && rest.startsWith("{")) {
    for (const span of spansIn(rest))
      push(
        span.kind,
        start + 1 + name.length + span.start,
        start + 1 + name.length + span.end,
        span.role,
        span.text,
      );
  } else if (layoutCommands.has(name) || name === "") push("sign", start, end, "link");
  else if (rest === "" && harmlessCommand.test(name)) push("sign", start, end, "remark");
  else if (rest !== "" || greek.test(name)) push("value", start, end, "value");
  else push("sign", start, end, "operator");
}

const greek =
  /^(?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega|infty|emptyset)$/i;

function signRole(sign: string, at: number, before: readonly Token[], next: string): Role {
  if (sign === "?" || sign === "？") return "question";
  if (denying.includes(sign)) return "denial";
  const last = before.at(-1);
  // The minus sign of typography is never a bullet or a dash.
  if (sign === "−" && !/\p{L}/u.test(next)) return "operator";
  // A bullet, a quotation, a dash between words.
  if ("-−*>".includes(sign) && (last === undefined || last.kind === "break")) return "link";
  if ("-−".includes(sign) && (last!.text === sign || (last!.kind === "word" && last!.text.length > 1)))
    return "link";
  // "km/h", "18 dollars/year"
  if (sign === "/" && last?.end === at && last.text.length > 1 && /\p{L}/u.test(next)) return "link";
  // `+=` and `/=` are not `=`.
  if (sign === "=" && last?.end === at && (last.role === "operator" || /^[!<>~]$/.test(last.text)))
    return "operator";
  // "is ~5" is about 5; "is~5" has a space of LaTeX.
  if (sign === "~" && next !== "~" && last?.text !== "~" && last?.end !== at) return "hedge";
  if (leading.includes(sign)) return "leadIn";
  if (linking.includes(sign)) return "link";
  if (operators.includes(sign)) return "operator";
  return harmless.has(sign) ? "remark" : "unknown";
}

function easternTokens(run: string, start: number, push: Push): void {
  let unknown = 0;
  for (let at = 0; at <= run.length; ) {
    let found: { length: number; role: Role } | undefined;
    let here: TrieNode | undefined = characters;
    for (let i = at; i < run.length && here; i++) {
      here = here.next.get(run[i]!);
      if (here?.role) found = { length: i + 1 - at, role: here.role };
    }
    if (found === undefined && at < run.length) {
      at++;
      continue;
    }
    if (unknown < at) push("word", start + unknown, start + at, "noun");
    if (found) push("word", start + at, start + at + found.length, found.role);
    at += found?.length ?? 1;
    unknown = at;
  }
}

/** English words have no diacritics. */
const isForeignWord = ({ kind, text }: Token): boolean => kind === "word" && /[^\p{ASCII}’]/u.test(text);

/** Whether a sentence is in a language other than English, as far as the table has its words. */
export function isForeign(spans: readonly WordSpan[]): boolean {
  let [english, foreign] = [0, 0];
  for (const span of spans) {
    if (span.isEnglish && !span.isForeign) english++;
    if (span.isForeign && !span.isEnglish) foreign++;
  }
  return foreign > 0 && foreign >= english;
}

/** The spans of a part of a text, in order; white space between them belongs to none. */
export function spansIn(
  text: string,
  from = 0,
  to = text.length,
  formulas: readonly Formula[] = formulasIn(text, from, to),
): WordSpan[] {
  const tokens = tokensIn(text, from, to, formulas);
  const spans: WordSpan[] = [];
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i]!;
    let length = 1;
    let { role } = token;
    let [isEnglish, isForeign] = [false, isForeignWord(token)];
    let here: TrieNode | undefined = words;
    for (let j = i; j < tokens.length && here && tokens[j]!.kind !== "break"; j++) {
      here = here.next.get(tokens[j]!.kind === "word" || j > i ? tokens[j]!.text : "");
      if (here?.role !== undefined && (role !== "denial" || j > i || token.role !== "denial")) {
        length = j + 1 - i;
        role = here.role;
        isEnglish = here.isEnglish === true;
        isForeign = here.isForeign === true;
      }
    }
    if (token.text === "times" && tokens[i + 1]?.kind === "value") role = "scale";
    const end = tokens[i + length - 1]!.end;
    const said = tokens
      .slice(i, i + length)
      .map(({ text }) => text)
      .join(" ");
    spans.push({ start: token.start, end, role, kind: token.kind, text: said, isEnglish, isForeign });
    i += length;
  }
  return spans;
}
