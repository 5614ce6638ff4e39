// A hub for tests: a real HTTP server that describes data sets, serves their files, and fails on request.

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Failure {
  status?: number;
  headers?: Record<string, string>;
  /** Send only this many bytes of the body, then disconnect. */
  cutAt?: number;
  /** Send these bytes instead, without a sign that they are wrong. */
  body?: Buffer;
}

export const commitOf = (text: string): string => createHash("sha1").update(text).digest("hex");
const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
const gitBlob = (bytes: Buffer): string =>
  createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

export class HubServer {
  /** The requests, as `GET /path`. */
  readonly requests: string[] = [];
  /** The authorization of each request. */
  readonly tokens: (string | undefined)[] = [];
  /** Files by data set, commit and path. */
  private readonly commits = new Map<string, Map<string, Buffer>>();
  private readonly branches = new Map<string, string>();
  private readonly failures: { path: RegExp; failure: Failure; left: number }[] = [];
  /** Whether parquet files are stored separately, behind a redirect, as large files are. */
  largeFiles = true;
  /** Whether files have hashes by which their content can be checked. */
  namesContent = true;
  /** Whether data sets have metadata, or only files. */
  describes = true;
  private readonly server: Server = createServer((request, response) => this.answer(request, response));

  static async start(): Promise<HubServer> {
    const hub = new HubServer();
    await new Promise<void>((resolve) => hub.server.listen(0, "127.0.0.1", resolve));
    return hub;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Publishes files as a branch's new commit. */
  publish(dataset: string, files: Readonly<Record<string, Buffer | string>>, branch = "main"): string {
    const content = new Map(Object.entries(files).map(([path, body]) => [path, Buffer.from(body)]));
    const commit = commitOf(
      dataset + branch + [...content].map(([path, body]) => path + sha256(body)).join(),
    );
    this.commits.set(`${dataset}@${commit}`, content);
    this.branches.set(`${dataset}@${branch}`, commit);
    return commit;
  }

  /** Makes the next requests for this path fail. */
  fail(path: RegExp, failure: Failure, times = 1): void {
    this.failures.push({ path, failure, left: times });
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(request.url!);
    this.requests.push(`${request.method} ${path}`);
    this.tokens.push(request.headers.authorization);
    const failing = this.failures.find((each) => each.left > 0 && each.path.test(path));
    if (failing) failing.left--;
    const failure = failing?.failure;
    if (failure?.status !== undefined) {
      response.writeHead(failure.status, failure.headers ?? {}).end();
      return;
    }
    const described = /^\/api\/datasets\/(.+)\/revision\/(.+)$/.exec(path);
    if (described && this.describes) {
      this.describe(response, described[1]!, described[2]!);
      return;
    }
    const asked = /^\/(datasets|large)\/(.+)\/resolve\/(refs\/convert\/parquet|[^/]+)\/(.+)$/.exec(path);
    if (!asked) {
      response.writeHead(404, { "x-error-code": "RepoNotFound" }).end();
      return;
    }
    this.send(response, asked[1] === "large", asked[2]!, asked[3]!, asked[4]!, failure);
  }

  private find(
    dataset: string,
    revision: string,
  ): { commit: string; files: Map<string, Buffer> } | undefined {
    const commit = this.branches.get(`${dataset}@${revision}`) ?? revision;
    const files = this.commits.get(`${dataset}@${commit}`);
    return files && { commit, files };
  }

  private describe(response: ServerResponse, dataset: string, revision: string): void {
    const found = this.find(dataset, revision);
    if (!found) {
      const known = [...this.branches.keys()].some((key) => key.startsWith(`${dataset}@`));
      response.writeHead(404, { "x-error-code": known ? "RevisionNotFound" : "RepoNotFound" }).end();
      return;
    }
    const siblings = [...found.files.keys()].map((rfilename) => ({ rfilename }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: dataset, sha: found.commit, siblings }));
  }

  private send(
    response: ServerResponse,
    isStore: boolean,
    dataset: string,
    revision: string,
    path: string,
    failure: Failure | undefined,
  ): void {
    const found = this.find(dataset, revision);
    const whole = found?.files.get(path);
    if (!found || !whole) {
      response.writeHead(404, { "x-error-code": found ? "EntryNotFound" : "RevisionNotFound" }).end();
      return;
    }
    const isLarge = this.largeFiles && path.endsWith(".parquet");
    const headers: Record<string, string> = { "x-repo-commit": found.commit };
    if (isLarge && !isStore) {
      headers["x-linked-etag"] = `"${sha256(whole)}"`;
      headers["x-linked-size"] = String(whole.length);
      headers.location = `/large/${dataset}/resolve/${encodeURIComponent(revision)}/${path}`;
      response.writeHead(302, headers).end();
      return;
    }
    const body = failure?.body ?? whole;
    if (this.namesContent) headers.etag = isLarge ? '"of-the-store"' : `"${gitBlob(whole)}"`;
    headers["content-length"] = String(body.length);
    response.writeHead(200, headers);
    if (failure?.cutAt === undefined) response.end(body);
    else response.write(body.subarray(0, failure.cutAt), () => response.destroy());
  }
}
