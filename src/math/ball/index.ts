/** The door to ball arithmetic: real functions by name, complex ones under `complex`. */

export * from "./arithmetic.ts";
export {
  type Ball,
  type Failure,
  fromInt,
  isBall,
  isExactZero,
  magnitude,
  midpoint,
  ONE,
  type Result,
  round,
  WHOLE_LINE,
  ZERO,
} from "./ball.ts";
export type { ComplexBall } from "./complex.ts";
export * as complex from "./complex.ts";
export { pi } from "./constants.ts";
export { erf, erfTerms } from "./error-function.ts";
export { e, exp, log } from "./exponential.ts";
export { gamma } from "./gamma.ts";
export * from "./hyperbolic.ts";
export * from "./inverse-trigonometric.ts";
export {
  accuracyBits,
  ceil,
  compare,
  containsRational,
  containsZero,
  floor,
  overlap,
  sign,
  toNumber,
} from "./order.ts";
export { exactInteger, pow } from "./powers.ts";
export { root, sqrt } from "./roots.ts";
export { cos, type SinCos, sin, sinCos, tan } from "./trigonometric.ts";
