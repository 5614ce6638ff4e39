// The option `decimalComma`: a comma as a decimal point, where it can be nothing else.

import { describe, expect, it } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";
import { verify } from "./index.ts";

describe("with decimal commas", () => {
  const options = { decimalComma: true };
  equal(
    table`
      2.5        | 2,5        | a comma that groups nothing
      2.5        | 2{,}5      | as LaTeX sets it
      0.125      | 0,125      | a zero begins no group
      1234.5     | 1.234,50   | points that group digits
      1234.5     | 1 234,50   | spaces that group digits
      1234       | 1,234      | thousands stay what they are
      -2.5       | -2,5       | a sign
      2, 5       | 2,5        | a list stays what it is
      2.5 cm     | 2,5 cm     | a unit
      (2.5, 3.1) | (2,5; 3,1) | semicolons part the entries
      12.345678  | 12,345678  | more digits than a group has
    `,
    options,
  );
  different(
    table`
      1.234      | 1,234      | thousands
      25         | 2,5        | another number
      2.5        | 2,50,1     | a list
      2.5        | 2, 5       | a list
      1.2        | 1,2,3      | a list
      2.5        | 2,5 or 3   | alternatives
    `,
    options,
  );
});

describe("without them", () => {
  different(table`
    2.5          | 2,5        | a list
    1234.5       | 1.234,50   | unread
  `);
});

it("is on or off", () => {
  expect(() => verify("1", "1", { decimalComma: "yes" as never })).toThrow("'decimalComma' is true or false");
});
