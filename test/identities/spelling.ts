// Terms in usual notation: LaTeX in varied spellings, with brackets wherever leaving them out would be ambiguous. The
// tests are about identities, so the notation has no traps.

import type { Dice } from "./dice.ts";
import type { Term } from "./term.ts";

/** A gold and an answer in notation. */
export interface Texts {
  gold: string;
  answer: string;
}

/** The precedence of a text: a sum, a product, a sign or slash, a single thing. */
type Tightness = "sum" | "product" | "atom";

interface Spelled {
  text: string;
  tightness: Tightness;
  /** A function whose argument is without brackets, so that nothing may follow it. */
  open?: boolean;
}

const atom = (text: string): Spelled => ({ text, tightness: "atom" });

export function spell(t: Term, dice: Dice): string {
  return write(t, dice).text;
}

function bracketed(text: string, dice: Dice): string {
  return dice.chance(0.5) ? `(${text})` : `\\left(${text}\\right)`;
}

/** As a factor: sums get brackets. */
function factor(t: Term, dice: Dice): Spelled {
  const s = write(t, dice);
  return s.tightness === "sum" ? atom(bracketed(s.text, dice)) : s;
}

/** As a base of a power, or under a factorial. */
function single(t: Term, dice: Dice): string {
  const s = write(t, dice);
  const simple = t.k === "num" || t.k === "var" || (t.k === "const" && t.name !== "i");
  return simple ? s.text : bracketed(s.text, dice);
}

/** After a sign, no text that begins with one. */
function unsigned(t: Term, dice: Dice): string {
  const s = write(t, dice);
  return s.tightness === "sum" ? bracketed(s.text, dice) : s.text;
}

function write(t: Term, dice: Dice): Spelled {
  switch (t.k) {
    case "num":
      return atom(String(t.n));
    case "var":
      return atom(t.name);
    case "const":
      return atom(t.name === "pi" ? "\\pi" : t.name);
    case "work":
      return { text: t.text, tightness: "sum" };
    case "neg":
      return { text: `-${unsigned(t.arg, dice)}`, tightness: "sum" };
    case "add":
      return { text: writeSum(t.args, dice), tightness: "sum" };
    case "mul":
      return writeProduct(t.args, dice);
    case "div":
      return writeQuotient(t, dice);
    case "pow":
      return writePower(t, dice);
    case "root": {
      if (dice.chance(0.1)) return atom(`${single(t.arg, dice)}^{1/${t.index}}`);
      const index = t.index === 2 ? "" : `[${t.index}]`;
      return atom(`\\sqrt${index}{${spell(t.arg, dice)}}`);
    }
    case "log":
      return atom(`\\log_{${t.base}}${bracketed(spell(t.arg, dice), dice)}`);
    case "fn":
      return writeFunction(t.name, t.args, dice, "");
    case "big": {
      const sign = t.op === "sum" ? "\\sum" : "\\prod";
      const bounds = `_{${t.variable}=${spell(t.lower, dice)}}^{${spell(t.upper, dice)}}`;
      const body = write(t.body, dice);
      const inner = body.tightness === "sum" ? bracketed(body.text, dice) : body.text;
      return { text: `${sign}${bounds} ${inner}`, tightness: "sum" };
    }
  }
}

function writeSum(args: readonly Term[], dice: Dice): string {
  const space = dice.chance(0.3) ? " " : "";
  return args
    .map((arg, i) => {
      if (arg.k === "neg") {
        const rest = unsigned(arg.arg, dice);
        return i === 0 ? `-${rest}` : `${space}-${space}${rest}`;
      }
      const s = write(arg, dice);
      const text =
        s.tightness === "sum" && (arg.k === "big" || arg.k === "work" || i > 0)
          ? bracketed(s.text, dice)
          : s.text;
      return i === 0 ? text : `${space}+${space}${text}`;
    })
    .join("");
}

const startsWithFunction = /^\\(sin|cos|tan|cot|sec|csc|sinh|cosh|tanh|ln|sqrt)\b/;
const endsWithDigit = /\d$/;
const startsLikeFraction = /^\\[dt]?frac/;
/** A row of letters that could be read as a word or a Greek letter. */
const endsLikeWord = /([a-z]{2}|x)$/;

function writeProduct(args: readonly Term[], dice: Dice): Spelled {
  let text = "";
  let open = false;
  for (const [i, arg] of args.entries()) {
    let next = factor(arg, dice);
    const last = i === args.length - 1;
    if (next.open && !last) next = args[i + 1]!.k === "fn" ? next : atom(bracketed(next.text, dice));
    if (i === 0) text = next.text;
    else {
      const apart =
        (open && !startsWithFunction.test(next.text)) ||
        /^\d/.test(next.text) ||
        (endsWithDigit.test(text) && startsLikeFraction.test(next.text)) ||
        (endsLikeWord.test(text) && /^[a-z]/.test(next.text));
      // A letter before a bracket could be a function, unless it is one that never is.
      const call = /[a-mo-wzA-Z]$/.test(text) && next.text.startsWith("(");
      const dot = dice.chance(0.7) ? " \\cdot " : " \\times ";
      text += apart || call || dice.chance(0.15) ? dot + next.text : glue(text, next.text);
    }
    open = next.open ?? false;
  }
  return { text, tightness: "product", open };
}

/** A command must be separated from a letter after it. */
const glue = (left: string, right: string): string =>
  /\\[a-zA-Z]+$/.test(left) && /^[a-zA-Z]/.test(right) ? ` ${right}` : right;

function writeQuotient(t: Extract<Term, { k: "div" }>, dice: Dice): Spelled {
  const [top, bottom] = [spell(t.top, dice), spell(t.bottom, dice)];
  if (dice.chance(0.12)) {
    const simple = /^([a-z]|\d+)$/;
    const above = simple.test(top) ? top : `(${top})`;
    const below = simple.test(bottom) ? bottom : `(${bottom})`;
    return { text: `${above}/${below}`, tightness: "sum" };
  }
  return atom(`${dice.pick(["\\frac", "\\frac", "\\frac", "\\dfrac", "\\tfrac"])}{${top}}{${bottom}}`);
}

const powered = new Set(["sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh"]);

function writePower(t: Extract<Term, { k: "pow" }>, dice: Dice): Spelled {
  const exponent = spell(t.exp, dice);
  if (t.base.k === "const" && t.base.name === "e" && dice.chance(0.2))
    return atom(`\\exp${bracketed(exponent, dice)}`);
  const mark = exponent.length === 1 && dice.chance(0.5) ? `^${exponent}` : `^{${exponent}}`;
  if (t.base.k === "fn" && powered.has(t.base.name) && t.exp.k === "num" && t.exp.n >= 2 && dice.chance(0.7))
    return writeFunction(t.base.name, t.base.args, dice, mark);
  return atom(`${single(t.base, dice)}${mark}`);
}

function writeFunction(name: string, args: readonly Term[], dice: Dice, mark: string): Spelled {
  const [x] = args as [Term];
  switch (name) {
    case "abs": {
      const inner = spell(x, dice);
      return atom(
        inner.includes("|") || dice.chance(0.5)
          ? `\\left|${inner}\\right|`
          : dice.chance(0.5)
            ? `|${inner}|`
            : `\\lvert ${inner} \\rvert`,
      );
    }
    case "floor":
      return atom(`\\lfloor ${spell(x, dice)} \\rfloor`);
    case "ceil":
      return atom(`\\lceil ${spell(x, dice)} \\rceil`);
    case "factorial":
      return atom(`${single(x, dice)}!`);
    case "binom":
      return atom(`${dice.pick(["\\binom", "\\dbinom"])}{${spell(x, dice)}}{${spell(args[1]!, dice)}}`);
    case "max":
    case "min":
      return atom(`\\${name}(${args.map((arg) => spell(arg, dice)).join(", ")})`);
  }
  const inner = spell(x, dice);
  if (dice.chance(0.5) && /^(\d?[a-z]|\\pi|\\[dt]?frac\{\w+\}\{\w+\}|\\frac\{\\pi\}\{\d+\})$/.test(inner))
    return { text: `\\${name}${mark} ${inner}`, tightness: "product", open: true };
  return { text: `\\${name}${mark}${bracketed(inner, dice)}`, tightness: "product" };
}
