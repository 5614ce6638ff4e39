// What numeric work is charged, in steps: measured so that a step is about as long everywhere, since the limit on steps
// is what keeps any question short.

/** Powers with longer exponents than this are given up, as no precision on offer could follow them. */
export const EXPONENT_BITS_LIMIT = 4096;

/** One ball operation at this precision, in steps. */
export const cost = (prec: number): number => 1 + (prec >> 7);
/** A transcendental function at this precision, in steps: longer numbers, and more terms of its series. */
export const heavy = (prec: number): number => 8 + (prec >> 4) + ((prec * prec) >> 14);
/** A square root, which is one of whole numbers. */
export const rooted = (prec: number): number => 8 + (prec >> 6);
/** A whole power whose exponent has so many binary digits: for each of them a product or two, of numbers that much longer. */
export const raised = (bits: number, prec: number): number =>
  bits <= 0 || bits > EXPONENT_BITS_LIMIT ? 0 : (bits * (prec + bits)) >> 7;
/** The gamma function, whose series is that of a logarithm and has long coefficients. */
export const heaviest = (prec: number): number => 60 + prec + ((prec * prec) >> 8);
