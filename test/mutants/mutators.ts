// Mutations that make a gold wrong: hedges of models, and answers that lenient graders accept. Each names the kinds of
// gold to which it applies, so its result is certainly wrong.

import type { Dice } from "../identities/dice.ts";
import { type Gold, type Kind, kinds } from "./golds.ts";

export interface Mutator {
  name: string;
  kinds: readonly Kind[];
  /** Undefined if it does not apply to this gold. */
  mutate: (gold: Gold, dice: Dice) => string | undefined;
}

const numbers: Kind[] = ["integer", "decimal", "fraction", "irrational"];
const values: Kind[] = [...numbers, "formula"];
const equations: Kind[] = ["line", "function", "sequence"];
const several: Kind[] = ["list", "tuple", "record", "set"];

/** A number that no gold has. */
const stranger = "7919";

const without = <T>(items: T[], i: number): T[] => [...items.slice(0, i), ...items.slice(i + 1)];

const swap = (text: string, from: string, to: string): string | undefined =>
  text.includes(from) ? text.replace(from, to) : undefined;

/** Other items in the brackets, or under the names, of the gold's own. */
function rejoin({ kind }: Gold, items: string[]): string {
  switch (kind) {
    case "tuple":
      return `(${items.join(", ")})`;
    case "set":
      return `\\{${items.join(", ")}\\}`;
    case "record":
      return items.map((item, i) => `${"xyz"[i]} = ${item}`).join(", ");
    default:
      return items.join(", ");
  }
}

/** The same mathematics with its right side changed. */
const behindSign = (text: string, change: (right: string) => string): string => {
  const at = text.indexOf("=");
  return at < 0 ? change(text) : `${text.slice(0, at + 1)} ${change(text.slice(at + 1).trim())}`;
};

/** After a letter of choice, or after yes or no, any text may follow that does not change it. */
const all = kinds.filter((kind) => kind !== "choice" && kind !== "verdict");

const others = (taken: string, from: readonly string[]): string[] => from.filter((each) => each !== taken);

export const mutators: Mutator[] = [
  // Hedges: an additional value.
  { name: "append a number", kinds: all, mutate: ({ text }) => `${text}, ${stranger}` },
  { name: "append a number after a semicolon", kinds: all, mutate: ({ text }) => `${text}; ${stranger}` },
  { name: "append a number on a line", kinds: all, mutate: ({ text }) => `${text}\n${stranger}` },
  { name: "append a negative number on a line", kinds: all, mutate: ({ text }) => `${text}\n-${stranger}` },
  { name: "prefix a number", kinds: all, mutate: ({ text }) => `${stranger}, ${text}` },
  { name: "append 'and' a number", kinds: all, mutate: ({ text }) => `${text} and ${stranger}` },
  { name: "append 'or' a number", kinds: all, mutate: ({ text }) => `${text} or ${stranger}` },
  { name: "append 'or' set as text", kinds: all, mutate: ({ text }) => `${text} \\text{ or } ${stranger}` },
  {
    name: "append 'or' with the same left side",
    kinds: ["assignment", "line", "function", "sequence"],
    mutate: ({ text }) => `${text} or ${text.slice(0, text.indexOf("="))}= ${stranger}`,
  },
  {
    name: "append another equation",
    kinds: ["assignment", "line", "function", "sequence"],
    mutate: ({ text }) => `${text}, ${text.slice(0, text.indexOf("="))}= ${stranger}`,
  },
  {
    name: "the same twice, once changed",
    kinds: [...values, ...equations],
    mutate: ({ text }) => `${text}, ${behindSign(text, (right) => `${right} + 1`)}`,
  },
  { name: "strike through", kinds: numbers, mutate: ({ text }) => `~~${text}~~` },
  { name: "a tilde before it", kinds: numbers, mutate: ({ text }) => `~${text}` },
  { name: "a question mark", kinds: numbers, mutate: ({ text }) => `${text}?` },
  {
    name: "about",
    kinds: numbers,
    mutate: ({ text }, dice) =>
      `${dice.pick(["about", "approximately", "at least", "at most", "more than", "not"])} ${text}`,
  },
  {
    name: "or more",
    kinds: numbers,
    mutate: ({ text }, dice) => `${text} or ${dice.pick(["more", "less", "so"])}`,
  },
  {
    name: "a bound",
    kinds: numbers,
    mutate: ({ text }, dice) => `${dice.pick(["\\ge", "\\le", ">", "<", "\\ne", "\\sim"])} ${text}`,
  },

  // A missing part.
  {
    name: "drop an item",
    kinds: [...several, "words", "letters"],
    mutate: (gold, dice) => rejoin(gold, without(gold.parts, dice.int(0, gold.parts.length - 1))),
  },
  {
    name: "drop a summand",
    kinds: ["formula", ...equations],
    mutate: (gold, dice) =>
      gold.text.replace(
        gold.parts.join(" + "),
        without(gold.parts, dice.int(0, gold.parts.length - 1)).join(" + "),
      ),
  },
  { name: "one sign of both", kinds: ["pair of signs"], mutate: ({ text }) => text.replace("\\pm ", "") },

  // A different joining word, a different order.
  { name: "'or' in a tuple's place", kinds: ["tuple", "record"], mutate: ({ parts }) => parts.join(" or ") },
  { name: "'or' between words", kinds: ["words", "letters"], mutate: ({ parts }) => parts.join(" or ") },
  {
    name: "entries exchanged",
    kinds: ["tuple", "record"],
    mutate: (gold) => rejoin(gold, [gold.parts[1]!, gold.parts[0]!, ...gold.parts.slice(2)]),
  },
  { name: "one item twice", kinds: ["list"], mutate: ({ parts }) => [...parts, parts[0]!].join(", ") },
  {
    name: "a name twice",
    kinds: ["record"],
    mutate: ({ parts }) => `y = ${parts[0]}, y = ${parts[1]}, z = ${parts[2]}`,
  },
  {
    name: "names exchanged",
    kinds: ["record"],
    mutate: ({ parts }) => `y = ${parts[0]}, x = ${parts[1]}, z = ${parts[2]}`,
  },
  { name: "another name", kinds: ["assignment"], mutate: ({ text }) => `w${text.slice(1)}` },

  // Lines.
  {
    name: "a line break before a sign",
    kinds: ["formula", "line", "function", "sequence"],
    mutate: ({ text }) => swap(text, " + ", "\n+ "),
  },
  {
    name: "a line break in a product",
    kinds: ["formula", "line", "sequence"],
    mutate: ({ text }) => (/\d[xnt]/.test(text) ? text.replace(/(\d)([xnt])/, "$1\n$2") : undefined),
  },
  {
    name: "a line break between digits",
    kinds: ["integer"],
    mutate: ({ text }) => (/^-?\d\d$/.test(text) ? `${text.slice(0, -1)}\n${text.slice(-1)}` : undefined),
  },
  {
    name: "a sum over two lines",
    kinds: ["integer"],
    mutate: ({ text }) => (/^\d+$/.test(text) ? `${Number(text) + 2}\n-2` : undefined),
  },
  {
    name: "a product over two lines",
    kinds: ["integer"],
    mutate: ({ text }) =>
      /^\d+$/.test(text) && Number(text) % 2 === 0 ? `2\n(${Number(text) / 2})` : undefined,
  },

  // Indices.
  {
    name: "the next index",
    kinds: ["sequence"],
    mutate: ({ text }, dice) =>
      text.replace(
        "a_n",
        dice.pick(["a_{n+1}", "a_{n-1}", "a_{2n}", "a_{n^2}", "a_1", "a_k", "a_0", "b_n", "a", "a_{n+2}"]),
      ),
  },
  {
    name: "another argument",
    kinds: ["function"],
    mutate: ({ text }, dice) =>
      text.replace("f(x)", dice.pick(["f(x+1)", "f(2x)", "f(2)", "g(x)", "f(t)", "f'(x)", "f^{-1}(x)"])),
  },

  // Marks and units.
  {
    name: "a mark on an expression",
    kinds: ["irrational", "formula"],
    mutate: ({ text }, dice) => `(${text})${dice.pick(["\\%", "^\\circ", "‰", "\\%\\%"])}`,
  },
  {
    name: "two marks",
    kinds: ["integer", "decimal", "fraction"],
    mutate: ({ text }, dice) =>
      `(${text})${dice.pick(["\\%\\%", "^\\circ^\\circ", "‰", "\\text{ ppm}", "\\text{ basis points}"])}`,
  },
  {
    name: "a temperature",
    kinds: ["degrees"],
    mutate: ({ text }, dice) => `${text}${dice.pick(["C", "F"])}`,
  },
  {
    name: "another unit of angle",
    kinds: ["degrees"],
    mutate: ({ text }, dice) =>
      `${text.replace("^\\circ", "")} ${dice.pick(["gradians", "radians", "K", "cm"])}`,
  },
  {
    name: "another unit",
    kinds: ["measure"],
    mutate: ({ text }) => text.replace(/\\text\{.*\}/, "\\text{ lb}"),
  },
  {
    name: "radians for a plain number",
    kinds: ["integer"],
    mutate: ({ text }) => (/^\d+$/.test(text) ? `\\frac{${text}\\pi}{180}` : undefined),
  },

  // Values.
  {
    name: "one more",
    kinds: [...values, "assignment", ...equations],
    mutate: ({ text }) => behindSign(text, (right) => `${right} + 1`),
  },
  {
    name: "the negative",
    kinds: [...values, "assignment", ...equations],
    mutate: ({ text }) => behindSign(text, (right) => `-(${right})`),
  },
  {
    name: "twice",
    kinds: [...values, "assignment", ...equations],
    mutate: ({ text }) => behindSign(text, (right) => `2(${right})`),
  },
  {
    name: "a tiny bit more",
    kinds: ["integer", "fraction", "irrational", "formula"],
    mutate: ({ text }, dice) => `${text} + 10^{-${dice.pick([3, 9, 30, 200])}}`,
  },
  {
    name: "a rounded integer",
    kinds: ["integer"],
    mutate: ({ text }, dice) => (/^-?\d+$/.test(text) ? `${text}.${"0".repeat(dice.int(3, 9))}1` : undefined),
  },
  {
    name: "too few decimals",
    kinds: ["fraction"],
    mutate: ({ text }) => {
      const [, p, q] = /\{(\d+)\}\{(\d+)\}/.exec(text)!;
      return (Number(p) / Number(q)).toPrecision(4);
    },
  },
  {
    name: "a false equation",
    kinds: numbers,
    mutate: ({ text }, dice) => dice.pick([`${text} = ${stranger}`, `${stranger} = ${text}`]),
  },
  {
    name: "an empty equation",
    kinds: ["assignment"],
    mutate: ({ text }) => {
      const right = text.slice(text.indexOf("=") + 1).trim();
      return `${right} = ${right}`;
    },
  },
  { name: "a constant of integration", kinds: ["formula"], mutate: ({ text }) => `${text} + C` },
  {
    name: "another variable",
    kinds: ["formula"],
    mutate: ({ text }) => text.replaceAll(/(?<![a-z\\])[xnt](?![a-z])/g, "w"),
  },

  // Ends and relations.
  {
    name: "another end",
    kinds: ["interval"],
    mutate: ({ text }) => (text.startsWith("(") ? `[${text.slice(1)}` : `(${text.slice(1)}`),
  },
  {
    name: "another relation",
    kinds: ["inequality"],
    mutate: ({ text }) =>
      text.replace(/<|>|\\le|\\ge/, (op) => ({ "<": "\\le", ">": "\\ge", "\\le": "<", "\\ge": ">" })[op]!),
  },
  {
    name: "the bound alone",
    kinds: ["inequality"],
    mutate: ({ text }) => text.replace(/^x (<|>|\\le|\\ge) /, ""),
  },
  {
    name: "a tuple for a set",
    kinds: ["set"],
    mutate: ({ parts }) => (parts.length > 2 ? `(${parts.join(", ")})` : undefined),
  },
  {
    name: "one entry changed",
    kinds: ["matrix"],
    mutate: ({ text, parts }, dice) => text.replace(dice.pick(parts), stranger),
  },
  {
    name: "transposed",
    kinds: ["matrix"],
    mutate: ({ parts }) =>
      `\\begin{pmatrix}${parts[0]} & ${parts[2]} \\\\ ${parts[1]} & ${parts[3]}\\end{pmatrix}`,
  },

  // Choices, yes and no.
  {
    name: "another letter",
    kinds: ["choice"],
    mutate: ({ parts }, dice) => {
      const other = dice.pick(others(parts[0]!, ["A", "B", "C", "D", "E"]));
      return dice.pick([
        other,
        `(${other})`,
        other.toLowerCase(),
        `${parts[0]} or ${other}`,
        `${parts[0]}, ${other}`,
        `${parts[0]} and ${other}`,
        `${parts[0]}\n${other}`,
        `${other}. ${parts[0]}`,
        `${parts[0]}. No: ${other}`,
        `选${parts[0]}或${other}`,
      ]);
    },
  },
  {
    name: "a letter denied or calculated with",
    kinds: ["choice"],
    mutate: ({ parts: [letter] }, dice) =>
      dice.pick([
        `not ${letter}`,
        `${letter} is wrong`,
        `${letter}. But wait`,
        `${letter}?`,
        `${letter} = 5`,
        `${letter}+1`,
        `${letter} - 2`,
        `2${letter}`,
        `${letter}: maybe`,
        `${letter}是错误的`,
        `${letter!.toLowerCase()} small one`,
      ]),
  },
  {
    name: "another verdict, or a bent one",
    kinds: ["verdict"],
    mutate: ({ parts: [word] }, dice) =>
      dice.pick([
        ...others(word!, ["yes", "no", "true", "false"]),
        `${word}, if x > 0`,
        `${word}, but not always`,
        `${word} or maybe`,
        `${word}. Wait`,
        `${word} it is`,
        `it is ${word}`,
        `not ${word}`,
        `${word}?`,
        `${word}, only for primes`,
      ]),
  },

  // Times and dates.
  {
    name: "another time",
    kinds: ["time"],
    mutate: ({ parts: [hour, minutes, half] }, dice) =>
      dice.pick([
        `${hour}:${minutes} ${half === "AM" ? "PM" : "AM"}`,
        `${hour}:${Number(minutes) + 1} ${half}`,
        `${Number(hour) + 1}:${minutes} ${half}`,
        `${hour}:${minutes} ${half} or so`,
        `${hour}.${minutes}`,
        `${Number(hour) * 60 + Number(minutes)}`,
        `${Number(hour) + (half === "AM" ? 12 : 0)}:${minutes}`,
        `about ${hour}:${minutes} ${half}`,
      ]),
  },
  {
    name: "another day",
    kinds: ["date"],
    mutate: ({ parts: [month, day] }, dice) =>
      dice.pick([
        `${month} ${Number(day) - 1}`,
        `${Number(day) - 1} ${month}`,
        `${day} June`,
        `${month} ${day}, 2024`,
        `${month}`,
        `${day}`,
        `${month} ${day} or ${Number(day) - 1}`,
        `before ${month} ${day}`,
      ]),
  },
  {
    name: "another duration",
    kinds: ["duration"],
    mutate: ({ parts: [hours, minutes] }, dice) =>
      dice.pick([
        `${hours}.${minutes} hours`,
        `${hours}${minutes} minutes`,
        `${hours} minutes ${minutes} seconds`,
        `${minutes} hours ${hours} minutes`,
        `${hours} hours ${Number(minutes) - 1} minutes`,
        `${Number(hours) * 60 + Number(minutes)} hours`,
        `${Number(hours) * 60 + Number(minutes)}`,
        `${hours} hours or ${minutes} minutes`,
      ]),
  },

  // Words.
  {
    name: "other words for a number",
    kinds: ["spoken number"],
    mutate: ({ parts: [tens, ones] }, dice) =>
      dice.pick([
        `${tens} - ${ones}`,
        `${tens} and ${ones}`,
        `${tens} or ${ones}`,
        `${ones} ${tens}`,
        `${tens} point ${ones}`,
        `${tens} ${ones}ths`,
        `${tens}`,
        `${ones}`,
        `about ${tens}-${ones}`,
        `not ${tens}-${ones}`,
        `minus ${tens}-${ones}`,
        `${tens}-${ones} hundred`,
        `${tens}-${ones} squared`,
        `half of ${tens}-${ones}`,
      ]),
  },
  {
    name: "another count in Chinese",
    kinds: ["counted in Chinese"],
    mutate: ({ parts: [count] }, dice) =>
      dice.pick([
        `${count}万个`,
        `${count}个以上`,
        `${count}个左右`,
        `约${count}个`,
        `不是${count}个`,
        `${count}或${Number(count) + 1}个`,
        `${count}多个`,
        `负${count}个`,
        `${count}厘米或米`,
        `${count}打`,
        `百分之${count}`,
      ]),
  },
];
