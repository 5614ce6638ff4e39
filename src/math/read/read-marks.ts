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
  if (r.token.kind === "number" && isMinuteMark(r, 1)) {
    minutes = decimal(r.take().value);
    eatMinuteMark(r);
    if (r.token.kind === "number" && isMinuteMark(r, 1)) {
      seconds = decimal(r.take().value);
      eatMinuteMark(r);
      if (r.isOp("'")) r.i++;
    }
  }
  return { kind: "degrees", arg: node, minutes, seconds };
}

function isMinuteMark(r: Reader, ahead: number): boolean {
  const token = r.peek(ahead);
  if (token.kind === "op" && (token.value === "'" || token.value === "''" || token.value === '"'))
    return true;
  if (token.value !== "^") return false;
  const next = r.peek(ahead + 1);
  return next.value === "'" || (next.value === "{" && r.peek(ahead + 2).value === "'");
}

function eatMinuteMark(r: Reader): void {
  if (r.isOp("^")) {
    r.i++;
    const braced = r.eat("{");
    while (r.eat("'"));
    if (braced) r.expect("}");
  } else r.i++;
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
