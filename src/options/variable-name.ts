// The name of an environment variable, told from a key that was given in its place.

const name = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether a text may be shown as the name of a variable: a key by mistake must not get into a terminal or a log. */
const isVariableName = (text: string, environment = process.env): boolean =>
  name.test(text) && (environment[text] !== undefined || !looksDrawn(text));

/** Long, with digits and small letters: keys are, and names of variables hardly ever. */
const looksDrawn = (text: string): boolean => text.length >= 16 && /[a-z]/.test(text) && /\d/.test(text);

/** @throws {Error} without the text */
export function readVariable(text: string): string {
  if (isVariableName(text)) return text;
  throw new Error("this is not the name of an environment variable; give the name, and not the key itself");
}
