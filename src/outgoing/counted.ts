// Numbers of things as a person writes them: `1 sample`, `2 samples`, `1,200 tries`.

export const counted = (number: number, thing: string): string =>
  `${number.toLocaleString("en")} ${thingFor(number, thing)}`;

/** For what stands apart from its number. @param thing in the singular */
export const thingFor = (number: number, thing: string): string => (number === 1 ? thing : plural(thing));

function plural(thing: string): string {
  if (/[^aeiou]y$/.test(thing)) return thing.replace(/y$/, "ies");
  return /(?:s|x|z|ch|sh)$/.test(thing) ? `${thing}es` : `${thing}s`;
}
