// The final answer in a whole response, by the marks people put on it. One pass over the text for each mark, so
// that a long or hostile response costs no more than its length.

export type Mark = "answer tag" | "box" | "####" | "answer phrase" | "mathematics" | "number";

export interface Extracted {
  answer: string;
  /** Where it stands in the response: from `start` up to, not including, `end`. */
  start: number;
  end: number;
  /** What it was found by. */
  mark: Mark;
}

export interface ExtractOptions {
  /** Whether a bare last number counts when there is no other mark. */
  numbers?: boolean;
}

interface Span {
  /** The whole mark, with its wrapping. */
  from: number;
  to: number;
  /** What it wraps. */
  start: number;
  end: number;
}

/** Finds the final answer; undefined where the response marks none. Reasoning in think tags does not count. */
export function extractAnswer(response: string, options: ExtractOptions = {}): Extracted | undefined {
  const from = afterReasoning(response);
  if (from === undefined) return undefined;
  const tagged = lastTagged(response, from);
  if (tagged) {
    const inner = lastBoxes(response, tagged.start, tagged.end);
    return inner ?? trimmed(response, tagged.start, tagged.end, "answer tag");
  }
  return (
    lastBoxes(response, from, response.length) ??
    afterHashes(response, from) ??
    afterPhrase(response, from) ??
    lastMathematics(response, from) ??
    (options.numbers ? lastNumber(response, from) : undefined)
  );
}

/** Where the answer may begin: behind the last closed reasoning; nowhere if reasoning never ends. */
function afterReasoning(text: string): number | undefined {
  const close = text.lastIndexOf("</think>");
  const open = text.lastIndexOf("<think>");
  if (open > close) return undefined;
  return close < 0 ? 0 : close + "</think>".length;
}

function trimmed(text: string, start: number, end: number, mark: Mark): Extracted | undefined {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from]!)) from++;
  while (to > from && /\s/.test(text[to - 1]!)) to--;
  return from === to ? undefined : { answer: text.slice(from, to), start: from, end: to, mark };
}

/** The content of the last closed pair of answer tags. */
function lastTagged(text: string, from: number): { start: number; end: number } | undefined {
  const end = text.lastIndexOf("</answer>");
  if (end < from) return undefined;
  const open = text.lastIndexOf("<answer>", end);
  return open < from ? undefined : { start: open + "<answer>".length, end };
}

const boxCommand = /\\(?:boxed|fbox)(?![A-Za-z])/g;

/** All boxes that no other box holds, with balanced braces. */
function boxesIn(text: string, from: number, to: number): Span[] {
  const closes = new Map<number, number>();
  const stack: number[] = [];
  boxCommand.lastIndex = from;
  const first = boxCommand.exec(text);
  if (!first || first.index >= to) return [];
  for (let i = first.index; i < to; i++) {
    const c = text[i];
    if (c === "\\") i++;
    else if (c === "{") stack.push(i);
    else if (c === "}") {
      const open = stack.pop();
      if (open !== undefined) closes.set(open, i);
    }
  }
  const boxes: Span[] = [];
  boxCommand.lastIndex = from;
  for (let found = boxCommand.exec(text); found && found.index < to; found = boxCommand.exec(text)) {
    let open = found.index + found[0].length;
    while (text[open] === " ") open++;
    const last = boxes[boxes.length - 1];
    if (last && found.index < last.to) continue;
    const close = text[open] === "{" ? closes.get(open) : undefined;
    if (close !== undefined) boxes.push({ from: found.index, to: close + 1, start: open + 1, end: close });
    else if (text[open] !== "{" && /[\w.-]/.test(text[open] ?? "")) {
      let end = open;
      while (end < to && /[\w.-]/.test(text[end]!)) end++;
      boxes.push({ from: found.index, to: end, start: open, end });
    }
  }
  return boxes;
}

/** What may stand between two boxes that together are one list. */
const onlyJoins = (between: string): boolean =>
  between.length < 80 && /^(?:[\s,;$&]|\\[,;: ]|\\quad|\\qquad|\\text\{|\}|~|and|or)*$/i.test(between);

/** The last box, or the last boxes where nothing but commas and joining words stands between them. */
function lastBoxes(text: string, from: number, to: number): Extracted | undefined {
  return lastRun(text, boxesIn(text, from, to), "box");
}

function lastRun(text: string, spans: Span[], mark: Mark): Extracted | undefined {
  let first = spans.length - 1;
  if (first < 0) return undefined;
  const last = spans[first]!;
  while (first > 0) {
    const between = text.slice(spans[first - 1]!.to, spans[first]!.from);
    if (!onlyJoins(between) || !/[,;]|and|or|&/i.test(between)) break;
    first--;
  }
  if (first === spans.length - 1) return trimmed(text, last.start, last.end, mark);
  const run = spans.slice(first);
  const answer = run.map((span) => text.slice(span.start, span.end).trim()).join(", ");
  return { answer, start: run[0]!.from, end: last.to, mark };
}

/** `#### 42`, as GSM8K marks its answers. */
function afterHashes(text: string, from: number): Extracted | undefined {
  const at = text.lastIndexOf("####");
  if (at < from) return undefined;
  const line = text.indexOf("\n", at);
  return trimmed(text, at + 4, line < 0 ? text.length : line, "####");
}

const phrase = /\banswer(?:s)?\s{0,4}(?:is|are|:|=)\s{0,4}:?|答案(?:是|为|：|:)/gi;

/** What follows the last `answer is` or `answer:`, up to the end of the sentence. */
function afterPhrase(text: string, from: number): Extracted | undefined {
  let at = -1;
  phrase.lastIndex = from;
  for (let found = phrase.exec(text); found; found = phrase.exec(text)) at = found.index + found[0].length;
  if (at < 0) return undefined;
  while (at < text.length && (text[at] === "*" || text[at] === " ")) at++;
  const end = sentenceEnd(text, at);
  const only = onlyMathematics(text, at, end);
  return only ?? trimmed(text, at, end, "answer phrase");
}

/** The sentence may be nothing but one formula between dollars. */
function onlyMathematics(text: string, from: number, to: number): Extracted | undefined {
  const spans = mathematicsIn(text, from, to);
  const [only] = spans;
  if (spans.length !== 1 || !only) return undefined;
  const rest = text.slice(from, only.from) + text.slice(only.to, to);
  return /^[\s*.]*$/.test(rest) ? trimmed(text, only.start, only.end, "answer phrase") : undefined;
}

/** A full stop with a space or the end behind it, or the end of the line. */
function sentenceEnd(text: string, from: number): number {
  let inMaths = false;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === "$") inMaths = !inMaths;
    else if (c === "\n" && (i > from + 1 || text.slice(from, i).trim() !== "") && !inMaths) return i;
    else if ((c === "." || c === "。") && !inMaths && (i + 1 === text.length || /\s/.test(text[i + 1]!)))
      return i;
  }
  return text.length;
}

/** All formulas between dollars or LaTeX's own brackets. */
function mathematicsIn(text: string, from: number, to: number): Span[] {
  const spans: Span[] = [];
  let open: { at: number; start: number; close: string } | undefined;
  for (let i = from; i < to; i++) {
    const two = text.slice(i, i + 2);
    if (open) {
      if (text.startsWith(open.close, i)) {
        spans.push({ from: open.at, to: i + open.close.length, start: open.start, end: i });
        i += open.close.length - 1;
        open = undefined;
      } else if (two === "\\\\" || two === "\\$") i++;
    } else if (two === "\\$" || two === "\\\\") i++;
    else if (two === "$$") {
      open = { at: i, start: i + 2, close: "$$" };
      i++;
    } else if (two[0] === "$") open = { at: i, start: i + 1, close: "$" };
    else if (two === "\\(" || two === "\\[") {
      open = { at: i, start: i + 2, close: two === "\\(" ? "\\)" : "\\]" };
      i++;
    }
  }
  return spans;
}

function lastMathematics(text: string, from: number): Extracted | undefined {
  return lastRun(text, mathematicsIn(text, from, text.length), "mathematics");
}

const number = /-?\d[\d,]*(?:\.\d+)?%?/g;

function lastNumber(text: string, from: number): Extracted | undefined {
  let last: Extracted | undefined;
  number.lastIndex = from;
  for (let found = number.exec(text); found; found = number.exec(text)) {
    const digits = found[0].replace(/,+$/, "");
    last = { answer: digits, start: found.index, end: found.index + digits.length, mark: "number" };
  }
  return last;
}
