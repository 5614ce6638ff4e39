// Rewards that are sums of others: `r1_zero_boxed + 0.1*format - overlong(max=4096, cache=512)`. The grammar:
//   sum     = product (("+" | "-") product)*
//   product = factor ("*" factor)*
//   factor  = "-" factor | number | "(" sum ")" | "clip(" sum "," number "," number ")" | name ["(" arguments ")"]
// A name is a reward, `format`, or a part of shaping.ts. Arguments are `name=value`, or values in the order of the part's parameters.

import { z } from "zod";
import { ExpectedError } from "../errors/expected-error.ts";
import { didYouMean } from "../options/nearest.ts";
import { badField } from "../outgoing/bad-field.ts";
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
interface Part<Of = OfReward | OfShape> {
  key: string;
  of: Of;
}
/** A reward, which may leave the row unscored. Parts with the same `row` share one computation. */
interface OfReward {
  reward: Reward;
  member: "reward" | "format_reward";
  row: RowOf;
}
interface OfShape {
  shape: (shaped: Shaped) => number;
}
/** The format of a reward; without a name, of one that may come later in the sum. */
interface OfFormat {
  format: Reward | undefined;
}
type RowOf = (row: Record<string, unknown>) => Record<string, unknown>;

const mostCharacters = 2_000;
const mostDepth = 50;

const partName = /^[\p{L}_][\w.]*$/u;

const compositionShape = z.strictObject({
  parts: z
    .array(
      z
        .object({
          part: z.string().regex(partName, "must be the name of a part"),
          weight: z.number().optional(),
        })
        .catchall(z.union([z.number(), z.string()])),
    )
    .min(1),
  clip: z.tuple([z.number(), z.number()]).optional(),
});

/** A composition as an expression. @throws {ExpectedError} if it is invalid */
export function compositionText(composition: Composition | string): string {
  if (typeof composition === "string") return composition;
  const { data, error } = compositionShape.safeParse(composition);
  if (!data) throw new ExpectedError(`a composition: ${badField(error.issues[0]!, composition)}`);
  const { parts, clip } = data;
  const terms = parts.map(({ part, weight = 1, ...given }) => {
    const named = Object.entries(given).map(
      ([name, value]) =>
        `${name}=${typeof value === "number" || partName.test(value) ? value : `"${value}"`}`,
    );
    return `${weight}*${part}${named.length > 0 ? `(${named.join(", ")})` : ""}`;
  });
  const sum = terms.join(" + ");
  return clip ? `clip(${sum}, ${clip[0]}, ${clip[1]})` : sum;
}

/** @throws {ExpectedError} if a part or an argument is unknown, with the nearest name */
export function composedOf(rewards: readonly Reward[], given: Composition | string): Reward {
  const text = compositionText(given).replace(/\s+/g, " ").trim();
  const { evaluate, parts } = new Reader(rewards, text).read();
  return composed(text, evaluate, parts);
}

class Reader {
  private readonly parts: (Part<OfReward | OfShape | OfFormat> & { name: string; text: string })[] = [];
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

  read(): { evaluate: Evaluate; parts: Part[] } {
    const evaluate = this.sum();
    if (this.next !== undefined) throw this.wrong(`'${this.next}' is unexpected`);
    if (this.parts.length === 0) throw this.wrong("it names no reward");
    const parts = this.parts.map(({ key, of }) => ({
      key,
      of: "format" in of ? this.ofFormat(of.format) : of,
    }));
    return { evaluate, parts };
  }

  /** The format of the named reward; else of the first in the sum that has one, else of r1_zero. */
  private ofFormat(named: Reward | undefined): OfReward {
    const inSum = this.parts.flatMap(({ of }) => ("reward" in of && hasFormat(of.reward) ? [of] : []));
    const same = inSum.find(({ reward }) => named === undefined || named === reward);
    const reward = named ?? this.reward("r1_zero_format")!;
    return { ...(same ?? { reward, row: rowOf(reward, {}) }), member: "format_reward" };
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
        const value = this.number(token);
        return () => value;
      }
      if (!/^[\p{L}_]/u.test(token)) throw this.wrong(`a part is missing at '${token}'`);
      return token === "clip" ? this.clip() : this.part(token);
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
      const same = this.parts.filter((part) => part.name === name).length;
      const key = same === 0 ? name : `${name}_${same + 1}`;
      place = this.parts.push({ key, name, text, of: this.opened(name, given) }) - 1;
    }
    return (values) => values[place]!;
  }

  private arguments(): Given {
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
    if (token !== undefined && /^[\d.]/.test(token)) return (isNegative ? -1 : 1) * this.number(token);
    if (token?.startsWith('"') && !isNegative) return token.slice(1, -1);
    if (token !== undefined && /^[\p{L}_]/u.test(token) && !isNegative) return token;
    throw this.wrong(
      token === undefined ? "a value is missing at the end" : `a value is missing at '${token}'`,
    );
  }

  private number(token: string): number {
    const value = Number(token);
    if (Number.isFinite(value)) return value;
    throw this.wrong(`'${token}' is not a number, or too large`);
  }

  private opened(name: string, given: Given): OfReward | OfShape | OfFormat {
    const reward = this.reward(name);
    if (reward) return { reward, member: "reward", row: rowOf(reward, this.options(reward, given)) };
    if (name === "format") {
      const { of } = this.named(name, given, ["of"]);
      const format = of === undefined ? undefined : this.reward(String(of));
      if (of !== undefined && !(format && hasFormat(format)))
        throw this.wrong(`'${of}' is not a reward with a format`);
      return { format };
    }
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
    const values = this.named(name, given, Object.keys(parameters));
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

  /** The arguments of a reward are its options, by name. */
  private options(reward: Reward, given: Given): Record<string, Argument> {
    const shape = reward.fields.shape as Record<string, z.ZodType>;
    const known = Object.keys(shape).filter((name) => isOption(shape[name]!));
    const options = this.named(reward.name, given, known, []);
    for (const [key, value] of Object.entries(options))
      if (!shape[key]!.safeParse(value).success) throw this.wrong(`${reward.name} takes no ${key}=${value}`);
    return options;
  }

  /** Arguments by name; those without a name are in the order of `places`. */
  private named(
    part: string,
    given: Given,
    known: readonly string[],
    places = known,
  ): Record<string, Argument> {
    const values: Record<string, Argument> = {};
    const has = known.length === 0 ? "has no arguments" : `has ${known.join(", ")}`;
    for (const [i, [key = places[i], value]] of given.entries()) {
      if (key === undefined) throw this.wrong(`${part} cannot take '${value}' without a name; it ${has}`);
      if (!known.includes(key))
        throw this.wrong(`${part} has no argument '${key}'; it ${has}.${didYouMean(key, known)}`);
      if (Object.hasOwn(values, key)) throw this.wrong(`${part} has two values for '${key}'`);
      values[key] = value;
    }
    return values;
  }

  private reward(name: string): Reward | undefined {
    return this.rewards.find((each) => each.name === name || each.aliases.includes(name));
  }

  private wrong(message: string): ExpectedError {
    return new ExpectedError(`'${this.text.slice(0, 200)}': ${message}`);
  }
}

const partNames = ["format", "clip", ...Object.keys(shapings)];

/** The arguments of a part: names, if they were given, with values. */
type Given = readonly (readonly [string | undefined, Argument])[];

const isAnswer = ({ of }: Part<object>): boolean =>
  "reward" in of && (of as OfReward).member === "reward" && (of as OfReward).reward.gold !== undefined;

const hasFormat = ({ keys }: Reward): boolean => keys.includes("format_reward");

/** An option that a number or a word can set. */
const isOption = (field: z.ZodType): boolean =>
  field instanceof z.ZodOptional &&
  [z.ZodEnum, z.ZodNumber, z.ZodString].some((kind) => field.unwrap() instanceof kind);

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
  /** For each part of a reward, the first part with the same computation. */
  const first = parts.map(({ of }) =>
    parts.findIndex((other) => "reward" in of && "reward" in other.of && other.of.row === of.row),
  );
  const observed = first[Math.max(0, answer)];
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
    const outcomes: Outcome[] = [];
    for (let i = 0; i < parts.length; i++) {
      const { of } = parts[i]!;
      if ("shape" in of) {
        values.push(of.shape(shaped(row, values)));
        continue;
      }
      const outcome =
        outcomes[first[i]!] ?? of.reward.score(of.row(row), first[i] === observed ? observe : undefined);
      outcomes[i] = outcome;
      if (outcome.unscored !== undefined)
        return { result: Object.fromEntries(keys.map((key) => [key, null])), unscored: outcome.unscored };
      values.push(outcome.result[of.member]!);
    }
    const result: Outcome["result"] = { reward: evaluate(values) };
    if (!Number.isFinite(result.reward))
      throw new FieldError("the sum of the rewards is not a finite number");
    if (answer >= 0) result.acc = values[answer]!;
    for (let i = 0; i < parts.length; i++) result[parts[i]!.key] = values[i]!;
    return { result };
  };
  const main = (parts[answer]?.of as OfReward | undefined)?.reward ?? rewards[0];
  const row: Record<string, unknown> = main?.example.row ?? {};
  const example = {
    ...row,
    response: row[main?.answer ?? "response"] ?? "",
    ground_truth: row[main?.gold ?? ""],
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
