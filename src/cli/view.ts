// assay view: a page over the runs of a folder.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { writeSite } from "../view/export/write-site.ts";
import { serveView } from "../view/serve.ts";
import { type Command, readOptions, UsageError } from "./command.ts";
import { readWhole } from "./options/option-values.ts";

const help = `assay view: look at runs in a browser

Usage:
  assay view [FOLDER …] [options]
  assay view [FOLDER …] --export DIR

Shows every run below the folders (runs, unless others are named): evaluations problem by problem and
sample by sample, with their figures, and a playground for the grader. A folder may also be a run
itself, or a result file of a search. Runs that are under way move by themselves. Nothing is written
to the folders; indexes are kept in the user's cache folder.

  --port P      the port (7587); 0 takes any that is free
  --host HOST   the address to listen on (127.0.0.1: this machine alone)
  --open        open the page in the browser

  --export DIR  write a static site to DIR instead, which works from any web server and as a folder
                (open DIR/index.html); it holds every run that is named, with all its samples
  --force       write into DIR even if it is not empty

It prints 'listening on URL' when it is ready. Ctrl-C ends it. docs/viewer.md explains the pages.
`;

const flags = {
  port: { type: "string" },
  host: { type: "string" },
  open: { type: "boolean" },
  export: { type: "string" },
  force: { type: "boolean" },
} as const;

const defaultPort = 7587;

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, flags, true);
  const folders = positionals.length > 0 ? positionals : ["runs"];
  for (const folder of folders) {
    if (!(await stat(folder).catch(() => undefined)))
      throw new UsageError(`there is no folder '${folder}'; name one that holds runs`);
  }
  if (values.export !== undefined) return exportSite(folders, values.export, values);
  if (values.force) throw new UsageError("--force belongs to --export");
  const port = readWhole("--port", values.port, 0) ?? defaultPort;
  if (port > 65_535) throw new UsageError(`--port: '${port}' is not a number from 0 to 65535`);
  await viewUntilEnd({ folders, host: values.host, port, open: values.open === true });
  return 0;
}

interface SiteFlags {
  force?: boolean | undefined;
  port?: string | undefined;
  host?: string | undefined;
  open?: boolean | undefined;
}

async function exportSite(folders: readonly string[], target: string, flags: SiteFlags): Promise<number> {
  for (const name of ["port", "host", "open"] as const)
    if (flags[name] !== undefined)
      throw new UsageError(`--${name} belongs to a server, and --export starts none`);
  if (target === "") throw new UsageError("--export: name the folder to write to");
  const { runs, answers, files, bytes } = await writeSite({ folders, target, force: flags.force === true });
  const size = `${(bytes / (1 << 20)).toFixed(1)} MB`;
  process.stdout.write(
    `wrote ${runs} ${runs === 1 ? "run" : "runs"} as ${answers} answers in ${files} files, ${size}\nopen ${join(target, "index.html")}\n`,
  );
  return 0;
}

export interface ViewRequest {
  folders: readonly string[];
  host?: string | undefined;
  port: number;
  /** Whether the browser is opened. */
  open: boolean;
}

/** Serves until somebody ends it. */
export async function viewUntilEnd({ folders, host, port, open }: ViewRequest): Promise<void> {
  const { url, close } = await serveView({ folders, host, port });
  process.stdout.write(`listening on ${url}\n`);
  if (open) openInBrowser(url);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await close("now");
}

/** Where there is no browser, the printed address is enough. */
function openInBrowser(url: string): void {
  const [program, ...args] =
    process.platform === "darwin"
      ? ["open", url]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", url]
        : ["xdg-open", url];
  const child = spawn(program!, args, { stdio: "ignore", detached: true });
  child.on("error", () => process.stderr.write(`assay view: no browser could be opened; open ${url}\n`));
  child.unref();
}

export const command: Command = { help, run };
