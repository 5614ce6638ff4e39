// The work of a call as a number that is the same on every machine: how often functions and loops of our own code are
// entered, how many steps its patterns take, and how far the string and array methods of the language look. The code under
// test needs no counter for this: it is bundled, and an addition is written into each function and each loop.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { SteppedPattern, TooManySteps } from "./regexp-steps.ts";

const counter = {
  n: 0,
  /** The part of it in methods of the language. They are fast, so a quadratic method affects the sum late. */
  native: 0,
  on: false,
  most: Number.POSITIVE_INFINITY,
  enter(): void {
    if (++counter.n > counter.most && counter.on) throw new TooManySteps();
  },
};
const name = "__countedWork";
(globalThis as Record<string, unknown>)[name] = counter;

/** Imports a module, bundled with its dependencies, in which every function and loop is counted. */
export async function importCounted<T>(entry: string): Promise<T> {
  const bundle = await rolldown({ input: entry, platform: "node", external: [/^node:/] });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  const folder = mkdtempSync(join(tmpdir(), "assay-counted-"));
  try {
    const file = join(folder, "counted.mjs");
    writeFileSync(file, withCounters(output[0].code));
    return (await import(pathToFileURL(file).href)) as T;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Place {
  type: string;
  start: number;
  end: number;
  body?: unknown;
}

const loops = new Set([
  "ForStatement",
  "ForOfStatement",
  "ForInStatement",
  "WhileStatement",
  "DoWhileStatement",
]);
const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

function withCounters(code: string): string {
  const added: [at: number, text: string][] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const each of value) visit(each);
      return;
    }
    if (typeof value !== "object" || value === null) return;
    const { type, body } = value as Place;
    if ((loops.has(type) || functions.has(type)) && typeof body === "object" && body !== null) {
      const inner = body as Place;
      if (inner.type === "BlockStatement" || inner.type === "FunctionBody")
        added.push([inner.start + 1, `${name}.enter();`]);
      else if (type === "ArrowFunctionExpression")
        added.push([inner.start, `(${name}.enter(),`], [inner.end, ")"]);
      else added.push([inner.start, `{${name}.enter();`], [inner.end, "}"]);
    }
    for (const each of Object.values(value)) visit(each);
  };
  visit(parseAst(code));
  // Of two additions at one place, the outer one was found first; it opens first and closes last.
  const ordered = added
    .map(([at, text], order) => ({ at, text, order: text === ")" || text === "}" ? -order : order }))
    .sort((a, b) => a.at - b.at || a.order - b.order);
  let written = `const ${name} = globalThis.${name};\n`;
  let from = 0;
  for (const { at, text } of ordered) {
    written += code.slice(from, at) + text;
    from = at;
  }
  return written + code.slice(from);
}

/** The work of a call, up to the most that is counted. */
export const workOf = (call: () => unknown, most = Number.POSITIVE_INFINITY): number =>
  worksOf(call, most).all;

/** The same, with the share of methods of strings and arrays. */
export function worksOf(call: () => unknown, most: number): { all: number; native: number } {
  install();
  Object.assign(counter, { n: 0, native: 0, most, on: true });
  try {
    call();
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
    return { all: most, native: counter.native };
  } finally {
    counter.on = false;
  }
  return { all: counter.n, native: counter.native };
}

let installed = false;

function install(): void {
  if (installed) return;
  installed = true;
  countPatterns();
  const lengthOf = (text: unknown): number => String(text).length;
  for (const method of ["indexOf", "includes"] as const)
    charge(String.prototype, method, (text, [what, from], found) => {
      const start = Math.max(0, Number(from ?? 0));
      const end = typeof found === "number" && found >= 0 ? found : lengthOf(text);
      return (
        Math.max(0, found === true ? String(text).indexOf(String(what), start) - start : end - start) / 16
      );
    });
  charge(
    String.prototype,
    "lastIndexOf",
    (text, [, from], found) =>
      Math.max(0, Math.min(Number(from ?? Number.POSITIVE_INFINITY), lengthOf(text)) - Number(found)) / 16,
  );
  for (const method of ["split", "replace", "replaceAll"] as const)
    charge(String.prototype, method, (text, [what]) => (typeof what === "string" ? lengthOf(text) / 16 : 0));
  for (const method of ["trim", "trimStart", "trimEnd"] as const)
    charge(String.prototype, method, (text, _, found) => lengthOf(text) - lengthOf(found));
  for (const method of ["toLowerCase", "toUpperCase", "normalize", "padStart", "padEnd", "repeat"] as const)
    charge(String.prototype, method, (_, __, found) => lengthOf(found) / 16);
  for (const method of [
    "slice",
    "concat",
    "includes",
    "indexOf",
    "join",
    "flat",
    "toSorted",
    "sort",
  ] as const)
    charge(Array.prototype, method, (list, _, found) =>
      Array.isArray(found) ? found.length / 4 : (list as unknown[]).length / 4,
    );
  charge(JSON, "parse", (_, [text]) => lengthOf(text));
  charge(JSON, "stringify", (_, __, text) => lengthOf(text ?? ""));
  for (const some of [[], new Map(), new Set(), ""])
    charge(Object.getPrototypeOf(some[Symbol.iterator]()), "next", () => 1);
}

type Cost = (self: unknown, given: unknown[], result: unknown) => number;

function charge(holder: object, method: string, cost: Cost): void {
  const original = Reflect.get(holder, method) as (...given: unknown[]) => unknown;
  Object.defineProperty(holder, method, {
    configurable: true,
    writable: true,
    value(this: unknown, ...given: unknown[]) {
      const result = Reflect.apply(original, this, given);
      if (counter.on) {
        counter.on = false;
        const looked = cost(this, given, result);
        counter.n += looked;
        counter.native += looked;
        counter.on = true;
      }
      return result;
    },
  });
}

/** All methods that take a pattern call `exec`. */
function countPatterns(): void {
  const original = RegExp.prototype.exec;
  const known = new Map<string, SteppedPattern>();
  RegExp.prototype.exec = function exec(this: RegExp, text: string): RegExpExecArray | null {
    if (!counter.on) return original.call(this, text);
    counter.on = false;
    const { source, flags, lastIndex, sticky, global } = this;
    const found = original.call(this, text);
    const key = `${flags}/${source}`;
    let stepped = known.get(key);
    if (!stepped) {
      stepped = new SteppedPattern(source, flags);
      known.set(key, stepped);
    }
    stepped.steps = 0;
    try {
      const ours = stepped.find(String(text), sticky || global ? lastIndex : 0, counter.most - counter.n);
      if (ours?.index !== found?.index || (found && ours!.end !== found.index + found[0].length))
        throw new Error(`the counted match of ${this} is not V8's, in ${JSON.stringify(text.slice(0, 200))}`);
    } finally {
      counter.n += stepped.steps;
    }
    if (counter.n > counter.most) throw new TooManySteps();
    counter.on = true;
    return found;
  };
}
