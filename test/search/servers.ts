// A policy and a reward model as servers, and a search over a file of sums with them.

import { onTestFinished } from "vitest";
import { OpenAiModel } from "../../src/models/openai.ts";
import { openScorer } from "../../src/prm/open-scorer.ts";
import { stepwiseInstruction } from "../../src/search/prompt.ts";
import { runSearch, type SearchOptions, type SearchResult } from "../../src/search/search.ts";
import { findTask } from "../../src/tasks/registry.ts";
import type { TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { writeSums } from "../runs/sums.ts";
import { type PolicyServerOptions, startPolicyServer } from "../servers/policy-server.ts";
import { type PrmServerOptions, startPrmServer } from "../servers/prm-server.ts";
import { judgeSums, writeSteps } from "./world.ts";

export interface Servers {
  policy: TestServer;
  reward: TestServer;
}

/** A search only needs their addresses. */
export type Addresses = Record<keyof Servers, { url: string }>;

export async function startServers(
  policy: Partial<PolicyServerOptions> = {},
  reward: Partial<PrmServerOptions> = {},
): Promise<Servers> {
  const servers = {
    policy: await startPolicyServer({ flavour: "vllm", write: writeSteps, ...policy }),
    reward: await startPrmServer({ flavour: "vllm", judge: judgeSums, ...reward }),
  };
  onTestFinished(async () => {
    await servers.policy.close();
    await servers.reward.close();
  });
  return servers;
}

export interface Asked {
  problems?: number;
  config?: Partial<SearchOptions["config"]>;
  concurrency?: number;
  /** The folder of the result; default: a new one. */
  outputDir?: string;
  /** The maximum number of times that a request is sent. */
  tries?: number;
  /** Milliseconds for one try. */
  timeoutMs?: number;
  openExecutor?: SearchOptions["openExecutor"];
}

export type Searched = SearchResult & { outputDir: string };

export async function search(servers: Addresses, asked: Asked = {}): Promise<Searched> {
  const { concurrency = 64, tries = 2, timeoutMs = 60_000 } = asked;
  const outputDir = asked.outputDir ?? (await testFolder());
  const rows = await writeSums(await testFolder(), asked.problems ?? 6);
  const loaded = await (await findTask(rows)).load();
  const policy = new OpenAiModel({
    model: "policy-model",
    baseUrls: [servers.policy.url],
    concurrency,
    tries,
    timeoutMs,
    backoff: { firstMs: 1, mostMs: 2 },
  });
  const scorer = await openScorer({
    source: {
      kind: "openai",
      baseUrl: servers.reward.url,
      model: "reward-model",
      maxTries: tries,
      timeoutSeconds: timeoutMs / 1000,
    },
    interface: "logprobs",
    concurrency,
  });
  try {
    const result = await runSearch({
      outputDir,
      loaded,
      policy,
      scorer,
      rewardModel: { kind: "openai", model: "reward-model", baseUrls: [servers.reward.url], api: "chat" },
      openExecutor: asked.openExecutor,
      concurrency,
      versions: { assay: "test", node: "test" },
      config: {
        policy: { kind: "openai", model: "policy-model", api: "chat" },
        data: rows,
        begin: 0,
        end: null,
        strategy: "greedy",
        aggregate: "last",
        n: 8,
        width: 4,
        maxSteps: 30,
        stepTokens: 512,
        solutionTokens: 2048,
        temperature: 0.7,
        prompt: stepwiseInstruction,
        seed: 0,
        ...asked.config,
      },
    });
    return { ...result, outputDir };
  } finally {
    await Promise.all([policy.close(), scorer.close()]);
  }
}
