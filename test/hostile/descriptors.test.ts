// If the system has no file descriptors left, a message says so, with advice.

import { connect } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { TestServer } from "../models/server.ts";
import { testFolder } from "../runs/folder.ts";
import { said, scriptPath, start } from "../runs/spawned.ts";
import { answerSums, evalArgs, writeSums } from "../runs/sums.ts";

it.skipIf(process.platform !== "linux")(
  "a run that asks for more connections than there can be says so, and has fewer",
  async () => {
    const folder = await testFolder();
    const server = await TestServer.start(answerSums(() => 20));
    onTestFinished(() => server.close());
    const rows = await writeSums(folder, 120);
    const args = evalArgs(rows, server.url, join(folder, "run"), "--concurrency", "120", "--max-tries", "1");
    const words = [process.execPath, scriptPath("assay.mjs"), ...args];
    // Both the soft limit and the hard one, to which Node raises it.
    const { code, stdout, stderr } = await start("/bin/sh", [
      "-c",
      'ulimit -n 256; exec "$@"',
      "sh",
      ...words,
    ]).ended;
    expect(code, stdout + stderr).toBe(0);
    expect(server.mostInFlight).toBeLessThanOrEqual(64);
    expect(stderr).toContain(
      "64 requests at once instead of 120: too many files and connections are open; raise the limit (ulimit -n)",
    );
  },
);

it.skipIf(process.platform !== "linux")(
  "a service with too many connections says why they are closed",
  async () => {
    const words = [process.execPath, scriptPath("assay.mjs"), "serve", "--port", "0", "--warm-up", "0"];
    const running = start("/bin/sh", ["-c", 'ulimit -n 120; exec "$@"', "sh", ...words]);
    onTestFinished(async () => {
      running.kill("SIGKILL");
      await running.ended;
    });
    const port = Number(await said(running, /http:\/\/127\.0\.0\.1:(\d+)\n/));
    const sockets = Array.from({ length: 100 }, () => connect(port, "127.0.0.1").on("error", () => {}));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    while (!running.stderr().includes("there is no file descriptor for another"))
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const socket of sockets) socket.destroy();
    // It continues as soon as one is free.
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
      if (answer?.ok) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  },
);
