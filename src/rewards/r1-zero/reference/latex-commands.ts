// The commands that take arguments, and their conversion, as in the reference's converter (pylatexenc 2.10). All other
// commands take none: braces after them are read separately.

import { accents } from "./latex-symbols.ts";

interface TakesArguments {
  /** One sign for each argument: `{` required, `[` in brackets, `*` a star. */
  takes: string;
  /** The text made from those of the arguments; undefined if the text ended before them. */
  print(given: readonly string[] | undefined): string;
}

/** The reference fails if a format refers to a missing argument by number; the caller then keeps the text. */
class NoArguments extends Error {}

const nothing: TakesArguments["print"] = () => "";
const asWritten: TakesArguments["print"] = (given = []) => given.join("");

/** `%s/%s` with its arguments filled in; the format itself if there are none. */
const form =
  (text: string): TakesArguments["print"] =>
  (given) => {
    if (given === undefined) return text;
    let next = 0;
    return text.replace(/%s/g, () => given[next++]!);
  };

const numbered =
  (print: (given: readonly string[]) => string): TakesArguments["print"] =>
  (given) => {
    if (given === undefined) throw new NoArguments("a command without its arguments");
    return print(given);
  };

/** Styled letters have their own characters, except for those that Unicode already had. */
const styled = (upper: number, lower: number, exceptions: Record<string, string> = {}) =>
  (([text = ""] = []) =>
    text.replace(/[A-Za-z]/g, (c) => {
      const code = c.charCodeAt(0);
      return exceptions[c] ?? String.fromCodePoint(code >= 97 ? lower + code - 97 : upper + code - 65);
    })) satisfies TakesArguments["print"];

const script = styled(0x1d49c, 0x1d4b6, {
  B: "ℬ",
  E: "ℰ",
  F: "ℱ",
  H: "ℋ",
  I: "ℐ",
  L: "ℒ",
  M: "ℳ",
  R: "ℛ",
  e: "ℯ",
  g: "ℊ",
  o: "ℴ",
});

const accented =
  (mark: string): TakesArguments["print"] =>
  (given) =>
    [...(given === undefined ? " " : given[0]!.trim())]
      .map((c) => ((c === "ı" ? "i" : c === "ȷ" ? "j" : c) + mark).normalize("NFC"))
      .join("");

const all = (names: string, takes: string, print: TakesArguments["print"]) =>
  names.split(" ").map((name): [string, TakesArguments] => [name, { takes, print }]);

export const commands: ReadonlyMap<string, TakesArguments> = new Map([
  ...all("frac nicefrac", "{{", form("%s/%s")),
  ...all(
    "sqrt",
    "[{",
    numbered(([, radicand]) => `√(${radicand})`),
  ),
  ...all("text textrm textit textbf textsc textsl emph mathrm", "{", asWritten),
  // Their argument is read, but the reference prints nothing for them.
  ...all("mbox textmd textsf texttt textup label", "{", nothing),
  ...all("hphantom vphantom color xleftarrow xrightarrow", "[{", nothing),
  ...all("hspace", "*{", nothing),
  ...all("vspace", "*{", () => "\n"),
  ...all("mathbf", "{", styled(0x1d400, 0x1d41a)),
  ...all("mathit", "{", styled(0x1d434, 0x1d44e, { h: "ℎ" })),
  ...all("mathsf", "{", styled(0x1d5a0, 0x1d5ba)),
  ...all("mathtt", "{", styled(0x1d670, 0x1d68a)),
  ...all("mathcal mathscr", "{", script),
  ...all("mathfrak", "{", styled(0x1d504, 0x1d51e, { C: "ℭ", H: "ℌ", I: "ℑ", R: "ℜ", Z: "ℨ" })),
  ...all("mathbb", "{", styled(0x1d538, 0x1d552, { C: "ℂ", H: "ℍ", N: "ℕ", P: "ℙ", Q: "ℚ", R: "ℝ", Z: "ℤ" })),
  ...all(
    "overline underline widehat widetilde wideparen overleftarrow overrightarrow overleftrightarrow " +
      "underleftarrow underrightarrow underleftrightarrow overbrace underbrace overgroup undergroup " +
      "overbracket underbracket overlinesegment underlinesegment overleftharpoon overrightharpoon ensuremath",
    "{",
    form("%s"),
  ),
  ...all(
    "textcolor colorbox",
    "[{{",
    numbered((given) => given[2]!),
  ),
  ...all(
    "fcolorbox",
    "[{[{{",
    numbered((given) => given[4]!),
  ),
  ...all("ket", "{", form("|%s⟩")),
  ...all("bra", "{", form("⟨%s|")),
  ...all("braket", "{{", form("⟨%s|%s⟩")),
  ...all("ketbra", "{{", form("|%s⟩⟨%s|")),
  ...[...accents].flatMap(([name, mark]) => all(name, "{", accented(mark))),
]);

/** Formats that the reference prints, although it does not know that they take arguments. */
export const unfilled: ReadonlyMap<string, string> = new Map([["textfrac", "%s/%s"]]);

/** The arguments of the environment, which are not printed. */
export const environmentArguments: ReadonlyMap<string, string> = new Map([
  ["array", "[{"],
  ["tabular", "{"],
  ["alignat", "{"],
  ["alignat*", "{"],
]);

/** Environments that are written in one line, `[ 1 2; 3 4 ]`. */
export const matrices: ReadonlySet<string> = new Set(
  "array pmatrix bmatrix smallmatrix psmallmatrix bsmallmatrix".split(" "),
);

/** Environments that are an equation on lines of its own. */
export const equations: ReadonlySet<string> = new Set(
  "equation eqnarray align multline gather dmath".split(" ").flatMap((name) => [name, `${name}*`]),
);
