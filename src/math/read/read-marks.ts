// Marks on a number: degrees with minutes and seconds, temperatures, ordinal endings.

import { decimal, isInteger, type Node } from "../notation/tree.ts";
import type { Reader } from "./reader.ts";

const isCircle = (r: Reader, ahead: number): boolean => {
  const token = r.peek(ahead);
  return token.kind === "op" && (token.value === "∘" || token.value === "°");
};

/** `90^{o}`: a letter in the place of the circle, on a number. */
const isLetterCircle = (r: Reader, node: Node): boolean =>
  node.kind === "number" && r.peek().value === "{" && r.peek(2).value === "o" && r.peek(3).value === "}";

/** `30^\circ`, `30°15'20''`, with `C` or `F` behind it a temperature. */
export function readDegrees(r: Reader, node: Node): Node | undefined {
  if (r.isOp("°")) r.i++;
  else if (isCircle(r, 1)) r.i += 2;
  else if (r.peek().value === "{" && isCircle(r, 2) && r.peek(3).value === "}") r.i += 4;
  else if (isLetterCircle(r, node)) r.i += 4;
  else return undefined;
  const scale = r.token;
  if (
    scale.kind === "word" &&
    (scale.value === "C" || scale.value === "F" || /^(celsius|fahrenheit)$/i.test(scale.value))
  ) {
    r.i++;
    return {
      kind: "unit",
      arg: node,
      unit: { factors: [{ name: `°${scale.value[0]!.toUpperCase()}`, power: 1 }], noun: "" },
    };
  }
  let minutes: Node | null = null;
  let seconds: Node | null = null;
  if (r.token.kind === "number" && primesAt(r, 1) === 1) {
    minutes = decimal(r.take().value);
    eatPrimes(r);
  }
  if (r.token.kind === "number" && primesAt(r, 1) > 0) {
    // Minutes twice, or minutes after seconds, are a slip.
    if (primesAt(r, 1) !== 2) r.fail("minutes where seconds are expected");
    seconds = decimal(r.take().value);
    eatPrimes(r);
    if (r.token.kind === "number" && primesAt(r, 1) > 0) r.fail("a mark after seconds");
  }
  return { kind: "degrees", arg: node, minutes: minutes ?? (seconds ? decimal("0") : null), seconds };
}

/** How many primes stand there: one for minutes, two for seconds, none where there is no such mark. */
function primesAt(r: Reader, ahead: number): number {
  const { kind, value } = r.peek(ahead);
  if (kind !== "op") return 0;
  if (value === "''" || value === '"') return 2;
  if (value === "'") return 1 + primesAt(r, ahead + 1);
  if (value !== "^") return 0;
  return primesAt(r, ahead + (r.peek(ahead + 1).value === "{" ? 2 : 1));
}

function eatPrimes(r: Reader): void {
  const raised = r.eat("^");
  const braced = raised && r.eat("{");
  while (r.eat("'") || r.eat("''") || r.eat('"'));
  if (braced) r.expect("}");
}

/** `5^{th}`, `5^{\text{th}}`. */
export function readOrdinal(r: Reader, node: Node): Node | undefined {
  if (!isInteger(node) && node.kind !== "symbol") return undefined;
  const word = r.peek().value === "{" ? r.peek(2) : r.peek();
  if (word.kind !== "word" || !/^(st|nd|rd|th)$/i.test(word.value)) return undefined;
  r.i++;
  if (r.eat("{")) {
    r.i++;
    r.expect("}");
  } else r.i++;
  return { kind: "ordinal", arg: node };
}
