// The requests of the native interface: their schemas, from which the description of the interface is made too, and the
// call that each one makes.

import { createHash } from "node:crypto";
import { z } from "zod";
import { HttpError } from "../http/http-error.ts";
import type { Row } from "../jsonl/line-module.ts";
import { readPolicies } from "../math/index.ts";
import { badField } from "../outgoing/bad-field.ts";
import { findReward, noReward, type Reward } from "../rewards/index.ts";
import { underGradingOptions } from "../rewards/reward.ts";
import type { Call } from "./operation.ts";
import { type OwnModule, sourceOf } from "./own-reward.ts";

const options = z.record(z.string(), z.unknown()).optional();
const items = (of: string) => z.array(z.unknown()).describe(of);

export const bodies = {
  score: z.strictObject({
    reward: z.string().optional().describe("a name of GET /v1/rewards"),
    items: items("objects with the fields of the reward"),
    options: options.describe("fields that hold for all items, such as grading"),
  }),
  grade: z.strictObject({
    items: items("objects with gold and answer"),
    options: options.describe("policies of grading, such as units"),
  }),
  extract: z.strictObject({ items: items("objects with response") }),
};
export type NativeName = keyof typeof bodies;

export interface Envelope {
  reward?: string | undefined;
  items: unknown[];
  options?: Row | undefined;
}

/** @throws {HttpError} 400 that names the field */
export function readEnvelope(name: NativeName, body: unknown): Envelope {
  const read = bodies[name].safeParse(body);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const unknown = issue!.code === "unrecognized_keys" ? issue!.keys[0] : undefined;
  if (unknown !== undefined)
    throw new HttpError(400, `there is no field '${unknown}' here`, { param: unknown });
  const param = issue!.path.join(".");
  throw new HttpError(400, param === "" ? "the body is not a JSON object" : badField(issue!, body), {
    param: param || undefined,
  });
}

/** The names of rewards that a request may use. */
export class RewardNames {
  constructor(
    readonly standard: string,
    /** The user's own. */
    readonly own: string | undefined,
    /** Grading options that apply if a request names none. */
    readonly gradingOptions?: Row | undefined,
  ) {}

  /** The arguments of a reward: the given ones, over the service's own grading options. */
  optionsOf(reward: string, given: Row = {}): Row {
    return reward === this.own ? given : underGradingOptions(findReward(reward)!, given, this.gradingOptions);
  }

  /** The reward's own name, where an alias is given. @throws {HttpError} 400 */
  find(name: string | undefined | null): string {
    const wanted = name ?? this.standard;
    if (wanted === this.own) return wanted;
    const reward = findReward(wanted);
    if (reward) return reward.name;
    const own = this.own === undefined ? [] : [this.own];
    throw new HttpError(400, noReward(wanted, own), { param: "reward" });
  }
}

/** @throws {HttpError} 400 when the reward or an option is not known */
export function callOf(
  name: NativeName,
  { reward, options = {} }: Omit<Envelope, "items">,
  names: RewardNames,
  explain = false,
): Call {
  if (name === "extract") return { op: "extract" };
  checkDepth(options);
  if (name === "grade")
    return { op: "grade", options: checkedPolicies({ ...names.gradingOptions, ...options }) };
  const found = names.find(reward);
  if (found !== names.own) checkOptions(findReward(found)!, options);
  const call = { op: "score" as const, reward: found, options: names.optionsOf(found, options) };
  return explain ? { ...call, explain } : call;
}

/** Options are a part of the reward's identity, so they must be serialisable. @throws {HttpError} 400 */
function checkDepth(options: Row): void {
  try {
    JSON.stringify(options);
  } catch {
    throw new HttpError(400, "options: nested too deeply", { param: "options" });
  }
}

function checkedPolicies(given: Row): Row {
  try {
    readPolicies(given);
    return given;
  } catch (error) {
    throw new HttpError(400, `options: ${(error as Error).message}`, { param: "options" });
  }
}

/** An option is a field that all items share; a mistake in it is an error of the request, not of each item. */
function checkOptions({ name, fields }: Reward, given: Row): void {
  for (const [key, value] of Object.entries(given)) {
    const param = `options.${key}`;
    const schema = Object.hasOwn(fields.shape, key) ? (fields.shape[key] as z.ZodType) : undefined;
    if (!(schema instanceof z.ZodOptional))
      throw new HttpError(400, `${name} has no option '${key}'`, { param });
    const read = schema.safeParse(value);
    if (read.success) continue;
    const issue = read.error.issues[0]!;
    const path = ["options", key, ...issue.path];
    throw new HttpError(400, badField({ ...issue, path }, { options: given }), { param });
  }
}

/** `?explain=1`: results contain reasons. */
export const isExplained = ({ query }: { query: URLSearchParams }): boolean => query.get("explain") === "1";

/**
 * The reward that an answer comes from, as a header: name, version, and a hash of everything else that could change it
 * (options and the texts of a user's module), so that a change in the middle of a run is noticed.
 */
export class RewardTags {
  private readonly known = new Map<string, string>();

  constructor(
    private readonly version: string,
    private readonly own: OwnModule | undefined,
  ) {}

  of(call: Call): string {
    const name = call.op === "score" ? call.reward : call.op;
    const options = call.op === "extract" ? {} : call.options;
    const key = `${name} ${JSON.stringify(Object.entries(options).sort())}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const source = this.own?.name === name ? sourceOf(this.own) : "";
    const hash = createHash("sha256").update(`${this.version} ${key}\n${source}`).digest("hex").slice(0, 12);
    const tag = `${name.replace(/[^\w.-]/g, "_")}@${this.version}+${hash}`;
    // Options come from clients, who may send any number of different, long ones.
    if (this.known.size < 1_000 && key.length < 1_000) this.known.set(key, tag);
    return tag;
  }
}
