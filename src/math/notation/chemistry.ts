// Formulas of chemistry as people write them: `SnF_4`, `SnF₄`, `\ce{H2O}`, `\mathrm{Fe}^{3+}`, `CuSO4·5H2O`, `NaCl(aq)`.

const elements = new Set(
  (
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd " +
    "Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac " +
    "Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og D"
  ).split(" "),
);

/** What a formula says: its parts in their order, its charge, and its state where one is given. */
export interface Formula {
  parts: string;
  charge: number;
  state: string | undefined;
}

const lowered = "₀₁₂₃₄₅₆₇₈₉";
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";
const raisedPlain = "0123456789+-";
/** Nobody asks for longer ones. */
const longest = 200;

/** Reads a whole text as one formula; undefined where it is anything else, or a single letter that may be a variable. */
export function readFormula(text: string): Formula | undefined {
  if (text.length > longest) return undefined;
  const plain = text
    .replace(/\\(?:ce|mathrm|text|rm|mathbf|boxed|left|right)(?![A-Za-z])/g, "")
    .replace(/\\cdot|[⋅•*]/g, "·")
    .replace(/[$\s~]|\\[,;! ]/g, "")
    .replace(/[₀-₉]/g, (c) => String(lowered.indexOf(c)))
    .replace(/[⁰¹²³⁴-⁹⁺⁻]+/g, (run) => `^${[...run].map((c) => raisedPlain[raised.indexOf(c)]).join("")}`)
    .replace(/−/g, "-")
    .replace(/[{}_]/g, "")
    .replace(/\.$/, "");
  const found = /^([A-Za-z0-9()[\]·]+?)(?:\^(\d*)([+-]))?(?:\((s|l|g|aq)\))?$/.exec(plain);
  const parts = found && partsOf(found[1]!);
  if (!parts) return undefined;
  const [, , size, sign, state] = found;
  const charge = sign === undefined ? 0 : Number(size || 1) * (sign === "+" ? 1 : -1);
  const isLetter = /^[A-Z]$/.test(found[1]!) && charge === 0;
  return isLetter ? undefined : { parts, charge, state };
}

/** Elements with their numbers, brackets closed, a number before a formula only after a dot. */
function partsOf(text: string): string | undefined {
  const said: string[] = [];
  const open: string[] = [];
  for (const [i, molecule] of text.split("·").entries()) {
    const tokens = molecule.match(/[A-Z][a-z]?|[()[\]]|\d+/g) ?? [];
    if (tokens.length === 0 || tokens.join("") !== molecule) return undefined;
    for (const [j, token] of tokens.entries()) {
      const isNumber = /^\d/.test(token);
      if (isNumber && (j === 0 ? i === 0 : /^[([\d]/.test(tokens[j - 1]!))) return undefined;
      if (!isNumber && /^[A-Z]/.test(token) && !elements.has(token)) return undefined;
      if (/^[([]$/.test(token)) open.push(token);
      if (/^[)\]]$/.test(token) && open.pop() !== (token === ")" ? "(" : "[")) return undefined;
      said.push(token);
    }
    said.push("·");
  }
  // A number that is left out is one: `(OH)1` is `(OH)`.
  return open.length === 0 ? said.join("").replace(/(?<=[A-Za-z)\]])1(?!\d)/g, "") : undefined;
}

/** Whether two formulas are of the same thing; a state counts only where both have one. */
export const sameFormula = (a: Formula, b: Formula): boolean =>
  a.parts === b.parts &&
  a.charge === b.charge &&
  (a.state === undefined || b.state === undefined || a.state === b.state);
