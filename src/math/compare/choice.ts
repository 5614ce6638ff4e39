// The letter of a multiple-choice question. A gold that is such a letter is compared as one, whatever other meanings
// the letter has; the answer names one letter, and may add the text of its choice.

import { refusedIn, spansIn, withOwnOperands } from "../../words/index.ts";
import { lex } from "../read/lex.ts";
import type { Token } from "../read/token.ts";
import { type Decision, different, equal } from "../terms/decision.ts";
import { limits } from "../terms/limits.ts";

const op = (token: Token | undefined, value: string): boolean =>
  token?.kind === "op" && token.value === value;

/** Braces of LaTeX and marks of bold type do not change the meaning of a letter. */
const visible = (text: string): Token[] =>
  lex(text.replace(/(?<=^\s*[A-Ja-j])．/, ". ")).filter(
    (t) => !op(t, "{") && !op(t, "}") && !op(t, "**") && !op(t, '"'),
  );

/** A letter of a special script names a set or a family; only upright, bold and slanted type means nothing. */
const isScript = (text: string): boolean =>
  /\\(?:mathcal|mathscr|mathfrak|mathbb|cal|frak|Bbb)(?![A-Za-z])/.test(text);

/** The script and the letter, if a text is one letter in a script. */
function scriptLetter(text: string): string | undefined {
  if (text.length > 80) return undefined;
  const [, script, letter] =
    /^[\s$]*\\math(cal|scr|frak)\s*(?:\{\s*([A-Za-z])\s*\}|(?<=\s)[A-Za-z])[\s$.]*$/.exec(text) ?? [];
  if (script === undefined) return undefined;
  return `${script === "frak" ? script : "cal"} ${letter ?? /[A-Za-z](?=[\s$.]*$)/.exec(text)![0]}`;
}

const isOpening = (token: Token | undefined): boolean => op(token, "(") || op(token, "[");
const isClosing = (token: Token | undefined): boolean => op(token, ")") || op(token, "]");

/** The letter, if the whole text is one of A to J, or any capital in brackets. */
function choiceLetter(text: string): string | undefined {
  if (text.length > 80 || isScript(text) || !/[A-Z\u{1d400}-\u{1d7ff}\uff21-\uff3a]/u.test(text))
    return undefined;
  const tokens = visible(text);
  let i = 0;
  const open = isOpening(tokens[i]);
  if (open) i++;
  const letter = tokens[i++];
  if (letter?.kind !== "word" || !(open ? /^[A-Z]$/ : /^[A-J]$/).test(letter.value)) return undefined;
  if (isClosing(tokens[i])) i++;
  else if (open) return undefined;
  while (op(tokens[i], ".") || op(tokens[i], ",") || op(tokens[i], ":")) i++;
  return tokens[i]?.kind === "end" ? letter.value : undefined;
}

const announcing = /^(?:option|choice|answer|选项?|故选|应选)$/i;

/** Skips `Option`, `Answer:`, `故选`. */
function afterAnnouncement(tokens: readonly Token[]): number {
  if (tokens[0]?.kind !== "word" || !announcing.test(tokens[0].value)) return 0;
  return op(tokens[1], ":") ? 2 : 1;
}

/** Whether the text after a choice denies it, leaves it open, or offers a different one. */
function deniesChoice(text: string, tokens: readonly Token[], from: number, letter: string): boolean {
  const spans = spansIn(text, tokens[from]!.start);
  // "B) not 12" denies the option's text, and so the option.
  const [first, second] = spans.filter(({ kind }) => kind === "word" || kind === "value");
  const isDenied = first?.role === "denial" && second?.kind === "value";
  const isRefused = isDenied || refusedIn(withOwnOperands(spans), "after a letter") !== undefined;
  return (
    isRefused ||
    refersToOption(text, tokens[from]!.start) ||
    tokens.slice(from).some((token, i) => {
      if (op(token, "~~")) return true;
      if (token.kind !== "word") return false;
      const isOther =
        /^[A-J]$/.test(token.value) ||
        isMarkedLetter(tokens, from + i) ||
        standsAlone(text, tokens, from + i, from);
      return isOther && token.value.toUpperCase() !== letter;
    })
  );
}

/** "third choice", "the next letter", "the other one": words that name an option, though not which of them it is. */
const namesOption =
  /(?<!\p{L})(?:options?|choices?|letters?|answers?|(?:the|other|next|previous|last|first|correct|right|wrong)\s+one)(?!\p{L})|^\s*[甲乙丙丁戊]\s*$/iu;
/** "the correct answer" says that it is this one. */
const assertion =
  /(?<!\p{L})(?:the |our |my )?(?:correct|right|final|best) (?:answer|option|choice|one)(?=[\s.!]*$)/iu;

/** Whether the text after a letter names an option before it gives a reason. */
function refersToOption(text: string, from: number): boolean {
  const reason = spansIn(text, from).find(({ role }) => role === "reason");
  const said = text.slice(from, reason?.start).replace(/\*\*/g, "");
  return namesOption.test(said.replace(assertion, ""));
}

/** A small letter with nothing but words around it: `C. b`, `C: see b`. As a formula, `$b$`, it is the choice's text, and so are e and i. */
function standsAlone(text: string, tokens: readonly Token[], at: number, from: number): boolean {
  const { value, start } = tokens[at]!;
  const after = tokens[at + 1]!;
  const isEnd = after.kind === "end" || op(after, ".") || op(after, ",") || op(after, ";");
  if (!/^[b-j]$/.test(value) || !isEnd) return false;
  return at === from ? !/[ei]/.test(value) && text[start - 1] !== "$" : tokens[at - 1]!.kind === "word";
}

/** A letter in the position of a choice's name, and not in a formula: `, b`, `and b)`, `(c)`, `)c)`. */
function isMarkedLetter(tokens: readonly Token[], at: number): boolean {
  const { value, gap } = tokens[at]!;
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  if (isOpening(before)) {
    // Directly after a name, the bracket of `f(b)` contains an argument, unless that is a choice in brackets too.
    const follows = isClosing(tokens[at - 2]);
    return /^[a-jA-Z]$/.test(value) && (follows || (before!.gap !== "" && isClosing(after)));
  }
  if (isClosing(before)) return /^[a-j]$/.test(value) && gap === "" && isClosing(after);
  if (!op(before, ",") && !(before?.kind === "word" && /^(?:and|or)$/i.test(before.value))) return false;
  return isClosing(after)
    ? /^[a-j]$/.test(value)
    : /^[b-j]$/.test(value) && (op(after, ",") || after?.kind === "end");
}

/**
 * Whether a letter with a comma after it begins a list: `A, K`, `I, II`, `A, and also`, `A, option two`, `A, both`. The text of
 * a choice has a value, a noun or a reason in it.
 */
function goesOn(text: string, tokens: readonly Token[], from: number, letter: string): boolean {
  const [first, second] = [tokens[from]!, tokens[from + 1]!];
  const isName = /^(?:[K-Z]|[IVX]{2,})$/.test(first.value) && text[first.start - 1] !== "$";
  const isAnnounced = announcing.test(first.value) && second.value !== letter && !isOpening(second);
  const spans = spansIn(text, first.start);
  return isName || isAnnounced || /^and$/i.test(first.value) || spans.every(({ role }) => role === "link");
}

const operators = new Set("+ * × · / ÷ ^ _ = ≠ < > ≤ ≥ ≈ ± ∓ ! ' % ° ∪ ∩ ∖ ∈ ⊂ ⊆ → ⇒".split(" "));

/** Whether a letter continues as a formula: `(C)+1`, `B - 2`. A dash before words is not a minus sign. */
const calculates = (token: Token, next: Token): boolean =>
  token.kind === "op" &&
  (operators.has(token.value) || (token.value === "-" && !isDash(token, next) && !isSign(token, next)));
const isDash = (token: Token, next: Token): boolean =>
  token.gap !== "" && next.gap !== "" && next.kind === "word" && next.value.length > 1;
/** The sign of a number that says the choice in full: `(B) -2`. */
const isSign = (token: Token, next: Token): boolean => token.gap !== "" && next.gap === "";

/** The letter at the beginning of an answer to a choice: `B`, `(b)`, `B. 12`, `Option B`, `B, since the slope is 2`. */
function chosenLetter(text: string): string | undefined {
  if (text.length > limits.shown) return undefined;
  const tokens = visible(text);
  let i = afterAnnouncement(tokens);
  const open = isOpening(tokens[i]);
  if (open) i++;
  const letter = tokens[i++];
  if (letter?.kind !== "word" || !/^[A-Za-z]$/.test(letter.value)) return undefined;
  const closed = isClosing(tokens[i]);
  if (closed) i++;
  else if (open) return undefined;
  if (isScript(text.slice(0, tokens[i]!.start))) return undefined;
  const chosen = letter.value.toUpperCase();
  const mark = tokens[i]!;
  const isMarked = op(mark, ".") || op(mark, ":") || op(mark, ",");
  if (isMarked) i++;
  const rest = tokens[i]!;
  if (rest.kind === "end" || isAffirmed(text.slice(rest.start))) return chosen;
  // A small letter is a choice only alone or in brackets; elsewhere it may be an article.
  if (!closed && letter.value !== chosen) return undefined;
  const isDashed = rest.kind === "op" && rest.value === "-" && isDash(rest, tokens[i + 1]!);
  if (!closed && !isMarked && !isDashed && !rest.line) return undefined;
  if (op(rest, ",") || (op(mark, ",") && rest.gap === "" && !rest.line)) return undefined;
  if ((op(mark, ",") || rest.line) && goesOn(text, tokens, i, chosen)) return undefined;
  if (deniesChoice(text, tokens, i, chosen) || calculates(rest, tokens[i + 1]!)) return undefined;
  return chosen;
}

/** "B is correct", "Choice B is the right answer" */
const isAffirmed = (rest: string): boolean =>
  /^is\s(?:the\s)?(?:correct|right)(?:\s(?:answer|option|choice))?[\s.!]*$/i.test(rest);

const isLetter = (text: string): boolean => /^[\s$]*[A-Za-z][\s$.]*$/.test(text);

/** Compares a gold that is the letter of a choice; undefined if it is not one. */
export function compareChoice(gold: string, answer: string): Decision | undefined {
  const script = scriptLetter(gold);
  const other = scriptLetter(answer);
  if (script !== undefined && other !== undefined && script !== other) return different("choice");
  if ((script ?? other) !== undefined && isLetter(script === undefined ? gold : answer))
    return different("choice");
  const wanted = choiceLetter(gold);
  if (wanted === undefined) return undefined;
  const quoted = /^\s*'\s*([^']*)'\s*$/.exec(answer)?.[1];
  return chosenLetter(quoted ?? answer) === wanted ? equal("choice") : different("choice");
}

const label =
  /^(?:\*\*|\$|\\(?:textbf|text|mathrm|mathbf|bf)\s*\{)?\s*(?:\(([A-J])\)|(?<![^\s{*])([A-J])[.)](?=\s|\\))\s*[.:]?(?:\*\*|\}|\$)*(?:\s|~|\\[ ,;!]|\\q?quad(?![A-Za-z]))*/u;
/** "B, 13", "(B): 13": a value after the letter is its text. */
const valueAfterLetter = /^(?:\(([A-J])\)|([A-J]))[,:]\s*(?=[-−$\d.\\(])/;
const textBegins = /^(?:[-−$\d.]|\\(?:[dt]?frac|sqrt|text|pi|left|\$)|\p{L}{2}|\()/u;

/**
 * A choice with its text, as golds and answers give it: `\\textbf{(C)}\\ 25`, `B. 12`. A single letter after the label
 * counts as a text only if the gold has one, because `(A)x` may be a product.
 */
export function choiceWithText(text: string, anyText = false): { letter: string; text: string } | undefined {
  if (text.length > limits.shown) return undefined;
  const trimmed = text.trim();
  const byValue = anyText ? valueAfterLetter.exec(trimmed) : null;
  const [found, bracketed, plain] = byValue ?? label.exec(trimmed) ?? [];
  const letter = bracketed ?? plain;
  const rest = trimmed.slice(found?.length ?? 0);
  const isText = anyText ? /^[^.,:;)!}*$\s]/.test(rest) || textBegins.test(rest) : textBegins.test(rest);
  return letter === undefined || !isText ? undefined : { letter, text: rest };
}
