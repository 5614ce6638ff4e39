// Gauss and Legendre's rule for integrals from 0 to 1: with m nodes it is exact for polynomials up to degree 2m - 1.

export interface Node {
  node: number;
  weight: number;
}

const known = new Map<number, readonly Node[]>();

export function unitQuadrature(nodes: number): readonly Node[] {
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
