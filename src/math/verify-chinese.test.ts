// Chinese and full-width writing. A Han character is never a variable; words that are not supported stay unread.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { different, equal, table } from "../../test/grading-table.ts";
import { verify } from "./index.ts";

describe("Chinese writing", () => {
  equal(table`
    1, 2             | 2与1              | a joining word
    1, 2, 3          | 1、2或3           | alternatives
    x = 1, x = 2     | x=1或x=2          | alternatives of one unknown
    (1, 2)           | x大于1且x小于2    | relations
    x \le -1         | x小于等于-1       | a relation
    12               | 12个苹果          | a counter and a noun
    \sqrt3           | √3厘米            | a unit behind a root
    3米              | 30分米            | units are converted
    36平方厘米       | 36cm²             | units of both kinds
    60 km/h          | 60千米/时         | a quotient of units
    \emptyset        | 空集。            | the empty set
    no solution      | 无解              | a phrase
    2\sqrt3          | 2根号3            | a root
    \frac34          | 四分之三          | a fraction, its denominator first
    \frac72          | 三又二分之一      | a mixed number
    -\frac14         | 负四分之一        | a sign
    50\%             | 百分之五十        | percent
    3.5              | 三点五            | a decimal
    12000            | 1.2万             | a myriad behind digits
    30^\circ         | 30度              | degrees
    2x+1             | ２ｘ＋１          | full-width letters and signs
    (1, 2)           | （１，２）        | full-width brackets
    2.5              | 2．5              | a full-width point
    甲、乙           | 乙和甲            | words in a list
    -5               | 负5               | a sign before digits
    最大值2，最小值1 | 最大值为2，最小值为1 | labels
    24               | 24种不同的方法    | a noun that tells nothing apart
    3                | 答案：3           | an announcement
    圆               | 圆。              | a word of one character
    第一象限         | 第1象限           | words with a number in them
    \frac23 | ３分之２ | digits, the denominator first
    \frac{\sqrt3}{2} | 2分之根号3 | a root over a number
    x\le 5 | x不超过5 | not more than
    3:2 | 3比2 | a ratio
    12 | ￥12 | a full-width sign
    2k\pi, k\in\mathbb{Z} | 2kπ，k为整数 | an integer
    \pm 2 | 正负2 | both signs
    B | B．12 | a full-width stop after a letter
    15000 | 一万五千 | with its place
    10005 | 一万零五 | with a zero
  `);
  different(table`
    12               | 12或13            | alternatives
    12               | 12个以上          | a bound
    12               | 12多个            | more than that
    12               | 12人左右          | a hedge
    12               | 不是12            | a negation
    12               | 12个不对          | taken back
    12               | 至少12个          | a bound
    12               | 12万              | ten thousand times as much
    12               | 12打              | dozens
    12厘米           | 12千克            | another dimension
    2x               | 2米               | a unit is no variable
    个               | 人                | words
    \frac32          | 三分之二          | the denominator stands first
    3                | 负三              | a sign
    35               | 三五              | two digits are no number
    150              | 一百五            | two ways to read it
    x > 3            | x不大于3          | denied
    甲               | 甲或乙            | alternatives
    最大值是3        | 最小值：3         | another label
    5                | 答案不是5         | denied
    第一象限         | 第二象限          | another number
    \frac32 | 3分之2 | the denominator stands first
    5 | 不超过5 | a bound
    x\ge 5 | x不超过5 | the other direction
    2:3 | 3比2 | exchanged
    2 | 正负2 | both signs
    2k\pi, k\in\mathbb{Z} | 2kπ，k为实数 | any number
    B | C．12 | another letter
    10005 | 一万五 | fifteen thousand to most
    300000005 | 三亿五 | the same above
    5 | 5次方 | a power
    5 | 5个百 | hundreds
    5 | 5个亿 | a scale
    5元 | 5元起 | a bound
  `);
});

const digits = "零一二三四五六七八九";

/** The name of a number below ten thousand, computed independently of the grammar. */
function name(n: number): string {
  let text = "";
  for (const [place, mark] of [
    [1000, "千"],
    [100, "百"],
    [10, "十"],
    [1, ""],
  ] as const) {
    const digit = Math.floor(n / place) % 10;
    if (digit > 0) text += digits[digit]! + mark;
    else if (text !== "" && !text.endsWith("零")) text += "零";
  }
  return n === 0 ? "零" : text.replace(/零$/, "");
}

it("reads the name of every number as that number and no other", () => {
  fc.assert(
    fc.property(fc.nat(9999), fc.nat(9999), (n, other) => {
      expect(verify(String(n), name(n)).equal).toBe(true);
      expect(verify(String(other), name(n)).equal).toBe(other === n);
    }),
    { numRuns: 500 },
  );
});
