// What print does not show, or shows struck through: an answer in such a place is not given.

import type { Place } from "./mark.ts";

const signs =
  /~~|<!--|-->|<(\/?)([a-z][a-z0-9]*)\b([^<>]{0,200})>|\\iffalse(?![A-Za-z])|\\fi(?![A-Za-z])|\\(begin|end)\{comment\}|^[^\S\n]*(?:%|\[\/\/\]:|\[comment\]:)[^\n]*$/gim;

/** Elements that hide, raise or strike what they hold, whatever their attributes. */
const hiding = new Set("s del strike template script style sup sub".split(" "));
/** Attributes that hide: `style="display:none"`, `color="white"`, `hidden`. */
const hidingStyle =
  /\bhidden\b|display\s*:\s*none|opacity\s*:\s*0(?![.\d]*[1-9])|font-size\s*:\s*0|text-decoration[^;"']*line-through|color\s*[:=]\s*["']?\s*(?:white|#f{3}(?:f{3})?\b|transparent|rgba?\(\s*255)/i;

/** The places of a text, in their order, that print does not show as said. */
export function hiddenIn(text: string, from: number, to: number): Place[] {
  const part = text.slice(from, to);
  if (!/~~|<[!a-z/]|\\iffalse|\\begin\{comment\}|^[^\S\n]*(?:%|\[(?:\/\/|comment)\]:)/im.test(part))
    return [];
  const places: Place[] = [];
  const open = new Map<string, number[]>();
  const begin = (name: string, at: number) => {
    const opened = open.get(name);
    if (opened) opened.push(at);
    else open.set(name, [at]);
  };
  const end = (name: string, at: number) => {
    const opened = open.get(name)?.pop();
    if (opened !== undefined && opened >= 0) places.push({ from: from + opened, to: from + at });
  };
  for (const { 0: sign, 1: closing, 2: element, 3: attributes, 4: comment, index } of part.matchAll(signs)) {
    const after = index + sign.length;
    if (element !== undefined) {
      const name = element.toLowerCase();
      const isHidden = hiding.has(name) || hidingStyle.test(attributes!);
      if (closing === "") begin(name, isHidden ? index : -1);
      else end(name, after);
    } else if (sign === "<!--") {
      // A comment holds no other.
      if (!open.get(sign)?.length) begin(sign, index);
    } else if (sign === "-->") end("<!--", after);
    else if (comment !== undefined)
      (comment === "begin" ? begin : end)("comment", comment === "begin" ? index : after);
    else if (sign === "\\iffalse") begin(sign, index);
    else if (sign === "\\fi") end("\\iffalse", after);
    else if (sign === "~~") {
      if ((open.get(sign)?.length ?? 0) > 0) end(sign, after);
      else begin(sign, index);
    } else places.push({ from: from + index, to: from + after });
  }
  // A comment that is never closed hides all that follows.
  for (const at of open.get("<!--") ?? []) places.push({ from: from + at, to });
  return places.sort((a, b) => a.from - b.from);
}
