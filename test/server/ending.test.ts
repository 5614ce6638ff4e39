// How the service ends while clients are connected, and when it does not start.

import { execFileSync } from "node:child_process";
import { constants } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { assay } from "../command-line.ts";
import { temporaryFolder } from "../datasets/temporary-folder.ts";
import { post, type Served, serveFor, startServe, tagged, until } from "./served.ts";

const right = { response: tagged("42"), ground_truth: "42" };
const head =
  "POST /v1/score HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n";
const metrics = async ({ url }: Served) => (await fetch(`${url}/metrics`)).text();

/** Sends this and nothing more; returns the answer until the connection is closed. */
function silent({ port }: Served, sent: string): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(sent));
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
    });
    socket.on("error", () => {}).on("close", () => resolve(received));
  });
}

/** Sends a request that is never answered, and waits until it is in progress. */
async function askForever(service: Served): Promise<void> {
  post(`${service.url}/v1/score`, { items: [{}] }).catch(() => {});
  await until(async () => (await metrics(service)).includes("assay_queue_items 1\n"));
}

async function endless(): Promise<string[]> {
  const file = join(await temporaryFolder(), "endless.mjs");
  await writeFile(file, "export const score = () => new Promise(() => {});");
  return ["--module", file, "--item-timeout", "600", "--request-timeout", "600"];
}

describe("ending", () => {
  it("does not wait for connections that say nothing, or only half of a request", async () => {
    const service = await serveFor();
    const connections = ["", "POST /v1/sc", head, `${head}\r\n{`].map((sent) => silent(service, sent));
    await until(async () => (await metrics(service)).includes("assay_queue_items 1\n"));
    service.kill("SIGTERM");
    expect(await service.ended).toBe(0);
    const received = await Promise.all(connections);
    expect(received.slice(0, 3)).toEqual(["", "", ""]);
    // A client in the middle of a body gets an answer.
    expect(received[3]).toMatch(/^HTTP\/1.1 503 [\s\S]*the rest of the request did not come/);
  });

  it("waits for a body that still comes", async () => {
    const service = await serveFor();
    const body = JSON.stringify({ items: [right] });
    let received = "";
    const socket = connect(service.port, "127.0.0.1");
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
    });
    socket.write(`${head.replace("length: 9", `length: ${body.length}`)}\r\n`);
    await until(async () => (await metrics(service)).includes("assay_queue_items 1\n"));
    service.kill("SIGTERM");
    await until(() => service.stderr().includes("ending: SIGTERM"));
    // Longer than the limit for a silent client.
    for (const piece of body.match(/.{1,2}/g)!) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await service.ended).toBe(0);
    expect(received).toMatch(/^HTTP\/1.1 200 [\s\S]*"reward":1.0/);
  });

  it("happens at once at the second signal", async () => {
    const service = await serveFor(await endless(), { own: true });
    await askForever(service);
    service.kill("SIGINT");
    await until(() => service.stderr().includes("ending: Ctrl-C"));
    service.kill("SIGINT");
    expect(await service.endedBy).toBe("SIGINT");
  });

  it("happens at once at a signal after the end of standard input", async () => {
    const service = await serveFor(await endless(), { piped: true });
    await askForever(service);
    service.closeInput();
    await until(() => service.stderr().includes("ending: standard input has ended"));
    service.kill("SIGTERM");
    expect(await service.endedBy).toBe("SIGTERM");
  });

  it("does not wait for standard input", async () => {
    const service = await serveFor([], { piped: true });
    service.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  });

  it.each(["nobody has opened", "somebody has opened and does not read"])(
    "does not wait for a log in a pipe that %s",
    async (who) => {
      const pipe = join(await temporaryFolder(), "pipe");
      execFileSync("mkfifo", [pipe]);
      if (who.startsWith("somebody")) {
        const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
        onTestFinished(() => reader.close());
      }
      const service = await serveFor(["--log", pipe]);
      const items = Array.from({ length: 60 }, () => ({ ...right, more: "x".repeat(3_000) }));
      expect((await post(`${service.url}/v1/score`, { items })).status).toBe(200);
      service.kill("SIGTERM");
      expect(await service.ended).toBe(0);
      expect(service.stderr()).toMatch(
        /items are not logged: it (is a pipe that no program reads|takes them)/,
      );
    },
  );
});

describe("a start that fails", () => {
  it("ends the process where the port is taken, whether or not its standard input is open", async () => {
    const { port } = await serveFor();
    const said = `port ${port} on 127.0.0.1 is in use`;
    const { code, stderr } = await assay(["serve", "--port", String(port), "--warm-up", "0"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    await expect(startServe(["--port", String(port)], { piped: true })).rejects.toThrow(said);
  });

  it("ends the process where the address is not one of this machine", async () => {
    const args = ["serve", "--port", "0", "--warm-up", "0", "--no-token", "--host", "192.0.2.1"];
    const { code, stderr } = await assay(args);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("192.0.2.1 is not an address of this machine"),
    ]);
  });
});

it("writes one line about a client that disconnects in the middle of its request", async () => {
  const service = await serveFor();
  for (const path of ["/v1/score", "/slime"]) {
    const socket = connect(service.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(`${head.replace("/v1/score", path)}\r\n{`);
    await until(async () => (await metrics(service)).includes("assay_queue_items 1\n"));
    socket.resetAndDestroy();
    await until(() => service.stderr().includes(`"path":"${path}"`));
  }
  const lines = service.stderr().trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line)).slice(1)).toMatchObject(
    ["/v1/score", "/slime"].map((path) => ({
      level: "info",
      message: "the client disconnected before its request was complete",
      path,
    })),
  );
});

it.each(["two words", "Schlüssel", "line\n"])(
  "does not start with a token that nobody can send: %j",
  async (token) => {
    process.env.ASSAY_TEST_TOKEN = token;
    onTestFinished(() => {
      delete process.env.ASSAY_TEST_TOKEN;
    });
    const { code, stderr } = await assay(["serve", "--port", "0", "--token-env", "ASSAY_TEST_TOKEN"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("which no client can send")]);
    expect(stderr).not.toContain(token);
  },
);
