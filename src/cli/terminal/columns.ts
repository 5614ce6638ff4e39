// The number of terminal columns of a text, and texts cut to fit.

/** Letters that take two columns. */
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u;
/** Combining marks, which take no column. */
const none = /[\p{Mn}\p{Me}\p{Cf}]/u;
const widthOfLetter = (letter: string): number => (none.test(letter) ? 0 : wide.test(letter) ? 2 : 1);

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Without the marks of colours, which `widthOf` ignores. */
export const columnsIn = (text: string): number =>
  isPlain(text) ? text.length : [...text].reduce((sum, letter) => sum + widthOfLetter(letter), 0);

export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The letters of a text that fit into a number of columns. */
function fitting(letters: readonly string[], columns: number): string[] {
  let width = 0;
  const end = letters.findIndex((letter) => {
    width += widthOfLetter(letter);
    return width > columns;
  });
  return end < 0 ? [...letters] : letters.slice(0, end);
}

export function cut(text: string, columns: number): string {
  if (columnsIn(text) <= columns) return text;
  return columns < 1 ? "" : `${fitting([...text], columns - 1).join("")}…`;
}

/** Cut in the middle, because ids and paths differ at both ends. */
export function cutInside(text: string, columns: number): string {
  if (columnsIn(text) <= columns || columns < 3) return cut(text, columns);
  const letters = [...text];
  const end = fitting(letters.toReversed(), Math.ceil((columns - 1) / 2))
    .toReversed()
    .join("");
  const begin = fitting(letters, columns - 1 - columnsIn(end)).join("");
  return `${begin}…${end}`;
}

/** The same text in lines of at most this many columns. */
export function folded(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (let letters = [...text]; letters.length > 0; ) {
    const line = fitting(letters, Math.max(2, columns));
    lines.push(line.join(""));
    letters = letters.slice(line.length);
  }
  return lines.length === 0 ? [""] : lines;
}
