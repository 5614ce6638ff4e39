// The roles of the words around an answer, and the roles that each place accepts. A text is accepted because each of
// its spans has an accepted role, never because it contains no forbidden word.

export const roles = [
  /** A number or a formula. */
  "value",
  /** Announces a value: "is", "we get", "therefore". */
  "leadIn",
  /** Function words without a meaning of their own: "the", "of", "which". */
  "link",
  /** A word of an open class, as in what was asked or counted: "apples", "perimeter". */
  "noun",
  /** Does not affect the value: "as required", "I hope it is correct". */
  "remark",
  /** Addresses the reader: "let me know", "feel free to ask". */
  "closing",
  /** Begins a reason: "because", "since". */
  "reason",
  /** Introduces a second value: "or". */
  "choice",
  /** A sign that calculates or compares. */
  "operator",
  /** Calculates with the value before it: "million", "squared", "plus". */
  "scale",
  /** Makes the value uncertain: "about", "at least", "perhaps". */
  "hedge",
  /** Denies: "not", "wrong". */
  "denial",
  /** Excludes: "except", "apart from". */
  "exception",
  /** Contrasts with earlier text: "but", "however". */
  "contrast",
  /** Withdraws earlier text: "wait", "actually". */
  "correction",
  /** Makes what follows a supposition: "if", "suppose". */
  "condition",
  /** Asks. */
  "question",
  /** Reports what a person says or thinks: "the textbook claims". */
  "report",
  /** Introduces an example of an answer: "for example", "placeholder". */
  "example",
  /** Is invisible in print, or struck through. */
  "hidden",
  /** Anything else. */
  "unknown",
] as const;
export type Role = (typeof roles)[number];

/** A part of a text, from `start` up to, not including, `end`, and its role. */
export interface Span {
  start: number;
  end: number;
  role: Role;
}

/** Places around an answer. */
export type Context =
  /** The clause that introduces a box or a tag. */
  | "before a mark"
  /** The text before that clause in the sentence. */
  | "earlier in the sentence"
  /** From a box to the end of its sentence. */
  | "after a mark"
  /** The text after yes or no and its comma. */
  | "after a verdict"
  /** The text after the letter of a choice. */
  | "after a letter"
  /** The words around the only value of a sentence, and around the value of the last sentence. */
  | "one value"
  | "last sentence"
  /** Words in a box that holds one integer. */
  | "around an integer";

export function roleSet(names: string): ReadonlySet<Role> {
  const set = new Set(names.split(" ") as Role[]);
  for (const role of set) if (!roles.includes(role)) throw new TypeError(`'${role}' is not a role`);
  return set;
}

const plain = "value leadIn link noun remark closing reason";
/** A clause may contrast the answer with something else. */
const clause = `${plain} contrast`;

/** The roles that each place accepts. `unknown` is in none of them. */
export const accepts: Record<Context, ReadonlySet<Role>> = {
  "before a mark": roleSet(`${clause} correction choice`),
  "earlier in the sentence": roleSet(
    `${clause} correction choice scale operator denial exception hedge condition`,
  ),
  "after a mark": roleSet(plain),
  // "No, there is no such number."
  "after a verdict": roleSet(`${plain} denial operator`),
  // The text of a choice is not known here.
  "after a letter": roleSet(`${plain} operator scale`),
  "one value": roleSet("value leadIn link noun remark contrast"),
  "last sentence": roleSet(`${clause} operator`),
  "around an integer": roleSet("leadIn link noun remark"),
};

/** The first span whose role a place does not accept. */
export const refusedIn = (spans: readonly Span[], context: Context): Span | undefined =>
  spans.find(({ role }) => !accepts[context].has(role));
