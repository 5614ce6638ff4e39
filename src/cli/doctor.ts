// assay doctor: what Assay can use on this machine, what is missing, and what does not work without it.

import { execFile } from "node:child_process";
import { access, constants, mkdir, statfs } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { loadConfig, type ModelSource } from "../config/index.ts";
import { readHubSettings } from "../datasets/hub-settings.ts";
import { mostConnections } from "../errors/open-files.ts";
import { reachServers } from "../models/reach.ts";
import { counted } from "../outgoing/counted.ts";
import { harmless } from "../outgoing/secrets.ts";
import { versions } from "../runs/versions.ts";
import { type Command, readOptions } from "./command.ts";
import { withUsualKey } from "./options/model-source.ts";
import { ownQueueOptions, readQueue } from "./options/queue-options.ts";
import { jsonOption } from "./options/shared-options.ts";
import { type Colour, paint } from "./terminal/colour.ts";

const options = { ...ownQueueOptions, json: jsonOption("version, checks: name, state, found, without") };

/** "missing" only disables what `without` says; "wrong" must be repaired before the part can be used. */
type State = "ok" | "missing" | "wrong";

interface Check {
  name: string;
  state: State;
  found: string;
  /** What does not work without it, or what to do. */
  without?: string;
}

const ok = (name: string, found: string): Check => ({ name, state: "ok", found });

async function run(argv: readonly string[]): Promise<number> {
  const { values } = readOptions(argv, options);
  const queue = readQueue(values, (sentence) => process.stderr.write(`assay doctor: ${sentence}\n`));
  const found = await Promise.all([
    ok("Node", process.version), // The launcher refuses one that is too old.
    machine(),
    openFiles(),
    cache(),
    token(),
    installed("embedded models", ["onnxruntime-web"], "assay demo, assay serve-model and -i embedded:NAME"),
    queue ? reachQueue(queue) : installed("queue", ["bullmq", "ioredis"], "--queue and assay worker"),
    pythonClient(),
    browser(),
    configuration(),
  ]);
  const checks = found.flat();
  process.stdout.write(
    values.json ? `${JSON.stringify({ version: versions().assay, checks })}\n` : checks.map(inWords).join(""),
  );
  return checks.some(({ state }) => state === "wrong") ? 1 : 0;
}

const colours: Record<State, Colour> = { ok: "right", missing: "unscored", wrong: "wrong" };

function inWords({ name, state, found, without }: Check): string {
  const more = without === undefined ? "" : `\n${" ".repeat(27)}${harmless(without)}`;
  return `${paint(colours[state], state.padEnd(9))}${name.padEnd(18)}${harmless(found)}${more}\n`;
}

function machine(): Check {
  // A container may have less memory than the machine.
  const limit = process.constrainedMemory?.() || totalmem();
  const gigabytes = Math.min(limit, totalmem()) / 2 ** 30;
  const found = `${counted(availableParallelism(), "core")}, ${gigabytes.toFixed(1)} GB of memory`;
  if (gigabytes >= 1) return ok("machine", found);
  return { name: "machine", state: "missing", found, without: "assay serve with many threads needs 1 GB" };
}

function openFiles(): Check {
  const most = mostConnections();
  if (!Number.isFinite(most)) return ok("open files", "the system states no limit");
  if (most >= 512) return ok("open files", `${most} connections at once are possible`);
  const without = "a higher --concurrency is reduced to this; raise the limit with ulimit -n 4096";
  return { name: "open files", state: "missing", found: `${most} connections at once are possible`, without };
}

/** The folder is created, as a download would do. */
async function cache(): Promise<Check> {
  const { cache: folder, offline } = await readHubSettings();
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    const free = `${((bavail * bsize) / 2 ** 30).toFixed(1)} GB free`;
    return ok(
      "data cache",
      `${folder}, ${free}${offline ? "; HF_HUB_OFFLINE is set, so nothing is fetched" : ""}`,
    );
  } catch (error) {
    const without = `data sets cannot be stored (${(error as Error).message}); set HF_HOME to a folder that you may write`;
    return { name: "data cache", state: "wrong", found: folder, without };
  }
}

async function token(): Promise<Check> {
  const { token: value } = await readHubSettings();
  if (value !== undefined) return ok("hub token", "it is set (not shown)");
  const without = "gated data sets cannot be fetched; set HF_TOKEN";
  return { name: "hub token", state: "missing", found: "none", without };
}

/** Packages that users install in addition to Assay. */
async function installed(name: string, packages: readonly string[], without: string): Promise<Check> {
  const missing = packages.filter((each) => {
    try {
      import.meta.resolve(each);
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return ok(name, `${packages.join(" and ")} can be loaded`);
  const found = `not installed: ${missing.join(", ")}`;
  const advice = `npm install ${missing.join(" ")} (with --global if assay is installed globally)`;
  return { name, state: "missing", found, without: `needed for ${without}; ${advice}` };
}

async function reachQueue(url: URL): Promise<Check> {
  try {
    const { lookAtQueue } = await import("../queue/overview.ts");
    const { workers, runs } = await lookAtQueue(url);
    return ok("queue", `Redis answers: ${counted(workers.length, "worker")}, ${counted(runs.length, "run")}`);
  } catch (error) {
    return { name: "queue", state: "wrong", found: (error as Error).message };
  }
}

async function pythonClient(): Promise<Check> {
  const name = "Python client";
  const version = await output("python3", ["--version"]);
  const without = "needed for trainers in Python; pip install ./clients/python in a clone";
  if (version === undefined) return { name, state: "missing", found: "there is no python3", without };
  const client = await output("python3", ["-c", "import assay_client; print(assay_client.__file__)"]);
  if (client !== undefined) return ok(name, `${version}, assay_client can be imported`);
  return { name, state: "missing", found: `${version}, without assay_client`, without };
}

async function browser(): Promise<Check> {
  if (process.platform === "darwin" || process.platform === "win32") return ok("browser", "the system's own");
  const opener = await output("xdg-open", ["--version"]);
  if (opener !== undefined) return ok("browser", "xdg-open opens pages");
  const without = "assay view --open cannot open the page; it prints the address, which works in any browser";
  return { name: "browser", state: "missing", found: "there is no xdg-open", without };
}

/** The output of a program, trimmed; undefined if it cannot be run. */
function output(program: string, words: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) =>
    execFile(program, words, { timeout: 10_000 }, (error, stdout) =>
      resolve(error ? undefined : stdout.trim()),
    ),
  );
}

/** The configuration, and a line for each model that it names. */
async function configuration(): Promise<Check[]> {
  try {
    const { path, sources } = await loadConfig();
    const found = path ?? "no assay.config.* here: give --base-url URL to name a server";
    const models = Object.entries(sources).map(([name, source]) => reach(name, source));
    return [ok("configuration", found), ...(await Promise.all(models))];
  } catch (error) {
    return [{ name: "configuration", state: "wrong", found: (error as Error).message }];
  }
}

async function reach(source: string, declared: ModelSource): Promise<Check> {
  const name = `model ${source}`;
  const { kind, path = "" } = declared;
  try {
    if (kind !== "openai") {
      await access(path);
      return ok(name, path);
    }
    const { servers, unusable } = await reachServers(withUsualKey(declared));
    const listed = servers.flatMap(
      ({ url, models }) => `${url} ${models ? `lists ${models.join(", ")}` : "answers"}`,
    );
    const found = [...listed, ...unusable.map(({ why }) => why)].join("; ");
    return unusable.length === 0 ? ok(name, found) : { name, state: "wrong", found };
  } catch (error) {
    return { name, state: "wrong", found: (error as Error).message };
  }
}

export const command: Command = {
  usage: ["[--queue URL] [--json]"],
  examples: [
    { does: "check this machine", typed: "assay doctor" },
    { does: "also check a queue", typed: "assay doctor --queue redis://localhost:6379" },
  ],
  options,
  notes: [
    "Every server that the configuration names is asked for its models once. The exit code is 1 if something is " +
      "wrong, and 0 if things are only missing.",
  ],
  run,
};
