// The playground beside the page: the one of `assay view`, as a page without the viewer. It runs in the browser alone;
// what a link opens there stands after the #, which browsers do not send.

import { readdirSync } from "node:fs";
import type { Route } from "../http/router.ts";
import { staticRoutes } from "../http/static-files.ts";
import { rewards } from "../rewards/index.ts";
import { needsMore } from "./protocols/protocol.ts";

/** The rewards that can be tried there: those of a response and a gold. */
export const playgroundRewards: readonly string[] = rewards
  .map(({ name }) => name)
  .filter((name) => needsMore(name) === undefined);

/** The built page of the viewer's folder and the files that it loads; few services are ever asked for them. */
export function playgroundRoutes(): Route[] {
  const folder = new URL("../web/", import.meta.url);
  const assets = readdirSync(new URL("assets/", folder)).map((name) => [`/assets/${name}`, `assets/${name}`]);
  return staticRoutes(folder, { "/playground": "playground.html", ...Object.fromEntries(assets) }, "asked");
}
