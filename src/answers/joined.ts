// The text that a box is joined to: its formula, if that has more than its value, or, outside of formulas, everything
// up to the next space. `-\boxed{5}` is -5, and `\boxed{4}2` is unreadable; the caller compares the whole.

import type { Formula } from "../words/index.ts";
import type { Place } from "./mark.ts";

export interface Region extends Place {
  /** The answer, if it is more than the box: `-\boxed{5}`, `\boxed{5}\text{ cm}`. */
  joined?: Place;
  /** Values before the box that its formula lists with it: `6, \boxed{5}`, `x=6, x=\boxed{5}`. */
  items?: readonly string[];
  /** Words set as text right before the box in its formula. */
  words?: Place;
  /** Whether its formula leads to it: `x = \boxed{5}`. */
  isLed: boolean;
  /** Whether print does not show it, or strikes it through. */
  isHidden: boolean;
}

const space = String.raw`(?:\s|\\[,;:! >]|\\q?quad(?![A-Za-z])|[~&]|\\displaystyle(?![A-Za-z]))`;
const leadingSpace = new RegExp(`^${space}*`);
const trailingSpace = new RegExp(`${space}$`);
const relation =
  /(?<!\\not\s{0,2})(?<![+\-*/<>≠^]|(?<![\w)}])!)(?:[=≈≡≅→⇒⟹⟶∴,;]|(?<!\d\s{0,3})(?<!\\boxed\s{0,2}\{[^{}]{0,40}\}\s{0,3}):|\\(?:approx|equiv|cong|simeq|to|(?:long|Long)?[rR]ightarrow|implies|therefore|iff|Leftrightarrow|in|colon|mapsto))$/;
const nothingMore = new RegExp(
  String.raw`^(?:${space}|\.(?!\.\.)|[,;。，]|\\(?:blacksquare|square|Box|qed|checkmark|nonumber|notag)(?![A-Za-z])|\\(?:tag\*?|label)\s*\{[^{}]*\}|\\\\)*$`,
);
const rows =
  /^(?:array|align|aligned|gather|gathered|equation|split|multline|eqnarray|flalign|alignat|alignedat|displaymath|math|center)\*?$/;
/** Groups that change neither the value nor whether it is visible. */
const plainGroup =
  /(?:\\(?:text|textbf|textit|textrm|textsf|emph|mathbf|mathrm|mathit|mathsf|boldsymbol|bm|underline|mbox|hbox|ensuremath|displaystyle|large|Large)\s*|\\(?:text)?color\s*\{([^{}]*)\}\s*|(?<=^|[\s=:&$,;(]))\{\s*$/;
const hidingCommand = /^(?:[hv]?phantom|[bx]?cancel|sout|st|not|tag|label)$/;
const visibleColour =
  /^\s*(?:red|blue|green|black|purple|orange|magenta|cyan|brown|teal|violet|olive|navy|maroon|(?:dark|forest|royal|sky|light)?(?:green|blue|red|gr[ae]y)|pink|crimson|indigo|#[0-9a-e][0-9a-f]{2,5})\s*$/i;

/** Whether a text is set in a colour that cannot be seen. */
export const isInvisible = (text: string): boolean => {
  const [, colour] = /^[\s$]*\\(?:text)?color\s*\{([^{}]*)\}/.exec(text) ?? [];
  return colour !== undefined && !visibleColour.test(colour);
};

/** The region of a box in a formula. */
export function inFormula(text: string, formula: Formula, box: Place): Region {
  const region: Region = { from: formula.from, to: formula.to, isLed: false, isHidden: false };
  let [left, right] = [box.from, box.to];
  for (;;) {
    const group = plainGroup.exec(text.slice(Math.max(formula.start, left - 60), left));
    const close = /^\s*\}/.exec(text.slice(right, formula.end));
    if (!group || !close) break;
    if (group[1] !== undefined && !visibleColour.test(group[1])) return { ...region, isHidden: true };
    left -= group[0].length;
    right += close[0].length;
  }
  const { row, groups, isArray } = rowBefore(text, formula.start, left);
  if (groups.some((name) => hidingCommand.test(name))) return { ...region, isHidden: true };
  const end = rowEnd(text, right, formula.end);
  const whole = trimmed(text, row, end);
  if (groups.length > 0) return { ...region, joined: whole };
  let before = withoutSpace(text, row, left);
  const words = /\\(?:text|textbf|textrm|mathrm|mbox)\s*\{([^{}]*)\}$/.exec(before);
  if (words) before = withoutSpace(before, 0, words.index);
  // `n \\equiv \\boxed{3} \\pmod{10}`: the answer is a remainder.
  const congruence = /\\equiv$|≡$/.test(before) ? modulus.exec(text.slice(right, end)) : null;
  const marks = congruence ? right : marksAfter(text, right, end);
  const rest = congruence ? right + congruence[0].length : marks;
  // An entry of a matrix is a part of the matrix.
  if (isArray && !relation.test(before)) return { ...region, joined: whole };
  // `= \\boxed{\\sqrt2} \\approx 1.414` gives the exact value if the decimal is a rounding of it.
  if ((before === "" || relation.test(before)) && rounding.test(text.slice(marks, end)))
    return { ...region, joined: { from: box.from, to: trimmed(text, row, end).to }, isLed: before !== "" };
  // `2x = \\boxed{6}` is not solved for x.
  const isUnsolved = /^(?:-\s*|\d+\s*)\\?[A-Za-z]\s*=$/.test(before);
  if (isUnsolved || (before !== "" && !relation.test(before)) || !nothingMore.test(text.slice(rest, end)))
    return { ...region, joined: whole };
  if (words) {
    const from = text.lastIndexOf(words[0], left) + words[0].indexOf("{") + 1;
    region.words = { from, to: from + words[1]!.length };
  }
  if (marks > right) region.joined = { from: box.from, to: marks };
  const items = itemsBefore(text.slice(row, left));
  if (items.length > 0) region.items = items;
  return { ...region, isLed: before !== "" };
}

const itemEnd =
  /[,;，；]|\\q?quad(?![A-Za-z])|\\(?:text|mathrm|mbox)\s*\{\s*,?\s*(?:and|or)?\s*\}|\\(?:lor|vee|land|wedge)(?![A-Za-z])/;
const namedItem = /^([A-Za-z](?:_\{?\w+\}?)?)\s*=/;

/** The items of a list that a box ends: values, if the box has no name, and values of the same name. */
function itemsBefore(before: string): string[] {
  // What is in brackets is one item, and a group of digits has no space: `1,000`.
  const flat = before.replace(/\((?:[^()]*)\)|\{,\}|,(?=\d{3}(?!\d))/g, (held) => "_".repeat(held.length));
  const items: string[] = [];
  let from = 0;
  for (const { 0: sign, index } of flat.matchAll(new RegExp(itemEnd, "g"))) {
    items.push(before.slice(from, index).replace(leadingSpace, "").trim());
    from = index + sign.length;
  }
  const name = namedItem.exec(before.slice(from).replace(leadingSpace, ""))?.[1];
  return items
    .filter((item) => {
      const value = item.replace(namedItem, (said, own) => (own === name ? "" : said));
      return (
        /\d|\\pi/.test(value) &&
        !/[=<>≤≥≠∈]|(?<!\\[A-Za-z]*)[A-Za-z]|\\(?:text|in|[lg]eq?|neq?)(?![A-Za-z])/.test(value)
      );
    })
    .map((item) => item.replace(namedItem, ""));
}

const modulus =
  /^(?:\s|\\[,;: ]|~)*\\pmod\s*(?:\{[^{}]{1,20}\}|\w)|^(?:\s|\\[,;: ]|\\q?quad|~)*\(\s*(?:\\bmod|\\mod|\\text\s*\{\s*mod\s*\}|\\mathrm\s*\{mod\})\s*\{?\w+\}?\s*\)/;
const rounding = /^\s*(?:\\approx|≈)\s*-?\d*\.\d+\s*(?:\\ldots|\\dots|\.{3})?[\s.,]*$/;

/** The end of a part of a text, without trailing spaces; empty if the part is only spaces. */
function withoutSpace(text: string, from: number, to: number): string {
  const part = text.slice(from, to);
  if (leadingSpace.exec(part)![0].length === part.length) return "";
  let tail = part.slice(-200);
  while (trailingSpace.test(tail)) tail = tail.replace(trailingSpace, "");
  return tail;
}

/** Where the row that a place is in begins, and the commands of the groups around it. */
function rowBefore(
  text: string,
  from: number,
  at: number,
): { row: number; groups: string[]; isArray: boolean } {
  let row = from;
  const groups: { name: string; isRow: boolean; isBeforeRow: boolean }[] = [];
  let colour = "";
  const sign =
    /\\begin\s*\{([A-Za-z]+\*?)\}(?:\{[^{}]*\})?|\\end\s*\{[A-Za-z]+\*?\}|\\(?:text)?color\s*\{([^{}]*)\}\s*(\{?)|\\([A-Za-z]+)\s*(?:\[[^\][{}]{0,40}\])?(?:\{[^{}]*\}|\d)?\s*(\{?)|\\\\|\\[^A-Za-z]|([_^]?)\{|\}/g;
  sign.lastIndex = from;
  for (let found = sign.exec(text); found && found.index < at; found = sign.exec(text)) {
    const [whole, environment, named, colourBrace, command, brace, raised] = found;
    // A group may begin inside of the sign's argument.
    const past = found.index + whole.length;
    if (past > at) {
      const open = text.lastIndexOf("{", at - 1);
      groups.push({ name: command ?? "", isRow: false, isBeforeRow: false });
      sign.lastIndex = Math.max(open + 1, found.index + 1);
      continue;
    }
    if (environment !== undefined) {
      groups.push({ name: environment, isRow: rows.test(environment), isBeforeRow: false });
      if (rows.test(environment)) row = past;
    } else if (whole.startsWith("\\end")) groups.pop();
    else if (named !== undefined) {
      if (colourBrace === "{")
        groups.push({
          name: visibleColour.test(named) ? "color" : "phantom",
          isRow: false,
          isBeforeRow: false,
        });
      else colour = named;
    } else if (command !== undefined) {
      if (brace === "{") groups.push({ name: command, isRow: false, isBeforeRow: false });
      else if (command === "not" && past === at)
        groups.push({ name: "not", isRow: false, isBeforeRow: false });
    } else if (whole === "\\\\") {
      if (groups.every(({ isRow }) => isRow)) row = past;
    } else if (raised !== undefined) groups.push({ name: raised, isRow: false, isBeforeRow: false });
    else if (whole === "}") groups.pop();
  }
  const names = groups.filter(({ isRow }) => !isRow).map(({ name }) => name);
  const isArray = groups.some(({ name, isRow }) => isRow && name === "array");
  return {
    row,
    isArray,
    groups: colour !== "" && !visibleColour.test(colour) ? [...names, "phantom"] : names,
  };
}

/** Where the row of a place ends: at `\\`, with its environment, or with the formula. */
function rowEnd(text: string, from: number, to: number): number {
  const sign = /\\\\|\\begin\s*\{|\\end\s*\{|\\.|[{}]/gs;
  let depth = 0;
  sign.lastIndex = from;
  for (let found = sign.exec(text); found && found.index < to; found = sign.exec(text)) {
    const [whole] = found;
    if (depth === 0 && (whole === "\\\\" || whole.startsWith("\\end"))) return found.index;
    if (whole.endsWith("{")) depth++;
    else if (whole === "}") depth--;
  }
  return to;
}

const mark =
  /(?:\s|\\[,;:! ]|~)*(?:\\?%|\\\$|°|\^\s*\{?\s*\\circ\s*\}?|\\(?:degrees?|circ)(?![A-Za-z])|\\(?:text|textbf|mathrm|mbox|textrm|operatorname)\s*\{[^{}]{0,60}\}(?:\s*\^\s*\{?-?\d\}?)?|\(\\text\s*\{[^{}]{0,60}\}\)|\\pmod\s*(?:\{[^{}]{1,20}\}|\w))/y;

/** Past the percent sign, the degree sign and the units after a box. */
function marksAfter(text: string, from: number, to: number): number {
  for (let at = from; ; at = mark.lastIndex) {
    mark.lastIndex = at;
    if (!mark.test(text) || mark.lastIndex > to) return at;
  }
}

function trimmed(text: string, from: number, to: number): Place {
  const row = text.slice(from, to);
  const [lead] = leadingSpace.exec(row)!;
  let end = to;
  while (end > from + lead.length && /[\s&.,;]/.test(text[end - 1]!) && !text.startsWith("...", end - 3))
    end--;
  return { from: from + lead.length, to: end };
}

const opens = /[\s([{"'“‘*_`:：≈→⇒>|【「『（,，、;；。—–#$&]/;
const closes = /[\s)\]}"'”’*_`|<。，；：、！？）】」』;:?—–~$&]/;
const eastern = /[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]/;

/** The region of a box outside of formulas. */
export function inText(text: string, from: number, to: number, box: Place): Region {
  const group = groupAround(text, from, to, box);
  let { from: start, to: end } = group ?? box;
  if (start - 2 >= from && /\d[:：]/.test(text.slice(start - 2, start))) start -= 2;
  while (start > from && !opens.test(text[start - 1]!) && !eastern.test(text[start - 1]!)) start--;
  for (let open = 0; end < to && (joins(text, end) || (open > 0 && !/\n/.test(text[end]!))); end++) {
    if ("([{".includes(text[end]!)) open++;
    else if (")]}".includes(text[end]!)) open--;
  }
  if (start === box.from && end === box.to) return { from: start, to: end, isLed: false, isHidden: false };
  return inFormula(text, { from: start, start, to: end, end, closed: true }, box);
}

function joins(text: string, at: number): boolean {
  const c = text[at]!;
  const next = text[at + 1] ?? " ";
  // `\\boxed{0.333}...` is cut off.
  if (c === ".") return /\d/.test(next) || text.slice(at - 2, at + 3).includes("...");
  if (c === "," || c === ":") return /\d/.test(next);
  if (c === "!") return !/[\s)*_"'<]/.test(next);
  if (c === "\\" && /[\\)\]\s]/.test(next)) return false;
  return !closes.test(c) && !eastern.test(c);
}

/** The outermost group of LaTeX, with its command, that holds a box in its paragraph. */
function groupAround(text: string, from: number, to: number, box: Place): Place | undefined {
  const begun = Math.max(from, text.lastIndexOf("\n\n", box.from) + 1);
  const open: number[] = [];
  for (let i = begun; i < box.from; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "{") open.push(i);
    else if (text[i] === "}") open.pop();
  }
  let depth = open.length;
  let end = box.to;
  for (; end < to && depth > 0; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === "{") depth++;
    else if (text[end] === "}") depth--;
  }
  if (depth > 0 || open.length === 0) return undefined;
  const [command] = /(?:\\[A-Za-z]+\s*(?:\[[^\]]{0,40}\])?(?:\{[^{}]{0,40}\}|\d)?\s*|[\^_])?$/.exec(
    text.slice(begun, open[0]),
  )!;
  return { from: open[0]! - command.length, to: end };
}
