// Questions of yes or no. The first word decides; a reason may follow it, and nothing else.

import { accepts, spansIn, type WordSpan } from "../../words/index.ts";
import { type Decision, different, equal } from "../terms/decision.ts";
import { limits } from "../terms/limits.ts";

const verdict = /^(?:yes|no|true|false)$/;

/** Words without the braces, stars and quotation marks around them. */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/\\(?:text|textbf|mathrm|mathbf|mbox|textit)\s*\{([^{}]*)\}/g, "$1")
    .replace(/\*\*|["“”`]/g, "")
    .replace(/^\$([^$]*)\$$/, "$1");

/** "It is true", where true or false is asked for. */
const statement =
  /^(?:it|this|that|the (?:statement|claim|assertion|proposition))(?: is|'s) (?=(?:true|false)\b)/i;

/** The verdict of an answer that is one of these words, possibly with its reason. */
function verdictOf(answer: string): string | undefined {
  if (answer.length > limits.shown) return undefined;
  const text = plain(answer).replace(statement, "");
  const [word] = /^[A-Za-z]+/.exec(text) ?? [];
  const first = word?.toLowerCase();
  if (first === undefined || !verdict.test(first)) return undefined;
  const after = text.slice(first.length);
  if (/^\s*[.!]*\s*$/.test(after)) return first;
  const [ending] = /^\s*(?:[.,;:!]|\s[-–—]+\s|[–—]|\n)\s*/.exec(after) ?? [];
  if (ending === undefined) return undefined;
  const affirms = first === "yes" || first === "true";
  const clauses = clausesOf(spansIn(after.slice(ending.length)));
  return clauses.every((clause) => isReason(clause, affirms) || isStatement(clause, affirms))
    ? first
    : undefined;
}

/** The text after a verdict, divided into clauses; commas within a clause are left out. */
function clausesOf(spans: readonly WordSpan[]): WordSpan[][] {
  const clauses: WordSpan[][] = [[]];
  for (const span of spans) {
    if (span.kind === "break" || (span.kind === "sign" && /^[.;!–—-]$/.test(span.text))) clauses.push([]);
    else if (span.kind !== "sign" || !/^[,:()"'*|]$/.test(span.text)) clauses.at(-1)!.push(span);
  }
  return clauses.filter((clause) => clause.length > 0);
}

/**
 * A clause that gives a reason: its content is open, so only the role of each span is checked. If it denies an affirmed
 * claim, it must deny a property: "since 7 is not even", not "since it fails". If it is about the claim itself, all its
 * words must be known: "since it is prime", not "since it looks so" or "because the opposite is true".
 */
function isReason([first, ...rest]: readonly WordSpan[], affirms: boolean): boolean {
  const isBegun = first!.role === "reason" || (first!.text === "by" && rest.some(({ text }) => isTerm(text)));
  const [only] = rest;
  // "since unknown"
  const isBare = rest.length === 1 && !isValue(only!) && !isTerm(only!.text);
  if (!isBegun || isBare) return false;
  if (rest.some(({ text }) => ofTheClaim.test(text))) return rest.length > 1 && isStatement(rest, affirms);
  return rest.every(
    (span, i) =>
      (accepts["after a verdict"].has(span.role) || isTerm(span.text) || isBetweenValues(rest, i)) &&
      !isVerdict(rest, i) &&
      !/^i\b|\b(?:think|believe)\b/.test(span.text) &&
      !(affirms && span.role === "denial" && !deniesProperty(rest, i)),
  );
}

/** "2, 3 or 5 modulo 7": a word that joins or counts values and is between two of them. */
const isBetweenValues = (spans: readonly WordSpan[], i: number): boolean =>
  /^(?:or|mod|modulo)$/.test(spans[i]!.text) &&
  [i - 1, i + 1].every((at) => spans[at] && isValue(spans[at]!));

/**
 * A separate clause: all its words must be known, because any other word could be a restriction or a doubt ("it is
 * debatable").
 */
function isStatement([first, ...rest]: readonly WordSpan[], affirms: boolean): boolean {
  if (/^(?:as|so)$/.test(first!.text)) return rest.length > 1 && isStatement(rest, affirms);
  // "No, for example n = 3"
  if (first!.role === "example") return !affirms && rest.length === 1 && isValue(rest[0]!);
  // "p is prime" may say for which p.
  const isProperty = rest[0]?.kind === "word" && isVerb(rest[0]);
  if (isProperty && /^\$?[a-z]\$?$/.test(first!.text)) return false;
  if (rest.length === 0)
    return first!.kind === "value" ? isEquation(first!.text) : isAssurance(first!, affirms);
  const clause = [first!, ...rest];
  const denies = clause.some(({ role }) => role === "denial");
  const content = clause.filter((span) => isValue(span) || isTerm(span.text));
  // "Yes, it is not", "No, there is", "No, it holds", "No, there exists such a number".
  if (affirms ? denies : !denies && content.every(({ text }) => assenting.test(text))) return false;
  if (!affirms && !denies && clause.some(({ text }) => text === "such")) return false;
  // "Yes, odd numbers", "Yes, odd numbers do": otherwise the claim is called it, this or there.
  const isNamed =
    clause.length === 3 && first!.text === "the" && isTerm(rest[0]!.text) && !/s$/.test(rest[0]!.text);
  const isComplete = isPredicate(clause.at(-1)!)
    ? isNamed || pronouns.has(first!.text)
    : clause.some(isPredicate);
  return (isComplete || clause.every((span) => isAssurance(span, affirms))) && clause.every(isSaid);

  function isSaid(span: WordSpan, i: number): boolean {
    const { role, text } = span;
    const next = clause[i + 1]?.text ?? "";
    if (text === "no such") return !affirms;
    if (text === "many") return clause[i - 1]?.text === "infinitely";
    if (isValue(span)) return !/[%‰]/.test(text) && next !== "of";
    if (role === "denial") return plainDenials.test(text);
    if (role === "remark" || text === "true")
      return assuring.test(text) && (affirms || !/correct|right|true/.test(text));
    if (restricting.test(text)) return !affirms || /^(?:all|every|each|any)$/.test(next);
    return !(affirms && /^counterexamples?$/.test(text)) && isKnown(span);
  }
}

/** The words by which a clause refers to the claim, or that would make it right or wrong. */
const ofTheClaim =
  /^(?:it|this|that|(?:claim|statement|assertion|proposition|answer|opposite|negation|converse|contrary|reverse|condition|requirement|counterexample|proof)s?)$/;

/** `x = 3` and calculated equations; an inequality may be a condition. */
const isEquation = (text: string): boolean =>
  /=/.test(text) && !/[<>≤≥≠]|\\(?:n?[lg]e|neq?|[lg]t|to|in)(?![A-Za-z])/.test(text);

/** "Yes, indeed", "Yes, as required". */
const isAssurance = ({ role, text }: WordSpan, affirms: boolean): boolean =>
  affirms
    ? role === "remark" || /^(?:always|indeed|absolutely)$/.test(text)
    : /^(?:never|impossible)$/.test(text);

const isKnown = (span: WordSpan): boolean =>
  connecting.has(span.text) || isValue(span) || isVerb(span) || isTerm(span.text);

/** A number, a formula or a variable. */
const isValue = ({ kind, text }: WordSpan): boolean => kind === "value" || /^[b-hj-z]$/.test(text);

/** A second verdict; "no" before a noun is not one. */
const isVerdict = (spans: readonly WordSpan[], i: number): boolean =>
  /^(?:yes|true|false)$/.test(spans[i]!.text) || (spans[i]!.text === "no" && spans[i + 1]?.kind !== "word");

const plainDenials = /^(?:not|no|none|never|cannot|neither|nor|impossible|[a-z]+n't)$/;
const assenting = /^(?:exists?|holds?|possible|correct|right|true|always|everywhere)$/;
const restricting = /^(?:for|in|on|at|with|over|among|when|where|between|from|into|during)$/;

/** "is not prime", "has no root": the next word with a meaning is a known property. */
function deniesProperty(spans: readonly WordSpan[], at: number): boolean {
  if (!plainDenials.test(spans[at]!.text)) return false;
  const next = spans
    .slice(at + 1)
    .find((span) => span.kind === "value" || !(span.role === "link" || isVerb(span)));
  return next !== undefined && (next.kind === "value" || (isTerm(next.text) && !assenting.test(next.text)));
}

const isVerb = ({ kind, role, text }: WordSpan): boolean =>
  role === "leadIn" && (kind === "word" || text === "=") && plainVerbs.test(text);
const plainVerbs =
  /^(?:=|(?:is|are|was|were|am|be|has|have|had|gets?|gives?|equals?|becomes?|leaves?|makes?|yields?)\b)/;
const assuring =
  /^(?:indeed|clearly|obviously|of course|certainly|definitely|in fact|correct|right|true|as required)$/;
const isPredicate = (span: WordSpan): boolean =>
  isVerb(span) ||
  /^(?:(?:do|does|can|will|must|cannot)$|(?:is|are) )|n't$/.test(span.text) ||
  verbs.has(span.text.replace(/s$/, ""));

const pronouns = new Set("it this that they there we he she".split(" "));
const connecting = new Set([
  ...pronouns,
  ..."a an the these those each every all both any one two three four five its of to by and than which also such do does can will must them our".split(
    " ",
  ),
]);

/** The mathematical words that describe a property or a reason. */
const terms = new Set(
  (
    "number integer fraction ratio root zero solution value sum product difference quotient remainder factor multiple divisor digit " +
    "power square cube series sequence function graph curve line plane point angle triangle circle polygon quadrilateral rectangle " +
    "side vertex edge set subset element member group ring field subgroup ideal kernel image map matrix determinant rank eigenvalue " +
    "eigenvector vector basis space subspace dimension limit integral derivative slope tangent asymptote period maximum minimum " +
    "polynomial degree coefficient equation inequality identity expression term constant inverse relation tree path cycle " +
    "counterexample pair parity symmetry definition construction congruence " +
    "even odd prime composite positive negative nonzero real rational irrational complex continuous differentiable integrable convergent " +
    "divergent bounded unbounded finite infinite countable uncountable linear convex concave monotone monotonic " +
    "increasing decreasing injective surjective bijective one-to-one onto invertible singular nonsingular symmetric orthogonal " +
    "diagonalizable commutative abelian cyclic normal open closed compact connected dense complete isomorphic congruent similar equal " +
    "parallel perpendicular equilateral isosceles right acute obtuse divisible independent dependent unique distinct different consistent inconsistent " +
    "possible correct always infinitely everywhere absolutely uniformly strictly " +
    "theorem lemma induction test criterion sas asa sss aas defined undefined"
  ).split(" "),
);
const verbs = new Set(
  "converge diverge divide exist hold vanish commute intersect satisfie forbid admit attain follow equal".split(
    " ",
  ),
);
const isTerm = (word: string): boolean =>
  [word, word.replace(/s$/, ""), word.replace(/es$/, "")].some((stem) => terms.has(stem) || verbs.has(stem));

/** Compares a gold that is yes, no, true or false; undefined if it is not. */
export function compareYesNo(gold: string, answer: string): Decision | undefined {
  if (gold.length > 40 || !/yes|no|true|false/i.test(gold)) return undefined;
  const wanted = plain(gold)
    .replace(/[.!\s]+$/, "")
    .toLowerCase();
  if (!verdict.test(wanted)) return undefined;
  return verdictOf(answer) === wanted ? equal("yes or no") : different("yes or no");
}
