// Adds members to a line of JSON without touching what the user wrote: `1.0`, integers of thirty digits,
// escapes and the order of the fields stay as they are, which a parse and a print would not promise.

import type { Row } from "./line-module.ts";
import { writeMembers } from "./write-floats.ts";

/** The text of an object with the members of `added` behind its own; one of the same name gives way. */
export function addMembers(text: string, row: Row, added: Row): string {
  const replaced = Object.keys(added).filter((name) => Object.hasOwn(row, name));
  const own =
    replaced.length > 0 ? withoutMembers(text, new Set(replaced)) : text.trim().slice(1, -1).trimEnd();
  const members = writeMembers(added);
  return `{${own}${own.trim() !== "" && members !== "" ? "," : ""}${members}}`;
}

/** What stands between an object's braces, less the members of these names. The text is valid JSON. */
function withoutMembers(text: string, names: ReadonlySet<string>): string {
  const kept: string[] = [];
  const end = text.lastIndexOf("}");
  let i = text.indexOf("{") + 1;
  while (i < end) {
    const next = memberEnd(text, i, end);
    const member = text.slice(i, next).trim();
    const name = JSON.parse(member.slice(0, stringEnd(member, 0))) as string;
    if (!names.has(name)) kept.push(member);
    i = next + 1;
  }
  return kept.join(",");
}

/** Where the member that starts at `from` ends: at the next comma of this level, or at the brace. */
function memberEnd(text: string, from: number, end: number): number {
  let depth = 0;
  let i = from;
  while (i < end) {
    const c = text[i];
    if (c === '"') i = stringEnd(text, i);
    else if (c === "," && depth === 0) return i;
    else {
      if (c === "{" || c === "[") depth++;
      else if (c === "}" || c === "]") depth--;
      i++;
    }
  }
  return end;
}

/** The place behind the string that opens at `from`. */
function stringEnd(text: string, from: number): number {
  let i = from + 1;
  while (text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i + 1;
}
