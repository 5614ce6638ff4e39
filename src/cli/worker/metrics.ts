// The metrics of a worker, in the text format of Prometheus.

import { listen } from "../../http/listen.ts";
import { MetricsText } from "../../outgoing/metrics-text.ts";
import type { WorkerState } from "../../queue/messages.ts";

interface ServedMetrics {
  url: string;
  /** The subject of the metrics from now on. */
  update(state: WorkerState): void;
  close(): Promise<void>;
}

/** @throws {ExpectedError} if the port is in use */
export async function serveMetrics(host: string, port: number): Promise<ServedMetrics> {
  let state: WorkerState | undefined;
  const served = await listen({
    host,
    port,
    // Only numbers are served, and scrapers may use any name of the machine, so the Host header is not checked.
    anyName: true,
    routes: [
      {
        method: "GET",
        path: "/metrics",
        handler: (exchange) => exchange.send(200, MetricsText.type, state ? workerMetrics(state) : ""),
      },
    ],
  });
  return {
    url: served.url,
    update(told) {
      state = told;
    },
    close: () => served.close("now"),
  };
}

function workerMetrics({ slots, done, failed, seconds, runs, since, version }: WorkerState): string {
  const out = new MetricsText();
  const served = runs.filter(({ refused }) => refused === undefined);
  out.family("assay_worker_units_total", "counter", "Units that ended, by outcome.");
  out.line("assay_worker_units_total", { outcome: "done" }, done);
  out.line("assay_worker_units_total", { outcome: "failed" }, failed);
  out.single("assay_worker_unit_seconds_total", "counter", "Total seconds spent on units.", seconds);
  out.single("assay_worker_slots", "gauge", "Maximum number of units in progress.", slots);
  out.family("assay_worker_units_in_flight", "gauge", "Units in progress, by run.");
  for (const { run, kind, inFlight } of served)
    out.line("assay_worker_units_in_flight", { run, kind }, inFlight);
  out.single("assay_worker_runs", "gauge", "Runs that the worker serves.", served.length);
  out.single(
    "assay_worker_refused_runs",
    "gauge",
    "Runs that the worker refuses.",
    runs.length - served.length,
  );
  const { user, system } = process.cpuUsage();
  out.single("process_cpu_seconds_total", "counter", "CPU time of the process.", (user + system) / 1e6);
  out.single("process_resident_memory_bytes", "gauge", "Memory of the process.", process.memoryUsage().rss);
  out.single(
    "process_start_time_seconds",
    "gauge",
    "Start time of the process.",
    Math.floor(Date.parse(since) / 1000),
  );
  out.family("assay_info", "gauge", "The version.");
  out.line("assay_info", { version }, 1);
  return out.text;
}
