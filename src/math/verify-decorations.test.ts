// Text around an answer that means nothing, and text that does.

import { describe } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";

describe("decorations", () => {
  equal(table`
    12\pi  | 12​π                             | a character without width
    42     | ﻿42                              | a mark of byte order
    12\pi  | 12𝜋                             | mathematical type
    42     | 42 ✓                            | a tick
    42     | ✅ 42                           | a tick before it
    42     | 42\;\checkmark                  | a tick of LaTeX
    42     | 42 $\blacksquare$               | the end of a proof
    (2,3)  | \left(2,3\right)\qed            | the end of a proof
    42     | 42 \tag{1}                      | a number of an equation
    42     | '42'                            | quotation marks
    42     | 「42」                          | quotation marks of Chinese
    42     | *42*                            | slanted type
    42     | __42__                          | bold type
    42     | ***42***                        | both
    x+1    | \underline{x+1}                 | a line below
    84     | \fcolorbox{red}{white}{84}      | a coloured box
    42     | <span style="color:red">42</span> | a colour
    84     | \begin{array}{|c|}\hline 84\\\hline\end{array} | a table of one cell
    84     | 84{}                            | an empty group
    42     | \Rightarrow 42                  | an arrow before it
    150    | Rs. 150                         | a currency before its amount
    3\text{ ft} | 36 in.                     | a unit that is a joining word elsewhere
  `);
  different(table`
    42     | 4​2                              | between digits it may part two numbers
    42     | 42 ✗                            | a cross
    42     | ❌ 42                           | a cross
    42     | <span style="text-decoration:line-through">42</span> | struck through
    42     | <s>42</s>                       | struck through
    4      | 4\square                        | a place left open
    42     | 42 ✓ or 43                      | alternatives
    42     | 42 \checkmark 43                | two numbers
    -84    | |-84|                         | bars are an absolute value
    4      | 4'                              | a prime
    42     | 42*                             | a sign that closes nothing
    42     | \begin{array}{c}42\\43\end{array} | two cells
    150 \text{ dollars} | EUR 150            | another currency
    x^{2}  | x^{}                            | an exponent that is missing
    3x | 3⁤x | a plus that is not seen
    3x | 3⁣x | a comma that is not seen
  `);
});
