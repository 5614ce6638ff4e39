// The positions of mathematics in a text; no text is lost, and no text is slow.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBlocks } from "./blocks.ts";
import { type PieceKind, splitMath } from "./split.ts";
import { visible } from "./visible.ts";

/** The parts that are not text, as kind and content. */
const found = (text: string): [PieceKind, string][] =>
  splitMath(text)
    .filter(({ kind }) => kind !== "text")
    .map(({ kind, start, end }) => [kind, text.slice(start, end)]);

describe("mathematics in a text", () => {
  it.each<[string, [PieceKind, string][]]>([
    ["so $x^2$ is", [["formula", "x^2"]]],
    [
      "so \\(x\\) and \\[y\\]",
      [
        ["formula", "x"],
        ["display", "y"],
      ],
    ],
    ["$$x$$", [["display", "x"]]],
    ["costs $5 and $6", []],
    ["costs $5 or $x$.", [["formula", "x"]]],
    ["it is $ x $ or so", []],
    ["from $a$5", []],
    ["paid \\$5 and $y$", [["formula", "y"]]],
    ["$a\n\nb$", []],
    ["never closed \\(x", []],
    ["never closed $$x", []],
    ["\\begin{align}a&=b\\end{align}", [["display", "\\begin{align}a&=b\\end{align}"]]],
    ["\\begin{itemize}\\end{itemize}", []],
    ["is \\boxed{\\frac{1}{2}}.", [["formula", "\\boxed{\\frac{1}{2}}"]]],
    ["is \\boxed{1", []],
    ["is \\boxed{\\}}", [["formula", "\\boxed{\\}}"]]],
    ["a line\\\\(and no formula)", []],
    ["`$x$` is code", [["code", "$x$"]]],
    [
      "```\n$x$\n```\n$y$",
      [
        ["code block", "$x$"],
        ["formula", "y"],
      ],
    ],
    ["```python\nx = 1\n```", [["code block", "x = 1"]]],
    ["``` never closed $x$", [["formula", "x"]]],
    ["$\\boxed{1}$", [["formula", "\\boxed{1}"]]],
  ])("%j", (text, pieces) => expect(found(text)).toEqual(pieces));

  it("is money where a digit follows or a blank stands inside", () => {
    expect(found("He has $20 left, then $15 more, in all $35.")).toEqual([]);
    expect(found("The price is $p$ dollars, that is $12.50 each")).toEqual([["formula", "p"]]);
  });

  const signs = fc.array(
    fc.constantFrom(
      "$",
      "$$",
      "\\(",
      "\\)",
      "\\[",
      "\\]",
      "`",
      "```",
      "\n",
      "\n\n",
      " ",
      "x",
      "\\boxed{",
      "}",
      "\\",
      "1",
      "\\begin{align}",
      "\\end{align}",
      "**",
      "# ",
      "- ",
    ),
    { maxLength: 40 },
  );

  it("and the text around it are the whole text, in order", () => {
    fc.assert(
      fc.property(signs, (parts) => {
        const text = parts.join("");
        let at = 0;
        for (const { from, to, start, end } of splitMath(text)) {
          expect(from).toBe(at);
          expect(from <= start && start <= end && end <= to).toBe(true);
          expect(to).toBeGreaterThan(from);
          at = to;
        }
        expect(at).toBe(text.length);
      }),
      { numRuns: 500 },
    );
  });

  it("costs no more than its length, however hostile", () => {
    for (const part of [
      "\\(",
      "$a ",
      "$",
      "\\boxed{",
      "`",
      "``",
      "\\begin{align}",
      "$$",
      "** a",
      " *a",
      "*a* ",
      "_a",
      "\n|",
      "|\n|-|\n",
      "> ",
      "\\mbox{",
      "\\[\\(",
      "a$b\n",
    ]) {
      const text = part.repeat(200_000 / part.length);
      const blocks = readBlocks(text);
      expect(blocks.length).toBeGreaterThan(0);
    }
  });
});

describe("a text in blocks", () => {
  const styled = ({ isBold, isItalic }: { isBold: boolean; isItalic: boolean }, words: string) =>
    `${isBold ? "B[" : ""}${isItalic ? "I[" : ""}${words}${isItalic ? "]" : ""}${isBold ? "]" : ""}`;
  const outline = (text: string) =>
    readBlocks(text).map(({ kind, level, label, inlines }) => {
      const words = inlines.map((inline) =>
        inline.kind === "text"
          ? styled(inline, text.slice(inline.from, inline.to))
          : inline.kind === "piece"
            ? styled(inline, `<${text.slice(inline.piece.start, inline.piece.end)}>`)
            : { break: "/", cell: "|", row: "//" }[inline.kind],
      );
      return `${kind}${level || ""}${label}: ${words.join("")}`;
    });

  it("has paragraphs, headings, lists and lines", () => {
    expect(outline("## A head\nfirst\nsecond\n\n- one $x$\n- two\n  1. deep\n\nend")).toEqual([
      "heading2: A head",
      "paragraph: first/second",
      "item1: one <x>",
      "item1: two",
      "item21.: deep",
      "paragraph: end",
    ]);
  });
  it("has bold that ends within its paragraph, and stars where it does not", () => {
    expect(outline("a **b $x$ c** d ** e")).toEqual(["paragraph: a B[b ]B[<x>]B[ c] d ** e"]);
    expect(outline("2 ** 3\n\n**")).toEqual(["paragraph: 2 ** 3", "paragraph: **"]);
  });
  it.each([
    [
      "**Step 1:** We add.\n\n**Step 2:** $x$.",
      ["paragraph: B[Step 1:] We add.", "paragraph: B[Step 2:] <x>."],
    ],
    ["1. **First** do\n- **b**", ["item11.: B[First] do", "item1: B[b]"]],
    ["an *odd* and _even_ **and *both* of**", ["paragraph: an I[odd] and I[even] B[and ]B[I[both]]B[ of]"]],
    ["2 * 3 * 4, 2*3*4, a_1 b_2 snake_case_name", ["paragraph: 2 * 3 * 4, 2*3*4, a_1 b_2 snake_case_name"]],
    ["> one\n> two\nthree", ["quote: one/two", "paragraph: three"]],
    ["\\mbox{So} we \\text{end}", ["paragraph: So we end"]],
    ["| a | b |\n|---|:-:|\n| $x|y$ | 2 |\nafter", ["table:  a | b |//// <x|y> | 2 |", "paragraph: after"]],
    ["| a | no table", ["paragraph: | a | no table"]],
  ])("reads %j", (text, wanted) => {
    expect(outline(text)).toEqual(wanted);
  });
  it("loses no letter of a text without marks", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("word", " ", "\n", ".", "ß", "数"), { maxLength: 30 }),
        (parts) => {
          const text = parts.join("");
          const shown = readBlocks(text).flatMap(({ inlines }) =>
            inlines.map((inline) => (inline.kind === "text" ? text.slice(inline.from, inline.to) : "")),
          );
          expect(shown.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("hidden signs", () => {
  it.each([
    ["zero\u200bwidth", "zero⟨U+200B⟩width"],
    ["\ufeffa\u00adb\u2060c", "⟨U+FEFF⟩a⟨U+00AD⟩b⟨U+2060⟩c"],
    ["1\u200d2", "1⟨U+200D⟩2"],
    ["👩\u200d🚀 ❤\ufe0f", "👩\u200d🚀 ❤\ufe0f"],
  ])("%j is shown as %s", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
  it("are shown as what they are", () => {
    expect(visible("a\u202eb\u0007c\u2066d\ne\tf")).toBe("a⟨U+202E⟩b⟨U+0007⟩c⟨U+2066⟩d\ne\tf");
  });
});
