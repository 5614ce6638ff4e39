// Parts of Python's output in logs that are not JSON: bare NaN and Infinity, and lists written with str().

/** @throws {SyntaxError} if it is not JSON even with NaN and Infinity in it, which are read as null */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const repaired = withoutNaN(text);
    if (repaired === text) throw error;
    return JSON.parse(repaired);
  }
}

const notFinite = /-?\b(?:NaN|Infinity)\b/g;

/** Strings are passed over, each once. */
function withoutNaN(text: string): string {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const quote = text.indexOf('"', from);
    const to = quote < 0 ? text.length : quote;
    parts.push(text.slice(from, to).replace(notFinite, "null"));
    if (quote < 0) break;
    const end = stringEnd(text, quote);
    parts.push(text.slice(quote, end));
    from = end;
  }
  return parts.join("");
}

/** The place after the closing quote. */
function stringEnd(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at + 1;
  }
  return text.length;
}

/** Whether a text is the str() of a list of strings; `[1, 2]` may also be an answer. */
export const isPythonList = (value: unknown): value is string =>
  typeof value === "string" && /^\s*\[\s*['"]/.test(value) && /\]\s*$/.test(value);

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

/** The strings of such a list; undefined if it is anything else. */
export function pythonList(text: string): string[] | undefined {
  const list: string[] = [];
  let at = text.indexOf("[") + 1;
  const skip = () => {
    while (at < text.length && /\s/.test(text[at]!)) at++;
  };
  for (;;) {
    skip();
    const quote = text[at];
    if (quote !== "'" && quote !== '"') return undefined;
    let item = "";
    for (at++; at < text.length && text[at] !== quote; at++) {
      if (text[at] !== "\\") {
        item += text[at];
        continue;
      }
      const escaped = escapes[text[++at] ?? ""];
      if (escaped === undefined) return undefined;
      item += escaped;
    }
    if (at >= text.length) return undefined;
    at++;
    list.push(item);
    skip();
    if (text[at] === "]") return text.slice(at + 1).trim() === "" ? list : undefined;
    if (text[at] !== ",") return undefined;
    at++;
  }
}

/** The first value of a dict that was written with str(): `{'exact_match': 1.0}`. */
export function pythonNumber(text: string): number | boolean | undefined {
  const found = /:\s*(?:np\.float64\()?(True|False|-?\d+(?:\.\d+)?)/.exec(text.slice(0, 10_000))?.[1];
  if (found === undefined) return undefined;
  return found === "True" ? true : found === "False" ? false : Number(found);
}
