// What is really done, beside the steps that are charged for it: the test in src/math/work.test.ts holds the one against
// the other, over nestings of everything in everything. Each count is a plain addition beside work that is far longer.

export const work = {
  /** Nodes of expressions made or looked at. */
  nodes: 0,
  /** Binary digits of the numbers that arithmetic made, or that were written out. */
  digits: 0,
  /** Names in the points and in the sets that were built. */
  places: 0,
};
