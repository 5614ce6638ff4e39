// Characters that are another's look, or have none: full-width forms, the letters and digits of mathematical type, and
// what no reader can see. They are settled before a text is cut into tokens.

/** Between two digits they may part two numbers, and stay. */
const invisible = /(?<!\d)[\u200b-\u200f\u2060\ufeff\u00ad]|[\u200b-\u200f\u2060\ufeff\u00ad](?!\d)/g;
const dressed = /[\uff01-\uff3a\uff3c-\uff5a\uff5c]|[\u{1d400}-\u{1d7ff}]/gu;
const other = /[^\0-\u007f]/;

const lookalikes: ReadonlyMap<string, string> = new Map([
  ["Ø", "∅"],
  ["ø", "∅"],
  ["丨", "|"],
  ["￥", "¥"],
  ["〔", "("],
  ["〕", ")"],
  ["「", '"'],
  ["」", '"'],
  ["『", '"'],
  ["』", '"'],
  ["«", '"'],
  ["»", '"'],
]);
const lookalike = new RegExp(`[${[...lookalikes.keys()].join("")}]`, "g");

/** The text in plain characters. One that is plain already, as most are, is given back as it is. */
export function plainCharacters(text: string): string {
  if (!other.test(text)) return text;
  return text
    .replace(invisible, "")
    .replace(dressed, (c) => c.normalize("NFKC"))
    .replace(lookalike, (c) => lookalikes.get(c)!);
}
