// What a comparison says of itself while it works, for those who ask for an explanation. Nobody else pays for it:
// without a list to write to, no note is made.

import type { Verdict } from "./decision.ts";
import type { Rule } from "./rules.ts";

/** Two values as a person reads them, and where a variable stands at them. */
export interface Evidence {
  gold: string;
  answer: string;
  at?: Record<string, string>;
}

export interface Note {
  /** Null where it is about the reading that was taken. */
  rule: Rule | null;
  /** What the rule found; "open" where it left the question to the next. */
  found: Verdict | "open";
  /** What was compared, or why, as a clause. */
  said: string;
  evidence?: Evidence;
}
