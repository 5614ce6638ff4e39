// assay view: web pages of the runs in a folder.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { flag, text } from "../options/option.ts";
import { counted } from "../outgoing/counted.ts";
import { writeSite } from "../view/export/write-site.ts";
import { serveView } from "../view/serve.ts";
import { type Command, readOptions, UsageError } from "./command.ts";
import { hostOption, portOption } from "./options/shared-options.ts";

const options = {
  port: portOption(7587),
  host: hostOption,
  open: flag({ help: "Open the page in the browser." }),
  notes: text({
    value: "FILE",
    completes: "file",
    help: "Store labels and comments in this JSON Lines file, which all users of the page share.",
  }),
  export: text({
    value: "DIR",
    completes: "folder",
    help: "Write a static site to DIR instead of serving the pages; it works on any web server and from a disk.",
  }),
  force: flag({ help: "Write the site into DIR even if it is not empty." }),
};

async function run(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(argv, options, { what: "folder" });
  const folders = positionals.length > 0 ? positionals : await usualFolders();
  for (const folder of folders) {
    if (!(await stat(folder).catch(() => undefined)))
      throw new UsageError(`there is no folder '${folder}'; name one that holds runs`);
  }
  const { host, port, open, export: target, force, notes } = values;
  if (notes === "") throw new UsageError("--notes: name the file");
  if (target !== undefined) {
    if (open) throw new UsageError("--open needs a server, and --export does not start one");
    return exportSite({ folders, target, force, notes });
  }
  if (force) throw new UsageError("--force needs --export");
  await viewUntilEnd({ folders, host, port, open, notes });
  return 0;
}

/** The default folders: `assay processbench` writes to outputs, the others to runs. */
async function usualFolders(): Promise<string[]> {
  const there = await Promise.all(
    ["runs", "outputs"].map(async (folder) => ((await stat(folder).catch(() => undefined)) ? [folder] : [])),
  );
  return there.flat().length > 0 ? there.flat() : ["runs"];
}

async function exportSite(site: Parameters<typeof writeSite>[0]): Promise<number> {
  const { target } = site;
  if (target === "") throw new UsageError("--export: name the folder to write to");
  const { runs, files, bytes } = await writeSite(site);
  const size = `${(bytes / (1 << 20)).toFixed(1)} MB`;
  process.stdout.write(
    `wrote ${counted(runs, "run")} in ${counted(files, "file")}, ${size}\nopen ${join(target, "index.html")}\n`,
  );
  return 0;
}

interface ViewRequest {
  folders: readonly string[];
  host?: string | undefined;
  port: number;
  /** Whether to open the browser. */
  open: boolean;
  /** The file of shared notes. */
  notes?: string | undefined;
}

/** Serves until a signal arrives. */
export async function viewUntilEnd({ folders, host, port, open, notes }: ViewRequest): Promise<void> {
  const { url, close } = await serveView({ folders, host, port, notes });
  process.stdout.write(`listening on ${url}\n`);
  if (open) openInBrowser(url);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await close("now");
}

/** Without a browser, the printed address is enough. */
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

export const command: Command = {
  usage: ["[FOLDER …] [options]", "[FOLDER …] --export DIR"],
  examples: [
    { does: "look at the runs of this folder in the browser", typed: "assay view --open" },
    { does: "look at two runs", typed: "assay view runs/greedy runs/sft-gsm8k" },
    { does: "write a site that you can send to others", typed: "assay view runs/sft-gsm8k --export site" },
  ],
  options,
  names: "folder",
  notes: [
    "The viewer shows every run below the folders (by default, runs and outputs): its figures, problems " +
      "and samples. It also has a playground for the grader. Instead of a folder you can name a run, a " +
      "result file of a search, or a log of rollouts that 'assay serve --log' wrote. Runs in progress " +
      "are updated. The viewer never writes to a run; it stores indexes in the user's cache folder, and " +
      "labels and comments in the browser or in the file of --notes.",
    "It prints 'listening on URL' when it is ready. Ctrl-C ends it. docs/viewer.md explains the pages.",
  ],
  run,
};
