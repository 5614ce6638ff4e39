// The letter of a multiple-choice question. A gold that is such a letter is compared as one, whatever else the letter
// could mean; the answer names one letter, and may say its choice in full behind it.

import { lex } from "../read/lex.ts";
import type { Token } from "../read/scanner.ts";
import { type Decision, different, equal } from "../terms/decision.ts";
import { limits } from "../terms/limits.ts";

const op = (token: Token | undefined, value: string): boolean =>
  token?.kind === "op" && token.value === value;

/** Braces of LaTeX and marks of bold type say nothing about a letter. */
const visible = (text: string): Token[] =>
  lex(text.replace(/(?<=^\s*[A-Ja-j])．/, ". ")).filter(
    (t) => !op(t, "{") && !op(t, "}") && !op(t, "**") && !op(t, '"'),
  );

const isOpening = (token: Token | undefined): boolean => op(token, "(") || op(token, "[");
const isClosing = (token: Token | undefined): boolean => op(token, ")") || op(token, "]");

/** The letter, if the whole text is one of A to J, or any capital in brackets. */
function choiceLetter(text: string): string | undefined {
  if (text.length > 80 || !/[A-Z\u{1d400}-\u{1d7ff}\uff21-\uff3a]/u.test(text)) return undefined;
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

/** Steps over `Option`, `Answer:`, `故选`. */
function afterAnnouncement(tokens: readonly Token[]): number {
  if (tokens[0]?.kind !== "word" || !announcing.test(tokens[0].value)) return 0;
  return op(tokens[1], ":") ? 2 : 1;
}

/** Words that take a choice back, doubt it, or set another beside it. */
const denial =
  /^(?:or|not|neither|nor|both|wrong|incorrect|but|actually|wait|maybe|perhaps|possibly|probably|instead|correction|sorry|oops|mistake|isn|doesn|aren|wasn|cannot|unsure)$/i;
const hanDenial = /[不错误非或]|等等|其实|也许|可能|更正/;

/** Whether what follows a choice denies it or offers another one. */
function deniesChoice(rest: readonly Token[], letter: string): boolean {
  return rest.some((token, i) => {
    if (op(token, "?") || op(token, "~~")) return true;
    if (token.kind !== "word") return false;
    if (denial.test(token.value) || hanDenial.test(token.value)) return true;
    if (/^[A-J]$/.test(token.value)) return token.value !== letter;
    // `(a)(c)`, `a)c)`
    if (i < 2 && /^[a-j]$/.test(token.value) && (i === 0 || isOpening(rest[0])) && rest[0]!.gap === "")
      return token.value.toUpperCase() !== letter;
    // `A, b`
    const ends = op(rest[i + 1], ",") || rest[i + 1]?.kind === "end";
    if (/^[b-j]$/.test(token.value) && ends && (i === 0 || op(rest[i - 1], ",")))
      return token.value.toUpperCase() !== letter;
    // `A) and b)`
    const isListed = isClosing(rest[i + 1]) && (rest[i - 1]?.kind === "word" || op(rest[i - 1], ","));
    if (isListed && /^[a-j]$/.test(token.value)) return token.value.toUpperCase() !== letter;
    const isBracketed = isOpening(rest[i - 1]) && rest[i - 1]!.gap !== "" && isClosing(rest[i + 1]);
    return isBracketed && /^[a-jA-Z]$/.test(token.value) && token.value.toUpperCase() !== letter;
  });
}

const operators = new Set("+ * × · / ÷ ^ _ = ≠ < > ≤ ≥ ≈ ± ∓ ! ' % ° ∪ ∩ ∖ ∈ ⊂ ⊆ → ⇒".split(" "));

/** Whether a letter goes on as a formula: `(C)+1`, `B - 2`. A dash before words is none. */
const calculates = (token: Token, next: Token): boolean =>
  token.kind === "op" &&
  (operators.has(token.value) || (token.value === "-" && !isDash(token, next) && !isSign(token, next)));
const isDash = (token: Token, next: Token): boolean =>
  token.gap !== "" && next.gap !== "" && next.kind === "word" && next.value.length > 1;
/** The sign of a number that says the choice in full: `(B) -2`. */
const isSign = (token: Token, next: Token): boolean => token.gap !== "" && next.gap === "";

/** The letter that an answer to a choice begins with: `B`, `(b)`, `B. 12`, `Option B`, `B, since the slope is 2`. */
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
  const chosen = letter.value.toUpperCase();
  const mark = tokens[i]!;
  const isMarked = op(mark, ".") || op(mark, ":") || op(mark, ",");
  if (isMarked) i++;
  const rest = tokens[i]!;
  if (rest.kind === "end") return chosen;
  // A small letter is a choice where it stands alone or in brackets; elsewhere it may be an article.
  if (!closed && letter.value !== chosen) return undefined;
  const isDashed = rest.kind === "op" && rest.value === "-" && isDash(rest, tokens[i + 1]!);
  if (!closed && !isMarked && !isDashed && !rest.line) return undefined;
  if (op(rest, ",") || (op(mark, ",") && rest.gap === "" && !rest.line)) return undefined;
  if (deniesChoice(tokens.slice(i), chosen) || calculates(rest, tokens[i + 1]!)) return undefined;
  return chosen;
}

/** A gold that is a letter of choice is compared as one; undefined where it is none. */
export function compareChoice(gold: string, answer: string): Decision | undefined {
  const wanted = choiceLetter(gold);
  if (wanted === undefined) return undefined;
  return chosenLetter(answer) === wanted ? equal("choice") : different("choice");
}
