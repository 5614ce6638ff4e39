/** The entry point of ball arithmetic: real functions by name, complex ones under `complex`. */

export * from "./arithmetic.ts";
export * from "./ball.ts";
export type { ComplexBall } from "./complex.ts";
export * as complex from "./complex.ts";
export { e, exp, log } from "./exponential.ts";
export * from "./roots.ts";
export { pi } from "./series.ts";
export { gamma } from "./special.ts";
export * from "./trigonometric.ts";
