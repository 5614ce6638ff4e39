// A guided search with faults of the policy and of the reward model: problems that are not affected are solved, the
// search ends, and with healthy servers it is completed.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Asked, promptIn, type Reply } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { FaultServer } from "../servers/fault-server.ts";
import { type Fault, faults, limitMs } from "../servers/faults.ts";
import { search, startServers } from "./servers.ts";
import { resultsIn } from "./world.ts";

const hitProblem = /What is 2 \+/;

/** One server is healthy, the other is behind one that fails for one problem. */
async function searchThrough(which: "policy" | "reward", fault: Fault, outputDir: string, isHit: boolean) {
  const servers = await startServers();
  const inner = servers[which];
  const answers = new Map<string, Reply>();
  // The healthy answer comes from the healthy server, which gets every request first.
  const faulty = await FaultServer.start(
    (asked) => answers.get(JSON.stringify(asked.body))!,
    fault,
    (asked: Asked) => isHit && hitProblem.test(promptIn(asked.body)),
    async (asked) => {
      const answer = await fetch(inner.url.replace(/\/v1$/, "") + asked.path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(asked.body),
      });
      answers.set(JSON.stringify(asked.body), { status: answer.status, body: await answer.json() });
    },
  );
  try {
    const searched = await search(
      { ...servers, [which]: faulty },
      {
        problems: 4,
        outputDir,
        tries: 1,
        timeoutMs: limitMs(fault, 1_500),
        concurrency: 4,
        // Each candidate costs a request of its own, and more of them meet the fault in the same way.
        config: { n: 3 },
      },
    );
    return { ...searched, hits: faulty.hits };
  } finally {
    await faulty.close();
  }
}

let undisturbed: string | undefined;

async function textsIn(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  const texts = await Promise.all(names.map((each) => readFile(join(each.parentPath, each.name), "utf8")));
  return texts.join("\n");
}

/** A third of them each, because an evaluation tests all of them in the same client. */
const thirdOf = { policy: 0, reward: 1 };
const casesOf = (which: keyof typeof thirdOf) =>
  faults.filter((_, i) => i % 3 === thirdOf[which]).map((fault) => [fault.name, fault] as const);

describe.each(["policy", "reward"] as const)("a fault of the %s", (which) => {
  it.each(casesOf(which))("%s", async (_, fault) => {
    const outputDir = await testFolder();
    const first = await searchThrough(which, fault, outputDir, true);
    expect(first.hits).toBeGreaterThan(0);
    const results = await resultsIn(outputDir);
    expect(results).toHaveLength(4);
    const others = results.filter(({ question }) => !hitProblem.test(question));
    expect(others.every(({ ended }) => ended === "answer")).toBe(true);
    const hit = results.find(({ question }) => hitProblem.test(question))!;
    if (fault.is === "failed") expect(hit.ended).toBe("provider");
    if (fault.is === "answered") expect(hit.ended).toBe("answer");
    expect(await textsIn(outputDir)).not.toContain("\x1b");
    if (fault.is !== "failed") return;
    const again = await searchThrough(which, fault, outputDir, false);
    expect(again.answered).toBe(4);
    const results2 = JSON.stringify((await resultsIn(outputDir)).map(({ final_steps }) => final_steps));
    undisturbed ??= results2;
    expect(results2).toBe(undisturbed);
  });
});
