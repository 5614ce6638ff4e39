// `assay serve-model` as a separate process, as a user starts it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { bin, quickToStart } from "../command-line.ts";

export interface ServedModel {
  /** Including the version. */
  url: string;
  /** Ends it as Ctrl-C does; returns the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export async function serveModel(
  model: string,
  args: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<ServedModel> {
  const child = spawn(
    process.execPath,
    [...quickToStart, bin, "serve-model", model, "--port", "0", ...args],
    {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const ended = once(child, "exit");
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const line = /^serving .* at (http\S+)\n/.exec(said);
      if (line) resolve(line[1]!);
    });
    void ended.then(() => reject(new Error(`the server ended before it was ready: ${said}`)));
  });
  return {
    url,
    async end(signal = "SIGINT") {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
