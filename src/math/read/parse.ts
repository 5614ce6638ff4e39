// Text → tree. Never throws: what cannot be read is reported with its place.

import { integer, type Node } from "../notation/tree.ts";
import { LimitExceeded, limits } from "../terms/limits.ts";
import { hasDottedName, joinDottedNames } from "./code-tokens.ts";
import { lex } from "./lex.ts";
import { separateLines } from "./lines.ts";
import { settle } from "./loose-tokens.ts";
import { separateParts, uprightUnits } from "./quantities.ts";
import { readList } from "./read-answer.ts";
import { readOver } from "./read-fraction.ts";
import { Reader, Unreadable } from "./reader.ts";
import type { LexOptions, Token } from "./scanner.ts";
import { unwrap } from "./unwrap.ts";

export type Parsed =
  | {
      ok: true;
      tree: Node;
      /** Whether a comma was taken to group digits, so that the text could also be a list. */
      commasGroupDigits: boolean;
    }
  | { ok: false; reason: string; at: number };

export interface ParseOptions extends LexOptions {
  /** How `1,234` reads; a list only when asked for. */
  commas?: "thousands" | "list";
  /** What a line that begins with a sign does: it begins an item, or carries a sum with letters on. */
  signs?: "begin" | "continue";
  /** What a bracket at the end does behind a space: it multiplies, or says the value once more. */
  brackets?: "multiply" | "restate";
  /**
   * What letters after a number are, where the whole is one number and one unit. "units": in plain text, units; in mathematics,
   * variables. "measured": units in mathematics too, after two significant digits or more (`264g`). "variables": always variables.
   */
  letters?: "units" | "measured" | "variables";
  /** Which words after a number say what was counted: those that name things, or any that do not bend the meaning. */
  labels?: "things" | "any";
  /** What the hyphen of `10-15` does, where that is the whole text: it subtracts, or joins the ends of a range. */
  hyphens?: "subtract" | "range";
}

const isVariable = (token: Token): boolean => token.kind === "symbol" || token.kind === "word";

/** `(iv)`, the number of a statement. */
const numbered = /^[([]\s*(?:i{2,3}|iv|vi{1,3}|ix|xi{1,3})\s*[)\]]$/;

/** The commonest answer there is; read at once, with what the reader would make of it. */
const digits = /^\d{1,15}$/;

export function parse(text: string, options: ParseOptions = {}): Parsed {
  if (digits.test(text)) return { ok: true, tree: integer(BigInt(text)), commasGroupDigits: false };
  if (text.length > limits.length)
    return { ok: false, reason: `longer than ${limits.length} characters`, at: limits.length };
  if ((text[0] === "(" || text[0] === "[") && numbered.test(text))
    return { ok: true, tree: { kind: "text", words: text }, commasGroupDigits: false };
  try {
    const plain = lex(text, options);
    const lexed = separateParts(settle(hasDottedName(text) ? joinDottedNames(plain) : plain));
    const tokens = separateLines(lexed, options.signs === "continue" && lexed.some(isVariable));
    unwrap(tokens);
    if (tokens.length < 2) return { ok: false, reason: "nothing is written", at: 0 };
    const { letters } = options;
    // A number and a unit are two tokens at least, and the end.
    const measured =
      letters === "variables" || tokens.length < 3
        ? tokens
        : uprightUnits(tokens, text, letters === "measured");
    const read = readTokens(measured, options);
    return read.ok || measured === tokens ? read : readTokens(tokens, options);
  } catch (error) {
    return failure(error);
  }
}

function readTokens(tokens: Token[], options: ParseOptions): Parsed {
  try {
    const reader = new Reader(tokens, {
      commasGroupDigits: options.commas !== "list",
      restates: options.brackets === "restate",
      anyLabel: options.labels === "any",
      ranges: options.hyphens === "range",
    });
    const tree = readOver(reader, readList(reader));
    while (reader.isOp("**")) reader.i++;
    if (reader.token.kind !== "end") reader.fail("cannot go on");
    return { ok: true, tree, commasGroupDigits: reader.groupedByComma };
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): Parsed {
  if (error instanceof Unreadable) return { ok: false, reason: error.reason, at: error.at };
  if (error instanceof LimitExceeded) return { ok: false, reason: error.message, at: 0 };
  throw error;
}
