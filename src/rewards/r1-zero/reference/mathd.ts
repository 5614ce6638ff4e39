// The first of the reference's two normal forms: that of the MATH data set's own script, extended by units. It works on
// the text, not on its meaning, and its oddities are reproduced here on purpose.

/** Equal texts of this form are equal answers. */
export function mathdForm(answer: string): string {
  const text = unwrapText(answer.trim()).trim();
  return stripped(text) ?? text;
}

/** The content of a `\text{…}` that is the whole; otherwise the text itself. */
export function unwrapText(text: string): string {
  const inner = /^\\text\{([^\n]+)\}\n?$/.exec(text);
  return inner ? inner[1]! : text;
}

/** Undefined if the reference's script fails. */
function stripped(answer: string): string | undefined {
  let text = withPlainCommands(answer);
  text = withoutTrailingText(text);
  text = withoutUnits(text);
  text = text.replaceAll("^{\\circ}", "").replaceAll("^\\circ", "").replaceAll("\\$", "");
  const parts = text.split("\\text{ ");
  if (parts.length > 2) return undefined;
  text = parts[0]!.replaceAll("\\%", "").replaceAll(" .", " 0.").replaceAll("{.", "{0.");
  if (text.startsWith(".")) text = `0${text}`;
  text = withoutShortLeftSide(text);
  const roots = bracedRoots(text);
  const fractions = roots === undefined ? undefined : bracedFractions(roots.replaceAll(" ", ""));
  if (fractions === undefined) return undefined;
  return fractions === "0.5" ? "\\frac{1}{2}" : slashAsFraction(fractions);
}

function withPlainCommands(text: string): string {
  return text
    .replaceAll("\n", "")
    .replaceAll("\\!", "")
    .replaceAll("\\\\", "\\")
    .replace(/\\begin\{array\}\{[^}]*\}/g, "\\begin{pmatrix}")
    .replaceAll("\\end{array}", "\\end{pmatrix}")
    .replaceAll("bmatrix", "pmatrix")
    .replaceAll("tfrac", "frac")
    .replaceAll("dfrac", "frac")
    .replaceAll("\\neq", "\\ne")
    .replaceAll("\\leq", "\\le")
    .replaceAll("\\geq", "\\ge")
    .replaceAll("\\left", "")
    .replaceAll("\\right", "");
}

/** From the first `\text{` on, if the text ends with a brace; unless the result would be empty. */
function withoutTrailingText(text: string): string {
  const start = text.endsWith("}") ? text.indexOf("\\text{") : -1;
  const left = (start < 0 ? text : text.slice(0, start)).trim();
  return left === "" ? text : left;
}

/** `x = 5` is 5, if the left side of the only `=` has two characters at most. */
function withoutShortLeftSide(text: string): string {
  const sides = text.split("=");
  return sides.length === 2 && [...sides[0]!].length <= 2 ? sides[1]! : text;
}

/** `\sqrt3` as `\sqrt{3}`; fails on a root of nothing. */
function bracedRoots(text: string): string | undefined {
  const [before, ...roots] = text.split("\\sqrt");
  let out = before!;
  for (const root of roots) {
    if (root === "") return undefined;
    const [first] = root;
    out += first === "{" ? `\\sqrt${root}` : `\\sqrt{${first}}${root.slice(first!.length)}`;
  }
  return out;
}

/** `\frac12` and `\frac1{72}` with their braces; fails on a fraction of nothing. */
function bracedFractions(text: string): string | undefined {
  const [before, ...fractions] = text.split("\\frac");
  let out = before!;
  for (const fraction of fractions) {
    if (fraction === "") return undefined;
    const [numerator, denominator] = fraction;
    if (numerator === "{") out += `\\frac${fraction}`;
    else if (denominator === undefined) return text;
    else {
      const rest = fraction.slice(numerator!.length + denominator.length);
      out += `\\frac{${numerator}}${denominator === "{" ? "{" : `{${denominator}}`}${rest}`;
    }
  }
  return out;
}

/** `3/4` as a fraction, if both are integers in normal notation. */
function slashAsFraction(text: string): string {
  const sides = /^(0|-?[1-9]\d*)\/(0|-?[1-9]\d*)$/.exec(text);
  return sides ? `\\frac{${sides[1]}}{${sides[2]}}` : text;
}

// The words that the reference deletes as units. The list comes from MathQA, including its typing errors, and its order
// affects the result; a full stop in an entry stands for any character.

/** Separated by commas alone: the space before `m east` belongs to it. */
const list =
  "east,degree,mph,kmph,ft,m sqaure, m east,sq m,deg,mile,q .,monkey,prime,ratio,profit of rs,rd,o,gm,p . m," +
  "lb,tile,per,dm,lt,gain,ab,way,west,a .,b .,c .,d .,e .,f .,g .,h .,t,a,h,no change,men,soldier,pie,bc," +
  "excess,st,inches,noon,percent,by,gal,kmh,c,acre,rise,a . m,th,π r 2,sq,mark,l,toy,coin,sq . m,gallon,° f," +
  "profit,minw,yr,women,feet,am,pm,hr,cu cm,square,v â € ™,are,rupee,rounds,cubic,cc,mtr,s,ohm,number,kmph," +
  "day,hour,minute,min,second,man,woman,sec,cube,mt,sq inch,mp,∏ cm ³,hectare,more,sec,unit,cu . m,cm 2,rs .," +
  "rs,kg,g,month,km,m,cm,mm,apple,liter,loss,yard,pure,year,increase,decrease,d,less,Surface,litre,pi sq m," +
  "s .,metre,meter,inch";

interface UnitWord {
  /** A substring of every text with this unit; checking it first avoids most searches. */
  literal: string;
  /** Compiled on first use, because there are some 250 and most programs need none. */
  pattern?: RegExp;
  word: string;
}

const border = "[^\\p{L}\\p{N}_]";

const singular = list.split(",");

const words: readonly UnitWord[] = [...singular, ...singular.map((word) => `${word}s`)].map((word) => ({
  literal: word.split(".")[0]!,
  word,
}));

const patternOf = (word: string): RegExp =>
  new RegExp(`(^|${border})${word.replaceAll(".", "[^\\n]")}($|${border})`, "gu");

/** Deletes each unit that is between word borders, and keeps the borders; never the whole text. */
function withoutUnits(text: string): string {
  let left = text;
  // One deletion removes the border that the next one needs, so there is a second round.
  for (let round = 0; round < 2; round++) {
    for (const unit of words) {
      if (!left.includes(unit.literal)) continue;
      unit.pattern ??= patternOf(unit.word);
      const next = left.replace(unit.pattern, "$1$2");
      if (next !== "") left = next;
    }
  }
  return left;
}
