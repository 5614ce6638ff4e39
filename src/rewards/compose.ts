// Rewards that are sums of others: `r1_zero_boxed + 0.1*format - overlong(max=4096, cache=512)`. The grammar:
//   sum     = product (("+" | "-") product)*
//   product = factor ("*" factor)*
//   factor  = "-" factor | number | "(" sum ")" | "clip(" sum "," number "," number ")" | name ["(" arguments ")"]
// A name is a reward, `format`, or a part of shaping.ts. Arguments are `name=value`, or values in the order of the part's parameters.

import { z } from "zod";
import { ExpectedError } from "../errors/expected-error.ts";
import { didYouMean } from "../options/nearest.ts";
import { FieldError, type Observe, type Outcome, type Reward } from "./reward.ts";
import { type Argument, type Shaped, shapings } from "./shaping.ts";

/** The same as data, as in a JSON file: the weighted sum of parts, whose arguments are beside their names. */
export interface Composition {
  parts: readonly ({ part: string; weight?: number } & Record<string, Argument>)[];
  /** The least and the greatest reward. */
  clip?: readonly [number, number];
}

type Values = readonly number[];
type Evaluate = (values: Values) => number;

/** A computed value of a row, under a key of the result. */
interface Part {
  key: string;
  text: string;
  /** A reward, which may leave the row unscored; or a number. */
  of:
    | { reward: Reward; member: "reward" | "format_reward"; row: RowOf }
    | { shape: (shaped: Shaped) => number };
}
type RowOf = (row: Record<string, unknown>) => Record<string, unknown>;

const mostCharacters = 2_000;
const mostDepth = 50;

/** A composition as an expression. @throws {ExpectedError} if it is invalid */
export function compositionText(composition: Composition | string): string {
  if (typeof composition === "string") return composition;
  const { parts, clip, ...others } = composition;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new ExpectedError(`a composition has no '${unknown}', only parts and clip`);
  if (!Array.isArray(parts) || parts.length === 0)
    throw new ExpectedError('a composition needs parts: [{"part": "r1_zero", "weight": 1}, …]');
  const terms = parts.map(({ part, weight = 1, ...given }) => {
    const named = Object.entries(given).map(([name, value]) => `${name}=${value}`);
    return `${weight}*${part}${named.length > 0 ? `(${named.join(", ")})` : ""}`;
  });
  const sum = terms.join(" + ");
  return clip ? `clip(${sum}, ${clip[0]}, ${clip[1]})` : sum;
}

/** @throws {ExpectedError} if a part or an argument is unknown, with the nearest name */
export function composedOf(rewards: readonly Reward[], given: Composition | string): Reward {
  const text = compositionText(given).replace(/\s+/g, " ").trim();
  const reader = new Reader(rewards, text);
  const evaluate = reader.read();
  return composed(text, evaluate, reader.parts);
}

class Reader {
  readonly parts: Part[] = [];
  private readonly tokens: string[];
  private at = 0;
  private depth = 0;

  constructor(
    private readonly rewards: readonly Reward[],
    private readonly text: string,
  ) {
    if (text.length > mostCharacters) throw this.wrong(`it is longer than ${mostCharacters} characters`);
    // Numbers, words in any script, quoted values, and single signs.
    this.tokens = text.match(/(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[\p{L}_][\w.]*|"[^"]*"|\S/gu) ?? [];
  }

  read(): Evaluate {
    const evaluate = this.sum();
    if (this.next !== undefined) throw this.wrong(`'${this.next}' is unexpected`);
    if (this.parts.length === 0) throw this.wrong("it names no reward");
    return evaluate;
  }

  private get next(): string | undefined {
    return this.tokens[this.at];
  }

  private take(sign: string): boolean {
    if (this.next !== sign) return false;
    this.at++;
    return true;
  }

  private expect(sign: string): void {
    if (!this.take(sign))
      throw this.wrong(
        `'${sign}' is missing ${this.next === undefined ? "at the end" : `before '${this.next}'`}`,
      );
  }

  private sum(): Evaluate {
    let left = this.product();
    for (;;) {
      const [before, sign] = [left, this.next];
      if (!this.take("+") && !this.take("-")) return left;
      const right = this.product();
      left =
        sign === "+"
          ? (values) => before(values) + right(values)
          : (values) => before(values) - right(values);
    }
  }

  private product(): Evaluate {
    let left = this.factor();
    while (this.take("*")) {
      const [before, right] = [left, this.factor()];
      left = (values) => before(values) * right(values);
    }
    return left;
  }

  private factor(): Evaluate {
    if (++this.depth > mostDepth) throw this.wrong("it is nested too deeply");
    try {
      if (this.take("-")) {
        const of = this.factor();
        return (values) => -of(values);
      }
      if (this.take("(")) {
        const of = this.sum();
        this.expect(")");
        return of;
      }
      const token = this.tokens[this.at++];
      if (token === undefined) throw this.wrong("a part is missing at the end");
      if (/^[\d.]/.test(token)) {
        const value = Number(token);
        return () => value;
      }
      if (!/^[\p{L}_]/u.test(token)) throw this.wrong(`a part is missing at '${token}'`);
      return token === "clip" && this.next === "(" ? this.clip() : this.part(token);
    } finally {
      this.depth--;
    }
  }

  private clip(): Evaluate {
    this.expect("(");
    const of = this.sum();
    const bounds = [0, 1].map(() => {
      this.expect(",");
      const value = this.value();
      if (typeof value === "number") return value;
      throw this.wrong(`clip needs numbers; '${value}' is not a number`);
    });
    this.expect(")");
    const [least, most] = bounds as [number, number];
    if (least > most) throw this.wrong("the first bound of clip is greater than the second");
    return (values) => Math.min(most, Math.max(least, of(values)));
  }

  private part(name: string): Evaluate {
    const from = this.at;
    const given = this.arguments();
    const text = `${name}${this.tokens.slice(from, this.at).join("")}`;
    let place = this.parts.findIndex((part) => part.text === text);
    if (place < 0) {
      const same = this.parts.filter(({ key }) => key === name || key.startsWith(`${name}_`)).length;
      place =
        this.parts.push({
          key: same === 0 ? name : `${name}_${same + 1}`,
          text,
          of: this.opened(name, given),
        }) - 1;
    }
    return (values) => values[place]!;
  }

  private arguments(): [string | undefined, Argument][] {
    const given: [string | undefined, Argument][] = [];
    if (!this.take("(") || this.take(")")) return given;
    do {
      const isNamed = this.tokens[this.at + 1] === "=";
      const name = isNamed ? this.tokens[this.at]! : undefined;
      if (isNamed) this.at += 2;
      given.push([name, this.value()]);
    } while (this.take(","));
    this.expect(")");
    return given;
  }

  private value(): Argument {
    const isNegative = this.take("-");
    const token = this.tokens[this.at++];
    if (token !== undefined && /^[\d.]/.test(token)) return isNegative ? -Number(token) : Number(token);
    if (token?.startsWith('"') && !isNegative) return token.slice(1, -1);
    if (token !== undefined && /^[\p{L}_]/u.test(token) && !isNegative) return token;
    throw this.wrong(
      token === undefined ? "a value is missing at the end" : `a value is missing at '${token}'`,
    );
  }

  private opened(name: string, given: readonly [string | undefined, Argument][]): Part["of"] {
    const reward = this.reward(name);
    if (reward) return { reward, member: "reward", row: rowOf(reward, optionsOf(reward, given, this)) };
    if (name === "format") return this.format(given);
    const shaping = Object.hasOwn(shapings, name) ? shapings[name]! : undefined;
    if (!shaping) {
      const names = [...this.rewards.flatMap((each) => [each.name, ...each.aliases]), ...partNames];
      throw this.wrong(
        `there is no part '${name}'.${didYouMean(name, names)} There are ${[...this.rewards.map((each) => each.name), ...partNames].join(", ")}`,
      );
    }
    if (shaping.needsAnswer && !this.parts.some(isAnswer))
      throw this.wrong(`${name} needs a reward with a gold before it`);
    const { parameters } = shaping;
    const values: Record<string, Argument> = {};
    for (const [i, [key, value]] of given.entries())
      values[this.parameter(name, key ?? Object.keys(parameters)[i], Object.keys(parameters))] = value;
    for (const [key, standard] of Object.entries(parameters)) {
      if (Object.hasOwn(values, key)) continue;
      if (standard === undefined) throw this.wrong(`${name} needs '${key}': ${name}(${key}=…)`);
      values[key] = standard;
    }
    try {
      return { shape: shaping.open(values) };
    } catch (error) {
      throw this.wrong((error as Error).message);
    }
  }

  /** The format of a reward: of the named one, else of the first that has one, else of r1_zero. */
  private format(given: readonly [string | undefined, Argument][]): Part["of"] {
    const [key, named] = given[0] ?? [];
    if (key !== undefined && key !== "of") throw this.wrong(`format has no argument '${key}', only 'of'`);
    const first = this.parts
      .map(({ of }) => ("reward" in of ? of.reward : undefined))
      .find((each) => each?.keys.includes("format_reward"));
    const reward =
      named === undefined ? (first ?? this.reward("r1_zero_format")!) : this.reward(String(named));
    if (!reward?.keys.includes("format_reward")) throw this.wrong(`'${named}' is not a reward with a format`);
    return { reward, member: "format_reward", row: rowOf(reward, {}) };
  }

  private reward(name: string): Reward | undefined {
    return this.rewards.find((each) => each.name === name || each.aliases.includes(name));
  }

  parameter(part: string, given: string | undefined, known: readonly string[]): string {
    if (given !== undefined && known.includes(given)) return given;
    const has = known.length === 0 ? "has no arguments" : `has ${known.join(", ")}`;
    if (given === undefined) throw this.wrong(`${part} ${has}`);
    throw this.wrong(`${part} has no argument '${given}'; it ${has}.${didYouMean(given, known)}`);
  }

  wrong(message: string): ExpectedError {
    return new ExpectedError(`'${this.text.slice(0, 200)}': ${message}`);
  }
}

const partNames = ["format", "clip", ...Object.keys(shapings)];

const isAnswer = ({ of }: Part): boolean =>
  "reward" in of && of.member === "reward" && of.reward.gold !== undefined;

/** The arguments of a reward are its options. */
function optionsOf(
  reward: Reward,
  given: readonly [string | undefined, Argument][],
  reader: Reader,
): Record<string, Argument> {
  const shape = reward.fields.shape as Record<string, z.ZodType>;
  const known = Object.keys(shape).filter((name) => shape[name] instanceof z.ZodOptional);
  return Object.fromEntries(
    given.map(([name, value]) => {
      const key = reader.parameter(reward.name, name, known);
      if (!shape[key]!.safeParse(value).success)
        throw reader.wrong(`${reward.name} takes no ${key}=${value}`);
      return [key, value];
    }),
  );
}

/** A row with the field names of a reward: a composition has `response` and `ground_truth`. */
function rowOf(
  { answer = "response", gold = "ground_truth" }: Reward,
  options: Record<string, Argument>,
): RowOf {
  const isSame = answer === "response" && gold === "ground_truth" && Object.keys(options).length === 0;
  if (isSame) return (row) => row;
  return (row) => ({ [answer]: row.response, [gold]: row.ground_truth, ...row, ...options });
}

function composed(name: string, evaluate: Evaluate, parts: readonly Part[]): Reward {
  const rewards = parts.flatMap(({ of }) => ("reward" in of ? [of.reward] : []));
  const answer = parts.findIndex(isAnswer);
  const keys = ["reward", ...(answer < 0 ? [] : ["acc"]), ...parts.map(({ key }) => key)];
  const own = { response: z.string(), ...(answer < 0 ? {} : { ground_truth: z.unknown().optional() }) };
  const named = new Set(rewards.flatMap((each) => [each.answer, each.gold]));
  const others = rewards.flatMap(({ fields }) =>
    Object.entries(fields.shape).filter(([field]) => !named.has(field)),
  );
  const shaped = (row: Record<string, unknown>, values: Values): Shaped => ({
    row,
    response: row.response as string,
    isRight: () => values[answer]! >= 1,
  });
  const score = (row: Record<string, unknown>, observe?: Observe): Outcome => {
    if (typeof row.response !== "string")
      throw new FieldError(
        row.response === undefined ? "'response' is missing" : "'response' must be a string",
      );
    const values: number[] = [];
    const outcomes: { reward: Reward; outcome: Outcome }[] = [];
    for (let i = 0; i < parts.length; i++) {
      const { of } = parts[i]!;
      if ("shape" in of) {
        values.push(of.shape(shaped(row, values)));
        continue;
      }
      // The format of a reward that was already computed is not computed again.
      const outcome =
        (of.member === "format_reward" && outcomes.find(({ reward }) => reward === of.reward)?.outcome) ||
        of.reward.score(of.row(row), i === Math.max(0, answer) ? observe : undefined);
      outcomes.push({ reward: of.reward, outcome });
      if (outcome.unscored !== undefined)
        return { result: Object.fromEntries(keys.map((key) => [key, null])), unscored: outcome.unscored };
      values.push(outcome.result[of.member] ?? 0);
    }
    const result: Outcome["result"] = { reward: evaluate(values) };
    if (answer >= 0) result.acc = values[answer]!;
    for (let i = 0; i < parts.length; i++) result[parts[i]!.key] = values[i]!;
    return { result };
  };
  const first = (parts[answer]?.of as { reward: Reward } | undefined)?.reward ?? rewards[0];
  const row: Record<string, unknown> = first?.example.row ?? {};
  const example = {
    ...row,
    response: row[first?.answer ?? "response"] ?? "",
    ground_truth: row[first?.gold ?? ""],
  };
  return {
    name,
    aliases: [],
    description: "a composition",
    fields: z.looseObject({ ...Object.fromEntries(others), ...own }),
    gold: answer < 0 ? undefined : "ground_truth",
    answer: "response",
    keys,
    example: { row: example, result: {} },
    score,
  };
}
