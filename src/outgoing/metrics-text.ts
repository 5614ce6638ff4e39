// Counters and gauges in the text format of Prometheus.

export class MetricsText {
  static readonly type = "text/plain; version=0.0.4; charset=utf-8";

  text = "";

  family(name: string, type: string, help: string): void {
    this.text += `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  }

  line(name: string, labels: Record<string, string | number>, value: number): void {
    const inside = Object.entries(labels).map(([key, label]) => `${key}="${escaped(String(label))}"`);
    this.text += `${name}${inside.length > 0 ? `{${inside.join(",")}}` : ""} ${value}\n`;
  }

  single(name: string, type: string, help: string, value: number): void {
    this.family(name, type, help);
    this.line(name, {}, value);
  }

  histogram(
    name: string,
    labels: Record<string, string>,
    bounds: readonly number[],
    buckets: readonly number[],
    sum: number,
  ): void {
    let count = 0;
    for (const [i, bound] of bounds.entries()) {
      count += buckets[i]!;
      this.line(`${name}_bucket`, { ...labels, le: bound }, count);
    }
    count += buckets[bounds.length]!;
    this.line(`${name}_bucket`, { ...labels, le: "+Inf" }, count);
    this.line(`${name}_sum`, labels, sum);
    this.line(`${name}_count`, labels, count);
  }
}

const escaped = (label: string): string =>
  label.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
