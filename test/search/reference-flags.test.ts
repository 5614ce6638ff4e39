// The flags and the prompt of the reference's own search, as its script gives them.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { testFolder } from "../runs/folder.ts";
import { writeSums } from "../runs/sums.ts";
import { startServers } from "./servers.ts";
import { resultsIn, searchArgs } from "./world.ts";

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")));
}

describe("a key on the command line", () => {
  it("is sent, with a warning, and is in no file and on no terminal", async () => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 2);
    const { policy, reward } = await startServers();
    const out = join(folder, "out");
    const keys = ["--policy_api_key", "sk-of-the-policy", "--reward_api_key=sk-of-the-reward"];
    const ran = await assay(searchArgs(rows, policy, reward, out, ...keys));
    expect(ran.code).toBe(0);
    expect(policy.asked[0]!.headers.authorization).toBe("Bearer sk-of-the-policy");
    expect(reward.asked[0]!.headers.authorization).toBe("Bearer sk-of-the-reward");
    expect(ran.stderr).toContain("see the key of --policy-api-key; use --policy-api-key-env VAR instead");
    expect(ran.stderr).toContain("see the key of --reward-api-key");
    const written = await filesUnder(folder);
    expect(written.length).toBeGreaterThan(2);
    for (const text of [ran.stdout, ran.stderr, ...written]) expect(text).not.toContain("sk-of");
    const shown = await assay(searchArgs(rows, policy, reward, join(folder, "none"), ...keys, "--dry-run"));
    expect(shown.stdout + shown.stderr).not.toContain("sk-of");
  });

  it("is not repeated where the server repeats it", async () => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 1);
    const { reward } = await startServers();
    const { policy } = await startServers({
      instead: ({ headers }) => ({
        status: 401,
        body: { error: { message: `no: ${headers.authorization}` } },
      }),
    });
    const key = ["--policy_api_key", "sk-of-the-policy"];
    const ran = await assay(searchArgs(rows, policy, reward, join(folder, "out"), ...key));
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("status 401");
    for (const text of [ran.stdout, ran.stderr, ...(await filesUnder(folder))])
      expect(text).not.toContain("sk-of");
  });

  it("that is EMPTY needs no warning, and one beside a variable is refused", async () => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 1);
    const { policy, reward } = await startServers();
    const args = searchArgs(rows, policy, reward, join(folder, "out"), "--policy_api_key", "EMPTY");
    const ran = await assay(args);
    expect(ran.code).toBe(0);
    expect(ran.stderr).not.toContain("key");
    const both = await assay([...args, "--policy-api-key-env", "SOME_KEY"]);
    expect(both.code).toBe(2);
    expect(both.stderr).toContain("--policy-api-key cannot be used with --policy-api-key-env");
  });
});

describe("the reference's reward prompt", () => {
  it("from a file is sent word for word", async () => {
    const folder = await testFolder();
    const rows = await writeSums(folder, 3);
    const file = join(folder, "prompt.txt");
    await writeFile(
      file,
      "=== user ===\nJudge.\nHere is the step:\n\n\n Question: {problem}\n\n=== user ===\n{previous_steps}\n\nCurrent Step: {step}\n",
    );
    const { policy, reward } = await startServers();
    const out = join(folder, "out");
    const ran = await assay(searchArgs(rows, policy, reward, out, "--reward-prompt", file));
    expect(ran.code).toBe(0);
    const results = await resultsIn(out);
    const { question, final_steps: steps, iteration_history: history } = results[0]!;
    const sent = reward.asked.map(({ body }) => body.messages!);
    const opening = { role: "user", content: `Judge.\nHere is the step:\n\n\n Question: ${question}` };
    const [first] = history[0]!.candidates_info;
    expect(sent).toContainEqual([
      opening,
      { role: "user", content: `Current Step: ${first!.candidate_step}` },
    ]);
    expect(sent).toContainEqual([
      opening,
      { role: "user", content: `${steps.slice(0, -1).join("\n\n")}\n\nCurrent Step: ${steps.at(-1)}` },
    ]);
  });
});
