// Which handler answers which path and method. Most paths are constant and are looked up directly; the few with a
// variable part are tried in turn.

import type { Exchange } from "./exchange.ts";
import { HttpError } from "./http-error.ts";

export type Handler = (exchange: Exchange) => void | Promise<void>;

export interface Route {
  method: "GET" | "POST";
  /** For example `/v1/models`; a segment that begins with a colon matches any one segment. */
  path: string;
  handler: Handler;
  /** Answered without a token. */
  open?: boolean;
}

interface Found {
  route: Route;
  params: Readonly<Record<string, string>>;
}

const none: Readonly<Record<string, string>> = {};

export class Router {
  private readonly plain = new Map<string, Route[]>();
  private readonly variable: { pattern: RegExp; route: Route }[] = [];

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      if (route.path.includes("/:")) this.variable.push({ pattern: patternOf(route.path), route });
      else this.plain.set(route.path, [...(this.plain.get(route.path) ?? []), route]);
    }
  }

  /** @throws {HttpError} if the path does not exist, or not for this method */
  find(method: string, path: string): Found {
    const routes = this.plain.get(path);
    // Node itself leaves out the body of an answer to HEAD.
    const wanted = method === "HEAD" ? "GET" : method;
    if (routes) {
      for (const route of routes) if (route.method === wanted) return { route, params: none };
      throw notAllowed(method, path, routes);
    }
    const matching: Route[] = [];
    for (const { pattern, route } of this.variable) {
      const match = pattern.exec(path);
      if (!match) continue;
      if (route.method === wanted) return { route, params: match.groups ?? none };
      matching.push(route);
    }
    if (matching.length > 0) throw notAllowed(method, path, matching);
    throw new HttpError(404, `there is nothing at ${path}`);
  }
}

function patternOf(path: string): RegExp {
  const segments = path.split("/").map((segment) => {
    if (segment.startsWith(":")) return `(?<${segment.slice(1)}>[^/]+)`;
    return segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${segments.join("/")}$`);
}

function notAllowed(method: string, path: string, routes: readonly Route[]): HttpError {
  const methods = routes.flatMap((route) => (route.method === "GET" ? ["GET", "HEAD"] : [route.method]));
  const allow = [...new Set(methods)].join(", ");
  return new HttpError(405, `${path} takes ${allow}, not ${method}`, { headers: { allow } });
}
