// The claim of a list: alternatives, one name with several values, a record of names, bounds, or a body with conditions
// after it.

import { isAnswerNoun, isCountingNoun } from "../../words/index.ts";
import { type Node, type NodeOf, relates, signed, wholeNumber } from "../notation/tree.ts";
import { namesIn } from "../notation/tree-change.ts";
import type { Budget } from "../terms/limits.ts";
import { type Claim, type ClaimOf, claimOf, inequalities, type Member, spread } from "./claim.ts";
import type { Context } from "./context.ts";

const isCondition = (node: Node): node is NodeOf<"relation"> =>
  node.kind === "relation" &&
  node.terms.length >= 2 &&
  node.ops.every((op) => inequalities.has(op) || op === "∈" || op === "∉" || op === "≡");

export function claimOfList(node: NodeOf<"list">, context: Context): Claim {
  const found = trailingConditions(node.items);
  // After `or`, a bound is a further alternative, but `k \in \mathbb{Z}` still refers to what is before it.
  const conditions = node.joiner === "or" && !found.every((c) => relates(c, "∈")) ? [] : found;
  if (conditions.length > 0) {
    const rest = node.items.slice(0, -conditions.length);
    const body: Node = rest.length === 1 ? rest[0]! : { ...node, items: rest };
    return qualify(claimOf(body, context), body, conditions);
  }
  if (
    namesIn(node).size === 1 &&
    node.items.flatMap(leavesOf).every((item) => isBoundOrPoint(item) || isMembership(item)) &&
    node.items.flatMap(leavesOf).some((item) => isBoundOrPoint(item) && !item.ops.includes("="))
  )
    return { kind: "numbers", node };
  if (node.items.every((item) => item.kind === "relation" && isInequality(item)))
    return { kind: "statement", node };
  if (node.items.some(isElement) && subjectsIn(node.items).size > 1) return claimOfMembers(node, context);
  const [head, ...tail] = node.items;
  if (
    head &&
    relates(head, "≠") &&
    tail.length > 0 &&
    tail.every((item) => item.kind !== "relation" && namesIn(item).size === 0)
  )
    return { kind: "numbers", node };
  const congruences = node.items.map((item) =>
    item.kind === "relation" ? claimOf(item, context) : undefined,
  );
  if (node.joiner === "or" && congruences.every((c) => c?.kind === "congruence"))
    return { kind: "list", items: congruences as Claim[], either: true };
  // `p \land q` and `p \lor q` are formulas of logic, and different ones.
  if (node.joiner !== "," && node.items.every((item) => item.kind === "symbol" && /^[p-s]$/.test(item.name)))
    return { kind: "statement", node };
  const written = withoutDots(node.items, context.budget);
  if (!written) return { kind: "statement", node };
  const claims = written.flatMap((item) => spread(item, context));
  const gathered = gatherNames(claims, node.joiner === "or", node);
  if (gathered.kind !== "list") return gathered;
  return {
    ...gathered,
    ...(node.lines && { lines: true as const }),
    ...(node.ordered && { ordered: true as const }),
  };
}

/** The statements of a list, including those that `and` or `or` join inside it. */
const leavesOf = (node: Node): Node[] =>
  node.kind === "list" && node.joiner !== "," ? node.items.flatMap(leavesOf) : [node];

/** Longer progressions stay as they are written. */
const longestProgression = 1000n;

/**
 * `1, 2, \dots, 5` with its items written out: whole numbers in equal steps, or, from three items on, with equal
 * factors. Undefined if the dots are ambiguous.
 */
export function withoutDots(items: Node[], budget: Budget): Node[] | undefined {
  const dots = items.findIndex(({ kind }) => kind === "ellipsis");
  if (dots < 0) return items;
  const [before, after] = [items.slice(0, dots), items.slice(dots + 1)].map((part) => part.map(wholeNumber));
  const [first, second, third] = before!;
  const last = after!.at(-1);
  if (first === undefined || last === undefined || [...before!, ...after!].includes(undefined))
    return undefined;
  const step = (second ?? first + 1n) - first;
  const isGeometric = third !== undefined && third - second! !== step;
  const next = (value: bigint): bigint => (isGeometric ? (value * second!) / first : value + step);
  if (step === 0n || (isGeometric && (first === 0n || second! % first !== 0n))) return undefined;
  const values = [first];
  while (values.at(-1) !== last) {
    budget.spend(1);
    const value = next(values.at(-1)!);
    const isPast = isGeometric ? value ** 2n > last ** 2n : step > 0n ? value > last : value < last;
    if (isPast || BigInt(values.length) >= longestProgression) return undefined;
    values.push(value);
  }
  const isContinued =
    before!.every((value, i) => value === values[i]) &&
    after!.every((value, i) => value === values[values.length - after!.length + i]) &&
    values.length > before!.length + after!.length;
  return isContinued ? values.map(signed) : undefined;
}

/** The names that the relations of a list are about. */
const subjectsIn = (items: Node[]): Set<string> =>
  new Set(
    items.flatMap((item) =>
      item.kind === "relation" && item.terms[0]!.kind === "symbol" ? [item.terms[0]!.name] : [],
    ),
  );

/** `x \in [0,1], y \in [0,2]` gives the set of each name. */
function claimOfMembers(node: NodeOf<"list">, context: Context): Claim {
  const names = new Set<string>();
  const items: Claim[] = [];
  for (const item of node.items) {
    const [subject, place] = relates(item, "∈", "=") ? item.terms : [];
    if (subject?.kind !== "symbol") return { kind: "statement", node };
    names.add(subject.name);
    items.push(claimOf(place!, context));
  }
  return names.size === items.length && node.joiner !== "or"
    ? { kind: "record", names: [...names], items }
    : { kind: "statement", node };
}

const isInequality = (node: NodeOf<"relation">): boolean => node.ops.every((op) => inequalities.has(op));

const isBound = (node: NodeOf<"relation">): boolean => isInequality(node) && namesIn(node).size === 1;

/** A bound, or one value of the same unknown: `x = 0 or x \ge 3`. */
const isBoundOrPoint = (node: Node): node is NodeOf<"relation"> =>
  node.kind === "relation" &&
  (isBound(node) ||
    (relates(node, "=") &&
      node.terms[0]!.kind === "symbol" &&
      namesIn(node).size === 1 &&
      namesIn(node.terms[1]!).size === 0));

const isElement = (node: Node): node is NodeOf<"relation"> =>
  relates(node, "∈") && node.terms[0]!.kind === "symbol";

/** `x \in \mathbb{R}`, before a bound on the same unknown. */
const isMembership = (node: Node): boolean => isElement(node) && namesIn(node.terms[1]!).size === 0;

/** Conditions at the end of a list that refer to names before them: `k\pi, k \in \mathbb{Z}`. */
function trailingConditions(items: Node[]): Node[] {
  let start = items.length;
  while (start > 1 && isCondition(items[start - 1]!)) start--;
  if (start === items.length || isCondition(items[0]!)) return [];
  const before = new Set<string>();
  for (const item of items.slice(0, start)) for (const name of namesIn(item)) before.add(name);
  const found = items.slice(start);
  return found.every((item) =>
    [...namesIn((item as { terms: Node[] }).terms[0]!), ...namesIn(item)].some((name) => before.has(name)),
  )
    ? found
    : [];
}

type Named = ClaimOf<"named">;

const isNamed = (claim: Claim): claim is Named => claim.kind === "named";

/**
 * `x = 1, y = 2` is a record; `x = 2, 3` and `x = 2 or x = 3` are one name with several values. If a name has two
 * values beside a different name, there is nothing that could be compared with values.
 */
export function gatherNames(claims: Claim[], either: boolean, node: Node): Claim {
  const [first] = claims;
  if (first?.kind === "record") {
    // `(x, y) = (1, 2), (3, 4)`
    const points = claims.map((c) => {
      if (c.kind === "record" && c.names.join() === first.names.join()) return point(c.items);
      return c.kind === "tuple" ? c : undefined;
    });
    if (points.every((c) => c !== undefined)) {
      const value: Claim = { kind: "list", items: points, either };
      return { kind: "named", name: `(${first.names.join()})`, value, subject: null };
    }
  }
  if (first?.kind !== "named")
    return { kind: "list", items: claims, either, ...(either && { unnamed: true as const }) };
  const inOrder = first.subject === null && !namesItems(first.name) && { ordered: true as const };
  const oneName = (values: Claim[], partly?: { partlyNamed: true }): Claim => ({
    kind: "named",
    name: first.name,
    // However they are joined, several values of one name are alternatives, not a tuple.
    value: { kind: "list", items: values.flatMap(alternatives), either: true, ...partly, ...inOrder },
    subject: first.subject,
  });
  if (claims.every((c) => isNamed(c) && c.name === first.name))
    return oneName(claims.map((c) => (c as Named).value));
  if (claims.slice(1).every((c) => c.kind === "value" || c.kind === "tuple" || c.kind === "matrix"))
    return oneName([first.value, ...claims.slice(1)], { partlyNamed: true });
  const named = claims.filter(isNamed);
  const repeated = new Set(named.map((c) => c.name)).size < named.length;
  if (repeated) return { kind: "statement", node };
  if (named.length < claims.length || either) return { kind: "list", items: claims, either };
  const ordered = inPartOrder(named);
  return { kind: "record", names: ordered.map((c) => c.name), items: ordered.map((c) => c.value) };
}

/** Labels of lists whose items may come in any order. */
const itemNames = new Set("roots zeros zeroes factors divisors intercepts x-intercepts".split(" "));

/** `Roots: 1, 2` names its items; after other labels, as in `Coordinates: 1, 2`, the order may matter. */
function namesItems(label: string): boolean {
  const noun = label.split(" ").at(-1)!;
  return isAnswerNoun(noun) || isCountingNoun(noun) || itemNames.has(noun);
}

const partNumbers = "a b c d e f g h i ii iii iv v vi vii viii 1 2 3 4 5 6 7 8".split(" ");

/** `(b) 3, (a) 4`: numbered parts are ordered by their numbers; other labels stay as they are written. */
function inPartOrder(parts: Named[]): Named[] {
  const place = ({ name }: Named): number => partNumbers.indexOf(/^\((\w+)\)$/.exec(name)?.[1] ?? "");
  return parts.some((part) => place(part) < 0) ? parts : [...parts].sort((a, b) => place(a) - place(b));
}

/** `x = \pm 2` gives its name two values. */
const alternatives = (value: Claim): Claim[] => (value.kind === "list" ? value.items : [value]);

const point = (items: Claim[]): Claim => ({
  kind: "tuple",
  items,
  node: { kind: "sequence", open: "(", close: ")", items: [] },
});

const wholeNumberSets = /^[ZN]/;

/** The sets that letters are usually from. */
const isUsual = (domain: string): boolean => /^[ZNRCU]/.test(domain);

/** Letters that usually stand for whole numbers. */
export const isWholeNumberLetter = (name: string): boolean => /^[i-nNKM](_|$)/.test(name);

/** A body under conditions: integer parameters make a family, other conditions restrict. */
export function qualify(body: Claim, node: Node, conditions: Node[], inBuilder = false): Claim {
  const names = namesIn(node);
  const parameters: Member[] = [];
  const constants: Member[] = [];
  const rest: Node[] = [];
  for (const condition of conditions) {
    const members = membersIn(condition);
    const role = members.length > 0 ? roleOf(members, body, inBuilder) : "condition";
    // "n is a whole number" says nothing about a body without n; "n is prime" may be a condition on it.
    const isUsed =
      members.some(({ name }) => names.has(name)) || members.every(({ domain }) => isUsual(domain));
    if (role === "parameter" && isUsed) parameters.push(...members.filter(({ name }) => names.has(name)));
    else if (role === "constant") constants.push(...constantsIn(body, members));
    else rest.push(condition);
  }
  const whole = body.kind === "function" && constants.length > 0 ? { ...body, constants } : body;
  if (parameters.length > 0)
    return {
      kind: "family",
      node: rest.length > 0 ? { kind: "qualified", body: node, conditions: rest } : node,
      parameters,
    };
  return rest.length > 0 ? { kind: "restricted", body: whole, conditions: rest } : whole;
}

/** The role of letters for a body, if they are declared to be in a set. */
function roleOf(members: Member[], body: Claim, inBuilder: boolean): "parameter" | "constant" | "condition" {
  const { domain } = members[0]!;
  const areWhole = members.every(({ name }) => isWholeNumberLetter(name));
  if (body.kind === "function") {
    // A function of n usually has whole arguments only; a function of x that has them says so explicitly.
    const livesThere = areWhole && (wholeNumberSets.test(domain) || inBuilder);
    return livesThere || /^[URCQ]$/.test(domain) ? "constant" : "condition";
  }
  if (wholeNumberSets.test(domain) || inBuilder) return "parameter";
  // A letter that would be a whole number, or a parameter of points, is declared to have other values.
  const isMore = areWhole || body.kind === "tuple" || body.kind === "record";
  if (isMore && domain !== "U") return "parameter";
  // `for all real x` gives the domain of a formula, which is the default.
  return /^[URC]$/.test(domain) ? "constant" : "condition";
}

/** The c in `f(x) = cx, c \in \mathbb{R}`, which may have any name. */
const constantsIn = (body: Claim, members: Member[]): Member[] =>
  body.kind === "function"
    ? members
        .filter(({ name }) => !body.parameters.includes(name))
        .map(({ name, domain }) => ({ name, domain: domain === "U" ? "R" : domain }))
    : [];

/** The letters that a condition declares to be in a set with a name; empty if it says anything else. */
function membersIn(condition: Node): Member[] {
  if (!relates(condition, "∈")) return [];
  const [subject, place] = condition.terms as [Node, Node];
  const subjects = subject.kind === "list" || subject.kind === "sequence" ? subject.items : [subject];
  const members = subjects.flatMap((each) =>
    each.kind === "symbol" && place.kind === "setname" ? [{ name: each.name, domain: place.name }] : [],
  );
  return members.length === subjects.length ? members : [];
}
