// The keys at the beginning of a JSON object that may be too large to be read for that: those of the object itself, and those
// inside the first of its values that is an object.

export interface HeadKeys {
  keys: Set<string>;
  inner: Set<string>;
}

/** @param text the beginning of an object; it may break off anywhere */
export function headKeys(text: string): HeadKeys {
  const found: HeadKeys = { keys: new Set(), inner: new Set() };
  let depth = 0;
  let isInnerDone = false;
  /** Of each open bracket, whether it is an object. */
  const objects: boolean[] = [];
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === '"') {
      const end = endOfString(text, at);
      if (end < 0) break;
      if (isKey && depth === 1) found.keys.add(text.slice(at + 1, end));
      else if (isKey && depth === 2 && objects[0] && !isInnerDone) found.inner.add(text.slice(at + 1, end));
      at = end;
      isKey = false;
    } else if (letter === "{" || letter === "[") {
      objects[depth++] = letter === "{";
      isKey = letter === "{";
    } else if (letter === "}" || letter === "]") {
      depth--;
      if (depth === 1 && letter === "}") isInnerDone = true;
      if (depth === 0) break;
      isKey = false;
    } else if (letter === ",") isKey = objects[depth - 1] === true;
  }
  return found;
}

function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}
