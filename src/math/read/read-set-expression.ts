// What stands on one side of a relation: sets joined by their operations, ratios, or a plain value.

import type { Node, SetOp } from "../notation/tree.ts";
import { isSetLike, readSum } from "./read-expression.ts";
import type { Reader } from "./reader.ts";

const setOps: ReadonlyMap<string, SetOp> = new Map([
  ["∪", "∪"],
  ["∩", "∩"],
  ["∖", "∖"],
]);

/** Sets joined by union, intersection and difference. */
export function readSetExpression(r: Reader): Node {
  let node = difference(readRatio(r));
  for (let layers = 0; ; layers++) {
    r.layer(layers);
    const token = r.token;
    const op =
      token.kind === "op"
        ? setOps.get(token.value)
        : token.kind === "word" && token.value === "U" && isSetLike(node)
          ? "∪"
          : undefined;
    if (!op) return node;
    r.i++;
    const braced = r.isOp("{");
    const read = difference(readRatio(r));
    // After a sign between sets, plain braces hold elements: `\mathbb{R} \setminus {0}`.
    const right: Node =
      braced && r.tokens[r.i - 1]!.value === "}" && isElement(read) ? { kind: "set", items: [read] } : read;
    if (node.kind === "setop" && node.op === op && op !== "∖")
      node = { ...node, args: [...node.args, right] };
    else node = { kind: "setop", op, args: [node, right] };
  }
}

const isElement = ({ kind }: Node): boolean => kind === "number" || kind === "div" || kind === "neg";

/** `\mathbb{R} - \{0\}` takes a set away. */
function difference(node: Node): Node {
  if (node.kind !== "add" || !isSetLike(node.terms[0]!)) return node;
  if (!node.terms.slice(1).every((t) => t.kind === "neg" && isSetLike(t.arg))) return node;
  return node.terms
    .slice(1)
    .reduce<Node>(
      (left, t) => ({ kind: "setop", op: "∖", args: [left, (t as { arg: Node }).arg] }),
      node.terms[0]!,
    );
}

/** `3:05` with its zero is a time, and stays words. */
function readClock(r: Reader): Node | undefined {
  const [hours, colon, minutes] = [r.token, r.peek(), r.peek(2)];
  if (hours.kind !== "number" || colon.value !== ":" || minutes.kind !== "number") return undefined;
  if (!/^\d{1,2}$/.test(hours.value) || !/^0\d$/.test(minutes.value)) return undefined;
  r.i += 3;
  return { kind: "text", words: `${hours.value}:${minutes.value}` };
}

/** `2:3:4`; a clock's `3:30` with a unit behind it is none. */
function readRatio(r: Reader): Node {
  const clock = readClock(r);
  if (clock) return clock;
  const leadingZero = r.token.kind === "number" && /^0\d/.test(r.token.value);
  const first = readSum(r);
  if (!r.isOp(":") || r.around.inBuilder) return first;
  if (leadingZero) r.fail("a time of day");
  const items = [first];
  while (r.eat(":")) {
    const padded = r.token.kind === "number" && /^0\d/.test(r.token.value);
    const item = readSum(r);
    if (padded || item.kind === "unit") r.fail("a time of day");
    items.push(item);
  }
  return { kind: "ratio", items };
}
