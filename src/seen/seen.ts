// The identity of each model of a run, stored in run.json. A model's name does not identify its weights: a server that
// was restarted under the same name may have the next checkpoint. A run therefore records the facts about its servers,
// and does not mix the answers of different models.

import { z } from "zod";
import { ExpectedError } from "../errors/expected-error.ts";

/**
 * The fields of a server's entry in its list of models that are stored; `created` changes with each request to vLLM.
 */
export const keptOfEntry = ["id", "root", "parent", "max_model_len", "owned_by"] as const;

const entry = z.object({
  id: z.string().optional(),
  root: z.string().optional(),
  parent: z.string().optional(),
  max_model_len: z.number().optional(),
  owned_by: z.string().optional(),
});

const seenModel = z.object({
  /** When it was first recorded; repeated facts are not recorded again. */
  at: z.string(),
  /** The role of the model in the run: `model`, `policy`, `reward model`. */
  role: z.string(),
  /** The server. */
  url: z.string().optional(),
  /** Its entry in the server's list of models. */
  listed: entry.optional(),
  /** Its answer to the fixed prompt at temperature 0. */
  greedy: z.object({ text: z.string(), logprobs: z.array(z.number()).optional() }).optional(),
  system_fingerprint: z.string().optional(),
  /** The name in its answers. */
  answeredAs: z.string().optional(),
  /** The hash of a recorded file, or of the files of an embedded model. */
  sha256: z.string().optional(),
  /** The size of a recorded file: lines appended later do not change what was read. */
  bytes: z.number().optional(),
  /** Facts that could not be found out, with the reason. */
  notKnown: z.string().optional(),
  /** Set if the user stated that it is the same model, although its answers differ. */
  sameModel: z.literal(true).optional(),
});

/** The entries, in order of time. */
export const seenModels = z.array(seenModel);

export type SeenModel = z.output<typeof seenModel>;

/** The answers in a folder, or of two servers, are from different models. */
export class DifferentModelError extends ExpectedError {
  constructor(message: string) {
    super(message);
    this.name = "DifferentModelError";
  }
}

type Fact = readonly [name: string, value: string | number | undefined];

/** Facts that do not change while the model is the same; a difference stops a run. */
const decisive = ({ listed, greedy, sha256 }: Partial<SeenModel>): Fact[] => [
  ["id", listed?.id],
  ["root", listed?.root],
  ["max_model_len", listed?.max_model_len],
  ["the answer to a fixed prompt at temperature 0", greedy?.text],
  ["sha256 of the files", sha256],
];

export interface Differences {
  /** Differences that prove different models. */
  decisive: string[];
  /** Differences that may also come from the load of a server, or from its version. */
  slight: string[];
}

/** The facts that are known on both sides and differ, in words. */
export function differencesOf(before: Partial<SeenModel>, now: Partial<SeenModel>): Differences {
  const old = new Map(decisive(before));
  const changed = (facts: Fact[], known: ReadonlyMap<string, unknown>) =>
    facts
      .filter(([name, value]) => value !== undefined && known.get(name) !== undefined)
      .filter(([name, value]) => known.get(name) !== value)
      .map(([name, value]) => `${name}: ${shown(known.get(name))} → ${shown(value)}`);
  const slight = (seen: Partial<SeenModel>): Fact[] => [
    ["system_fingerprint", seen.system_fingerprint],
    ["the name in its answers", seen.answeredAs],
  ];
  return {
    decisive: changed(decisive(now), old),
    slight: [
      ...changed(slight(now), new Map(slight(before))),
      ...shifted(before.greedy?.logprobs, now.greedy?.logprobs),
    ],
  };
}

function shifted(before: readonly number[] | undefined, now: readonly number[] | undefined): string[] {
  if (!before || !now) return [];
  if (before.length !== now.length) return [`log-probabilities: of ${before.length} → ${now.length} tokens`];
  const most = before.reduce((most, value, place) => Math.max(most, Math.abs(value - now[place]!)), 0);
  return most === 0 ? [] : [`log-probabilities: by up to ${rounded(most)}`];
}

const rounded = (value: number): string => String(Number(value.toPrecision(2)));

const longestShown = 120;

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…"` : text;
}

/** The latest value of each fact about a role. */
export function knownOf(seen: readonly SeenModel[], role: string): Partial<SeenModel> {
  const known: Partial<SeenModel> = {};
  for (const { listed, greedy, ...one } of seen) {
    if (one.role !== role) continue;
    Object.assign(known, withoutMissing(one));
    if (listed) known.listed = { ...known.listed, ...withoutMissing(listed) };
    if (greedy) known.greedy = greedy;
  }
  return known;
}

const withoutMissing = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<T>;

/** By role, the facts that cannot change within a run, for workers with their own servers. */
export const expectedModels = z.record(
  z.string(),
  seenModel.pick({ listed: true, greedy: true, sha256: true }),
);

export type ExpectedModels = z.output<typeof expectedModels>;

/** Undefined if no fact is known. */
export function expectedOf(seen: readonly SeenModel[] = []): ExpectedModels | undefined {
  const roles = [...new Set(seen.map(({ role }) => role))];
  if (roles.length === 0) return undefined;
  return Object.fromEntries(
    roles.map((role) => {
      const { listed, greedy, sha256 } = knownOf(seen, role);
      const { parent: _, owned_by: __, ...entry } = listed ?? {};
      return [
        role,
        withoutMissing({
          listed: listed && entry,
          greedy: greedy && { text: greedy.text },
          sha256,
        }),
      ];
    }),
  );
}

/** Adds the new entries of `now`; an entry that repeats the last one of its server is not added. */
export function withSeen(before: readonly SeenModel[], now: readonly SeenModel[]): SeenModel[] {
  const all = [...before];
  for (const one of now) {
    const last = all.findLast(({ role, url }) => role === one.role && url === one.url);
    if (!last || factsText(last) !== factsText(one)) all.push(one);
  }
  return all;
}

const factsText = ({ at: _, sameModel: __, ...facts }: SeenModel): string =>
  JSON.stringify(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A run's file with the current facts, or else with the earlier ones. */
export function keepingSeen<Run extends { seen?: SeenModel[] | undefined }>(
  run: Run,
  { seen, before }: { seen?: SeenModel[] | undefined; before?: Run | undefined },
): Run {
  const kept = seen ?? before?.seen;
  return kept ? { ...run, seen: kept } : run;
}

/** Why two shards were answered by different models. */
export function seenDifferences(a: readonly SeenModel[] = [], b: readonly SeenModel[] = []): string[] {
  const roles = new Set([...a, ...b].map(({ role }) => role));
  return [...roles].flatMap((role) =>
    differencesOf(knownOf(a, role), knownOf(b, role)).decisive.map((each) => `the ${role}'s ${each}`),
  );
}
