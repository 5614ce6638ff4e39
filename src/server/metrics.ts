// The counters in Prometheus's format, and the counting of requests.

import type { Exchange } from "../http/exchange.ts";
import { MetricsText } from "../outgoing/metrics-text.ts";
import type { Stats } from "./stats.ts";
import { bucketOf, itemBuckets } from "./tally.ts";

/** The upper bounds, in seconds, of the buckets for requests. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

interface Requests {
  byStatus: Map<number, number>;
  buckets: number[];
  seconds: number;
  count: number;
}

/** Figures that are read on request. */
export interface Gauges {
  queue: number;
  restarts: number;
  logDropped: number;
  version: string;
}

export class RequestCounts {
  readonly routes = new Map<string, Requests>();

  add({ route, status, started }: Exchange): void {
    const name = route === "" ? "none" : route;
    let requests = this.routes.get(name);
    if (requests === undefined) {
      const buckets = new Array(requestBuckets.length + 1).fill(0) as number[];
      requests = { byStatus: new Map(), buckets, seconds: 0, count: 0 };
      this.routes.set(name, requests);
    }
    const seconds = (performance.now() - started) / 1000;
    requests.byStatus.set(status, (requests.byStatus.get(status) ?? 0) + 1);
    requests.seconds += seconds;
    requests.count++;
    requests.buckets[bucketOf(seconds, requestBuckets)]!++;
  }
}

export function metricsText(stats: Stats, requests: RequestCounts, gauges: Gauges): string {
  const out = new MetricsText();
  out.family("assay_requests_total", "counter", "Requests by route and status; 0: the client disconnected.");
  for (const [route, { byStatus }] of requests.routes)
    for (const [status, count] of byStatus) out.line("assay_requests_total", { route, status }, count);
  out.family("assay_request_seconds", "histogram", "Seconds from a request to its answer.");
  for (const [route, { buckets, seconds }] of requests.routes)
    out.histogram("assay_request_seconds", { route }, requestBuckets, buckets, seconds);
  out.family("assay_items_total", "counter", "Items by reward and outcome.");
  for (const [reward, { outcomes }] of stats.rewards)
    for (const [outcome, count] of Object.entries(outcomes))
      out.line("assay_items_total", { reward, outcome }, count);
  out.family("assay_item_seconds", "histogram", "Seconds that an item took.");
  for (const [reward, { buckets, seconds }] of stats.rewards)
    out.histogram("assay_item_seconds", { reward }, itemBuckets, buckets, seconds);
  out.family("assay_reward_sum", "counter", "The sum of each member of the results.");
  for (const [reward, { parts }] of stats.rewards)
    for (const [part, { sum }] of Object.entries(parts)) out.line("assay_reward_sum", { reward, part }, sum);
  out.family("assay_rules_total", "counter", "Answers by the rule that decided them.");
  for (const [reward, { rules }] of stats.rewards)
    for (const [rule, { items, right }] of Object.entries(rules)) {
      out.line("assay_rules_total", { reward, rule, right: "true" }, right);
      out.line("assay_rules_total", { reward, rule, right: "false" }, items - right);
    }
  out.family("assay_reward_constant", "gauge", "1 while the last 1000 items have had the same reward.");
  for (const [reward, { isConstant }] of stats.rewards)
    out.line("assay_reward_constant", { reward }, isConstant ? 1 : 0);
  out.family(
    "assay_groups_total",
    "counter",
    "Groups of responses to one prompt: all right, all wrong or mixed.",
  );
  for (const [reward, { groups }] of stats.rewards)
    for (const [kind, count] of Object.entries(groups))
      out.line("assay_groups_total", { reward, kind }, count);
  out.family("assay_step_groups", "gauge", "The same for each of the last 20 steps that items named.");
  for (const { reward, step, groups } of stats.steps)
    for (const [kind, count] of Object.entries(groups))
      out.line("assay_step_groups", { reward, step, kind }, count);
  out.single("assay_queue_items", "gauge", "Items that wait or are in progress.", gauges.queue);
  out.single("assay_worker_restarts_total", "counter", "Threads that were replaced.", gauges.restarts);
  out.single("assay_log_dropped_total", "counter", "Items that --log did not write.", gauges.logDropped);
  const { rss } = process.memoryUsage();
  out.single("process_resident_memory_bytes", "gauge", "Memory of the process.", rss);
  out.single("process_start_time_seconds", "gauge", "When it started.", Math.floor(stats.started / 1000));
  out.family("assay_info", "gauge", "The version.");
  out.line("assay_info", { version: gauges.version }, 1);
  return out.text;
}
