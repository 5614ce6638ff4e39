// A user's own reward in Python: a process beside the thread, which receives batches of rows as lines of JSON on its
// standard input and answers each on its standard output. The file is read once; a process that is started later runs
// the same text.

import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { ExpectedError, messageOf } from "../errors/expected-error.ts";
import type { Row } from "../jsonl/line-module.ts";
import { readOutcome } from "../rewards/own.ts";
import type { OwnReward } from "./operation.ts";
import type { OwnModule } from "./own-reward.ts";

/** The file and the function of `--python FILE:FUNCTION`. @throws if there is no such file */
export async function readPythonModule(
  given: string,
  name: string | undefined,
  itemMs: number,
): Promise<OwnModule> {
  const [, path, called] = /^(.+):([^:/\\]+)$/.exec(given) ?? [];
  if (path === undefined || called === undefined)
    throw new ExpectedError(`--python is FILE:FUNCTION; '${given}' names no function`);
  const file = resolve(path);
  const source = await readFile(file, "utf8").catch(() => {
    throw new ExpectedError(`--python ${given}: there is no such file, or it cannot be read`);
  });
  const python = { file, function: called, itemMs };
  return { name: name ?? basename(file, ".py"), url: pathToFileURL(file).href, source, python };
}

/**
 * What the user's code prints goes to standard error. The end of standard input ends the process, even during a
 * computation.
 */
const driver = `
import json, os, queue, sys, threading, traceback
out = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
lines = queue.Queue()
def read():
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)
def say(value):
    out.write(json.dumps(value, allow_nan=False, default=float) + "\\n")
    out.flush()
threading.Thread(target=read, daemon=True).start()
start = json.loads(lines.get())
try:
    sys.path.insert(0, os.path.dirname(start["file"]))
    scope = {"__name__": "assay_reward", "__file__": start["file"]}
    exec(compile(start["source"], start["file"], "exec"), scope)
    function = scope[start["function"]]
except KeyError:
    say({"error": "the file has no function '%s'" % start["function"]})
    sys.exit(1)
except BaseException:
    say({"error": traceback.format_exc(limit=-1).strip().splitlines()[-1]})
    sys.exit(1)
say({"ready": True})
while True:
    rows = json.loads(lines.get())
    try:
        results = list(function(rows))
        if len(results) != len(rows):
            raise ValueError("it returned %d results for %d rows" % (len(results), len(rows)))
        say({"results": results})
    except BaseException as error:
        say({"error": "%s: %s" % (type(error).__name__, error)})
`;

interface Said {
  ready?: boolean;
  results?: unknown[];
  error?: string;
}

const startMs = 60_000;

export async function openPython(own: OwnModule): Promise<OwnReward> {
  const { name, python } = own;
  const { itemMs } = python!;
  let process = await PythonProcess.start(own);
  const ask = async (rows: readonly Row[]): Promise<Said> => {
    if (process.hasEnded) process = await PythonProcess.start(own);
    return process.ask(rows, itemMs);
  };
  const each = async (row: Row): Promise<Scored> => scoredBy(await ask([row]), 0);
  let last: Promise<unknown> = Promise.resolve();
  const scoreAll = async (rows: readonly Row[]): Promise<Scored[]> => {
    const said = await ask(rows);
    if (said.results || rows.length === 1) return rows.map((_, i) => scoredBy(said, i));
    // One of them caused the failure: each is scored alone.
    const scored: Scored[] = [];
    for (const row of rows) scored.push(await each(row));
    return scored;
  };
  // One batch after the other, since the process answers in order.
  const inTurn = (rows: readonly Row[]): Promise<Scored[]> => {
    const done = last.then(() => scoreAll(rows));
    last = done.catch(() => {});
    return done;
  };
  return {
    name,
    scoreAll: inTurn,
    async score(row) {
      const [scored] = await inTurn([row]);
      if ("error" in scored!) throw new ExpectedError(scored.error);
      return scored!;
    },
  };
}

type Scored = Awaited<ReturnType<NonNullable<OwnReward["scoreAll"]>>>[number];

function scoredBy({ results, error }: Said, place: number): Scored {
  if (!results) return { error: error ?? "the process gave no result" };
  try {
    return readOutcome(results[place]);
  } catch (thrown) {
    return { error: messageOf(thrown) };
  }
}

class PythonProcess {
  hasEnded = false;
  private hear: (said: Said) => void = () => {};

  private constructor(private readonly child: ChildProcess) {
    const end = (error: string) => {
      this.hasEnded = true;
      this.hear({ error });
    };
    child.on("error", (error: NodeJS.ErrnoException) =>
      end(error.code === "ENOENT" ? "there is no python3 on the PATH" : error.message),
    );
    child.on("close", (code, signal) => end(`the Python process ended (${signal ?? `exit code ${code}`})`));
    child.stdin!.on("error", () => {}); // The end of the process is handled above.
    createInterface({ input: child.stdout! }).on("line", (line) => {
      try {
        this.hear(JSON.parse(line) as Said);
      } catch {
        this.hear({ error: "the Python process answered with something other than JSON" });
      }
    });
  }

  /** @throws {ExpectedError} if the file cannot be run */
  static async start({ source, python }: OwnModule): Promise<PythonProcess> {
    const child = spawn("python3", ["-u", "-c", driver], { stdio: ["pipe", "pipe", "inherit"] });
    const started = new PythonProcess(child);
    const { file, function: called } = python!;
    const said = await started.tell({ file, function: called, source }, startMs, "was not ready");
    if (said.ready) return started;
    child.kill("SIGKILL");
    throw new ExpectedError(`${file}: ${said.error}`);
  }

  ask(rows: readonly Row[], ms: number): Promise<Said> {
    return this.tell(rows, ms, "timed out");
  }

  /** Sends a message, and waits for the answer; a process that takes too long is ended. */
  private tell(value: unknown, ms: number, late: string): Promise<Said> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.hasEnded = true;
        this.child.kill("SIGKILL");
        answer({ error: `${late} after ${ms / 1000} s` });
      }, ms);
      const answer = (said: Said) => {
        clearTimeout(timer);
        this.hear = () => {};
        resolve(said);
      };
      this.hear = answer;
      this.child.stdin!.write(`${JSON.stringify(value)}\n`);
    });
  }
}
