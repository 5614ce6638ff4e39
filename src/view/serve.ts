// The viewer's server: the page, and what the page asks for. It reads and never writes; runs are looked up by their names
// among those that were found, so that no path comes from a request.

import { readdirSync } from "node:fs";
import { extname } from "node:path";
import { HttpError } from "../http/http-error.ts";
import { defaultError, type Listening, listen } from "../http/listen.ts";
import { type Route, Router } from "../http/router.ts";
import { staticRoutes } from "../http/static-files.ts";
import { StorageError } from "../jsonl/errors.ts";
import { DifferentDataError } from "../runs/compare.ts";
import { BenchIndex } from "./bench-index.ts";
import { benchPage, benchSample } from "./bench-page.ts";
import { cacheFolder } from "./cache-folder.ts";
import { type ComparedRun, comparePage } from "./compare-page.ts";
import { EvalIndex } from "./eval-index.ts";
import { evalPage } from "./eval-page.ts";
import { followRuns } from "./events.ts";
import { findText, longestPhrase } from "./find-text.ts";
import { Library } from "./library.ts";
import { RolloutIndex } from "./rollouts.ts";
import { samplePage } from "./sample-page.ts";
import { partOf } from "./sample-table.ts";
import { SearchIndex } from "./search-index.ts";
import { searchPage, searchProblem } from "./search-page.ts";

export interface ViewOptions {
  folders: readonly string[];
  host?: string | undefined;
  port: number;
  /** Where indexes are kept; the user's cache folder unless given. */
  cache?: string | undefined;
}

/** @throws when the port is taken */
export async function serveView({
  folders,
  host,
  port,
  cache = cacheFolder(),
}: ViewOptions): Promise<Listening> {
  const library = new Library(folders, cache);
  const listening = await listen({
    routes: [
      ...pageRoutes(),
      ...dataRoutes(library),
      { method: "GET", path: "/api/events", handler: (exchange) => followRuns(exchange, library) },
    ],
    host,
    port,
    onRequest: (exchange) => exchange.header("cache-control", "no-store"),
    errorOf: (error) =>
      error instanceof StorageError
        ? new HttpError(404, error.message)
        : error instanceof DifferentDataError
          ? new HttpError(422, error.message)
          : defaultError(error),
  });
  return {
    ...listening,
    async close(how) {
      await library.close();
      await listening.close(how);
    },
  };
}

/** The page as it was built beside this file. */
function pageRoutes(): Route[] {
  const folder = new URL("../web/", import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => extname(name) !== "");
  const files = Object.fromEntries(names.map((name) => [name === "index.html" ? "/" : `/${name}`, name]));
  return staticRoutes(folder, files);
}

/** What is asked for, of a request or of a static site that is being written. */
interface Asked {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
}

interface DataRoute extends Route {
  answer(asked: Asked): Promise<unknown>;
}

/** The same answers without a server, by the path that would be asked: `api/runs`. @throws {HttpError} */
export function answering(library: Library): (path: string) => Promise<unknown> {
  const routes = dataRoutes(library);
  const router = new Router(routes);
  return async (path) => {
    const [place = "", query = ""] = path.split(/\?(.*)/s);
    const { route, params } = router.find("GET", `/${place}`);
    return (route as DataRoute).answer({ params, query: new URLSearchParams(query) });
  };
}

function dataRoutes(library: Library): DataRoute[] {
  const runOf = async ({ params }: Asked) => {
    const run = await library.find(decoded(params.run!));
    if (!run) throw new HttpError(404, "there is no such run any more; the list shows those there are");
    return run;
  };
  const indexOf = async (exchange: Asked): Promise<EvalIndex> => {
    const run = await runOf(exchange);
    if (run.problem !== undefined) throw new HttpError(422, run.problem);
    const index = await library.index(run);
    if (!(index instanceof EvalIndex)) throw new HttpError(422, `${run.name} is no evaluation`);
    return index;
  };
  const searchOf = async (exchange: Asked): Promise<SearchIndex> => {
    const run = await runOf(exchange);
    const index = await library.index(run);
    if (!(index instanceof SearchIndex)) throw new HttpError(422, `${run.name} is no search`);
    return index;
  };
  const benchOf = async (exchange: Asked): Promise<BenchIndex> => {
    const run = await runOf(exchange);
    const index = await library.index(run);
    if (!(index instanceof BenchIndex)) throw new HttpError(422, `${run.name} is no ProcessBench run`);
    return index;
  };
  const rolloutsOf = async (exchange: Asked): Promise<RolloutIndex> => {
    const run = await runOf(exchange);
    const index = await library.index(run);
    if (!(index instanceof RolloutIndex)) throw new HttpError(422, `${run.name} is no log of rollouts`);
    return index;
  };
  const sideOf = async ({ query }: Asked, side: "a" | "b"): Promise<ComparedRun> => {
    const run = await library.find(query.get(side) ?? "");
    if (!run) throw new HttpError(404, "one of the two runs is not there any more");
    if (run.problem !== undefined) throw new HttpError(422, run.problem);
    return { summary: await library.summary(run), index: await library.index(run) };
  };
  const get = (path: string, answer: (exchange: Asked) => Promise<unknown>): DataRoute => ({
    method: "GET",
    path,
    answer,
    async handler(exchange) {
      exchange.header("x-content-type-options", "nosniff");
      exchange.json(200, JSON.stringify(await answer(exchange)));
    },
  });
  return [
    get("/api/runs", () => library.list()),
    get("/api/runs/:run", async (exchange) => library.summary(await runOf(exchange))),
    get("/api/runs/:run/eval", async (exchange) => {
      const run = await runOf(exchange);
      return evalPage(await indexOf(exchange), await library.summary(run));
    }),
    get("/api/runs/:run/table", async (exchange) => {
      const { query } = exchange;
      const index = await indexOf(exchange);
      return partOf(index.table, index.generation, {
        rows: numberIn(query, "rows"),
        problems: numberIn(query, "problems"),
        generation: query.get("generation") ?? "",
        graded: numberIn(query, "graded"),
        texts: numberIn(query, "texts"),
      });
    }),
    get("/api/runs/:run/sample", async (exchange) => {
      const { query } = exchange;
      const index = await indexOf(exchange);
      const page = await samplePage(
        index,
        query.get("task") ?? "",
        query.get("problem") ?? "",
        numberIn(query, "sample"),
      );
      if (!page) throw new HttpError(404, "the run holds no such sample");
      return page;
    }),
    get("/api/runs/:run/find", async (exchange) => {
      const text = exchange.query.get("text") ?? "";
      if (text.length < 2) throw new HttpError(400, "give at least two characters to look for");
      if (text.length > longestPhrase)
        throw new HttpError(400, `give at most ${longestPhrase} characters to look for`);
      const where = exchange.query.get("in") === "problems" ? "problems" : "completions";
      return findText(await indexOf(exchange), text, where);
    }),
    get("/api/runs/:run/search", async (exchange) => {
      const run = await runOf(exchange);
      const index = await searchOf(exchange);
      return searchPage(index, await library.summary(run), await library.baseline(run));
    }),
    get("/api/runs/:run/problem", async (exchange) => {
      const page = await searchProblem(await searchOf(exchange), exchange.query.get("problem") ?? "");
      if (!page) throw new HttpError(404, "the search holds no such problem");
      return page;
    }),
    get("/api/runs/:run/bench", async (exchange) => {
      const run = await runOf(exchange);
      return benchPage(await benchOf(exchange), await library.summary(run));
    }),
    get("/api/runs/:run/judged", async (exchange) => {
      const { query } = exchange;
      const index = await benchOf(exchange);
      const page = await benchSample(index, query.get("subset") ?? "", query.get("sample") ?? "");
      if (!page) throw new HttpError(404, "the run holds no such sample");
      return page;
    }),
    get("/api/runs/:run/rollouts", async (exchange) => {
      const run = await runOf(exchange);
      return (await rolloutsOf(exchange)).page(await library.summary(run));
    }),
    get("/api/runs/:run/rollout", async (exchange) => {
      const item = await (await rolloutsOf(exchange)).item(numberIn(exchange.query, "row"));
      if (!item) throw new HttpError(404, "the log holds no such item");
      return item;
    }),
    get("/api/compare", async (exchange) =>
      comparePage(await sideOf(exchange, "a"), await sideOf(exchange, "b")),
    ),
  ];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}

function numberIn(query: URLSearchParams, name: string): number {
  const value = Number(query.get(name) ?? 0);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new HttpError(400, `${name} is not a whole number from 0 on`);
  return value;
}
