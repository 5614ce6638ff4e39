// `assay serve`: rewards for trainers over HTTP.

import { fstatSync } from "node:fs";
import { availableParallelism } from "node:os";
import { isLoopback } from "../http/origin.ts";
import { findReward, rewards } from "../rewards/index.ts";
import { versions } from "../runs/versions.ts";
import { checkGolds } from "../server/check-golds.ts";
import { logLevels, openLog } from "../server/log.ts";
import { readOwnModule } from "../server/own-reward.ts";
import { onUnscoredChoices } from "../server/protocols/protocol.ts";
import { type ServiceOptions, startService } from "../server/service.ts";
import { type Command, readOptions, UsageError } from "./command.ts";
import { readNumber, readOneOf, readWhole } from "./options/option-values.ts";

const help = `Serves rewards to trainers over HTTP.

Usage: assay serve [options]

  --host HOST            the address to listen on (127.0.0.1: this machine alone)
  --port P               the port (8100); 0 takes any that is free
  --reward NAME          the reward of requests that name none (r1_zero); 'assay rewards' lists them
  --module FILE          a reward of your own: a module that exports 'score(row)', which returns a number or
                         an object of numbers, or a promise of one; it is read once, at the start
  --token-env VAR        the environment variable that holds a token which clients have to show, as a Bearer
                         token or as a password: http://x:TOKEN@HOST:8100/openrlhf
  --no-token             no token although others than this machine can reach the address
  --check ROWS           read the golds of a JSON Lines file first, and do not start if one is unusable
  --on-unscored X        what trainers get for an item that cannot be scored: fail (a 422 with the reason,
                         the default) or zero
  --workers N            threads for large requests and for your own reward (default: all cores)
  --request-timeout S    seconds until a request is answered with 503 (60)
  --item-timeout S       seconds that an item may take in a thread (10); then the thread is replaced
  --max-queue N          items under way; past them requests are answered with 503 at once (65536)
  --max-body MB          the largest body of a batch (1024)
  --nemo-gym             answer NeMo Gym's paths at the root too
  --log FILE             write items with their results to FILE as JSON Lines; it is rotated by size
  --log-every N          only every Nth item (1)
  --log-level L          ${logLevels.join(", ")} (info); the service's own log, on standard error
  --json                 say where it listens as a JSON object

It prints 'listening on http://HOST:PORT' when it is ready. Ctrl-C or SIGTERM lets requests under way be
answered and ends it; a second one ends it at once. Where standard input is a pipe, its end is such a signal,
so that a program which starts the service and dies leaves none behind. docs/serve.md says what trainers send.
`;

const flags = {
  host: { type: "string" },
  port: { type: "string" },
  reward: { type: "string" },
  module: { type: "string" },
  "token-env": { type: "string" },
  "no-token": { type: "boolean" },
  check: { type: "string" },
  "on-unscored": { type: "string" },
  workers: { type: "string" },
  "request-timeout": { type: "string" },
  "item-timeout": { type: "string" },
  "max-queue": { type: "string" },
  "max-body": { type: "string" },
  "nemo-gym": { type: "boolean" },
  log: { type: "string" },
  "log-every": { type: "string" },
  "log-level": { type: "string" },
  json: { type: "boolean" },
} as const;

type Values = ReturnType<typeof readOptions<typeof flags>>["values"];

async function run(argv: readonly string[]): Promise<number> {
  const { values } = readOptions(argv, flags);
  const options = await serviceOptions(values);
  if (values.check !== undefined && !(await goldsAreUsable(values.check, options))) return 1;
  const ended = endAsked();
  const { url, end } = await startService(options);
  process.stdout.write(values.json ? `${JSON.stringify({ url })}\n` : `listening on ${url}\n`);
  const by = await ended;
  options.log("info", `ending: ${by}`);
  await end();
  return 0;
}

async function serviceOptions(values: Values): Promise<ServiceOptions> {
  const host = values.host ?? "127.0.0.1";
  const token = readToken(values["token-env"]);
  if (!isLoopback(host) && token === undefined && !values["no-token"])
    throw new UsageError(`--host ${host} can be reached from elsewhere: give --token-env VAR, or --no-token`);
  const own = values.module === undefined ? undefined : await readOwnModule(values.module, values.reward);
  if (own === undefined) checkReward(values.reward);
  if (values.log === undefined && values["log-every"] !== undefined)
    throw new UsageError("--log-every is for --log FILE");
  const every = readWhole("--log-every", values["log-every"], 1) ?? 1;
  const level = readOneOf("--log-level", values["log-level"], logLevels) ?? "info";
  return {
    host,
    port: readPort(values.port ?? "8100"),
    version: versions().assay,
    reward: values.reward,
    own,
    workers: readWhole("--workers", values.workers, 1) ?? availableParallelism(),
    token,
    onUnscored: readOneOf("--on-unscored", values["on-unscored"], onUnscoredChoices) ?? "fail",
    requestTimeoutS: readNumber("--request-timeout", values["request-timeout"], 0.1, 86_400) ?? 60,
    itemTimeoutS: readNumber("--item-timeout", values["item-timeout"], 0.1, 86_400) ?? 10,
    maxQueue: readWhole("--max-queue", values["max-queue"], 1) ?? 65_536,
    maxBodyBytes: (readNumber("--max-body", values["max-body"], 1) ?? 1_024) * 1024 * 1024,
    nemoGym: values["nemo-gym"] === true,
    itemLog: values.log === undefined ? undefined : { file: values.log, every },
    log: openLog(level, (line) => process.stderr.write(line)),
  };
}

function checkReward(name: string | undefined): void {
  if (name === undefined || findReward(name)) return;
  const names = rewards.map((each) => each.name).join(", ");
  throw new UsageError(`there is no reward '${name}'; there are ${names}`);
}

async function goldsAreUsable(path: string, { reward, own }: ServiceOptions): Promise<boolean> {
  if (own !== undefined)
    throw new UsageError("--check is for built-in rewards: only your module knows its golds");
  const { rows, unusable, problems } = await checkGolds(path, reward ?? "r1_zero");
  if (unusable === 0) return true;
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stderr.write(`assay serve: ${unusable} of ${rows} golds are unusable; not started\n`);
  return false;
}

/** How the service is asked to end; the second time it ends at once. */
function endAsked(): Promise<string> {
  return new Promise((resolve) => {
    let isAsked = false;
    const ask = (by: string, code: number) => {
      if (isAsked) process.exit(code);
      isAsked = true;
      resolve(by);
    };
    process.on("SIGINT", () => ask("Ctrl-C", 130));
    process.on("SIGTERM", () => ask("SIGTERM", 143));
    if (isPipe(0)) {
      process.stdin.on("end", () => resolve("standard input has ended"));
      process.stdin.on("error", () => resolve("standard input has ended"));
      process.stdin.resume();
    }
  });
}

function isPipe(descriptor: number): boolean {
  try {
    const status = fstatSync(descriptor);
    return status.isFIFO() || status.isSocket();
  } catch {
    return false;
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`--port: '${text}' is not a number from 0 to 65535`);
  return port;
}

function readToken(variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const token = process.env[variable];
  if (!token) throw new UsageError(`--token-env: the environment variable ${variable} is not set`);
  return token;
}

export const command: Command = { help, run };
