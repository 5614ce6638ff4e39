// Users' rewards in modules: the export that is the reward, and the results that it may return.

import { register } from "node:module";
import { ExpectedError } from "../errors/expected-error.ts";
import { importOwn, mistakeIn } from "../errors/own-code.ts";
import type { Outcome } from "./reward.ts";

type UserScore = (row: Record<string, unknown>) => unknown;

/** The export of the reward's name, or `score`, or the default. */
export async function userScore(module: string, name: string | undefined): Promise<UserScore> {
  const exported = await load(module);
  const candidates = [...(name === undefined ? [] : [name]), "score", "default"];
  for (const candidate of candidates) {
    const score = exported[candidate];
    if (typeof score === "function") return placed(module, score as UserScore);
  }
  throw new ExpectedError(`the module exports no function; it should export 'score(row)'`);
}

/** Only the export of that name, because the user has named it. */
export async function namedScore(module: string, name: string): Promise<UserScore> {
  const exported = await load(module);
  const score = Object.hasOwn(exported, name) ? exported[name] : undefined;
  if (typeof score === "function") return placed(module, score as UserScore);
  const names = Object.keys(exported).filter((each) => typeof exported[each] === "function");
  throw new ExpectedError(
    `the module exports no function '${name}'${names.length > 0 ? `; it exports ${names.join(", ")}` : ""}. ` +
      "Without a name, its 'score' is used",
  );
}

/** Lets a module outside of any package import this one: `import { verify } from "assay/math"`. */
const findsAssay = `
let home;
export const initialize = (data) => { home = data.home; };
export const resolve = async (specifier, context, next) => {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (specifier !== "assay" && !specifier.startsWith("assay/")) throw error;
    return next(specifier, { ...context, parentURL: home });
  }
};`;
let isRegistered = false;

async function load(module: string): Promise<Record<string, unknown>> {
  if (!isRegistered)
    register(`data:text/javascript,${encodeURIComponent(findsAssay)}`, { data: { home: import.meta.url } });
  isRegistered = true;
  try {
    return await importOwn(module);
  } catch (error) {
    throw new ExpectedError(`the module cannot be loaded: ${mistakeIn(module, error)}`, { cause: error });
  }
}

/** Errors in it are reported with their place. */
const placed =
  (module: string, score: UserScore): UserScore =>
  async (row) => {
    try {
      return await score(row);
    } catch (error) {
      throw new ExpectedError(mistakeIn(module, error), { cause: error });
    }
  };

/** A number is the reward itself; an object has numbers, or `unscored`. */
export function readOutcome(returned: unknown): Outcome {
  if (typeof returned === "number") return { result: { reward: finite(returned, "the reward") } };
  if (typeof returned !== "object" || returned === null || Array.isArray(returned)) {
    throw new TypeError("the module's score must return a number or an object of numbers");
  }
  const { unscored, ...rest } = returned as Record<string, unknown>;
  if (typeof unscored === "string") {
    const keys = Object.keys(rest);
    return {
      result: Object.fromEntries((keys.length > 0 ? keys : ["reward"]).map((key) => [key, null])),
      unscored,
    };
  }
  return {
    result: Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, finite(value, `'${key}'`)])),
  };
}

function finite(value: unknown, name: string): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new TypeError(`${name} must be a finite number; the module's score returned ${String(value)}`);
}
