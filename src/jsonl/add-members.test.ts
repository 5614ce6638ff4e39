import fc from "fast-check";
import { expect, it } from "vitest";
import { addMembers } from "./answer-lines.ts";

const add = (text: string, added: Record<string, unknown>) => addMembers(text, JSON.parse(text), added);

it("keeps the user's own text: digits, spaces and escapes", () => {
  const line = '{"id": 12345678901234567890, "x": 1.0, "t": "\\u00e9\\/"}';
  expect(add(line, { result: 1 })).toBe(
    '{"id": 12345678901234567890, "x": 1.0, "t": "\\u00e9\\/","result":1.0}',
  );
});

it("adds to an empty object", () => {
  expect(add("{ }", { result: 1 })).toBe('{"result":1.0}');
});

it("replaces a member of the same name, wherever it stands and however its name is escaped", () => {
  expect(add('{"a":1,"result":{"x":[1,"}"]},"b":2}', { result: 0 })).toBe('{"a":1,"b":2,"result":0.0}');
  expect(add('{"re\\u0073ult":1}', { result: 0 })).toBe('{"result":0.0}');
  expect(add('{"result":1 , "a":"x,\\"y"}', { result: 0 })).toBe('{"a":"x,\\"y","result":0.0}');
});

it("takes a member away when its new value is undefined", () => {
  expect(add('{"error":"line 1: x","a":1}', { error: undefined, result: 1 })).toBe('{"a":1,"result":1.0}');
});

it("is what a spread would give, as far as values go", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom("a", "result", ""),
      (row, name) => {
        const text = JSON.stringify(row);
        expect(JSON.parse(add(text, { [name]: "new" }))).toEqual({ ...JSON.parse(text), [name]: "new" });
      },
    ),
  );
});
