// What the words around an answer do, and which of them each place accepts. A text counts because each of its spans has a
// role that its place accepts, never because no forbidden word was found in it.

export const roles = [
  /** A number or a formula. */
  "value",
  /** Says that a value follows: "is", "we get", "therefore". */
  "leadIn",
  /** Has a place in the grammar and says nothing by itself: "the", "of", "which". */
  "link",
  /** A word of an open class, as in what was asked or counted: "apples", "perimeter". */
  "noun",
  /** Says nothing about the value: "as required", "I hope it is correct". */
  "remark",
  /** Turns to the reader: "let me know", "feel free to ask". */
  "closing",
  /** Begins a reason: "because", "since". */
  "reason",
  /** Sets another value beside this one: "or". */
  "choice",
  /** A sign that calculates or compares. */
  "operator",
  /** Calculates with the value before it: "million", "squared", "plus". */
  "scale",
  /** Leaves open whether this is the value: "about", "at least", "perhaps". */
  "hedge",
  /** Says that something is not so: "not", "wrong". */
  "denial",
  /** Leaves something out: "except", "apart from". */
  "exception",
  /** Turns against what was said before: "but", "however". */
  "contrast",
  /** Takes back what was said before it: "wait", "actually". */
  "correction",
  /** Makes what follows a supposition: "if", "suppose". */
  "condition",
  /** Asks. */
  "question",
  /** What someone says or said, thinks or thought: "the textbook claims". */
  "report",
  /** Shows how an answer would look: "for example", "placeholder". */
  "example",
  /** Is not shown in print, or struck through. */
  "hidden",
  /** Anything else. */
  "unknown",
] as const;
export type Role = (typeof roles)[number];

/** A part of a text, from `start` up to, not including, `end`, and what it does there. */
export interface Span {
  start: number;
  end: number;
  role: Role;
}

/** Places around an answer. */
export type Context =
  /** The clause that leads to a box or a tag. */
  | "before a mark"
  /** What is before that clause in the sentence. */
  | "earlier in the sentence"
  /** From a box to the end of its sentence. */
  | "after a mark"
  /** What follows yes or no and its comma. */
  | "after a verdict"
  /** What follows the letter of a choice. */
  | "after a letter"
  /** The words around the only value of a sentence, and around the value of the last sentence. */
  | "one value"
  | "last sentence"
  /** Words in a box that holds one integer. */
  | "around an integer";

const plain: readonly Role[] = ["value", "leadIn", "link", "noun", "remark", "closing", "reason"];
/** A clause may contrast the answer with something else. */
const clause: readonly Role[] = [...plain, "contrast"];

/** The roles that each place accepts. `unknown` is in none of them. */
export const accepts: Record<Context, ReadonlySet<Role>> = {
  "before a mark": new Set<Role>([...clause, "correction", "choice"]),
  "earlier in the sentence": new Set<Role>([
    ...clause,
    "correction",
    "choice",
    "scale",
    "operator",
    "denial",
    "exception",
    "hedge",
    "condition",
  ]),
  "after a mark": new Set<Role>(plain),
  // "No, there is no such number."
  "after a verdict": new Set<Role>([...plain, "denial", "operator"]),
  // What a choice says in full is not known here.
  "after a letter": new Set<Role>([...plain, "operator", "scale"]),
  "one value": new Set<Role>(["value", "leadIn", "link", "noun", "remark", "contrast"]),
  "last sentence": new Set<Role>([...clause, "operator"]),
  "around an integer": new Set<Role>(["leadIn", "link", "noun", "remark"]),
};

/** The first span whose role a place does not accept. */
export const refusedIn = (spans: readonly Span[], context: Context): Span | undefined =>
  spans.find(({ role }) => !accepts[context].has(role));
