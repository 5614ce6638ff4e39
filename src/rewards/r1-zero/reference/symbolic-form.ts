// The second of the reference's two normal forms: units and signs removed, LaTeX as plain text, lower case, so
// that what is left can be read as an expression.

import { latexToText } from "./latex-text.ts";
import { unwrapText } from "./mathd.ts";
import { integerIn, withoutThousandsCommas } from "./numbers.ts";

const units = "degree cm centimeter meter mile second minute hour day week month year foot feet inch yard"
  .split(" ")
  .map((name) => ({ name, pattern: new RegExp(`${name}(?:es)?s? *(?:\\^[0-9]+)?`, "g") }));

/** Equal texts of this form are equal answers; others are compared as expressions. */
export function symbolicForm(answer: string): string {
  let text = unwrapText(answer)
    .replaceAll("\\%", "%")
    .replaceAll("\\$", "$")
    .replace(/[$%]/g, "")
    .replaceAll(" or ", " , ")
    .replaceAll(" and ", " , ")
    .replaceAll("million", "*10^6")
    .replaceAll("billion", "*10^9")
    .replaceAll("trillion", "*10^12");
  for (const { name, pattern } of units) if (text.includes(name)) text = text.replace(pattern, "");
  text = text.replace(/\^ *\\circ/g, "");
  if (text.startsWith("{") && text.endsWith("}")) text = text.slice(1, -1);
  text = text.replace(/,\\! */g, "");
  text = integerIn(text)?.toString() ?? text;
  if (text.includes("\\")) text = plainText(text);
  text = text
    .replace(/- */g, "-")
    // A whole number and a fraction behind it are a sum; so is anything else with digits on both sides.
    .replace(/([0-9]) +([0-9])/g, "$1+$2")
    .replace(/[ {}]/g, "")
    .toLowerCase();
  return integerIn(withoutThousandsCommas(text)) === undefined ? text : truncated(text);
}

const characters: Record<string, string> = { "√": "sqrt", π: "pi", "∞": "inf", "∪": "U", "·": "*", "×": "*" };

function plainText(latex: string): string {
  // The space keeps a whole number apart from the fraction behind it.
  const spaced = latex.replace(/\\[td]frac/g, "\\frac").replaceAll("\\frac", " \\frac");
  try {
    return latexToText(spaced)
      .replace(/[√π∞∪·×]/g, (character) => characters[character]!)
      .trim();
  } catch {
    return latex;
  }
}

/** Through a double, as the reference does it: integers past 2^53 collide. */
const truncated = (text: string): string => BigInt(Math.trunc(Number(text.replaceAll(",", "")))).toString();
