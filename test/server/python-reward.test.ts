// A user's reward in Python: batches, dictionaries, failures, and functions that hang.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assay } from "../command-line.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { runsPython } from "../python/python.ts";
import { bodyOf, post, serveFor } from "./served.ts";

async function written(text: string): Promise<string> {
  const file = join(await temporaryFolder(), "my_reward.py");
  await writeFile(file, text);
  return file;
}

describe.runIf(runsPython("assay serve --python"))("assay serve --python", () => {
  it("gives batches of whole rows to the function, and takes numbers or dictionaries", async () => {
    const file = await written(`
import os
print("loaded")
def score(rows):
    return [{"reward": float(row["n"]), "batch": len(rows), "pid": 0} for row in rows]
def plain(rows):
    return [row["n"] for row in rows]
`);
    const { url } = await serveFor(["--python", `${file}:score`]);
    const items = Array.from({ length: 200 }, (_, n) => ({ n, prompt: "p" }));
    // The first batch shows how long an item takes; later ones are larger.
    await post(`${url}/v1/score`, { items });
    const { results } = await bodyOf(post(`${url}/v1/score`, { items }));
    expect(results.map(({ reward }) => reward)).toEqual(items.map(({ n }) => n));
    expect(Math.max(...results.map(({ batch }) => batch as number))).toBeGreaterThan(1);
    const slime = await post(`${url}/slime`, { prompt: "p", response: "x", label: "y", n: 7 });
    expect(await slime.text()).toBe("7.0");
    const other = await serveFor(["--python", `${file}:plain`]);
    const numbers = await bodyOf(
      post(`${other.url}/v1/score`, { reward: "my_reward", items: items.slice(0, 3) }),
    );
    expect(numbers.results).toEqual([{ reward: 0 }, { reward: 1 }, { reward: 2 }]);
  });

  it("fails only the row to blame: one that raises, hangs, ends the process or is no number", async () => {
    const file = await written(`
import os, time
def score(rows):
    for row in rows:
        if row["does"] == "raise": raise ValueError("bad row")
        if row["does"] == "hang":
            while True: pass
        if row["does"] == "die": os._exit(3)
    return [float("nan") if row["does"] == "nan" else 1 for row in rows]
`);
    const args = ["--python", `${file}:score`, "--workers", "1", "--item-timeout", "2"];
    const { url } = await serveFor(args);
    const does = ["well", "raise", "well", "hang", "well", "die", "nan", "well"];
    const { results } = await bodyOf(
      post(`${url}/v1/score`, { items: does.map((each) => ({ does: each })) }),
    );
    expect(results.map(({ reward }) => reward)).toEqual([1, null, 1, null, 1, null, null, 1]);
    expect(results.map(({ error }) => error).filter(Boolean)).toEqual([
      "ValueError: bad row",
      "timed out after 2 s",
      "the Python process ended (exit code 3)",
      expect.stringContaining("ValueError: Out of range float"),
    ]);
  });

  it("leaves no process, also where the function hangs", async () => {
    const file = await written(`
import os
def score(rows):
    open(rows[0]["to"], "w").write(str(os.getpid()))
    while True: pass
`);
    const served = await serveFor(["--python", `${file}:score`]);
    const to = join(await temporaryFolder(), "pid");
    const asked = post(`${served.url}/v1/score`, { items: [{ to }] }).catch(() => {});
    const { readFile } = await import("node:fs/promises");
    let pid = "";
    while (pid === "") {
      pid = await readFile(to, "utf8").catch(() => "");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    served.kill("SIGKILL");
    await served.endedBy;
    await asked;
    // A process that has ended may still be listed, as a zombie, until the first process of the machine takes note.
    const lives = async () => {
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => undefined);
      return status !== undefined && !/^State:\s+Z/m.test(status);
    };
    while (await lives()) await new Promise((resolve) => setTimeout(resolve, 50));
  });

  it("says before it starts what is wrong with the file", async () => {
    const file = await written("import no_such_module\n");
    const empty = await written("x = 1\n");
    for (const [given, message] of [
      [`${file}:score`, "No module named 'no_such_module'"],
      [`${empty}:score`, "the file has no function 'score'"],
      [empty, "names no function"],
      ["nowhere.py:score", "there is no such file"],
    ]) {
      const { code, stderr } = await assay(["serve", "--port", "0", "--python", given!]);
      expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining(message!)]);
      expect(code).toBeGreaterThan(0);
    }
  });
});

it("a module finds assay wherever it lies", async () => {
  const file = join(await temporaryFolder(), "mine.mjs");
  await writeFile(
    file,
    `import { verify } from "assay/math";
export const score = (row) => Number(verify(row.gold, row.response).equal);`,
  );
  const { url } = await serveFor(["--module", file]);
  const { results } = await bodyOf(post(`${url}/v1/score`, { items: [{ gold: "1/2", response: "0.5" }] }));
  expect(results).toEqual([{ reward: 1 }]);
  const rows = `${JSON.stringify({ gold: "1/2", response: "0.5" })}\n`;
  const { stdout } = await assay(["reward", "--module", file, "--input", "-", "--output", "-"], rows);
  expect(JSON.parse(stdout)).toMatchObject({ result: { reward: 1 } });
});
