/** The entry point of ball arithmetic: real functions by name, complex ones under `complex`. */

export * from "./arithmetic.ts";
export {
  accuracyBits,
  type Ball,
  ceil,
  compare,
  containsRational,
  containsZero,
  type Failure,
  floor,
  fromInt,
  isBall,
  isExactZero,
  magnitude,
  midpoint,
  ONE,
  overlap,
  type Result,
  round,
  sign,
  toNumber,
  WHOLE_LINE,
  ZERO,
} from "./ball.ts";
export type { ComplexBall } from "./complex.ts";
export * as complex from "./complex.ts";
export { e, exp, log } from "./exponential.ts";
export { exactInteger, pow, root, sqrt } from "./roots.ts";
export { pi } from "./series.ts";
export { gamma } from "./special.ts";
export * from "./trigonometric.ts";
export * from "./trigonometric.ts";
export { cos, type SinCos, sin, sinCos } from "./trigonometric.ts";
