// Tree → LaTeX. The output can be read back as the same tree, so a verdict can show how a side was understood.

import { functionNamed, takes } from "../functions/functions.ts";
import type { Node, Unit } from "./tree.ts";
import { signText, symbolCommands } from "./vocabulary.ts";

/** How tightly a construct binds; a child that binds less tightly than its place requires is put in brackets. */
const Level = { List: 0, Relation: 1, Sum: 2, Product: 3, Power: 4 } as const;
type Level = (typeof Level)[keyof typeof Level];

export function printLatex(node: Node): string {
  return print(node, Level.List);
}

function print(node: Node, place: Level): string {
  const text = show(node);
  return levelOf(node) < place ? `(${text})` : text;
}

/** How tightly each kind of node binds. */
// biome-ignore format: a table reads better in rows
const levels: Readonly<Record<Node["kind"], Level>> = {
  list: Level.List, labelled: Level.List, qualified: Level.List, text: Level.List, bool: Level.List,
  relation: Level.Relation, setop: Level.Relation, ratio: Level.Relation,
  add: Level.Sum, pm: Level.Sum, neg: Level.Sum,
  mul: Level.Product, sum: Level.Product, bigop: Level.Product, limit: Level.Product, integral: Level.Product,
  derivative: Level.Product, unit: Level.Product, mixed: Level.Product,
  number: Level.Power, based: Level.Power, symbol: Level.Power, infinity: Level.Power, div: Level.Power,
  pow: Level.Power, root: Level.Power, factorial: Level.Power, call: Level.Power, apply: Level.Power,
  percent: Level.Power, degrees: Level.Power, ordinal: Level.Power, sequence: Level.Power, set: Level.Power,
  builder: Level.Power, setname: Level.Power, matrix: Level.Power, cases: Level.Power, ellipsis: Level.Power,
};

function levelOf(node: Node): Level {
  if (node.kind !== "call" || !standsBetween(node.name)) return levels[node.kind];
  return bindsLoosely(node.name) ? Level.Sum : Level.Product;
}

/** Whether writers disagree on what it joins in a sum. */
function bindsLoosely(name: string): boolean {
  const style = functionNamed(name)?.print;
  return style !== undefined && "between" in style && style.loosely === true;
}

/** Whether a function is written between its arguments, as a sign is. */
function standsBetween(name: string): boolean {
  const style = functionNamed(name)?.print;
  return style !== undefined && "between" in style;
}

/** Things that may take an exponent or a mark without brackets. */
function isTight(node: Node): boolean {
  switch (node.kind) {
    case "number":
      return !node.open;
    case "symbol":
      return !node.name.startsWith("C_") && !node.name.startsWith("\\frac");
    case "infinity":
    case "sequence":
    case "set":
    case "matrix":
    case "apply":
    case "root":
      return true;
    case "call":
      return !standsBetween(node.name);
    default:
      return false;
  }
}

const tight = (node: Node): string => (isTight(node) ? show(node) : `(${show(node)})`);

function number(node: Extract<Node, { kind: "number" }>): string {
  let digits = node.mantissa.toString();
  if (node.places > 0) {
    digits = digits.padStart(node.places + 1, "0");
    digits = `${digits.slice(0, -node.places)}.${digits.slice(-node.places)}`;
  }
  if (node.repeating !== "") digits += `${node.places === 0 ? "." : ""}\\overline{${node.repeating}}`;
  return node.open ? `${digits}\\ldots` : digits;
}

function symbolName(name: string): string {
  if (name.startsWith("\\")) return name;
  const [, letters, rest] = /^([A-Za-z]+)(.*)$/s.exec(name) ?? ["", name, ""];
  return letters!.length > 1 && symbolCommands.has(letters!) ? `\\${letters}${rest}` : name;
}

function sumOf(terms: Node[]): string {
  return terms
    .map((term, i) => {
      if (term.kind === "neg") return `${i > 0 ? " - " : "-"}${print(term.arg, Level.Product)}`;
      return `${i > 0 ? " + " : ""}${print(term, Level.Product)}`;
    })
    .join("");
}

// biome-ignore format: a table reads better in rows
const currencyNames: Readonly<Record<string, string>> = {
  $: "dollar", "€": "euro", "£": "GBP", "¥": "yen", "₹": "rupee", "¢": "cent",
};

function unitText(unit: Unit): string {
  const [only] = unit.factors;
  const noun = unit.noun === "" ? "" : `\\text{ ${unit.noun}}`;
  if (!only) return noun;
  if (unit.factors.length === 1 && only.power === 1) {
    if (only.name.startsWith("°")) return `^{\\circ}${only.name[1]}${noun}`;
    if (only.name === "$") return `\\$${noun}`;
    if ("€£¥₹¢".includes(only.name)) return `${only.name}${noun}`;
  }
  // A currency sign can be read only beside a number, so among other units it is printed by its name.
  const spelled = (name: string): string => currencyNames[name] ?? name;
  const named = unit.factors.map(({ name, power }) =>
    power === 1 ? spelled(name) : `${spelled(name)}^{${power}}`,
  );
  return `\\text{ ${named.join(" ")}${unit.noun === "" ? "" : ` ${unit.noun}`}}`;
}

const items = (nodes: Node[]): string => nodes.map((n) => print(n, Level.Relation)).join(", ");

function list(node: Extract<Node, { kind: "list" }>): string {
  const nested = node.items.some((item) => item.kind === "list");
  const parts = node.items.map((item) =>
    item.kind === "list"
      ? list(item)
      : print(
          item,
          item.kind === "labelled" ||
            item.kind === "qualified" ||
            item.kind === "text" ||
            item.kind === "bool"
            ? Level.List
            : Level.Relation,
        ),
  );
  if (node.lines) return parts.join("\n");
  if (node.joiner === "," || (nested && node.joiner === "and")) return parts.join(nested ? "; " : ", ");
  const word = ` \\text{ ${node.joiner} } `;
  if (nested) return parts.join(word);
  return `${parts.slice(0, -1).join(", ")}${word}${parts[parts.length - 1]}`;
}

function call(node: Extract<Node, { kind: "call" }>): string {
  const [first, second] = node.args as [Node, Node];
  const entry = functionNamed(node.name);
  const style = entry && takes(entry, node.args.length) ? entry.print : undefined;
  if (style && "around" in style) return style.around.join(print(first, Level.Relation));
  if (style && "between" in style)
    return `${print(first, Level.Power)} ${style.between} ${print(second, Level.Power)}`;
  if (style && "braces" in style)
    return `${style.braces}${node.args.map((arg) => `{${printLatex(arg)}}`).join("")}`;
  const name = entry?.print && "as" in entry.print ? entry.print.as : node.name;
  const base =
    node.base === null ? "" : `_{${node.base.kind === "text" ? node.base.words : printLatex(node.base)}}`;
  return `\\${name}${base}(${items(node.args)})`;
}

const bound = (node: Node | null, mark: "_" | "^"): string => (node ? `${mark}{${printLatex(node)}}` : "");

function show(node: Node): string {
  switch (node.kind) {
    case "number":
      return number(node);
    case "mixed":
      return `${node.whole}\\frac{${node.num}}{${node.den}}`;
    case "based":
      return `${node.digits}_{${node.base}}`;
    case "symbol":
      return symbolName(node.name);
    case "infinity":
      return "\\infty";
    case "add":
      return sumOf(node.terms);
    case "neg":
      return `-${print(node.arg, Level.Product)}`;
    case "mul":
      return node.factors.map((f) => print(f, Level.Power)).join(node.crossed ? " \\times " : " \\cdot ");
    case "div":
      return startsWithD(node.den)
        ? `(${print(node.num, Level.Power)}/(${printLatex(node.den)}))`
        : `\\frac{${printLatex(node.num)}}{${printLatex(node.den)}}`;
    case "pow":
      return `${tight(node.base)}^{${printLatex(node.exp)}}`;
    case "root":
      return `\\sqrt${node.index ? `[${printLatex(node.index)}]` : ""}{${printLatex(node.arg)}}`;
    case "pm":
      return `${node.left ? `${print(node.left, Level.Sum)} ` : ""}${signText(node.sign)} ${print(node.right, Level.Product)}`;
    case "factorial":
      return `${tight(node.arg)}${"!".repeat(node.order)}`;
    case "call":
      return call(node);
    case "apply":
      return `${symbolName(node.name)}(${items(node.args)})`;
    case "sum":
      return `\\${node.op}_{${symbolName(node.variable)} = ${print(node.lower, Level.Sum)}}^{${printLatex(node.upper)}} ${print(node.body, Level.Product)}`;
    case "bigop":
      return `\\${node.op}${bound(node.under, "_")}${bound(node.over, "^")} ${print(node.body, Level.Product)}`;
    case "limit": {
      const side = node.side === "" ? "" : `^{${node.side}}`;
      const target = side === "" ? print(node.target, Level.Sum) : tight(node.target);
      return `\\lim_{${symbolName(node.variable)} \\to ${target}${side}} ${print(node.body, Level.Product)}`;
    }
    case "integral":
      return `\\int${bound(node.lower, "_")}${bound(node.upper, "^")} ${print(node.body, Level.Product)} \\, d${symbolName(node.variable)}`;
    case "derivative": {
      const power = node.order === 1 ? "" : `^{${node.order}}`;
      return `\\frac{d${power}}{d${symbolName(node.variable)}${power}} (${printLatex(node.body)})`;
    }
    case "percent":
      return `${tight(node.arg)}\\%`;
    case "degrees": {
      const fine = `${node.minutes ? `${show(node.minutes)}'` : ""}${node.seconds ? `${show(node.seconds)}''` : ""}`;
      return `${tight(node.arg)}^{\\circ}${fine}`;
    }
    case "ordinal":
      return `${tight(node.arg)}^{\\text{th}}`;
    case "unit":
      return `${print(node.arg, node.arg.kind === "unit" ? Level.Power : Level.Product)}${unitText(node.unit)}`;
    case "sequence": {
      const open = node.open === "⟨" ? "\\langle " : node.open;
      const close = node.close === "⟩" ? " \\rangle" : node.close;
      return `${open}${list({ kind: "list", items: node.items, joiner: "," })}${close}`;
    }
    case "set":
      return `\\{${list({ kind: "list", items: node.items, joiner: "," })}\\}`;
    case "builder":
      return `\\{${printLatex(node.element)} \\mid ${printLatex(node.condition)}\\}`;
    case "setop":
      return node.args
        .map((arg, i) =>
          arg.kind === "setop" &&
          (i > 0 || node.op !== "∖" || arg.op === node.op) &&
          !(i === 0 && arg.op !== node.op)
            ? `(${show(arg)})`
            : print(arg, Level.Relation),
        )
        .join(` ${signText(node.op)} `);
    case "setname": {
      if (node.name === "empty") return "\\emptyset";
      return `\\mathbb{${node.name[0]}}${node.name.slice(1)}`;
    }
    case "matrix":
      return `\\begin{pmatrix}${node.rows.map((row) => row.map((n) => print(n, Level.Relation)).join(" & ")).join(" \\\\ ")}\\end{pmatrix}`;
    case "cases":
      return `\\begin{cases}${node.branches
        .map(
          ({ value, condition }) =>
            `${print(value, Level.Relation)}${condition ? ` & ${printLatex(condition)}` : ""}`,
        )
        .join(" \\\\ ")}\\end{cases}`;
    case "relation": {
      const parts = node.terms.map((term, i) => {
        const text =
          term.kind === "list" && i > 0 && node.modulus
            ? list(term)
            : term.kind === "relation"
              ? `(${show(term)})`
              : print(term, Level.Relation);
        return i === 0 ? text : `${signText(node.ops[i - 1]!)} ${text}`;
      });
      return parts.join(" ") + (node.modulus ? ` \\pmod{${printLatex(node.modulus)}}` : "");
    }
    case "list":
      return list(node);
    case "labelled":
      return node.label.startsWith("(")
        ? `${node.label} ${print(node.value, Level.Relation)}`
        : `${node.label.length === 1 ? node.label : `\\text{${node.label}}`}: ${printLatex(node.value)}`;
    case "qualified": {
      const conditions = node.conditions.map(printLatex).join(", ");
      const body = print(node.body, Level.Relation);
      // Only a bracket that holds a relation reads as a condition.
      return node.conditions.every((c) => c.kind === "relation")
        ? `${body} \\quad (${conditions})`
        : `${body} \\text{ where } ${conditions}`;
    }
    case "ratio":
      return node.items.map((n) => print(n, Level.Sum)).join(" : ");
    case "ellipsis":
      return "\\ldots";
    case "bool":
      return `\\text{${node.value}}`;
    case "text":
      return /^\d+:\d+$/.test(node.words) ? node.words : `\\text{${node.words}}`;
  }
}

/** `\frac{…}{dx}` would be read as a derivative. */
const startsWithD = (den: Node): boolean =>
  den.kind === "mul" &&
  den.factors.length === 2 &&
  den.factors[0]!.kind === "symbol" &&
  den.factors[0]!.name === "d";
