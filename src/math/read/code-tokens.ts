// Names as programs spell them: `np.sqrt`, `math.pi`, `S.Infinity`. The module before the point only says where a name
// comes from, so it goes; a constant of the module becomes the sign that it stands for.

import type { Token } from "./scanner.ts";

const modules = new Set("np numpy math cmath sympy sp sy scipy mpmath mp jnp torch S".split(" "));

/** Constants of the modules, each as the tokens that say the same. */
const constants: ReadonlyMap<string, readonly (readonly [Token["kind"], string])[]> = new Map(
  Object.entries({
    pi: [["symbol", "pi"]],
    Pi: [["symbol", "pi"]],
    e: [["word", "e"]],
    E: [["word", "e"]],
    Exp: [["word", "e"]],
    I: [["word", "i"]],
    ImaginaryUnit: [["word", "i"]],
    inf: [["op", "∞"]],
    oo: [["op", "∞"]],
    Infinity: [["op", "∞"]],
    NegativeInfinity: [
      ["op", "-"],
      ["op", "∞"],
    ],
    Half: [["fraction", "½"]],
    Reals: [["setname", "R"]],
    Integers: [["setname", "Z"]],
    Rationals: [["setname", "Q"]],
    Complexes: [["setname", "C"]],
    EmptySet: [["word", "EmptySet"]],
    One: [["number", "1"]],
    Zero: [["number", "0"]],
  } as const),
);

const isDot = (token: Token | undefined): boolean =>
  token?.kind === "op" && token.value === "." && token.gap === "";

/** Whether two names with a point between them stand in the text at all; most texts have none. */
export const hasDottedName = (text: string): boolean => /[A-Za-z]\.[A-Za-z]/.test(text);

/** The tokens without modules; `Interval.open` and `.union` become one name. */
export function joinDottedNames(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const name = tokens[i + 2];
    const dotted = isDot(tokens[i + 1]) && name?.kind === "word" && name.gap === "";
    if (token.kind === "word" && dotted && modules.has(token.value)) {
      const meant = constants.get(name.value);
      // `S.Exp1`: the digit belongs to the name.
      const digit = name.value === "Exp" && tokens[i + 3]?.value === "1" ? 1 : 0;
      if (name.value === "Exp" && digit === 0) result.push(token);
      else if (meant) {
        for (const [kind, value] of meant) result.push({ ...name, kind, value, gap: token.gap });
        i += 2 + digit;
      } else {
        // Every module's `log` is natural, unless its name or a second argument gives a base.
        const value = name.value === "log" && tokens[i + 3]?.value === "(" ? "ln" : name.value;
        tokens[i + 2] = { ...name, value, gap: token.gap };
        i += 1;
      }
    } else if (token.kind === "word" && dotted && token.value === "Interval") {
      result.push({ ...token, value: `Interval.${name.value}`, end: name.end });
      i += 2;
    } else result.push(token);
  }
  return result;
}
