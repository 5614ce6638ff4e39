// Where the hub and its cache are, by the environment variables that Python's huggingface_hub reads, so that both
// use the same files.

import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { keepSecret } from "../outgoing/secrets.ts";

export interface HubSettings {
  /** Without a slash at its end. */
  endpoint: string;
  /** The folder that holds a folder for each data set. */
  cache: string;
  token: string | undefined;
  offline: boolean;
  /** How often a request is tried. */
  tries: number;
  /** Waits between tries. */
  wait(milliseconds: number): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

export async function readHubSettings(env: Environment = process.env): Promise<HubSettings> {
  const home =
    expand(env.HF_HOME) ?? join(expand(env.XDG_CACHE_HOME) ?? join(homedir(), ".cache"), "huggingface");
  const tokenFile = expand(env.HF_TOKEN_PATH) ?? join(home, "token");
  const token = given(env.HF_TOKEN) ?? given(await readFile(tokenFile, "utf8").catch(() => undefined));
  keepSecret(token);
  return {
    endpoint: (given(env.HF_ENDPOINT) ?? "https://huggingface.co").replace(/\/+$/, ""),
    cache: expand(env.HF_HUB_CACHE) ?? join(home, "hub"),
    token,
    offline: /^(1|on|yes|true)$/i.test(env.HF_HUB_OFFLINE?.trim() ?? ""),
    tries: 4,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}

/** An empty variable is as good as none. */
const given = (text: string | undefined): string | undefined => text?.trim() || undefined;

const expand = (path: string | undefined): string | undefined =>
  given(path)?.replace(/^~(?=$|[/\\])/, homedir());
