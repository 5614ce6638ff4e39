// The reward that an answer comes from, as a header: name, version, and a hash of everything else that could change it
// (options and the texts of a user's module), so that a change in the middle of a run is noticed.

import { createHash } from "node:crypto";
import type { Call } from "./operation.ts";
import { type OwnModule, sourceOf } from "./own-reward.ts";

export class RewardTags {
  private readonly known = new Map<string, string>();

  constructor(
    private readonly version: string,
    private readonly own: OwnModule | undefined,
  ) {}

  of(call: Call): string {
    const name = call.op === "score" ? call.reward : call.op;
    const options = call.op === "extract" ? {} : call.options;
    const key = `${name} ${JSON.stringify(Object.entries(options).sort())}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const source = this.own?.name === name ? sourceOf(this.own) : "";
    const hash = createHash("sha256").update(`${this.version} ${key}\n${source}`).digest("hex").slice(0, 12);
    const tag = `${name.replace(/[^\w.-]/g, "_")}@${this.version}+${hash}`;
    // Options come from clients, who may send any number of different, long ones.
    if (this.known.size < 1_000 && key.length < 1_000) this.known.set(key, tag);
    return tag;
  }
}
