// The reader of the output closes it, as `head` does after its lines: the command ends without a message.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { bin } from "../command-line.ts";
import { TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { ranAssay } from "../runs/spawned.ts";
import { answerSums, evalArgs, writeSums } from "../runs/sums.ts";

/** The standard error and the exit code of a command whose output is closed. */
async function saidTo(reader: string, args: readonly string[], cwd: string): Promise<string> {
  const script = `{ "$0" "$@"; echo "ended with $?" >&2; } | ${reader} > reader.out`;
  const child = spawn("sh", ["-c", script, process.execPath, bin, ...args], { cwd });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  child.stdin.end();
  await once(child, "close");
  return said;
}

it.skipIf(process.platform === "win32")(
  "nothing is said when the output is cut off, and nothing has failed",
  async () => {
    const folder = await testFolder();
    const server = await TestServer.start(answerSums());
    onTestFinished(() => server.close());
    const rows = await writeSums(folder, 400);
    const run = join(folder, "run");
    await ranAssay(evalArgs(rows, server.url, run), folder);
    const pair = `${JSON.stringify({ gold: "1", answer: "1" })}\n`;
    await writeFile(join(folder, "pairs.jsonl"), pair.repeat(5_000));
    const commands = [
      ["show", run],
      ["show", run, "--json"],
      ["compare", run, run],
      ["regrade", run, "--json"],
      ["export", rows],
      ["grade", "--input", "pairs.jsonl"],
      ["rewards"],
      ["tasks", "--json"],
      ["eval", "--help"],
    ];
    for (const reader of ["true", "head -1"])
      for (const args of commands)
        expect(await saidTo(reader, args, folder), `${args.join(" ")} | ${reader}`).toBe("ended with 0\n");
  },
);
