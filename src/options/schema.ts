// The fields of a run's file that hold its settings, from the declarations of the options. It is a separate file, so
// that a command line can be read and explained without loading zod.

import { z } from "zod";
import type { Option, Options } from "./option.ts";

type ShapeOf<O> =
  O extends Option<infer Value>
    ? undefined extends Value
      ? z.ZodOptional<z.ZodType<Exclude<Value, undefined>>>
      : z.ZodType<Value>
    : never;

type Shape<O extends Options> = { [Key in keyof O]: ShapeOf<O[Key]> };

/** For `z.object`; options without a default may be missing. */
export function shapeOf<O extends Options>(options: O): Shape<O> {
  return Object.fromEntries(
    Object.entries(options).map(([key, option]) => {
      const one = schemaOfKind(option);
      const value = option.list ? z.array(one).min(1) : one;
      return [key, option.default === undefined && !option.required ? value.optional() : value];
    }),
  ) as unknown as Shape<O>;
}

function schemaOfKind({ kind }: Option): z.ZodType {
  switch (kind.kind) {
    case "flag":
      return z.boolean();
    case "text":
      return kind.read ? z.json() : z.string();
    case "url":
      return z.string();
    case "number": {
      const { least, above, most } = kind;
      return z.number().check((context) => {
        const value = context.value;
        const isRight =
          value >= (least ?? value) &&
          value <= (most ?? value) &&
          !(value <= (above ?? Number.NEGATIVE_INFINITY));
        if (!isRight) context.issues.push({ code: "custom", message: "out of range", input: value });
      });
    }
    case "whole": {
      const { least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER, orNone } = kind;
      const one = z.int().min(least).max(most);
      return orNone ? one.nullable() : one;
    }
    case "choice":
      return z.enum(kind.choices as [string, ...string[]]);
    case "json":
      return z.record(z.string(), z.json());
  }
}
