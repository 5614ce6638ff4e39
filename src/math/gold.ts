// Golds before they are compared: the same text as the answer, not a gold at all, or the answer in a worked solution.

import { boxesIn, explicitAnswer, isPlaceholder, valueOfSentence } from "../answers/index.ts";
import { type Parsed, parse } from "./read/parse.ts";
import type { ParseOptions } from "./read/reader.ts";

const wrappings: readonly (readonly [open: string, close: string])[] = [
  ["$$", "$$"],
  ["$", "$"],
  ["\\(", "\\)"],
  ["\\[", "\\]"],
  ["**", "**"],
  ["\\boxed{", "}"],
];

/** Nested wrapping beyond this is not useful, and gets no work. */
const deepest = 16;

/** The text without `$…$`, `\boxed{}` and bold type around the whole; runs of white space as one. */
function plainText(text: string): string {
  let plain = text.trim();
  let before = "";
  for (let depth = 0; before !== plain && depth < deepest; depth++) {
    before = plain;
    for (const [open, close] of wrappings) {
      if (!plain.startsWith(open) || !plain.endsWith(close)) continue;
      const inside = plain.slice(open.length, -close.length);
      if (plain.length < open.length + close.length || !isWhole(inside, open, close)) continue;
      plain = inside.trim();
    }
  }
  return plain.replace(/[^\S\n\r]+/g, " ").replace(/\s*[\n\r]\s*/g, "\n");
}

/** Whether what opens the text is closed only at its end. */
function isWhole(inside: string, open: string, close: string): boolean {
  if (open !== "\\boxed{") return !inside.includes(close) && !inside.includes(open);
  let depth = 0;
  for (let i = 0; i < inside.length; i++) {
    const c = inside.charCodeAt(i);
    if (c === backslash) i++;
    else if (c === openBrace) depth++;
    else if (c === closeBrace && --depth < 0) return false;
  }
  return depth === 0;
}

const [space, dollar, star, backslash, zero, nine, openBrace, closeBrace] = [
  32, 36, 42, 92, 48, 57, 123, 125,
];

/** Whether a text has wrapping around it, or more than single spaces in it. Most do not, so this must be quick. */
function isWrapped(text: string): boolean {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  if (
    first <= space ||
    first === dollar ||
    first === star ||
    last <= space ||
    last === dollar ||
    last === star
  )
    return true;
  if (first === backslash && /^\\(?:boxed|[([])/.test(text)) return true;
  return text.includes("  ") || text.includes("\n") || text.includes("\t") || /[^\S ]/.test(text);
}

/** Whether two texts are identical, regardless of their meaning. */
export function isIdentical(gold: string, answer: string): boolean {
  if (gold === answer) return true;
  // Most pairs are plain on both sides already, and differ.
  if (!isWrapped(gold) && !isWrapped(answer)) return false;
  return plainText(gold) === plainText(answer);
}

/** Placeholders, written by people or by programs: `NaN` and `[object Object]` are lost values. */
const noGold =
  /^(?:#?n\/a|n\.a\.|null|nan|<na>|\[object \w+\]|tbd|to be determined|missing|see (?:the )?(?:solution|proof|explanation|figure|image|diagram|above|below|attached).*|(?:answer )?(?:is )?not (?:provided|available|given|applicable|specified)|no (?:answer|gold)(?: (?:provided|available|given))?)[.!]?$/i;

/** Commands that print nothing of their own. */
const looks = /\\(?:text[a-z]*|mathrm|mathbf|mbox|left|right|q?quad)(?![A-Za-z])/g;

/** Why a text cannot be a gold, for any answer; undefined if it can. */
export function noGoldBecause(gold: string): string | undefined {
  const first = gold.charCodeAt(0);
  if (first >= zero && first <= nine) return undefined;
  if (/\d/.test(gold) && !/^\W*see\b/i.test(gold)) return undefined;
  const plain = plainText(gold);
  if (plain === "") return "the gold is empty";
  if (!/[\p{L}\p{N}∞∅]/u.test(plain.replace(looks, ""))) return "the gold has neither a letter nor a digit";
  if (plain.length < 80 && (noGold.test(plain) || isPlaceholder(plain))) return "the gold is a placeholder";
  return undefined;
}

/** Words, possibly with numbers among them: a text that is compared as text, not mathematics with a mistake. */
export const isWording = (gold: string): boolean =>
  /^[\s"'(]*\p{L}{2,}/u.test(gold) && /^[\p{L}\p{M}\p{N}\s.,;:'"’!?()%-]*$/u.test(gold);

/** Words before a gold that is known approximately; the number after them is the gold. */
const about = /^\s*(?:~|≈|\\approx|\\sim|(?:about|approximately)\s)\s*(?=[-.\d])/i;

const startsAbout: ReadonlySet<string | undefined> = new Set([..." \t\n~≈\\aA"]);

/** The gold that was read last. */
let last: { gold: string; letters: ParseOptions["letters"]; parsed: Parsed } | undefined;

/**
 * How a gold is read. The last reading is kept, because a gold is checked before it is compared, and many answers to
 * one problem come in a row. Trees never change, so it does not matter which caller read it.
 */
export function readGold(gold: string, letters: ParseOptions["letters"] = "units"): Parsed {
  if (last?.gold !== gold || last.letters !== letters) {
    const text = startsAbout.has(gold[0]) ? gold.replace(about, "") : gold;
    const parsed = parse(text, { signs: "continue", labels: "any", hyphens: "range", letters });
    last = { gold, letters, parsed };
  }
  return last.parsed;
}

/**
 * The answer that a gold gives. If it has a box, the content of the box; if it can be read, the gold itself; if it is a
 * worked solution, the marked answer (`#### 42`, "The answer is 42."); if it is a sentence, its only value, at its end.
 */
export function goldAnswer(gold: string): string {
  if (/^[-\w.,/ ]{1,40}$/.test(gold) && !/[A-Za-z]{2}/.test(gold)) return gold;
  const boxes = boxesIn(gold).filter(({ depth, closed }) => depth === 0 && closed);
  if (boxes.length > 0 && boxes.every(({ start, end }) => gold.slice(start, end).trim() === "")) return "";
  const box = boxes.findLast(({ start, end }) => gold.slice(start, end).trim() !== "");
  if (box) {
    const found = explicitAnswer(gold, ["box"]);
    // A gold is not doubted: its box counts, whatever the text around it.
    return found.kind === "found" ? found.answer : gold.slice(box.start, box.end).trim();
  }
  const parsed = readGold(gold);
  if (parsed.ok && parsed.tree.kind !== "text" && !/\banswer is\b/i.test(gold)) return gold;
  const found = explicitAnswer(gold);
  if (found.kind === "found") return found.answer;
  const said = valueOfSentence(gold, 0, gold.trimEnd().length);
  return said?.isLast && said.isOnly ? said.answer : gold;
}
