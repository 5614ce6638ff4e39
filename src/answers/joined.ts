// The text that a box is joined to: its formula, if that has more than its value, or, outside of formulas, everything
// up to the next space. `-\boxed{5}` is -5, and `\boxed{4}2` is unreadable; the caller compares the whole.

import type { Formula } from "../words/index.ts";
import type { Place } from "./mark.ts";

export interface Region extends Place {
  /** The answer, if it is more than the box: `-\boxed{5}`, `\boxed{5}\text{ cm}`. */
  joined?: Place;
  /** Values before the box that its formula lists with it: `6, \boxed{5}`, `x=6, x=\boxed{5}`. */
  items?: readonly string[];
  /** Words set as text before the box in its formula. */
  words: readonly Place[];
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
  const region: Region = { from: formula.from, to: formula.to, words: [], isLed: false, isHidden: false };
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
  // `\\neg x = \\boxed{5}` says that x is something else.
  if (/\\(?:neg|lnot|nexists|because)(?![A-Za-z])/.test(before)) return { ...region, joined: whole };
  // `2x = \\boxed{6}` is not solved for x.
  const isUnsolved = /^(?:-\s*|\d+\s*)\\?[A-Za-z]\s*=$/.test(before);
  if (isUnsolved || (before !== "" && !relation.test(before)) || !nothingMore.test(text.slice(rest, end)))
    return { ...region, joined: whole };
  region.words = wordsIn(text, row, left);
  if (marks > right) region.joined = { from: box.from, to: marks };
  const later = laterRows(text, end, formula.end);
  if (later.some((row) => /^(?:[-+*/^]|\\(?:cdot|times|pm|div)(?![A-Za-z]))/.test(row)))
    return { ...region, joined: { from: region.from, to: region.to } };
  const named = (): string | undefined =>
    nameOf(before) ??
    text
      .slice(formula.start, row)
      .split("\\\\")
      .map(withoutAlignment)
      .map(nameOf)
      .findLast((each) => each !== undefined);
  const name = later.length > 0 ? named() : undefined;
  const others = later.flatMap((each) => valueOfRow(each, name));
  const items = [...itemsBefore(text.slice(row, left)), ...others];
  if (items.length > 0) region.items = items;
  return { ...region, isLed: before !== "" };
}

/** What is set as text: `\text{at least }x = \boxed{5}`. */
function wordsIn(text: string, from: number, to: number): Place[] {
  return [...text.slice(from, to).matchAll(/\\(?:text|textbf|textrm|mathrm|mbox)\s*\{([^{}]*)\}/g)].map(
    ({ 0: whole, 1: held = "", index }) => {
      const start = from + index + whole.length - 1 - held.length;
      return { from: start, to: start + held.length };
    },
  );
}

/** The rows of the formula after that of the box, without alignment. */
function laterRows(text: string, from: number, to: number): string[] {
  if (!text.startsWith("\\\\", from)) return [];
  const rest = text.slice(from, to);
  const end = rest.search(/\\end\s*\{/);
  return (end < 0 ? rest : rest.slice(0, end))
    .split("\\\\")
    .map(withoutAlignment)
    .filter((row) => /[\dA-Za-z]/.test(row.replace(/\\[A-Za-z]+/g, "")));
}

const withoutAlignment = (row: string): string =>
  row
    .replace(/^.*\\begin\s*\{[a-z]+\*?\}/s, "")
    .replaceAll("&", " ")
    .replace(leadingSpace, "")
    .trim();

const nameOf = (before: string): string | undefined =>
  /^([A-Za-z](?:_\{?\w+\}?)?)\s*&?\s*=/.exec(before)?.[1];

/** What a later row states, unless it names a different quantity: `x = 6`, `= 6`, `6`. */
function valueOfRow(row: string, name: string | undefined): string[] {
  const said = nameOf(row);
  if (said !== undefined && name !== undefined && said !== name) return [];
  const value = row.slice(row.lastIndexOf("=") + 1).trim();
  return said !== undefined || !/=/.test(row) || row.startsWith("=") ? [value.replace(/[\s.,;]+$/, "")] : [];
}

const itemEnd =
  /[,;，；]|\\q?quad(?![A-Za-z])|\\(?:text|mathrm|mbox)\s*\{\s*,?\s*(?:and|or)?\s*\}|\\(?:lor|vee|land|wedge)(?![A-Za-z])/;
const namedItem = /^([A-Za-z](?:_\{?\w+\}?)?)[\s&]*=/;

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
  const last = before.slice(from).replace(leadingSpace, "");
  const name = namedItem.exec(last)?.[1];
  // `S = 1, \\boxed{5}`: the name is that of the list.
  const isUnnamed = !last.includes("=");
  return items
    .filter((item) => {
      const value = item.replace(namedItem, (said, own) => (isUnnamed || own === name ? "" : said));
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
  const groups: { name: string; isRow: boolean }[] = [];
  const begin = (name: string, isRow = false) => groups.push({ name, isRow });
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
      begin(command ?? "");
      sign.lastIndex = Math.max(open + 1, found.index + 1);
      continue;
    }
    if (environment !== undefined) {
      begin(environment, rows.test(environment));
      if (rows.test(environment)) row = past;
    } else if (whole.startsWith("\\end")) groups.pop();
    else if (named !== undefined) {
      if (colourBrace === "{") begin(visibleColour.test(named) ? "color" : "phantom");
      else colour = named;
    } else if (command !== undefined) {
      if (brace === "{" || (command === "not" && past === at)) begin(command);
    } else if (whole === "\\\\") {
      if (groups.every(({ isRow }) => isRow)) row = past;
    } else if (raised !== undefined) begin(raised);
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
  while (start > from && !beginsAt(text, from, start) && !eastern.test(text[start - 1]!)) start--;
  for (let open = 0; end < to && (joins(text, end) || (open > 0 && !/\n/.test(text[end]!))); end++) {
    if ("([{".includes(text[end]!)) open++;
    else if (")]}".includes(text[end]!)) open--;
  }
  if (start === box.from && end === box.to)
    return { from: start, to: end, words: [], isLed: false, isHidden: false };
  return inFormula(text, { from: start, start, to: end, end, closed: true }, box);
}

/** Whether a value may begin at this place: a bracket or an underscore after a letter is a part of its formula. */
function beginsAt(text: string, from: number, at: number): boolean {
  const before = text[at - 1]!;
  if (!opens.test(before)) return false;
  const isApplied = /[([{_]/.test(before) && at - 2 >= from && /[\p{L}\d)\]}]/u.test(text[at - 2]!);
  return !isApplied && !(before === "," && isInBracket(text, from, at));
}

/** `[1,\boxed{5}]` is an interval. */
function isInBracket(text: string, from: number, at: number): boolean {
  let closed = 0;
  for (let i = at - 1; i >= from && at - i < 80 && !/\s/.test(text[i]!); i--) {
    if (/[)\]]/.test(text[i]!)) closed++;
    else if (/[([]/.test(text[i]!) && --closed < 0) return true;
  }
  return false;
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
