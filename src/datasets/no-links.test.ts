// If the system has no symbolic links, snapshots contain copies, as Python's do.

import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { HubServer } from "../../test/datasets/hub-server.ts";
import { temporaryFolder } from "../../test/datasets/temporary-folder.ts";
import { loadHubRows, readHubSettings } from "./index.ts";

vi.mock("node:fs/promises", async (original) => ({
  ...(await original<typeof import("node:fs/promises")>()),
  symlink: () =>
    Promise.reject(Object.assign(new Error("not permitted"), { code: "EPERM", syscall: "symlink" })),
}));

it("a file is copied into the snapshot, and found there offline", async () => {
  const hub = await HubServer.start();
  onTestFinished(() => hub.stop());
  const commit = hub.publish("org/set", { "test.jsonl": '{"a":1}\n' });
  const env = { HF_ENDPOINT: hub.endpoint, HF_HUB_CACHE: await temporaryFolder() };
  await loadHubRows({ dataset: "org/set" }, { settings: await readHubSettings(env) });
  const shown = join(env.HF_HUB_CACHE, "datasets--org--set", "snapshots", commit, "test.jsonl");
  expect((await lstat(shown)).isFile()).toBe(true);
  const offline = await readHubSettings({ ...env, HF_HUB_OFFLINE: "1" });
  const { rows } = await loadHubRows({ dataset: "org/set" }, { settings: offline });
  expect(rows[0]!.values).toEqual({ a: 1 });
});
