// A search whose iterations are processed by a driver and a scorer that were made only from the run's context.

import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { OpenAiModel } from "../../src/models/openai.ts";
import { executeHere } from "../../src/runs/engine/executor.ts";
import { type SearchContext, scorerOfContext, searchWork } from "../../src/search/search.ts";
import { type Asked, search, startServers } from "./servers.ts";

/** As in a different process. */
const carried = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

it.each(["greedy", "beam"] as const)(
  "finds the same solutions by the same requests: %s",
  async (strategy) => {
    const servers = await startServers();
    const bodies = () =>
      [servers.policy, servers.reward].map(({ asked }) =>
        asked
          .splice(0)
          .map(({ body }) => JSON.stringify(body))
          .sort(),
      );
    const here = await search(servers, { config: { strategy } });
    const askedHere = bodies();
    const opened: (() => Promise<void>)[] = [];
    const openExecutor: Asked["openExecutor"] = async (run) => {
      const context = carried(run.context);
      const { rewardModel } = context.data as SearchContext;
      const policy = new OpenAiModel({
        model: "policy-model",
        baseUrls: [servers.policy.url],
        concurrency: 8,
      });
      const scorer = scorerOfContext(context, { source: { ...rewardModel!, api: "chat" } });
      opened.push(
        () => policy.close(),
        async () => (await scorer)?.close(),
      );
      return {
        do: async (unit, control) =>
          carried(
            await executeHere(searchWork(context, { policy, scorer: await scorer })).do(
              carried(unit),
              control,
            ),
          ),
      };
    };
    const elsewhere = await search(servers, { config: { strategy }, openExecutor });
    await Promise.all(opened.map((close) => close()));
    expect(bodies()).toEqual(askedHere);
    expect(askedHere.every(({ length }) => length > 0)).toBe(true);
    expect(await readFile(elsewhere.results, "utf8")).toBe(await readFile(here.results, "utf8"));
  },
);
