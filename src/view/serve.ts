// The viewer's server: the pages and their data. It only reads, apart from the file of notes. Runs are looked up by
// name among those that were found, so no path comes from a request.

import { readdirSync } from "node:fs";
import { extname } from "node:path";
import type { Exchange } from "../http/exchange.ts";
import { HttpError } from "../http/http-error.ts";
import { defaultError, type Listening, listen } from "../http/listen.ts";
import { type Route, Router } from "../http/router.ts";
import { staticRoutes } from "../http/static-files.ts";
import { StorageError } from "../jsonl/errors.ts";
import { DifferentDataError } from "../runs/compare.ts";
import { benchPage, benchSample } from "./bench-page.ts";
import {
  checkedTexts,
  textsOfJudged,
  textsOfProblem,
  textsOfRollout,
  textsOfSample,
} from "./checked-texts.ts";
import { type ComparedRun, comparePage, type RunIndex } from "./compare-page.ts";
import { evalPage, findText, groupsAt, longestPhrase, samplePage } from "./eval-page.ts";
import { BenchIndex } from "./index/bench-index.ts";
import { cacheFolder } from "./index/cache-folder.ts";
import { EvalIndex } from "./index/eval-index.ts";
import { Library } from "./index/library.ts";
import { RolloutIndex } from "./index/rollouts.ts";
import { SearchIndex } from "./index/search-index.ts";
import { NotesFile } from "./notes-file.ts";
import { partOf } from "./sample-table.ts";
import { searchPage, searchProblem } from "./search-page.ts";

interface ViewOptions {
  folders: readonly string[];
  host?: string | undefined;
  port: number;
  /** The file of shared notes. */
  notes?: string | undefined;
  /** The folder of indexes; default: the user's cache folder. */
  cache?: string | undefined;
}

/** @throws if the port is in use */
export async function serveView({
  folders,
  host,
  port,
  notes: notesPath,
  cache = cacheFolder(),
}: ViewOptions): Promise<Listening> {
  const library = new Library(folders, cache);
  const notes = new NotesFile(notesPath);
  const listening = await listen({
    routes: [
      ...pageRoutes(),
      ...dataRoutes(library, notes),
      ...notes.routes,
      { method: "GET", path: "/api/events", handler: (exchange) => followRuns(exchange, library, notes) },
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

/** A request, or a question of a static site that is being written. */
interface Asked {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
}

interface DataRoute extends Route {
  answer(asked: Asked): Promise<unknown>;
}

/** The same answers without a server, by path: `api/runs`. @throws {HttpError} */
export function answering(library: Library, notes: NotesFile): (path: string) => Promise<unknown> {
  const routes = dataRoutes(library, notes);
  const router = new Router(routes);
  return async (path) => {
    const [place = "", query = ""] = path.split(/\?(.*)/s);
    const { route, params } = router.find("GET", `/${place}`);
    return (route as DataRoute).answer({ params, query: new URLSearchParams(query) });
  };
}

function dataRoutes(library: Library, notes: NotesFile): DataRoute[] {
  const runOf = async ({ params }: Asked) => {
    const run = await library.find(decoded(params.run!));
    if (!run) throw new HttpError(404, "there is no such run here; it may have been removed");
    return run;
  };
  const indexOf = async <Index extends RunIndex>(asked: Asked, [kind, name]: Kind<Index>): Promise<Index> => {
    const run = await runOf(asked);
    if (kind === evaluation[0] && run.problem !== undefined) throw new HttpError(422, run.problem);
    const index = await library.index(run);
    if (!(index instanceof kind)) throw new HttpError(422, `the run ${run.name} is not ${name}`);
    return index;
  };
  const sideOf = async ({ query }: Asked, side: "a" | "b"): Promise<ComparedRun> => {
    const run = await library.find(query.get(side) ?? "");
    if (!run) throw new HttpError(404, "one of the two runs does not exist here; it may have been removed");
    if (run.problem !== undefined) throw new HttpError(422, run.problem);
    return { summary: await library.summary(run), index: await library.index(run) };
  };
  /** @param textsOf the texts of an answer in which a page marks false equations */
  const get = <Page extends object>(
    path: string,
    answer: (exchange: Asked) => Promise<Page>,
    textsOf?: (page: Page) => string[],
  ): DataRoute => ({
    method: "GET",
    path,
    answer,
    async handler(exchange) {
      exchange.header("x-content-type-options", "nosniff");
      const page = await answer(exchange);
      const checked = textsOf ? { ...page, checked: checkedTexts(textsOf(page)) } : page;
      exchange.json(200, JSON.stringify(checked));
    },
  });
  return [
    get("/api/runs", () => library.list()),
    get("/api/notes", () => notes.page()),
    get("/api/runs/:run", async (exchange) => library.summary(await runOf(exchange))),
    get("/api/runs/:run/eval", async (asked) => {
      const run = await runOf(asked);
      const index = await indexOf(asked, evaluation);
      return { ...evalPage(index, await library.summary(run)), groups: await groupsAt(run.folder) };
    }),
    get("/api/runs/:run/table", async (asked) => {
      const { query } = asked;
      const index = await indexOf(asked, evaluation);
      return partOf(index.table, index.generation, {
        rows: numberIn(query, "rows"),
        problems: numberIn(query, "problems"),
        generation: textIn(query, "generation"),
        graded: numberIn(query, "graded"),
        texts: numberIn(query, "texts"),
      });
    }),
    get(
      "/api/runs/:run/sample",
      async (asked) => {
        const { query } = asked;
        const index = await indexOf(asked, evaluation);
        const [task, problem] = [textIn(query, "task"), textIn(query, "problem")];
        return known(await samplePage(index, task, problem, numberIn(query, "sample")), "run", "sample");
      },
      textsOfSample,
    ),
    get("/api/runs/:run/find", async (asked) => {
      const text = textIn(asked.query, "text");
      if (text.length < 2) throw new HttpError(400, "give at least two characters to look for");
      if (text.length > longestPhrase)
        throw new HttpError(400, `give at most ${longestPhrase} characters to look for`);
      const where = asked.query.get("in") === "problems" ? "problems" : "completions";
      return findText(await indexOf(asked, evaluation), text, where);
    }),
    get("/api/runs/:run/search", async (asked) => {
      const run = await runOf(asked);
      const index = await indexOf(asked, search);
      return searchPage(index, await library.summary(run), await library.baseline(run));
    }),
    get(
      "/api/runs/:run/problem",
      async (asked) => {
        const index = await indexOf(asked, search);
        return known(await searchProblem(index, textIn(asked.query, "problem")), "search", "problem");
      },
      textsOfProblem,
    ),
    get("/api/runs/:run/bench", async (asked) => {
      const run = await runOf(asked);
      return benchPage(await indexOf(asked, bench), await library.summary(run));
    }),
    get(
      "/api/runs/:run/judged",
      async (asked) => {
        const { query } = asked;
        const index = await indexOf(asked, bench);
        const page = await benchSample(index, textIn(query, "subset"), textIn(query, "sample"));
        return known(page, "run", "sample");
      },
      textsOfJudged,
    ),
    get("/api/runs/:run/rollouts", async (asked) => {
      const run = await runOf(asked);
      return (await indexOf(asked, rollouts)).page(await library.summary(run));
    }),
    get(
      "/api/runs/:run/rollout",
      async (asked) => {
        const index = await indexOf(asked, rollouts);
        return known(await index.item(numberIn(asked.query, "row")), "log", "item");
      },
      textsOfRollout,
    ),
    get("/api/compare", async (exchange) =>
      comparePage(await sideOf(exchange, "a"), await sideOf(exchange, "b")),
    ),
  ];
}

/** The class of an index, and what its runs are. */
type Kind<Index> = readonly [new (...given: never[]) => Index, name: string];
const evaluation: Kind<EvalIndex> = [EvalIndex, "an evaluation"];
const search: Kind<SearchIndex> = [SearchIndex, "a search"];
const bench: Kind<BenchIndex> = [BenchIndex, "a ProcessBench run"];
const rollouts: Kind<RolloutIndex> = [RolloutIndex, "a log of rollouts"];

function known<Page>(page: Page | undefined, of: string, what: string): Page {
  if (page === undefined) throw new HttpError(404, `the ${of} has no such ${what}`);
  return page;
}

const textIn = (query: URLSearchParams, name: string): string => query.get(name) ?? "";

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
    throw new HttpError(400, `${name} is not a whole number of at least 0`);
  return value;
}

// Sends a page the runs that have changed, and changes of notes, as a stream of events that lasts as long as the page
// is open.

/** Comments in the stream, so that proxies and the browser do not close a silent connection. */
const beatMs = 15_000;
/** A client that does not read is disconnected, and connects again by itself. */
const mostWaiting = 1 << 16;

function followRuns(exchange: Exchange, library: Library, notes: NotesFile): void {
  const { response } = exchange;
  exchange.begin(200, "text/event-stream");
  const write = (text: string) => {
    response.write(text);
    exchange.moved();
    if (response.writableLength > mostWaiting) response.destroy();
  };
  write("retry: 2000\n\n");
  const stop = library.listen((runs) => write(`event: change\ndata: ${JSON.stringify({ runs })}\n\n`));
  const stopNotes = notes.listen(() => write("event: notes\ndata: {}\n\n"));
  const beat = setInterval(() => write(": still here\n\n"), beatMs);
  response.on("close", () => {
    clearInterval(beat);
    stop();
    stopNotes();
  });
}
