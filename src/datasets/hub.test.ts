// Rows of the hub: from a real HTTP server, into a cache that Python's huggingface_hub can read.

import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { HubServer } from "../../test/datasets/hub-server.ts";
import { writeParquet } from "../../test/datasets/parquet-writer.ts";
import { temporaryFolder } from "../../test/datasets/temporary-folder.ts";
import { type HubData, type HubSettings, loadHubRows } from "./index.ts";

const parquetFile = "data/train-00000-of-00001.parquet";
const aime: HubData = { dataset: "HuggingFaceH4/aime_2024", split: "train" };
const lines: HubData = { dataset: "opencompass/AIME2025", config: "AIME2025-I", split: "test" };

const parquet = (...problems: string[]) =>
  writeParquet({ problem: { type: "text", values: problems } }, "gzip");
const jsonLines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

let hub: HubServer;
let settings: HubSettings;
let waits: number[];
const folder = () => join(settings.cache, "datasets--HuggingFaceH4--aime_2024");

beforeEach(async () => {
  hub = await HubServer.start();
  onTestFinished(() => hub.stop());
  waits = [];
  settings = {
    endpoint: hub.endpoint,
    cache: await temporaryFolder(),
    token: undefined,
    offline: false,
    tries: 3,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  };
});

const load = (data: HubData, changes: Partial<HubSettings> = {}) =>
  loadHubRows(data, { settings: { ...settings, ...changes }, fetchCommand: "assay fetch AIME-2024" });

const problems = async (data: HubData, changes: Partial<HubSettings> = {}) =>
  (await load(data, changes)).rows.map(({ values }) => values.problem);

/** All files in a folder that are not a complete part of the cache. */
const leftovers = async () =>
  (await readdir(settings.cache, { recursive: true })).filter((name) => name.endsWith(".incomplete"));

describe("a data set of the hub", () => {
  it("gives its rows and the commit that they are from", async () => {
    const commit = hub.publish(aime.dataset, { "README.md": "words", [parquetFile]: parquet("1+1", "2+2") });
    const { rows, ...source } = await load(aime);
    expect(rows.map(({ values, number }) => [number, values.problem])).toEqual([
      [1, "1+1"],
      [2, "2+2"],
    ]);
    expect(source).toEqual({
      dataset: aime.dataset,
      config: undefined,
      split: "train",
      revision: commit,
      files: [parquetFile],
    });
  });

  it("gives the rows of JSON Lines", async () => {
    hub.publish(lines.dataset, {
      "aime2025-I.jsonl": jsonLines({ question: "I" }),
      "aime2025-II.jsonl": jsonLines({ question: "II" }),
    });
    const { rows } = await load(lines);
    expect(rows.map(({ values }) => values)).toEqual([{ question: "I" }]);
  });

  it("is read in the order of its shards", async () => {
    hub.publish(aime.dataset, {
      "data/train-00001-of-00002.parquet": parquet("second"),
      "data/train-00000-of-00002.parquet": parquet("first"),
    });
    expect(await problems(aime)).toEqual(["first", "second"]);
  });

  it("moves on with its branch, while a pinned commit stays", async () => {
    const old = hub.publish(aime.dataset, { [parquetFile]: parquet("old") });
    expect(await problems(aime)).toEqual(["old"]);
    hub.publish(aime.dataset, { [parquetFile]: parquet("changed") });
    expect(await problems(aime)).toEqual(["changed"]);
    expect(await problems({ ...aime, revision: old })).toEqual(["old"]);
  });

  it("of a pinned commit with known files is fetched without asking what the commit is, and only once", async () => {
    const revision = hub.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    const pinned = { ...aime, revision, files: [parquetFile] };
    await load(pinned);
    expect(hub.requests).toEqual([
      `GET /datasets/${aime.dataset}/resolve/${revision}/${parquetFile}`,
      `GET /large/${aime.dataset}/resolve/${revision}/${parquetFile}`,
    ]);
    await load(pinned);
    expect(hub.requests).toHaveLength(2);
  });

  it("can be had from the hub's own conversion", async () => {
    const revision = "refs/convert/parquet";
    hub.publish(
      "openai/gsm8k",
      { "main/test/0000.parquet": parquet("a"), "socratic/test/0000.parquet": parquet("b") },
      revision,
    );
    const data = { dataset: "openai/gsm8k", config: "main", split: "test", revision };
    expect(await problems(data)).toEqual(["a"]);
    expect(await problems(data, { offline: true })).toEqual(["a"]);
  });

  it("can be had from a mirror that serves files but describes nothing", async () => {
    const commit = hub.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    hub.describes = false;
    expect((await load({ ...aime, files: [parquetFile] })).revision).toBe(commit);
  });

  it("without files of that split says what to do", async () => {
    hub.publish(aime.dataset, { "data/test.jsonl": "{}\n" });
    await expect(load(aime)).rejects.toThrow(
      /aime_2024 \(train\) has no files of rows .*'refs\/convert\/parquet'/,
    );
  });
});

describe("the cache", () => {
  it("has the layout of Python's: blobs by etag, snapshots of links, refs", async () => {
    const commit = hub.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    await load(aime);
    expect(await readFile(join(folder(), "refs", "main"), "utf8")).toBe(commit);
    const shown = join(folder(), "snapshots", commit, parquetFile);
    expect((await lstat(shown)).isSymbolicLink()).toBe(true);
    const [blob] = await readdir(join(folder(), "blobs"));
    expect(blob).toMatch(/^[0-9a-f]{64}$/);
    expect(await readlink(shown)).toBe(join("..", "..", "..", "blobs", blob!));
  });

  it("as Python left it is read, without the hub when offline", async () => {
    const commit = "0123456789abcdef0123456789abcdef01234567";
    const shown = join(folder(), "snapshots", commit, parquetFile);
    const blob = join(folder(), "blobs", "e".repeat(64));
    for (const file of [shown, blob, join(folder(), "refs", "main")])
      await mkdir(dirname(file), { recursive: true });
    await writeFile(blob, parquet("from Python"));
    await symlink(`../../../blobs/${"e".repeat(64)}`, shown);
    await writeFile(join(folder(), "refs", "main"), commit);
    expect(await problems(aime, { offline: true })).toEqual(["from Python"]);
    expect(hub.requests).toEqual([]);
  });

  it("keeps one blob for a file that two commits share", async () => {
    hub.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    await load(aime);
    hub.publish(aime.dataset, { [parquetFile]: parquet("1+1"), "README.md": "new words" });
    await load(aime);
    expect(await readdir(join(folder(), "blobs"))).toHaveLength(1);
    expect(await readdir(join(folder(), "snapshots"))).toHaveLength(2);
  });

  it("serves several that load the same set at once", async () => {
    hub.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    const all = await Promise.all(Array.from({ length: 8 }, () => problems(aime)));
    expect(all).toEqual(Array.from({ length: 8 }, () => ["1+1"]));
    expect(await leftovers()).toEqual([]);
  });

  it("is used, with a warning, while the hub cannot be reached", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockReturnValue();
    hub.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    await load(aime);
    hub.fail(/^\/api/, { status: 503 }, 3);
    expect(await problems(aime)).toEqual(["1+1"]);
    expect(warned.mock.calls[0]![0]).toMatch(/503.*the copy of [0-9a-f]{40} in the cache is used/);
    warned.mockRestore();
  });

  it("offline without a copy: says which set, where it looked, and the command that fetches it", async () => {
    await expect(load(aime, { offline: true })).rejects.toMatchObject({
      kind: "offline",
      isRetryable: false,
    });
    await expect(load(aime, { offline: true })).rejects.toThrow(
      `HuggingFaceH4/aime_2024 (train) at revision main is not in the cache (looked in ${folder()}), and ` +
        "HF_HUB_OFFLINE forbids requests to the hub; unset it and run 'assay fetch AIME-2024'",
    );
  });

  it("offline with some of the shards only: the copy does not count", async () => {
    hub.publish(aime.dataset, {
      "data/train-00000-of-00002.parquet": parquet("first"),
      "data/train-00001-of-00002.parquet": parquet("second"),
    });
    await load({ ...aime, files: ["data/train-00000-of-00002.parquet"] });
    await expect(load(aime, { offline: true })).rejects.toMatchObject({ kind: "offline" });
  });

  it("that cannot be written says so", async () => {
    hub.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    const cache = join(settings.cache, "a file");
    await writeFile(cache, "");
    await expect(load(aime, { cache })).rejects.toMatchObject({
      kind: "storage",
      message: expect.stringContaining("HF_HUB_CACHE"),
    });
  });
});

describe("a download", () => {
  it.each([
    ["large", true],
    ["small", false],
  ])("of a %s file that breaks off is tried again", async (_, largeFiles) => {
    hub.largeFiles = largeFiles;
    hub.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    hub.fail(largeFiles ? /^\/large/ : /^\/datasets/, { cutAt: 100 });
    expect(await problems(aime)).toEqual(["1+1"]);
  });

  it("that always breaks off leaves nothing behind", async () => {
    hub.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    hub.fail(/^\/large/, { cutAt: 100 }, 3);
    await expect(load(aime)).rejects.toMatchObject({
      kind: "damaged",
      isRetryable: true,
      message: expect.stringMatching(/train-00000-of-00001\.parquet was interrupted after \d+ bytes/),
    });
    expect(await leftovers()).toEqual([]);
    expect(await readdir(join(folder(), "blobs"))).toEqual([]);
    expect(await problems(aime)).toEqual(["1+1"]);
  });

  it("shorter than announced is not kept, though the server calls it whole", async () => {
    const whole = parquet("1+1");
    hub.publish(aime.dataset, { [parquetFile]: whole });
    hub.fail(/^\/large/, { body: whole.subarray(0, 90) }, 3);
    await expect(load(aime)).rejects.toThrow(`has 90 bytes where the hub announced ${whole.length}`);
    expect(await readdir(join(folder(), "blobs"))).toEqual([]);
  });

  it.each([
    ["large", true],
    ["small", false],
  ])("of a %s file with other content of the same length is not kept", async (_, largeFiles) => {
    hub.largeFiles = largeFiles;
    const whole = parquet("1+1");
    hub.publish(aime.dataset, { [parquetFile]: whole });
    const body = Buffer.from(whole);
    body[50]! ^= 1;
    hub.fail(largeFiles ? /^\/large/ : /^\/datasets/, { body }, 3);
    await expect(load(aime)).rejects.toThrow("is not the content that the hub announced");
    expect(await problems(aime)).toEqual(["1+1"]);
  });
});

describe("a download without an etag", () => {
  const whole = parquet("1+1");
  const other = Buffer.from("<html>Please log in</html>");
  const fetched = () => hub.requests.filter((line) => line.endsWith(".parquet")).length;
  beforeEach(() => {
    hub.largeFiles = false;
    hub.namesContent = false;
    hub.publish(aime.dataset, { [parquetFile]: whole });
  });

  it("is kept where its rows can be read", async () => {
    expect(await problems(aime)).toEqual(["1+1"]);
    expect(await problems(aime)).toEqual(["1+1"]);
    expect(fetched()).toBe(1);
  });

  it("that cannot be read is fetched once more", async () => {
    hub.fail(/^\/datasets/, { body: other });
    expect(await problems(aime)).toEqual(["1+1"]);
    expect(fetched()).toBe(2);
  });

  it("that cannot be read the second time either does not stand in the way of a later one", async () => {
    hub.fail(/^\/datasets/, { body: other }, 2);
    await expect(load(aime)).rejects.toThrow("it is not a Parquet file");
    expect(fetched()).toBe(2);
    expect(await problems(aime)).toEqual(["1+1"]);
    expect(fetched()).toBe(3);
  });
});

describe("a hub that refuses", () => {
  it("401 without a token: a token is wanted, or the name is wrong", async () => {
    hub.fail(/./, { status: 401 }, 9);
    await expect(load(aime)).rejects.toMatchObject({ kind: "denied", isRetryable: false });
    await expect(load(aime)).rejects.toThrow(
      /aime_2024: the hub requires a token, or there is no such data set; set HF_TOKEN/,
    );
  });

  it("401 of a gated set: its terms are accepted on its page", async () => {
    hub.fail(/./, { status: 401, headers: { "x-error-code": "GatedRepo" } }, 9);
    await expect(load(aime)).rejects.toThrow(
      /the data set is gated: accept its terms at .*\/datasets\/HuggingFaceH4\/aime_2024, and set HF_TOKEN/,
    );
  });

  it("401 with a token: the token is not accepted, and is not shown", async () => {
    hub.fail(/./, { status: 401 });
    const error = await load(aime, { token: "hf_secret" }).catch((e: Error) => e);
    expect(String(error)).toMatch(/does not accept the token/);
    expect(JSON.stringify(error) + String(error)).not.toContain("hf_secret");
  });

  it("403: a gated set is asked for on its page, in the hub's own words too", async () => {
    hub.fail(/./, { status: 403, headers: { "x-error-message": "Access is restricted" } });
    await expect(load(aime, { token: "hf_x" })).rejects.toThrow(
      /If the data set is gated, ask for access at .*\/datasets\/HuggingFaceH4\/aime_2024; else the token lacks .*the hub says: Access is restricted/,
    );
  });

  it("404: there is no such set, revision or file", async () => {
    await expect(load(aime)).rejects.toThrow(/aime_2024: there is no such data set.*404/);
    const commit = hub.publish(aime.dataset, { "README.md": "words" });
    await expect(load({ ...aime, revision: "v9" })).rejects.toThrow(/there is no such revision/);
    await expect(load({ ...aime, revision: commit, files: ["gone.jsonl"] })).rejects.toThrow(
      /there is no such file at this revision .*gone\.jsonl/,
    );
    expect(waits).toEqual([]);
  });

  it("429: waits as long as it is told to, then goes on", async () => {
    hub.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    hub.fail(/^\/api/, { status: 429, headers: { "retry-after": "7" } });
    expect(await problems(aime)).toEqual(["1+1"]);
    expect(waits).toEqual([7000]);
  });

  it("429 with a wait of an hour: leaves that to a person", async () => {
    hub.fail(/./, { status: 429, headers: { "retry-after": "3600" } });
    await expect(load(aime)).rejects.toThrow(/asks to wait 3,600 seconds/);
    expect(waits).toEqual([]);
  });

  it("5xx: tries again with growing waits, and gives up", async () => {
    hub.fail(/./, { status: 502 }, 9);
    await expect(load(aime)).rejects.toMatchObject({ kind: "unreachable", isRetryable: true });
    expect(hub.requests).toHaveLength(3);
    expect(waits[1]!).toBeGreaterThan(waits[0]!);
  });

  it("redirects to what is no web address: is not followed", async () => {
    hub.fail(/./, { status: 302, headers: { location: "file:///etc/passwd" } });
    await expect(load(aime)).rejects.toThrow("'file:///etc/passwd' is not a web address");
  });

  it("redirects in a circle: is left", async () => {
    hub.fail(/./, { status: 302, headers: { location: "/again" } }, 99);
    await expect(load(aime)).rejects.toThrow(/redirects endlessly/);
  });

  it("stands at no address: HF_ENDPOINT is to be mended", async () => {
    await expect(load(aime, { endpoint: "my hub" })).rejects.toThrow(
      /is not a web address; check HF_ENDPOINT/,
    );
  });

  it("answers with something else: is no hub", async () => {
    hub.fail(/./, { status: 200 });
    await expect(load(aime)).rejects.toThrow(
      /does not describe data sets as a hub does; is HF_ENDPOINT right\?/,
    );
  });

  it("does not answer at all: says where it should have been", async () => {
    await hub.stop();
    await expect(load(aime)).rejects.toThrow(
      `${settings.endpoint}/api/datasets/${aime.dataset}/revision/main cannot be reached`,
    );
  });
});

describe("the token", () => {
  it("goes to the hub, never to another host that it redirects to", async () => {
    const store = await HubServer.start();
    onTestFinished(() => store.stop());
    const commit = hub.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    store.publish(aime.dataset, { [parquetFile]: parquet("1+1") });
    store.largeFiles = false;
    const location = `${store.endpoint}/datasets/${aime.dataset}/resolve/${commit}/${parquetFile}`;
    hub.fail(/resolve/, { status: 302, headers: { location } });
    await load(aime, { token: "hf_secret" });
    expect(hub.tokens).toEqual(["Bearer hf_secret", "Bearer hf_secret"]);
    expect(store.tokens).toEqual([undefined]);
  });
});

describe("names from outside never lead out of the cache", () => {
  it.each(["../../etc", "a/../../b", "a/b/c", "a--b/c", ".hidden/x", "a/b\\c", ""])(
    "data set %j",
    async (dataset) => {
      await expect(load({ dataset })).rejects.toThrow(/is not the id of a data set/);
    },
  );

  it.each(["../main", "refs/../../x", "/etc", "a\\b"])("revision %j", async (revision) => {
    await expect(load({ ...aime, revision })).rejects.toThrow(/is not a revision/);
  });

  it.each(["../x.jsonl", "/x.jsonl", "a//x.jsonl", "a/./x.jsonl", "C:x.jsonl", "a\\..\\x.jsonl"])(
    "file %j",
    async (file) => {
      await expect(load({ ...aime, files: [file] })).rejects.toThrow(/is not safe to use/);
      // A hub that lists such a file is not trusted either.
      hub.publish(aime.dataset, { [file]: "{}" });
      await expect(load(aime)).rejects.toThrow(/has no files of rows/);
    },
  );
});
