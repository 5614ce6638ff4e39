// Numbers of things in words: `1 sample`, `2 samples`, `1,200 tries`.

/**
 * For example `12,345`, for whole numbers. JavaScript's `toLocaleString` first loads its tables of all languages, which
 * takes longer than many commands.
 */
export const count = (number: number): string => String(number).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ",");

export const counted = (number: number, thing: string): string =>
  `${count(number)} ${thingFor(number, thing)}`;

/** For a noun that is separate from its number. @param thing in the singular */
export const thingFor = (number: number, thing: string): string => (number === 1 ? thing : plural(thing));

function plural(thing: string): string {
  if (/[^aeiou]y$/.test(thing)) return thing.replace(/y$/, "ies");
  return /(?:s|x|z|ch|sh)$/.test(thing) ? `${thing}es` : `${thing}s`;
}
