// What only complex numbers have: parts, a conjugate, an argument.

import * as ball from "../ball/index.ts";
import { zero } from "../expression/rational.ts";
import type { FunctionEntry } from "./entry.ts";

const { complex } = ball;

export const complexParts: readonly FunctionEntry[] = [
  {
    name: "re",
    spelt: "Re",
    reads: "loose",
    print: { as: "Re" },
    exact: (x) => x,
    real: (x) => x,
    complex: (z) => complex.fromReal(z.re),
    aboutComplex: true,
  },
  {
    name: "im",
    spelt: "Im",
    reads: "loose",
    print: { as: "Im" },
    exact: () => zero,
    real: () => ball.ZERO,
    complex: (z) => complex.fromReal(z.im),
    aboutComplex: true,
  },
  {
    name: "conj",
    commands: "conj",
    reads: "brackets",
    print: { braces: "\\overline" },
    exact: (x) => x,
    real: (x) => x,
    complex: (z) => complex.conj(z),
    aboutComplex: true,
  },
  {
    name: "arg",
    commands: "arg Arg",
    reads: "loose",
    complex: (z, prec) => {
      const angle = complex.arg(z, prec);
      return typeof angle === "string" ? angle : complex.fromReal(angle);
    },
    aboutComplex: true,
  },
];
