import fc from "fast-check";
import { expect, it } from "vitest";
import { writeFloats } from "./write-floats.ts";

it("writes whole numbers with a decimal point, so that Python reads floats", () => {
  expect(writeFloats({ reward: 1, f1: 0.5, none: 0, negative: -3 })).toBe(
    '{"reward":1.0,"f1":0.5,"none":0.0,"negative":-3.0}',
  );
});

it("keeps exponents, which read as floats already", () => {
  expect(writeFloats([1e21, 1e-7])).toBe("[1e+21,1e-7]");
});

it("writes a negative zero as zero, as JSON.stringify does", () => {
  expect(writeFloats(-0)).toBe("0.0");
});

it("leaves out what is undefined", () => {
  expect(writeFloats({ a: undefined, b: null, c: "x", d: true })).toBe('{"b":null,"c":"x","d":true}');
});

it.each([Number.NaN, Number.POSITIVE_INFINITY, 5n, () => 1])(
  "refuses %s, which JSON cannot hold",
  (value) => {
    expect(() => writeFloats(value)).toThrow(TypeError);
  },
);

it("reads back as the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(JSON.parse(writeFloats(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
