// Compares the current models with those that answered before. A difference that proves a different model stops the
// run, unless the user states that it is the same; a difference that may come from load is recorded and reported.

import { isExtended, lookAt, type ModelToSee } from "./look.ts";
import {
  type Differences,
  DifferentModelError,
  differencesOf,
  knownOf,
  type SeenModel,
  withSeen,
} from "./seen.ts";

interface SeenBefore {
  folder: string;
  /** The entry in run.json; undefined if it was written by an earlier version. */
  seen: readonly SeenModel[] | undefined;
  /** Whether the folder has answers; without any, there is no conflict. */
  hasAnswers: boolean;
}

interface SettleOptions {
  /** Set if the user states that it is the same model. */
  sameModel: boolean;
  say(sentence: string): void;
}

export interface Settled {
  /** The new entry in run.json. */
  seen: SeenModel[] | undefined;
  /** Whether each model was probed, or its files read. */
  isAsked: boolean;
}

/** @throws {DifferentModelError} */
export async function settleSeen(
  models: readonly ModelToSee[],
  { folder, seen, hasAnswers }: SeenBefore,
  { sameModel, say }: SettleOptions,
): Promise<Settled> {
  const before = hasAnswers ? seen : [];
  const all: SeenModel[] = [];
  const [apart, changed]: string[][] = [[], []];
  let isAsked = true;
  for (const model of models) {
    const now = await lookAt(model);
    isAsked &&= now.length > 0;
    const known = knownOf(before ?? [], model.role);
    for (const [place, one] of now.entries()) {
      const first = now[0]!;
      if (place > 0)
        for (const each of (await steadyDifferences(model, first, one, [first, one], say)).decisive)
          apart!.push(`${model.role} at ${first.url} and at ${one.url}: ${each}`);
      const { decisive, slight } = await steadyDifferences(model, known, one, [one], say);
      const where = one.url === undefined ? model.role : `${model.role} at ${one.url}`;
      for (const each of decisive) changed!.push(`${where}: ${each}`);
      if (decisive.length === 0 && slight.length > 0)
        say(`warning: ${where}: ${slight.join("; ")}; such values shift with load, so the run continues`);
    }
    for (const one of now) all.push(one);
  }
  const stops = [...changed!, ...apart!];
  if (stops.length > 0 && !sameModel) throw refusal(folder, stops, changed!.length > 0);
  if (before === undefined && all.length > 0)
    say(
      `${folder} was started by an earlier version of Assay, which did not record the identity of the model; it is ` +
        "recorded from now on",
    );
  const kept = stops.length > 0 ? all.map((one) => ({ ...one, sameModel: true as const })) : all;
  return {
    seen: before === undefined && all.length === 0 ? undefined : withSeen(before ?? [], kept),
    isAsked,
  };
}

function refusal(folder: string, stops: readonly string[], isContinued: boolean): DifferentModelError {
  const what = isContinued
    ? `${folder} holds answers of a model that is not the one that would answer now`
    : "the servers do not serve one model";
  const ways = isContinued
    ? "--fresh starts a new run and keeps the old one beside it; if you know that it is the same model, " +
      "--same-model continues, and run.json records this"
    : "Name only servers of one model; or, if you know that it is the same model, use --same-model, " +
      "which run.json records";
  return new DifferentModelError(`${what}:\n${stops.map((stop) => `  ${stop}`).join("\n")}\n${ways}`);
}

/**
 * The differences, after each server with different words was asked again: if a server answers a fixed prompt in
 * different words each time, its words are not compared.
 */
export async function steadyDifferences(
  model: ModelToSee,
  before: Partial<SeenModel>,
  now: SeenModel,
  asked: readonly SeenModel[],
  say: (sentence: string) => void,
): Promise<Differences> {
  if (before.sha256 !== now.sha256 && (await isExtended(model.source, before)))
    return differencesOf({ ...before, sha256: undefined }, now);
  const isSaid = before.greedy !== undefined && now.greedy !== undefined;
  if (!isSaid || before.greedy?.text === now.greedy?.text) return differencesOf(before, now);
  for (const one of asked) {
    const servers = model.servers?.filter(({ url }) => url === one.url);
    const [again] = await lookAt({ ...model, servers });
    if (!again?.greedy || again.greedy.text === one.greedy?.text) continue;
    say(
      `warning: ${model.role} at ${one.url} answers a fixed prompt at temperature 0 in different words each time, so ` +
        "its words do not show whether it is the same model",
    );
    delete one.greedy;
    one.notKnown = "its answers to a fixed prompt at temperature 0 differ from one another";
  }
  return differencesOf(before, now);
}
