// Makes invisible characters of untrusted text visible: characters that change the reading direction, zero-width
// characters, and control characters are shown as their codes.

/** Joiners within emoji, and variation selectors, are part of visible characters. */
const hidden =
  /(?<!\p{Extended_Pictographic}|\ufe0f)\u200d|(?![\n\t\r\u200d])[\p{Cc}\p{Cf}]|[\u115f\u1160\u3164\uffa0]/gu;

const nameOf = (sign: string): string =>
  `⟨U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`;

export const visible = (text: string): string => text.replace(hidden, nameOf);

export interface Run {
  text: string;
  isHidden: boolean;
}

/** The same in parts, so that a page can mark the hidden characters. */
export function visibleRuns(text: string): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const found of text.matchAll(hidden)) {
    if (found.index > from) runs.push({ text: text.slice(from, found.index), isHidden: false });
    runs.push({ text: nameOf(found[0]), isHidden: true });
    from = found.index + found[0].length;
  }
  if (from < text.length) runs.push({ text: text.slice(from), isHidden: false });
  return runs;
}
