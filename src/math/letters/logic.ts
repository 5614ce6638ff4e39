// Formulas of logic: `\neg p \lor q`, `\forall x\,(P(x) \to Q(x))`. A gold is one if it negates, quantifies, or joins propositions by an
// equivalence or an exclusive or, and only then is the answer read as one. Two formulas are the same up to the names of
// bound variables, the order in a conjunction, disjunction or equivalence, and negations moved inwards. An implication
// is not rewritten, because the problem may have asked for the contrapositive; other differences are therefore
// undecided.

import { bySpelling, charOps, commandOps, numberSets } from "../notation/vocabulary.ts";
import { type Decision, equal, undecided } from "../terms/decision.ts";

type Joiner = "∧" | "∨" | "⊕" | "→" | "↔";
type Formula =
  | { kind: "atom"; said: string; negated: boolean }
  | { kind: Joiner; parts: Formula[]; negated: boolean }
  | { kind: "∀" | "∃" | "∃!"; domain: string; body: Formula; negated: boolean };

/** Signs of formulas that are others elsewhere, or nothing. */
const signs = bySpelling([
  ["and", "∧"],
  ["or", "∨"],
  ["⇒", "→"],
  ["⇔ \\leftrightarrow \\longleftrightarrow", "↔"],
  ["\\veebar ⊻", "⊕"],
  ["∣", "|"],
  ["\\left \\right \\quad \\qquad \\displaystyle \\mathbb", ""],
]);

/** The sign that a command or a character stands for. */
function signOf(token: string): string {
  const sign =
    token[0] === "\\"
      ? (commandOps.get(token.slice(1)) ?? numberSets.get(token.slice(1)))
      : (charOps.get(token) ?? numberSets.get(token));
  return signs.get(sign ?? token) ?? sign ?? token;
}

/** Signs that only formulas of logic have. */
const logical =
  /[¬∀∃↔⇔⟺⊕⊻]|\\(?:neg|lnot|forall|exists|(?:long)?leftrightarrow|(?:Long|L)eftrightarrow|iff|oplus|veebar)(?![a-z])/;

const longest = 300;

/**
 * Single letters, commands, and single signs; undefined if there are words among them. Spaces and braces around one
 * token mean nothing.
 */
function tokensOf(text: string): string[] | undefined {
  const plain = text
    .replace(/\\text\s*\{\s*(?:,|:|such that|s\.t\.)\s*\}/g, ":")
    .replace(/^\s*\\[([]|\\[)\]]\s*$|\$|\\[,;:! ]/g, " ");
  if (/\\(?:text|operatorname|mathrm)|;/.test(plain)) return undefined;
  const all = (plain.match(/\\[A-Za-z]+|\S/gu) ?? []).map(signOf).filter((sign) => sign !== "");
  return all.filter(
    (sign, i) => !(sign === "{" && all[i + 2] === "}") && !(sign === "}" && all[i - 2] === "{"),
  );
}

/** Joiners from the loosest to the tightest. */
const joiners: readonly Joiner[] = ["↔", "→", "∨", "⊕", "∧"];
const proposition = /^(?:[p-u]|[A-Z])(?:_?\{?\w\}?)?$/;
const predicate = /^[A-Z]\([\w#,]+\)$/;

class LogicReader {
  private at = 0;
  /** Bound variables, the innermost last. */
  private readonly bound: string[] = [];

  constructor(private readonly tokens: readonly string[]) {}

  read(): Formula | undefined {
    const formula = this.joined(0);
    return this.at === this.tokens.length ? formula : undefined;
  }

  private joined(level: number): Formula | undefined {
    const sign = joiners[level];
    if (sign === undefined) return this.unary();
    const first = this.joined(level + 1);
    if (!first) return undefined;
    const parts = [first];
    while (this.tokens[this.at] === sign) {
      this.at++;
      const next = this.joined(level + 1);
      if (!next) return undefined;
      parts.push(next);
    }
    if (parts.length === 1) return first;
    // `p \to q \to r` is read in two ways.
    return sign === "→" && parts.length > 2 ? undefined : { kind: sign, parts, negated: false };
  }

  private unary(): Formula | undefined {
    const sign = this.tokens[this.at];
    if (sign === "¬") {
      this.at++;
      const inner = this.unary();
      return inner && { ...inner, negated: !inner.negated };
    }
    if (sign === "∀" || sign === "∃") return this.quantified(sign);
    return this.group() ?? this.atom();
  }

  private quantified(sign: "∀" | "∃"): Formula | undefined {
    const isUnique = sign === "∃" && this.tokens[this.at + 1] === "!";
    this.at += isUnique ? 2 : 1;
    const name = this.tokens[this.at++] ?? "";
    if (!/^[A-Za-z]$/.test(name)) return undefined;
    let domain = "";
    if (this.tokens[this.at] === "∈")
      while (/^[∈A-Za-z+*^{}_]$/.test(this.tokens[this.at] ?? "")) domain += this.tokens[this.at++];
    if (/^[,:.|]$/.test(this.tokens[this.at] ?? "")) this.at++;
    this.bound.push(name);
    // A quantifier governs what follows it directly: an atom or a bracket, or all to the end after a separator.
    const body = /^[,:.|]$/.test(this.tokens[this.at - 1]!) ? this.joined(0) : this.unary();
    this.bound.pop();
    return body && { kind: isUnique ? "∃!" : sign, domain, body, negated: false };
  }

  private group(): Formula | undefined {
    const start = this.at;
    if (this.tokens[start] !== "(" && this.tokens[start] !== "[") return undefined;
    this.at++;
    const inner = this.joined(0);
    const isClosed = inner && this.tokens[this.at] === (this.tokens[start] === "(" ? ")" : "]");
    const next = this.tokens[this.at + 1];
    if (isClosed && (next === undefined || /^[)\]]$/.test(next) || joiners.includes(next as Joiner))) {
      this.at++;
      return inner;
    }
    this.at = start;
    return undefined;
  }

  /** A proposition, a predicate, or under a quantifier any relation as it is written, with numbers for bound variables. */
  private atom(): Formula | undefined {
    let said = "";
    let depth = 0;
    for (; this.at < this.tokens.length; this.at++) {
      const token = this.tokens[this.at]!;
      if (depth === 0 && (joiners.includes(token as Joiner) || /^[)\]¬∀∃]$/.test(token))) break;
      if (/^[([{]$/.test(token)) depth++;
      else if (/^[)\]}]$/.test(token)) depth--;
      const place = this.bound.lastIndexOf(token);
      said += place < 0 ? token : `#${place}`;
    }
    const isAtom =
      proposition.test(said) || predicate.test(said) || (this.bound.length > 0 && /[=<>≤≥≠∈∉]/.test(said));
    return isAtom ? { kind: "atom", said, negated: false } : undefined;
  }
}

const dual: Record<string, "∧" | "∨" | "∀" | "∃" | undefined> = { "∧": "∨", "∨": "∧", "∀": "∃", "∃": "∀" };

/** The formula in one spelling, with negations carried inwards and what commutes in alphabetical order. */
function normal(formula: Formula, negate = false): string {
  const negated = formula.negated !== negate;
  const kind = (negated && dual[formula.kind]) || formula.kind;
  const inwards = negated && kind !== formula.kind;
  const outside = negated && !inwards ? "¬" : "";
  if (formula.kind === "atom") return `${outside}${formula.said}`;
  if ("body" in formula) return `${outside}${kind}${formula.domain}(${normal(formula.body, inwards)})`;
  // `\neg (p \to q)` is `p \land \neg q`.
  if (negated && formula.kind === "→") {
    const [premise, conclusion] = formula.parts as [Formula, Formula];
    const parts = [premise, { ...conclusion, negated: !conclusion.negated }];
    return normal({ kind: "∧", parts, negated: false });
  }
  const parts = formula.parts.flatMap((part) => {
    const nested = !part.negated && part.kind === formula.kind && "parts" in part && kind !== "→";
    return nested ? part.parts.map((inner) => normal(inner, inwards)) : [normal(part, inwards)];
  });
  return `${outside}${kind}(${(kind === "→" ? parts : parts.sort()).join(";")})`;
}

function readLogic(text: string): Formula | undefined {
  const tokens = text.length > longest ? undefined : tokensOf(text);
  return tokens && new LogicReader(tokens).read();
}

/** Undefined unless both sides are formulas of logic. */
export function compareLogic(gold: string, answer: string): Decision | undefined {
  if (!logical.test(gold)) return undefined;
  const [g, a] = [readLogic(gold), readLogic(answer)];
  if (!g || !a) return undefined;
  return normal(g) === normal(a)
    ? equal("statement")
    : undecided("statement", "formulas of logic that are written differently");
}
