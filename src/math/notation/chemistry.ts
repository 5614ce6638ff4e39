// Chemistry as people write it: substances (`SnF_4`, `SnF₄`, `\ce{H2O}`, `\mathrm{Fe}^{3+}`, `CuSO4·5H2O`, `NaCl(aq)`), nuclei
// (`^{14}_6C`, `carbon-14`), reactions and electron configurations.

import { bySpelling, styleCommands, uprightCommands } from "./vocabulary.ts";

/** The elements by their number, each with its name. */
const table =
  "H hydrogen He helium Li lithium Be beryllium B boron C carbon N nitrogen O oxygen F fluorine Ne neon Na sodium Mg magnesium " +
  "Al aluminum Si silicon P phosphorus S sulfur Cl chlorine Ar argon K potassium Ca calcium Sc scandium Ti titanium V vanadium " +
  "Cr chromium Mn manganese Fe iron Co cobalt Ni nickel Cu copper Zn zinc Ga gallium Ge germanium As arsenic Se selenium " +
  "Br bromine Kr krypton Rb rubidium Sr strontium Y yttrium Zr zirconium Nb niobium Mo molybdenum Tc technetium Ru ruthenium " +
  "Rh rhodium Pd palladium Ag silver Cd cadmium In indium Sn tin Sb antimony Te tellurium I iodine Xe xenon Cs cesium Ba barium " +
  "La lanthanum Ce cerium Pr praseodymium Nd neodymium Pm promethium Sm samarium Eu europium Gd gadolinium Tb terbium " +
  "Dy dysprosium Ho holmium Er erbium Tm thulium Yb ytterbium Lu lutetium Hf hafnium Ta tantalum W tungsten Re rhenium Os osmium " +
  "Ir iridium Pt platinum Au gold Hg mercury Tl thallium Pb lead Bi bismuth Po polonium At astatine Rn radon Fr francium " +
  "Ra radium Ac actinium Th thorium Pa protactinium U uranium Np neptunium Pu plutonium Am americium Cm curium Bk berkelium " +
  "Cf californium Es einsteinium Fm fermium Md mendelevium No nobelium Lr lawrencium Rf rutherfordium Db dubnium Sg seaborgium " +
  "Bh bohrium Hs hassium Mt meitnerium Ds darmstadtium Rg roentgenium Cn copernicium Nh nihonium Fl flerovium Mc moscovium " +
  "Lv livermorium Ts tennessine Og oganesson";
const words = table.split(" ");
/** Symbols with the numbers of protons; heavy hydrogen has a letter of its own. */
const protons = new Map<string, number>([["D", 1]]);
const symbols = new Map(Object.entries({ aluminium: "Al", sulphur: "S", caesium: "Cs" }));
for (let i = 0; i < words.length; i += 2) {
  protons.set(words[i]!, i / 2 + 1);
  symbols.set(words[i + 1]!, words[i]!);
}

/**
 * The content of a formula: its parts in their order, and its charge, its state and its mass number if they are given.
 */
export interface Formula {
  parts: string;
  charge: number;
  state: string | undefined;
  mass?: number;
}

const lowered = "₀₁₂₃₄₅₆₇₈₉";
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";
const raisedPlain = "0123456789+-";
const longest = 200;

/** The text without type, with its indices as digits and its exponents after a caret. */
const plainText = (text: string): string =>
  withoutBraces(text)
    .replace(/<su(b|p)>(.{1,8}?)<\/su\1>/g, (_, kind: string, inside: string) =>
      kind === "b" ? `_{${inside}}` : `^{${inside}}`,
    )
    .replace(/\\cdot(?![A-Za-z])|[⋅•*]|(?<=[A-Za-z)][_{}\d]{0,4})\.(?=\d{0,2}[A-Z])/g, "·")
    .replace(/[₀-₉]+/g, (run) => `_{${[...run].map((c) => lowered.indexOf(c)).join("")}}`)
    .replace(/[⁰¹²³⁴-⁹⁺⁻]+/g, (run) => `^{${[...run].map((c) => raisedPlain[raised.indexOf(c)]).join("")}}`)
    .replace(/[−–]/g, "-")
    .replace(/(\^\{\d?[+-]\})(_\{?\d+\}?)/g, "$2$1")
    .replace(/\\[,;! ]/g, " ")
    .replace(/[\s~]+/g, " ")
    .replace(/^ |[. ]+$/g, "");

const typeCommands = new RegExp(
  `\\\\(?:ce|rm|boxed|left|right|${[...uprightCommands, ...styleCommands].join("|")})(?![A-Za-z])|\\\\[()[\\]]|\\$`,
  "g",
);

/** Without the commands of type, and without braces around the whole. */
function withoutBraces(text: string): string {
  const plain = text.replace(typeCommands, "").trim();
  return /^\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\.?$/.test(plain) ? plain.replace(/^\{|\}\.?$/g, "") : plain;
}

/** Reads a whole text as one formula; undefined if it is anything else, or a single letter that may be a variable. */
export function readFormula(text: string): Formula | undefined {
  if (text.length > longest || !/[A-Z]/.test(text)) return undefined;
  const [first] = readingsOf(plainText(text));
  return first && !(/^[A-Z]·$/.test(first.parts) && first.charge === 0 && first.mass === undefined)
    ? first
    : undefined;
}

const script = /^(\^|_)(?:\{\s*(-?\d{1,3})\s*\}|(\d{1,3}))/;

/**
 * The possible formulas of a text: without a caret, the digits after the last element may be its number or a charge, as
 * in `NH4+` and `Fe3+`.
 */
function readingsOf(text: string): Formula[] {
  let rest = text.replace(/^\{\s*\}/, "").trim();
  const scripts = new Map<string, number>();
  for (let found = script.exec(rest); found && !scripts.has(found[1]!); found = script.exec(rest)) {
    scripts.set(found[1]!, Number(found[2] ?? found[3]));
    rest = rest.slice(found[0].length).trim();
  }
  const isApart = / \d?[+-]$/.test(rest);
  const plain = rest.replace(/[{}_\s]/g, "");
  const named = /^([A-Za-z][a-z]*)-(\d{1,3})$/.exec(plain);
  const body = named ? (symbols.get(named[1]!.toLowerCase()) ?? named[1]!) : plain;
  const mass = named ? Number(named[2]) : scripts.get("^");
  if (named && scripts.size > 0) return [];
  const found = /^([A-Za-z0-9()[\]·]+?)(\^)?(?:(\d*)([+-])|\^([+-])(\d))?(?:\((s|l|g|aq)\))?$/.exec(body);
  if (!found) return [];
  const [, stem, caret, size = "", sign, signFirst, sizeAfter, state] = found;
  const charged = (formula: string, charge: number): Formula[] => {
    const parts = partsOf(formula);
    if (!parts || !isNucleus(parts, scripts, mass)) return [];
    return [{ parts, charge, state, ...(mass !== undefined && { mass }) }];
  };
  const plus = (sign ?? signFirst) === "-" ? -1 : 1;
  if (signFirst) return charged(stem!, plus * Number(sizeAfter));
  if (!sign) return caret ? [] : charged(stem!, 0);
  if (caret) return charged(stem!, plus * Number(size || 1));
  const digits = /\d*$/.exec(stem! + size)![0];
  if (digits === "") return charged(stem!, plus);
  const atoms = (stem! + size).slice(0, -digits.length);
  const last = Number(digits.at(-1));
  const split = last > 0 ? charged(atoms + digits.slice(0, -1), plus * last) : [];
  const isOneElement = /^[A-Z][a-z]?$/.test(atoms);
  if (isApart || (digits.length > 1 && !isOneElement)) return split;
  return [...(isOneElement ? split : []), ...charged(atoms + digits, plus)];
}

/** Whether the numbers before an element are those of one of its nuclei: as many protons as it has, and no fewer particles. */
function isNucleus(parts: string, scripts: ReadonlyMap<string, number>, mass: number | undefined): boolean {
  if (scripts.size === 0 && mass === undefined) return true;
  const number = protons.get(parts.slice(0, -1));
  if (number === undefined) return false;
  return (scripts.get("_") ?? number) === number && (mass === undefined || mass >= number);
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
      if (!isNumber && /^[A-Z]/.test(token) && !protons.has(token)) return undefined;
      if (/^[([]$/.test(token)) open.push(token);
      if (/^[)\]]$/.test(token) && open.pop() !== (token === ")" ? "(" : "[")) return undefined;
      said.push(token);
    }
    said.push("·");
  }
  // A missing number means one: `(OH)1` is `(OH)`.
  return open.length === 0 ? said.join("").replace(/(?<=[A-Za-z)\]])1(?!\d)/g, "") : undefined;
}

/** Whether two formulas denote the same substance; a state counts only if both have one. */
const sameFormula = (a: Formula, b: Formula): boolean =>
  a.parts === b.parts &&
  a.charge === b.charge &&
  a.mass === b.mass &&
  (a.state === undefined || b.state === undefined || a.state === b.state);

/** The number of each substance, with the possible readings of its formula. */
interface Amount {
  count: string;
  readings: Formula[];
}

const arrow =
  /\s*(?:\\(?:long)?(?:right|leftright)arrow|\\to|\\rightleftharpoons|<?-{1,2}>|<=>|[→⟶⇌⇄↔]|=)(?![A-Za-z])\s*/;
/** The spellings of each particle, with its name, charge and mass. */
const particles = bySpelling(
  (
    [
      ["e^- e- _-1^0e ^0_-1e β^-", "", -1, 0],
      ["n ^1_0n _0^1n", "", 0, 1],
      ["γ", "γ", 0, 0],
    ] as const
  ).map(([said, parts, charge, mass]): [string, Formula] => [
    said,
    { parts, charge, mass, state: undefined },
  ]),
);

/** `2H2 + O2`; undefined if it is anything else. */
function amountsOf(side: string): Amount[] | undefined {
  const terms = side.includes(" + ") ? side.split(" + ") : side.split(/\+(?=[\dA-Z([^_e])/);
  const amounts = terms.map((term): Amount | undefined => {
    const [, count = "", rest = ""] = /^(\d{1,3}(?:\/\d{1,2})?(?![\d-]))?\s*(.+)$/.exec(term.trim()) ?? [];
    const particle = particles.get(rest.replace(/[{}\s]/g, ""));
    const readings = particle ? [particle] : readingsOf(rest);
    return readings.length > 0 ? { count: count || "1", readings } : undefined;
  });
  return amounts.every((amount) => amount !== undefined) ? amounts : undefined;
}

/** Whether each amount has its partner, in any order. */
function sameAmounts(gold: Amount[], answer: Amount[]): boolean {
  const left = [...answer];
  for (const { count, readings } of gold) {
    const at = left.findIndex(
      (other) => other.count === count && readings.some((a) => other.readings.some((b) => sameFormula(a, b))),
    );
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

const noble = new Map<string, string>();
for (const [symbol, shells] of [
  ["He", "1s2"],
  ["Ne", "2s2 2p6"],
  ["Ar", "3s2 3p6"],
  ["Kr", "3d10 4s2 4p6"],
  ["Xe", "4d10 5s2 5p6"],
  ["Rn", "4f14 5d10 6s2 6p6"],
] as const)
  noble.set(symbol, [...[...noble.values()].slice(-1), shells].join(" "));
const most: Readonly<Record<string, number>> = { s: 2, p: 6, d: 10, f: 14 };

/** `[Ne] 3s^2 3p^3`: the electrons of each shell, sorted; undefined if a text is anything else. */
function configurationOf(text: string): string | undefined {
  const [, core, rest] =
    /^(?:\[(\w\w)\])?((?:[1-7][spdf]\d{1,2})+)$/.exec(text.replace(/[{}^\s]/g, "")) ?? [];
  if (rest === undefined) return undefined;
  const shells =
    `${core === undefined ? "" : (noble.get(core) ?? "?")} ${rest.replace(/\d{1,2}?(?=[1-7][spdf])|\d+$/g, "$& ")}`
      .trim()
      .split(/\s+/);
  const areShells = shells.every((shell) => {
    const [, kind, electrons] = /^[1-7]([spdf])(\d{1,2})$/.exec(shell) ?? [];
    return kind !== undefined && Number(electrons) >= 1 && Number(electrons) <= most[kind]!;
  });
  return areShells && shells.length > 1 ? shells.sort().join(" ") : undefined;
}

/** `sp^3`: orbitals that are mixed. */
const hybridOf = (text: string): string | undefined =>
  /^(?:sp[23]?|sp3d2?|dsp[23]|d2sp3)$/.exec(text.replace(/[{}^\s]/g, ""))?.[0];

/** Letters that are elements in formulas of organic chemistry, and are rarely in products. */
const organic = /^(?:[HCNO](?:[2-9]|\d\d)?|[()]){2,}·$/;

/**
 * Whether two texts mean the same in chemistry; undefined if they are not both chemistry, or if their letters may
 * equally be variables.
 */
export function compareChemistry(gold: string, answer: string): boolean | undefined {
  if (gold.length > longest || answer.length > longest || !/[A-Zsn]/.test(gold)) return undefined;
  const [g, a] = [plainText(gold), plainText(answer)];
  const shells = configurationOf(g) ?? hybridOf(g);
  const others = shells && (configurationOf(a) ?? hybridOf(a));
  if (others !== undefined) return shells === others;
  const [left, right] = [g.split(arrow), a.split(arrow)];
  if (left.length === 2 && right.length === 2) {
    const sides = [...left, ...right].map(amountsOf);
    if (!sides.every((side) => side !== undefined)) return undefined;
    const [from, to, from2, to2] = sides as [Amount[], Amount[], Amount[], Amount[]];
    const isSame = sameAmounts(from, from2) && sameAmounts(to, to2);
    // `V = IR` may be a reaction by its letters.
    return isSame || /[→⟶⇌]|arrow|\\to|->/.test(g) ? isSame : undefined;
  }
  const item = /\s*(?:[,;]|\band\b)\s*/;
  const [golds, answers] = [g, a].map((side) => side.split(item).map(readingsOf)) as [
    Formula[][],
    Formula[][],
  ];
  const isLetter = ({ parts, charge, mass }: Formula): boolean =>
    /^[A-Z]·$/.test(parts) && charge === 0 && mass === undefined;
  if ([...golds, ...answers].some((readings) => readings.length === 0 || readings.every(isLetter)))
    return undefined;
  const amounts = (side: Formula[][]): Amount[] => side.map((readings) => ({ count: "", readings }));
  if (sameAmounts(amounts(golds), amounts(answers))) return true;
  const isOrganic = (side: Formula[][]): boolean => side.every(([formula]) => organic.test(formula!.parts));
  const isNumbered = /_\{?1(?!\d)/.test(g + a);
  return isOrganic(golds) && isOrganic(answers) && !isNumbered ? false : undefined;
}

const uprightType = new RegExp(`\\\\(?:${[...uprightCommands].join("|")})(?![A-Za-z])|[{}$\\s]`, "g");

/** Whether two texts are one formula that only the type of its letters changes: `CO_2` and `\mathrm{CO}_2`. */
export const sameSubstance = (gold: string, answer: string): boolean =>
  gold.replace(uprightType, "") === answer.replace(uprightType, "") &&
  compareChemistry(gold, answer) === true;
