// maj@k: the chance that the most frequent answer among k samples is right, averaged over all choices of k among n.
// Answers are the same if their texts are equal; if several have the most votes, each has its share; samples without an
// answer do not vote. The mean is computed exactly; only if that would take too long, or the numbers are too large, by
// seeded draws.

import { seededRandom } from "./seed.ts";

// Binomial coefficients, cached row by row.

const pascal: Float64Array[] = [Float64Array.of(1)];

/** The choices among n, for k = 0 … n. Exact below 2^53, and to 16 digits above. */
function binomials(n: number): Float64Array {
  for (let row = pascal.length; row <= n; row++) {
    const above = pascal[row - 1]!;
    pascal.push(Float64Array.from({ length: row + 1 }, (_, i) => (above[i - 1] ?? 0) + (above[i] ?? 0)));
  }
  return pascal[n]!;
}

export const choose = (n: number, k: number): number => (k < 0 || k > n ? 0 : binomials(n)[k]!);

export interface Vote {
  /** Null if there is no answer. */
  group: string | null;
  right: boolean;
}

export type MajorityMethod = "exact" | "drawn";

interface Majority {
  /** For k = 1 … n. */
  values: number[];
  method: MajorityMethod;
}

/** Above this, the number of choices is not a finite double. */
const mostSamples = 1_000;
/** The maximum number of multiplications for a problem, a few milliseconds. */
const mostWork = 4_000_000;

/** The number of samples, including unknown ones, which do not vote; and the largest k that is requested. */
interface Span {
  of: number;
  upTo: number;
}

const spanOf = ({ length }: readonly Vote[]): Span => ({ of: length, upTo: length });

/** The values for k = 1 … n. */
export const majorityAtK = (votes: readonly Vote[], seed: string, span?: Span): number[] =>
  majorityOf(votes, seed, span).values;

export function majorityOf(votes: readonly Vote[], seed: string, span: Span = spanOf(votes)): Majority {
  if (span.of <= mostSamples && workOf(votes, span) <= mostWork)
    return { values: exactMajority(votes, span), method: "exact" };
  return { values: drawnMajority(votes, groupsOf(votes), seed, span), method: "drawn" };
}

export interface Group {
  size: number;
  /** The share of its members that are right; between 0 and 1 only if the same answer was graded differently. */
  right: number;
}

function groupsOf(votes: readonly Vote[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const { group, right } of votes) {
    if (group === null) continue;
    const known = groups.get(group) ?? { size: 0, right: 0 };
    known.right = (known.right * known.size + (right ? 1 : 0)) / (known.size + 1);
    known.size++;
    groups.set(group, known);
  }
  return groups;
}

/**
 * For each answer that is right, and each number of votes that it may have: in how many choices of k does no other answer
 * have more, those in which others have as many counted by the winner's share. Answers that are too small to tie, and
 * samples without one, may be chosen freely: they are one row of binomials, which stays the same until the number of
 * votes passes the size of another answer, and is multiplied in once for each such stretch.
 */
export function exactMajority(votes: readonly Vote[], { of: n, upTo }: Span = spanOf(votes)): number[] {
  if (votes.length === 0) return new Array<number>(upTo).fill(0);
  if (n === 1) return [votes[0]!.group !== null && votes[0]!.right ? 1 : 0];
  const groups = [...groupsOf(votes).values()];
  const won = new Float64Array(n + 1);
  for (const winner of groups.filter(({ right }) => right > 0)) {
    const others = groups.filter((group) => group !== winner).map(({ size }) => size);
    let stretch = new Float64Array(n + 1);
    for (let count = 1; count <= winner.size; count++) {
      const tying = others.filter((size) => size >= count);
      const ways = choose(winner.size, count) * winner.right;
      const shares = count === 1 ? sharesOfOne(tying) : sharesOf(tying, count);
      for (let chosen = 0; chosen < shares.length && chosen + count <= n; chosen++)
        stretch[chosen + count]! += ways * shares[chosen]!;
      if (count < winner.size && !tying.includes(count)) continue;
      const free = n - winner.size - tying.reduce((sum, size) => sum + size, 0);
      addProduct(won, stretch, binomials(free));
      stretch = new Float64Array(n + 1);
    }
  }
  return Array.from({ length: upTo }, (_, place) => Math.min(1, won[place + 1]! / choose(n, place + 1)));
}

function addProduct(sum: Float64Array, a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < a.length; i++) {
    const factor = a[i]!;
    if (factor === 0) continue;
    const most = Math.min(b.length, sum.length - i);
    for (let j = 0; j < most; j++) sum[i + j]! += factor * b[j]!;
  }
}

/** If all have at most one vote, all voters are tied. */
function sharesOfOne(tying: readonly number[]): Float64Array {
  const shares = new Float64Array(tying.length + 1);
  shares[0] = 1;
  tying.forEach((size, before) => {
    for (let chosen = before + 1; chosen > 0; chosen--) shares[chosen]! += size * shares[chosen - 1]!;
  });
  return shares.map((ways, ties) => ways / (ties + 1));
}

/**
 * The choices among answers that may tie in which none has more than `count` votes, by how many samples are chosen. With
 * t of them that have as many, the winner's share is 1/(t+1), which is the integral of z^t from 0 to 1. So each answer
 * is a polynomial with z at its last place, and a quadrature that is exact for their product integrates over z.
 */
function sharesOf(tying: readonly number[], count: number): Float64Array {
  const shares = new Float64Array(tying.length * count + 1);
  for (const { node, weight } of unitQuadrature(nodesFor(tying.length))) {
    const product = new Float64Array(shares.length);
    product[0] = weight;
    let degree = 0;
    for (const size of tying) {
      const ways = binomials(size).slice(0, count + 1);
      ways[count]! *= node;
      for (let chosen = degree + count; chosen >= 0; chosen--) {
        const to = Math.min(count, chosen);
        let sum = 0;
        for (let taken = Math.max(0, chosen - degree); taken <= to; taken++)
          sum += ways[taken]! * product[chosen - taken]!;
        product[chosen] = sum;
      }
      degree += count;
    }
    for (let chosen = 0; chosen < shares.length; chosen++) shares[chosen]! += product[chosen]!;
  }
  return shares;
}

/** The number of nodes for which the quadrature is exact for this degree. */
const nodesFor = (degree: number): number => (degree >> 1) + 1;

/** The approximate number of multiplications for the exact mean. */
function workOf(votes: readonly Vote[], { of }: Span): number {
  const groups = [...groupsOf(votes).values()];
  const sizes = groups.map(({ size }) => size);
  let work = 0;
  for (const winner of groups.filter(({ right }) => right > 0)) {
    work += of ** 2;
    for (let count = 2; count <= winner.size && work <= mostWork; count++) {
      const tying = sizes.filter((size) => size >= count).length - 1;
      work += (nodesFor(tying) * (tying * count) ** 2) / 2;
    }
  }
  return work;
}

// Gauss and Legendre's rule for integrals from 0 to 1: with m nodes it is exact for polynomials up to degree 2m - 1.

interface Node {
  node: number;
  weight: number;
}

const known = new Map<number, readonly Node[]>();

function unitQuadrature(nodes: number): readonly Node[] {
  let rule = known.get(nodes);
  if (!rule) {
    rule = Array.from({ length: nodes }, (_, place) => nodeAt(place, nodes));
    known.set(nodes, rule);
  }
  return rule;
}

/** A root of the Legendre polynomial, by Newton's steps from a good guess, moved from [-1, 1] to [0, 1]. */
function nodeAt(place: number, nodes: number): Node {
  let x = Math.cos((Math.PI * (place + 0.75)) / (nodes + 0.5));
  let slope = 1;
  for (let step = 0; step < 8; step++) {
    let [before, value] = [1, x];
    for (let degree = 2; degree <= nodes; degree++)
      [before, value] = [value, ((2 * degree - 1) * x * value - (degree - 1) * before) / degree];
    slope = (nodes * (before - x * value)) / (1 - x * x);
    x -= value / slope;
  }
  return { node: (1 + x) / 2, weight: 1 / ((1 - x * x) * slope * slope) };
}

// maj@k by random orders of the samples: the first k of each order are a random choice of k.

const orders = 2_000;

export function drawnMajority(
  votes: readonly Vote[],
  groups: ReadonlyMap<string, Group>,
  seed: string,
  { of, upTo }: Span = { of: votes.length, upTo: votes.length },
): number[] {
  const names = [...groups.keys()];
  const places = new Map(names.map((name, place) => [name, place]));
  const rights = names.map((name) => groups.get(name)!.right);
  /** The groups of the samples, in the current order; -1 for samples without an answer. */
  const order = new Int32Array(of).fill(-1);
  votes.forEach(({ group }, place) => {
    if (group !== null) order[place] = places.get(group)!;
  });
  const counts = new Int32Array(names.length);
  const sums = new Float64Array(upTo);
  const random = seededRandom(`maj@k\n${seed}`);
  for (let draw = 0; draw < orders; draw++) {
    counts.fill(0);
    let most = 0;
    let leaders = 0;
    let right = 0;
    for (let k = 0; k < upTo; k++) {
      const other = k + Math.floor(random() * (order.length - k));
      const group = order[other]!;
      order[other] = order[k]!;
      order[k] = group;
      if (group >= 0) {
        const count = ++counts[group]!;
        if (count > most) {
          most = count;
          leaders = 0;
          right = 0;
        }
        if (count === most) {
          leaders++;
          right += rights[group]!;
        }
      }
      if (leaders > 0) sums[k]! += right / leaders;
    }
  }
  return Array.from(sums, (sum) => sum / orders);
}
